//! The hot loop allocates nothing per node: a search of a hundred thousand nodes makes a handful of
//! allocations, for stacks that grow to the longest line.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering};

use phidelta_atari_go::AtariGo;
use phidelta_rules::{Catalogued, Goal, Notation, Outcome};
use phidelta_search::{Control, Init, Ledger, Limits, Options, Search, Table, TableSize};

struct Counting;

static ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: all requests go to the system's allocator unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn searches_do_not_allocate_per_node() {
    let game = AtariGo::with_parameters("6x6").unwrap();
    let state = game.read("crosscut").unwrap();
    let guide = game.guide().unwrap();
    for (init, look_ahead) in [(Init::Guide, 0), (Init::Mobility, 1), (Init::Unit, 1)] {
        let table = TableSize::Entries(1 << 16);
        let options = Options { init, look_ahead, table, ..Options::default() };
        let question = Ledger::default().ask(Goal::AtLeast(Outcome::MaxWins)).unwrap();
        let mut table = Table::new(&options).unwrap();
        let before = ALLOCATIONS.load(Ordering::Relaxed);
        let mut search = Search::new(&game, &guide, &options, &question, &mut table, &state);
        let limits = Limits { nodes: Some(50_000), ..Limits::default() };
        search.run(&mut Control::new(limits));
        let made = ALLOCATIONS.load(Ordering::Relaxed) - before;
        assert!(search.counters().nodes > 40_000 && made < 60, "{made} allocations, {init:?}");
    }
}
