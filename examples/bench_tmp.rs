//! tmp
use hexfray::{battle::*, bench::*};
fn main(){
 let lib=hexfray::content::Library::own();
 let s=hexfray::scenario::Scenario::open(lib,"grand_battle").unwrap().battle(lib).unwrap();
 let hexfray::rules::AnyBattle::Hexwar(start)=s;
 let mut b=start.clone(); let mut list=Listing::default(); let mut n=0;
 let mode = if std::env::args().nth(1).is_some() {Listed::WholeSide} else {Listed::UnitByUnit};
 for seed in 0..1000u64 { b.clone_from(&start); b.start(&mut Seeded::new(seed,0),&mut Log::off()); n+=playout(&mut b,mode,seed,&mut list).0; }
 println!("{n} decisions");
}
