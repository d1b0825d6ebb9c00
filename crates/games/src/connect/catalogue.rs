//! The family in the list of games: its parameters, its manual, and the names of its members.

use phidelta_rules::{Area, Catalogued, Dimensions, NoGuide, ParameterError};

use super::shape::Parameters;
use super::{Connect, MOST_STONES};

/// The longest side of a board, and the most stones in a row.
const LONGEST: usize = 26;
const EXAMPLE: &str = "6x6x4x2x1";

impl Catalogued for Connect {
    type Guide = NoGuide;

    const NAME: &'static str = "connect";
    const SUMMARY: &'static str = "k in a row, p stones a turn, q in the first (Connect6, Gomoku)";
    const PARAMETERS: &'static str = "\
COLUMNSxROWSxKxPxQ: sides up to 26, at most 384 squares; K in a row, up to 26; P stones a turn, Q in \
the first, up to 9; then perhaps `:exact` if longer rows do not win (where P and Q are 1), and \
`:symmetric` if searches should take symmetric positions for one; usual 19x19x6x2x1";
    const MANUAL: &'static str = "\
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let mut words = text.split(':');
        let numbers = match words.next() {
            None | Some("") => "19x19x6x2x1",
            Some(numbers) => numbers,
        };
        let mut parameters = read_numbers(numbers)?;
        let (exact, symmetric) = read_words(words)?;
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
        Ok(Connect::new(parameters, symmetric))
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

/// Whether the words `exact` and `symmetric` are among these, and no others.
fn read_words<'a>(words: impl Iterator<Item = &'a str>) -> Result<(bool, bool), ParameterError> {
    let (mut exact, mut symmetric) = (false, false);
    for word in words {
        let meant = match word.to_ascii_lowercase().as_str() {
            "exact" => &mut exact,
            "symmetric" => &mut symmetric,
            _ => {
                return Err(ParameterError::Other(format!(
                    "`{word}` is not one of exact and symmetric"
                )));
            }
        };
        *meant = true;
    }
    Ok((exact, symmetric))
}
