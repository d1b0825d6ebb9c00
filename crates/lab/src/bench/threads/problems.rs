//! Problems that take one thread 2 to 60 seconds.
//!
//! Positions of ultimate tic-tac-toe and Lines of Action are those after random moves, Atari Go's are the
//! crosscut and what random moves made of it; of each, the first that took long enough. Connect6's is known
//! from a paper.

/// A position, whether the side to move wins it, and how to find out.
pub struct Problem {
    pub name: &'static str,
    pub game: &'static str,
    pub position: &'static str,
    /// Options of `solve`.
    pub options: &'static str,
    /// How long one thread took once, about.
    pub seconds: f64,
    /// Whether it is a part of the smaller experiment.
    pub is_quick: bool,
}

impl Problem {
    const fn of(
        name: &'static str,
        game: &'static str,
        position: &'static str,
        options: &'static str,
        seconds: f64,
    ) -> Self {
        Problem { name, game, position, options, seconds, is_quick: false }
    }

    const fn quick(self) -> Self {
        Problem { is_quick: true, ..self }
    }
}

/// All problems.
pub const PROBLEMS: &[Problem] = &[
    Problem::of("atari-go-1", "atari-go:6x6", "crosscut", "--init unit --look-ahead 0", 11.0),
    Problem::of("uttt-1", "uttt", "O;......@X.;.O.O.O.O./X......X./....OO.../.OX...OO./.....OX../X..XX..O./X..X...OX/........./......O..", "", 18.0),
    Problem::of("uttt-2", "uttt", "X;@........;O...X.XX./X.X....OX/...O...O./.....X.X./O...O.XO./........O/OO..X...O/OX.OX.X../.OX...O.X", "", 7.0),
    Problem::of("uttt-3", "uttt", "X;@.....X..;......O.O/X....X.../...O..OO./OOXX..X../....XOOX./...XO..../........./X.....O.X/..XOO....", "", 16.0),
    Problem::of("uttt-4", "uttt", "O;....@....;.......O./..X..XX.O/.O.OO..XO/.OX....../..X..X.../.OO.....O/X...O.XOO/..X..XO../.X.XX.X..", "", 3.0).quick(),
    Problem::of("uttt-5", "uttt", "O;........@;.......XX/..XO..X../O.......O/.X.OX.X.X/.OX...X../........./...OO...O/...O...../.O.XO...X", "", 8.0),
    Problem::of("atari-go-2", "atari-go:6x6", "6/6/2wb2/2bw2/5b/6 w", "--init unit --look-ahead 0", 6.0).quick(),
    Problem::of("atari-go-3", "atari-go:6x6", "6/6/2wb2/2bw2/b5/6 w", "--init unit --look-ahead 0", 10.0),
    Problem::of("atari-go-4", "atari-go:6x6", "1w4/6/2wb2/2bw2/6/b5 b", "--init unit --look-ahead 0", 10.0),
    Problem::of("loa-1", "loa", "6x1/8/8/4oo2/ooo1x2o/1x3x2/1x2xx2/xo4o1 o", "", 17.0),
    Problem::of("loa-2", "loa", "5xxx/1o2x1o1/8/o2x4/2o4o/3xox2/1o4o1/5x2 x", "", 12.0),
    Problem::of("loa-3", "loa", "1o6/ox2x3/1xx1x1x1/o3o2o/1oo5/2x5/2x5/x3x2x x", "", 5.0).quick(),
    Problem::of("loa-4", "loa", "1x4x1/4oo2/1o2x3/1x6/3x1ox1/o1x2o2/o3o1x1/8 o", "", 11.0),
    Problem::of("connect6-1", "connect6", "wasted", "--zones", 6.0),
];
