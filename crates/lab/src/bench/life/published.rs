//! What Cazenave has published: problems solved within 0.1, 1 and 10 seconds, of 50 (Table 1), and time and moves
//! on the 27 that can be solved (Table 2).

/// Right answers within 0.1, 1 and 10 seconds.
pub const TABLE_1: [(&str, [u32; 3]); 17] = [
    ("alpha-beta", [13, 21, 25]),
    ("abgw(4)", [19, 24, 26]),
    ("abgw(3)", [19, 24, 27]),
    ("abgw(2)", [19, 23, 26]),
    ("abgw(1)", [20, 21, 24]),
    ("abgw(0)", [14, 19, 25]),
    ("gw(3)", [18, 24, 26]),
    ("gw(2)", [17, 22, 24]),
    ("gw(1)", [18, 21, 21]),
    ("gw(0)", [16, 18, 18]),
    ("iw(3)", [16, 21, 23]),
    ("iw(2)", [16, 22, 22]),
    ("iw(1)", [16, 21, 21]),
    ("iw(0)", [16, 18, 18]),
    ("gts(3)", [10, 12, 19]),
    ("gts(2)", [11, 18, 21]),
    ("gts(1)", [11, 20, 21]),
];

/// Problems solved of 27 within 100 seconds, the time for all in seconds, and the moves played. Three of gts(3) were
/// stopped.
pub const TABLE_2: [(&str, u32, &str, &str); 5] = [
    ("abgw(3)", 27, "15.4", "916,458"),
    ("gw(3)", 26, "18.7", "1,108,289"),
    ("alpha-beta", 27, "50.8", "7,266,459"),
    ("iw(3)", 26, "117", "12,040,874"),
    ("gts(3)", 23, "> 463", "> 39,859,002"),
];
