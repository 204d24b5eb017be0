//! The content is compiled in, so new content means a new build.

fn main() {
    println!("cargo:rerun-if-changed=assets");
    println!("cargo:rerun-if-changed=maps");
}
