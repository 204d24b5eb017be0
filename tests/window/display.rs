//! What is on the display: read from the file in which the display server keeps it.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use macroquad::texture::Image;

/// A picture of a part of the display, from its upper left corner.
#[derive(PartialEq, Eq)]
pub(crate) struct Picture {
    width: usize,
    height: usize,
    /// Blue, green, red and nothing, row by row.
    bytes: Vec<u8>,
}

impl Picture {
    /// The display as it is now.
    pub(crate) fn take((width, height): (u16, u16)) -> Picture {
        let folder = std::env::var_os("HEXFRAY_DISPLAY").expect("tests/window.sh names the display's folder");
        let file = fs::read(Path::new(&folder).join("Xvfb_screen0")).expect("the display keeps its picture");
        // An X window dump: a header of big-endian numbers, colours, rows.
        let number = |place: usize| {
            let bytes = file[4 * place..4 * place + 4].try_into().expect("four bytes");
            u32::from_be_bytes(bytes) as usize
        };
        let (first, row) = (number(0) + 12 * number(19), number(12));
        let (width, height) = (usize::from(width), usize::from(height));
        let rows: Vec<&[u8]> = (0..height).map(|y| &file[first + y * row..][..4 * width]).collect();
        Picture { width, height, bytes: rows.concat() }
    }

    /// The colour of a pixel.
    pub(crate) fn at(&self, x: usize, y: usize) -> (u8, u8, u8) {
        let place = 4 * (y * self.width + x);
        (self.bytes[place + 2], self.bytes[place + 1], self.bytes[place])
    }

    /// The middles of runs of pixels in a column that are so, from the top, as far as they
    /// have so many pixels.
    pub(crate) fn runs(&self, x: usize, long: Range<usize>, so: impl Fn((u8, u8, u8)) -> bool) -> Vec<f32> {
        let mut runs = Vec::new();
        let mut from = None;
        for y in 0..=self.height {
            match (y < self.height && so(self.at(x, y)), from) {
                (true, None) => from = Some(y),
                (false, Some(first)) => {
                    if long.contains(&(y - first)) {
                        runs.push((first + y) as f32 / 2.0);
                    }
                    from = None;
                }
                _ => {}
            }
        }
        runs
    }

    /// Keeps it.
    pub(crate) fn write(&self, path: &Path) {
        let rows = self.bytes.chunks(4 * self.width).rev();
        let bytes = rows.flat_map(|row| row.chunks(4)).flat_map(|p| [p[2], p[1], p[0], 255]).collect();
        let image = Image { bytes, width: self.width as u16, height: self.height as u16 };
        image.export_png(&path.to_string_lossy());
    }
}

/// Does something with mouse or keys.
pub(crate) fn xdotool(arguments: &[&str]) {
    assert!(Command::new("xdotool").args(arguments).status().unwrap().success(), "{arguments:?}");
}
