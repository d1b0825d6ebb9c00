//! The family in the list of games: its parameters, its manual, and the names of its members.

use phidelta_rules::{
    Area, Catalogued, Dimensions, Instance, InstanceParameters, NoGuide, ParameterError,
};

use super::shape::Parameters;
use super::{Connect, MOST_STONES};

/// The longest side of a board, and the most stones in a row.
const LONGEST: usize = 26;
const EXAMPLE: &str = "6x6x4x2x1";

/// How all games of the family are written.
macro_rules! notation {
    () => {
        "\
Squares are named by a column letter (I is used) and a row number, A1 at the
lower left. A move is all stones of a turn in one word, J10K11; in lists of
moves they may also be apart, and the last turn may lack stones. In drawings X
is Black and O is White.

A position lists the stones of Black and of White, and then the side to move,
with a number if some stones of the turn are placed already: b1 has one left.

    B:C3 W:B2,D4 b          Black on C3, White on B2 and D4, Black to move
    B:C3 W:B2 w1            White has one more stone to place

Or it is the text of an SGF file (as @FILE): the end of the main line of its
first game. Stones may be set up (AB, AW, AE, PL) or played (B, W), written as
`jj` with rows from above, or as `j10`. Stones of one turn may be in one node,
as B[jj][kk], B[jjkk] or B[j10k11] (Little Golem), or in a node each.
"
    };
}

impl Catalogued for Connect {
    type Guide = NoGuide;

    const NAME: &'static str = "connect";
    const SUMMARY: &'static str = "k in a row, p stones a turn, q in the first (Connect6, Gomoku)";
    const PARAMETERS: &'static str = "\
COLUMNSxROWSxKxPxQ: sides up to 26, at most 384 squares; K in a row, up to 26; P stones a turn, Q in \
the first, up to 9; then perhaps `:exact` if longer rows do not win (where P and Q are 1), and \
`:symmetric` if searches should take symmetric positions for one; usual 19x19x6x2x1";
    const MANUAL: &'static str = concat!(
        "\
Black and White take turns to put stones on empty squares. Black starts with Q
stones; all later turns are of P stones. Who first has K or more own stones in
a row (across, up or diagonally) wins, even before all stones of the turn are
placed. With `exact`, the row must have exactly K stones. A full board without
such a row is a draw.

The family, with the letters Connect(m, n, k, p, q) for columns, rows, and the
three numbers here, is Wu and Huang's (2005). connect6 is 19x19x6x2x1 in it,
gomoku is 15x15x5x1x1, and tic-tac-toe is 3x3x3x1x1.

",
        notation!()
    );

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let mut words = text.split(':');
        let numbers = match words.next() {
            None | Some("") => "19x19x6x2x1",
            Some(numbers) => numbers,
        };
        let mut parameters = read_numbers(numbers)?;
        let words = read_words(words, &["exact", "symmetric"])?;
        let exact = words.contains(&"exact");
        parameters.exact = exact;
        if exact && (parameters.stones, parameters.first_stones) != (1, 1) {
            return Err(ParameterError::Other(
                "longer rows can only count for nothing (`exact`) where all turns have one stone: \
                 write 1x1 for P and Q"
                    .into(),
            ));
        }
        if exact && parameters.in_a_row == 1 {
            return Err(ParameterError::Other("with `exact`, K must be at least 2".into()));
        }
        Ok(Connect::new(parameters, words.contains(&"symmetric")))
    }

    fn parameters(&self) -> String {
        let Parameters { columns, rows, in_a_row, stones, first_stones, exact } =
            self.shape.parameters;
        let exact = if exact { ":exact" } else { "" };
        let symmetric = if self.is_symmetric() { ":symmetric" } else { "" };
        format!("{columns}x{rows}x{in_a_row}x{stones}x{first_stones}{exact}{symmetric}")
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}

/// Reads `COLUMNSxROWSxKxPxQ`.
fn read_numbers(text: &str) -> Result<Parameters, ParameterError> {
    let form = || ParameterError::Form {
        text: text.to_string(),
        form: "COLUMNSxROWSxKxPxQ",
        example: EXAMPLE,
    };
    let parts: Vec<&str> = text.split(['x', 'X']).collect();
    let [columns, rows, in_a_row, stones, first_stones] = parts[..] else { return Err(form()) };
    let number = |name, text: &str, most: usize| {
        let value: u64 = text.parse().map_err(|_| form())?;
        if (1..=most as u64).contains(&value) {
            return Ok(value as usize);
        }
        Err(ParameterError::Range { name, value, range: format!("1 to {most}") })
    };
    let board = Dimensions::parse(&format!("{columns}x{rows}"), EXAMPLE, LONGEST, Area::CAPACITY);
    let size = board.map_err(|error| match error {
        ParameterError::Form { .. } => form(),
        other => other,
    })?;
    Ok(Parameters {
        columns: size.columns,
        rows: size.rows,
        in_a_row: number("K", in_a_row, LONGEST)?,
        stones: number("P", stones, MOST_STONES)?,
        first_stones: number("Q", first_stones, MOST_STONES)?,
        exact: false,
    })
}

/// Those of the known words that are among these, and no others may be.
fn read_words<'a>(
    words: impl Iterator<Item = &'a str>,
    known: &[&'static str],
) -> Result<Vec<&'static str>, ParameterError> {
    let mut found = Vec::new();
    for word in words {
        let Some(&meant) = known.iter().find(|known| known.eq_ignore_ascii_case(word)) else {
            let known = known.join(" and ");
            return Err(ParameterError::Other(format!(
                "`{word}` may not follow the size; {known} may"
            )));
        };
        found.push(meant);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// Connect6, as Wu and Huang chose it from the family.
pub const CONNECT6: Instance = Instance {
    name: "connect6",
    summary: "six in a row, two stones a turn but one in the first",
    parameters: "SIZE, as 15 or 15x13 (columns, rows): sides up to 26, at most 384 squares; then \
                 perhaps `:symmetric` if searches should take symmetric positions for one; usual 19",
    manual: concat!(
        "\
Black and White take turns to put two stones on empty squares; Black starts
with one stone. Who first has six or more own stones in a row (across, up or
diagonally) wins, even with the first stone of a turn. A full board without
such a row is a draw. The game is Wu and Huang's (2005), the most played of
their family Connect(m, n, k, p, q): it is connect:19x19x6x2x1.

",
        notation!()
    ),
    read: |text| read_instance(text, "19", "6x2x1", &["symmetric"]),
};

/// Gomoku, freestyle unless it is said to be exact.
pub const GOMOKU: Instance = Instance {
    name: "gomoku",
    summary: "five in a row, a stone a turn",
    parameters: "SIZE, as 15 or 15x13 (columns, rows): sides up to 26, at most 384 squares; then \
                 perhaps `:exact` if six or more in a row do not win, and `:symmetric` if searches \
                 should take symmetric positions for one; usual 15",
    manual: concat!(
        "\
Black and White take turns to put a stone on an empty square; Black starts.
Who first has five or more own stones in a row (across, up or diagonally)
wins; with `exact`, the row must have exactly five. A full board without such
a row is a draw. No opening moves are forbidden. The game is Japan's
gomoku-narabe, \"five stones in a row\": it is connect:15x15x5x1x1.

",
        notation!()
    ),
    read: |text| read_instance(text, "15", "5x1x1", &["exact", "symmetric"]),
};

/// Reads `[SIZE][:WORD]*`.
fn read_instance(
    text: &str,
    usual: &str,
    numbers: &str,
    known: &[&'static str],
) -> Result<InstanceParameters, ParameterError> {
    let mut words = text.split(':').filter(|word| !word.is_empty()).peekable();
    let is_size = |word: &&str| word.starts_with(|first: char| first.is_ascii_digit());
    let size = words.next_if(is_size).unwrap_or(usual);
    let both = if size.contains(['x', 'X']) { size.to_string() } else { format!("{size}x{size}") };
    let board = Dimensions::parse(&both, "15x13", LONGEST, Area::CAPACITY);
    let Dimensions { columns, rows } = board.map_err(|error| match error {
        ParameterError::Form { .. } => {
            ParameterError::Form { text: size.to_string(), form: "SIZE", example: "15 or 15x13" }
        }
        other => other,
    })?;
    let words: String = read_words(words, known)?.iter().map(|word| format!(":{word}")).collect();
    let own = if columns == rows { columns.to_string() } else { format!("{columns}x{rows}") };
    let family = format!("{columns}x{rows}x{numbers}{words}");
    Ok(InstanceParameters { own: own + &words, family })
}
