//! tmp
use hexfray::{battle::*, opponents};
fn main(){
 let lib=hexfray::content::Library::own();
 let mut total=(0,0,0);
 for name in lib.scenarios().keys() {
  let start=hexfray::scenario::Scenario::open(lib,name).unwrap().battle(lib).unwrap();
  let n: u64 = std::env::args().nth(1).map_or(20, |s| s.parse().unwrap());
  let (mut w,mut d,mut l)=(0,0,0); let t=std::time::Instant::now(); let mut decs=0u64;
  let mut sides=[(0,0),(0,0)];
  for g in 0..n*2 {
   let seed=g/2; let me=(g%2) as usize;
   let mut ops=[opponents::opponent(lib,&start,"random").unwrap(), opponents::opponent(lib,&start,"random").unwrap()];
   ops[me]=opponents::opponent(lib,&start,"utility").unwrap();
   let mut b=start.clone(); let mut list=Listing::default();
   b.start(&mut Seeded::new(seed,0),&mut Log::off());
   while let Some(q)=b.decision(){ let num=b.number(); let a=ops[q.side.index()].choose(&b,mix(seed,num as u64)); b.play(a,&mut list,&mut Seeded::new(seed,num+1),&mut Log::off()).unwrap(); decs+=1; }
   let o=b.outcome().unwrap();
   if o.winners==0 {d+=1} else if o.won(SideId(me as u8)) {w+=1; sides[me].0+=1} else {l+=1; sides[me].1+=1}
  }
  println!("{name}: {w} {d} {l} (by side {sides:?}) {:.1} games/s {:.0} dec/game", (n*2) as f64/t.elapsed().as_secs_f64(), decs as f64/(n*2) as f64);
  total.0+=w;total.1+=d;total.2+=l;
 }
 println!("{total:?}");
}
