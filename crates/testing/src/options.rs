//! Options of every kind for a search, with small tables.

use phidelta_rules::{Evaluation, Looker};
use phidelta_search::{
    Backup, Deep, Init, Method, Options, Replacement, SecondLevel, Step, TableSize, Widths,
};
use rand::RngExt;
use rand::rngs::StdRng;

/// Each choice of each option, the others being the defaults of a small table, or of a tree.
pub fn each_option() -> Vec<Options> {
    let mut all = each_table_option();
    let base = all[0].clone();
    for method in Method::ALL {
        let base = Options { method, table: room(method, 64), ..base.clone() };
        all.push(Options { deep: Some(Deep { e: 2, d: 6 }), ..base.clone() });
        if method.has_second_level() {
            all.extend(SECONDS.map(|second| Options { second, ..base.clone() }));
        }
        all.push(base);
    }
    all
}

/// Each choice of each option of searches that keep no tree.
pub fn each_table_option() -> Vec<Options> {
    let base = Options { table: TableSize::Entries(64), ..Options::default() };
    let mut all = vec![base.clone()];
    let mut add = |change: &dyn Fn(&mut Options)| {
        let mut options = base.clone();
        change(&mut options);
        all.push(options);
    };
    add(&|options| options.method = Method::Pds);
    for step in STEPS {
        add(&|options| options.step = step);
        for method in [Method::Pds, Method::PnStar] {
            add(&|options| (options.method, options.step) = (method, step));
        }
    }
    for init in INITS {
        add(&|options| options.init = init);
    }
    for init in INITS {
        add(&|options| (options.init, options.look_ahead) = (init, 1));
        add(&|options| (options.init, options.look_ahead) = (init, 4));
    }
    for look_ahead in [1, 3] {
        let looker = Looker::Prover;
        add(&|options| {
            (options.init, options.look_ahead, options.looker) = (Init::Unit, look_ahead, looker);
        });
    }
    for deep in DEEPS {
        add(&|options| options.deep = Some(deep));
    }
    for backup in BACKUPS {
        add(&|options| options.backup = backup);
        for method in [Method::Pds, Method::PnStar] {
            add(&|options| (options.method, options.backup) = (method, backup));
        }
    }
    add(&|options| options.simulation = false);
    add(&|options| options.fixed_point = false);
    for replacement in REPLACEMENTS {
        add(&|options| options.replacement = replacement);
    }
    add(&|options| options.table = TableSize::Entries(4));
    add(&|options| options.table = TableSize::Bytes(1 << 20));
    add(&|options| options.widths.infinity = 255);
    add(&|options| options.widths.key_bits = 8);
    all
}

const SECONDS: [SecondLevel; 3] =
    [SecondLevel::Fixed(0), SecondLevel::Fixed(30), SecondLevel::Logistic { a: 20.0, b: 5.0 }];
const BACKUPS: [Backup; 8] = [
    Backup::Sum,
    Backup::Weak,
    Backup::Snda,
    Backup::Best(1),
    Backup::Best(2),
    Backup::Best(Backup::MOST_BEST),
    Backup::Factor(0),
    Backup::Factor(300),
];
const STEPS: [Step; 7] = [
    Step::Plus(1),
    Step::Plus(2),
    Step::Plus(17),
    Step::Times(0),
    Step::Times(1 << 12),
    Step::Times(3 << 16),
    Step::Mean,
];
const INITS: [Init; 5] = [
    Init::Unit,
    Init::Guide,
    Init::Mobility,
    Init::Evaluation(Evaluation::USUAL),
    Init::Evaluation(Evaluation { a: 0, b: u32::MAX, t: 0 }),
];
const DEEPS: [Deep; 7] = [
    Deep { e: 0, d: 0 },
    Deep { e: 0, d: 3 },
    Deep { e: 1, d: 5 },
    Deep { e: 2, d: 1 },
    Deep { e: 2, d: 6 },
    Deep { e: 7, d: 4 },
    Deep { e: 1000, d: 10_000 },
];
const REPLACEMENTS: [Replacement; 3] =
    [Replacement::TwoBig, Replacement::SmallTree, Replacement::SmallTreeGc];

/// Tables can be as small as one likes; trees of small graphs need some room, too.
fn room(method: Method, entries: u64) -> TableSize {
    TableSize::Entries(if method.grows_a_tree() { 1 << 18 } else { entries })
}

fn one<T: Copy>(random: &mut StdRng, choices: &[T]) -> T {
    choices[random.random_range(0..choices.len())]
}

/// A random combination of all options, with all methods. Trees have room enough for graphs in
/// which few lines of play meet.
pub fn random_options(random: &mut StdRng) -> Options {
    let method = one(random, &Method::ALL);
    let rest = random_table_options(random);
    let is_possible = Options { method, ..rest.clone() }.check().is_ok();
    Options {
        method,
        backup: if is_possible { rest.backup } else { Backup::Weak },
        table: room(method, random.random_range(4..=64)),
        second: match random.random_range(0..3) {
            0 => SecondLevel::Fixed(random.random_range(0..200)),
            _ => one(random, &SECONDS),
        },
        r: random.random_range(0.0..=1.0),
        job_nodes: random.random_range(1..50),
        ..rest
    }
}

/// A random combination of the options of searches that keep no tree: they do with any table.
pub fn random_table_options(random: &mut StdRng) -> Options {
    Options {
        method: one(random, &[Method::DfPn, Method::Pds]),
        step: one(random, &STEPS),
        init: one(random, &INITS),
        look_ahead: one(random, &[0, 0, 1, 1, 2, 3, 4, 5]),
        looker: one(random, &[Looker::Both, Looker::Both, Looker::Prover]),
        deep: random.random_bool(0.3).then(|| one(random, &DEEPS)),
        backup: one(random, &BACKUPS),
        replacement: one(random, &REPLACEMENTS),
        table: TableSize::Entries(random.random_range(4..=64)),
        simulation: random.random_bool(0.7),
        fixed_point: random.random_bool(0.5),
        fixed_point_first: random.random_bool(0.3),
        widths: Widths { key_bits: one(random, &[8, 64]), infinity: one(random, &[255, u32::MAX]) },
        ..Options::default()
    }
}
