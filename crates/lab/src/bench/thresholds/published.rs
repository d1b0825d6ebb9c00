//! What Pawlewicz and Lew have published: seconds on a Pentium 4 of 3 GHz, and numbers of positions.

/// Table 1: from 2^12 entries on; `None` within two hours.
pub const FIRST_SIZE: u32 = 12;
pub const TABLE_1: [[Option<u32>; 11]; 4] = [
    seconds([672, 236, 95, 98, 55, 70, 32, 77, 38, 54, 68]),
    seconds([0, 0, 3403, 279, 189, 187, 104, 168, 111, 113, 106]),
    seconds([0, 4895, 3246, 1017, 468, 440, 527, 350, 400, 235, 269]),
    seconds([0, 0, 0, 4057, 1448, 1124, 776, 494, 353, 261, 195]),
];

/// The smallest tables of § 4.2, of 1 + ε: entries and seconds.
pub const SMALLEST: [(u32, u32); 2] = [(5, 5905), (8, 1535)];

/// Numbers of positions that were solved, by time limits.
pub struct Solved {
    pub name: &'static str,
    pub limits: &'static [&'static str],
    pub solved: [&'static [u32]; 4],
    pub claims: [Claim; 3],
    /// How many times faster the method of a row is than that of a column.
    pub ratios: Option<&'static [[f64; 4]; 4]>,
}

/// What the text says of two methods.
pub struct Claim {
    pub methods: [usize; 2],
    /// Whether the first is ahead; otherwise there is little between them.
    pub is_ahead: bool,
    pub words: &'static str,
}

const fn claim(methods: [usize; 2], is_ahead: bool, words: &'static str) -> Claim {
    Claim { methods, is_ahead, words }
}

pub const TABLE_2: Solved = Solved {
    name: "Table 2",
    limits: &["0.5 s", "1 s", "2 s", "5 s", "10 s", "20 s", "30 s", "1 m", "2 m", "5 m"],
    solved: [
        &[214, 278, 343, 410, 438, 457, 468, 478, 482, 486],
        &[184, 246, 304, 379, 419, 449, 457, 471, 479, 486],
        &[100, 154, 217, 299, 358, 414, 430, 450, 471, 481],
        &[102, 144, 214, 300, 365, 409, 425, 451, 466, 480],
    ],
    // § 4.3.
    claims: [
        claim([0, 1], true, "clearly ahead there"),
        claim([2, 3], false, "not to be told apart there"),
        claim([0, 2], true, "clearly ahead there"),
    ],
    ratios: None,
};

pub const TABLE_3: Solved = Solved {
    name: "Table 3",
    limits: &["5 s", "10 s", "20 s", "30 s", "1 m", "2 m", "3 m", "5 m", "10 m", "20 m", "30 m"],
    solved: [
        &[44, 107, 158, 182, 228, 258, 272, 280, 285, 286, 286],
        &[25, 64, 123, 154, 198, 241, 258, 273, 282, 284, 285],
        &[1, 18, 52, 80, 138, 186, 212, 228, 257, 272, 278],
        &[3, 22, 56, 83, 134, 179, 206, 224, 252, 265, 274],
    ],
    // § 4.4.
    claims: [
        claim([0, 1], true, "1.58 × in time there"),
        claim([2, 3], true, "1.07 × in time there"),
        claim([0, 2], true, "4.17 × in time there"),
    ],
    ratios: Some(&TABLE_4),
};

/// Table 4: how many times faster the method of a row is than that of a column, on the hard positions.
const TABLE_4: [[f64; 4]; 4] = [
    [1.00, 1.58, 4.17, 4.46],
    [0.63, 1.00, 2.64, 2.83],
    [0.24, 0.38, 1.00, 1.07],
    [0.22, 0.35, 0.93, 1.00],
];

/// Zero stands for what was not solved.
const fn seconds(row: [u32; 11]) -> [Option<u32>; 11] {
    let mut seconds = [None; 11];
    let mut at = 0;
    while at < row.len() {
        if row[at] > 0 {
            seconds[at] = Some(row[at]);
        }
        at += 1;
    }
    seconds
}
