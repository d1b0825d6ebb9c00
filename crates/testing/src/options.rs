//! Options of every kind for a search, with small tables.

use phidelta_search::{Backup, Deep, Init, Method, Options, Replacement, Step, TableSize, Widths};
use rand::RngExt;
use rand::rngs::StdRng;

/// Each choice of each option, the others being the defaults of a small table.
pub fn each_option() -> Vec<Options> {
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
        add(&|options| (options.method, options.step) = (Method::Pds, step));
    }
    for init in INITS {
        add(&|options| options.init = init);
    }
    add(&|options| (options.init, options.look_ahead) = (Init::Unit, true));
    add(&|options| (options.init, options.look_ahead) = (Init::Mobility, true));
    for deep in DEEPS {
        add(&|options| options.deep = Some(deep));
    }
    add(&|options| options.backup = Backup::Weak);
    for replacement in REPLACEMENTS {
        add(&|options| options.replacement = replacement);
    }
    add(&|options| options.table = TableSize::Entries(4));
    add(&|options| options.table = TableSize::Bytes(1 << 20));
    add(&|options| options.widths.infinity = 255);
    add(&|options| options.widths.key_bits = 8);
    all
}

const STEPS: [Step; 6] = [
    Step::Plus(1),
    Step::Plus(2),
    Step::Plus(17),
    Step::Times(0),
    Step::Times(1 << 12),
    Step::Times(3 << 16),
];
const INITS: [Init; 3] = [Init::Unit, Init::Guide, Init::Mobility];
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

/// A random combination of all options.
pub fn random_options(random: &mut StdRng) -> Options {
    fn one<T: Copy>(random: &mut StdRng, choices: &[T]) -> T {
        choices[random.random_range(0..choices.len())]
    }
    Options {
        method: one(random, &[Method::DfPn, Method::Pds]),
        step: one(random, &STEPS),
        init: one(random, &INITS),
        look_ahead: random.random_bool(0.5),
        deep: random.random_bool(0.3).then(|| one(random, &DEEPS)),
        backup: one(random, &[Backup::Sum, Backup::Weak]),
        replacement: one(random, &REPLACEMENTS),
        table: TableSize::Entries(random.random_range(4..=64)),
        widths: Widths { key_bits: one(random, &[8, 64]), infinity: one(random, &[255, u32::MAX]) },
        ..Options::default()
    }
}
