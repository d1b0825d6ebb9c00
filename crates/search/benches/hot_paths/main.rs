//! The hot paths, a piece of work of each, whose instructions `cargo xtask bench-compare` counts.
//!
//! With the name of one, this prepares it and does it once; with none, it lists the names. Instructions
//! are counted while [`measured`] is being executed, by callgrind, which knows that function by its name.

mod moves;
mod proofs;
mod searches;

use std::hint::black_box;
use std::process::ExitCode;

use phidelta_atari_go::AtariGo;
use phidelta_connect::Connect;
use phidelta_loa::Loa;
use phidelta_search::{Init, Method, TableTrial};
use phidelta_uttt::Uttt;

/// A hot path: its name, and what prepares it and does it.
type HotPath = (&'static str, fn());

/// Undecided for much longer than any of the searches here takes.
const UTTT: &str = "O;......@X.;.O.O.O.O./X......X./....OO.../.OX...OO./.....OX../X..XX..O./X..X...OX/........./\
                    ......O..";
const LOA: &str = "6x1/8/8/4oo2/ooo1x2o/1x3x2/1x2xx2/xo4o1 o";
/// Won by continuous threats.
const THREATS: &str = "B:J10,K11,M11,L12,K13 W:G7,P8,J12,L13,M13,J14 b";
const CONNECT6: &str = "19x19x6x2x1";

const HOT_PATHS: &[HotPath] = &[
    ("table/look-up-old", || {
        table(|trial| assert!(trial.look_up_old() > 0));
    }),
    ("table/look-up-new", || {
        table(|trial| assert_eq!(trial.look_up_new(), 0));
    }),
    ("table/store-old", || table(TableTrial::store_old)),
    ("table/store-new", || table(TableTrial::store_new)),
    ("moves/uttt", || moves::all::<Uttt>("", "start")),
    ("moves/loa", || moves::all::<Loa>("", "start")),
    ("moves/atari-go", || moves::all::<AtariGo>("6x6", "crosscut")),
    ("moves/connect6", || moves::all::<Connect>(CONNECT6, "opening-1")),
    ("df-pn/uttt", || searches::slice(&phidelta_uttt::ENTRY, "", UTTT, Method::DfPn, Init::Guide)),
    ("df-pn/loa", || searches::slice(&phidelta_loa::ENTRY, "", LOA, Method::DfPn, Init::Guide)),
    ("df-pn/atari-go", || {
        searches::slice(&phidelta_atari_go::ENTRY, "6x6", "crosscut", Method::DfPn, Init::Guide)
    }),
    ("df-pn/atari-go-unguided", || {
        searches::slice(&phidelta_atari_go::ENTRY, "6x6", "crosscut", Method::DfPn, Init::Unit);
    }),
    ("pn/uttt", || searches::slice(&phidelta_uttt::ENTRY, "", UTTT, Method::Pn, Init::Unit)),
    ("vcdt/connect6", || searches::threats(CONNECT6, THREATS)),
    ("certificate/write", proofs::write_certificate),
    ("certificate/check", proofs::check_certificate),
];

fn main() -> ExitCode {
    // Cargo adds options of its own.
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let Some(wanted) = wanted else {
        HOT_PATHS.iter().for_each(|(name, _)| println!("{name}"));
        return ExitCode::SUCCESS;
    };
    match HOT_PATHS.iter().find(|(name, _)| *name == wanted) {
        Some((_, run)) => {
            run();
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("hot_paths: there is no {wanted}; without a name, all names are listed");
            ExitCode::FAILURE
        }
    }
}

/// Does what is to be counted.
#[inline(never)]
fn measured(job: &mut dyn FnMut()) {
    black_box(job)();
}

fn table(look: impl Fn(&TableTrial)) {
    let trial = TableTrial::new(1 << 15).expect("there is memory");
    measured(&mut || look(&trial));
}
