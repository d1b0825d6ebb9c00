//! What a user gives as a position of Go: rows, an SGF file, or a name; with stones and points that
//! are meant, and moves to play.

use phidelta_rules::{Area, PositionError};

use super::positions;
use crate::record::{Where, objection, read_sgf};
use crate::{Board, LARGEST_SIDE, Position, read_point, read_region};

/// A position, and what is marked in it.
#[derive(Debug)]
pub struct GivenPosition {
    /// The stones, and whose turn it is.
    pub position: Position,
    /// Whether it is said whose turn it is.
    pub turn_is_known: bool,
    /// The stones whose life is asked for.
    pub targets: Area,
    /// The points on which may be played; none if that is not said.
    pub region: Area,
}

impl GivenPosition {
    /// Reads a position on a board of any side, unless one is given. What is in parentheses is a file.
    /// Behind it there may be `target=` and `region=` with points, and `moves` with moves.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn read(text: &str, side: Option<usize>, at: Option<Where>) -> Result<Self, PositionError> {
        let text = text.trim();
        let is_mark = |word: &str| word.starts_with("target=") || word.starts_with("region=");
        let is_extra = |word: &&str| *word == "moves" || is_mark(word);
        let (mut given, rest) = match text.starts_with('(').then(|| text.rfind(')')).flatten() {
            Some(end) => (GivenPosition::of_file(&text[..=end], at)?, &text[end + 1..]),
            None => {
                let words = text.split_whitespace().take_while(|word| !is_extra(word));
                let base = words.collect::<Vec<_>>().join(" ");
                (GivenPosition::of_words(&base, side, at)?, text)
            }
        };
        if let Some(expected) = side.filter(|&side| side != given.position.side) {
            let found = given.position.side;
            let message = format!(
                "the board has {found} rows, and go:{expected} has {expected}; write go:{found}, or \
                 go alone"
            );
            return Err(PositionError::Other(message));
        }
        let is_file = rest.len() < text.len();
        let mut words = rest.split_whitespace().skip_while(|word| !is_file && !is_extra(word));
        for word in words.by_ref().take_while(|word| *word != "moves") {
            let points = |text: &str| read_region(text, given.position.side);
            match word.split_once('=') {
                Some(("target", text)) => given.targets = points(text)?,
                Some(("region", text)) => given.region = points(text)?,
                _ => return Err(PositionError::Trailing { text: word.into() }),
            }
        }
        given.play(words)?;
        Ok(given)
    }

    fn of_file(text: &str, at: Option<Where>) -> Result<Self, PositionError> {
        let record = read_sgf(text, at.unwrap_or(Where::Usual))?;
        let position = record.position;
        let stones = position.stones[0] | position.stones[1];
        let (turn_is_known, targets) = (record.turn_is_known, record.marked & stones);
        Ok(GivenPosition { position, turn_is_known, targets, region: record.region })
    }

    fn of_words(text: &str, side: Option<usize>, at: Option<Where>) -> Result<Self, PositionError> {
        if at.is_some() {
            let message = "only SGF files have moves to count; leave --at-move out".into();
            return Err(PositionError::Other(message));
        }
        if let Some(named) = positions::NAMED.iter().find(|named| named.name == text) {
            return GivenPosition::read(named.position, None, None);
        }
        let position = match text {
            "" | "start" => Position::empty(side.unwrap_or(LARGEST_SIDE)),
            text => Position::read(text)?,
        };
        Ok(GivenPosition {
            position,
            turn_is_known: true,
            targets: Area::EMPTY,
            region: Area::EMPTY,
        })
    }

    /// Plays moves, the first one by who is to move.
    fn play<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), PositionError> {
        let mut board = Board::new(&self.position);
        let mut turn = self.position.turn;
        for (index, word) in words.enumerate() {
            if word.eq_ignore_ascii_case("pass") {
                board.pass();
            } else {
                let point = read_point(word, self.position.side)?;
                if let Some(reason) = objection(&board, point, turn) {
                    let (number, text, legal) = (index + 1, word.into(), reason.into());
                    return Err(PositionError::Move { number, text, legal });
                }
                board.play(point, turn);
            }
            turn = !turn;
            self.turn_is_known = true;
        }
        self.position = board.position(turn);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point_names;

    fn read(text: &str) -> String {
        let given = GivenPosition::read(text, None, None).unwrap_or_else(|e| panic!("{text}: {e}"));
        let names = |area: &Area| point_names(area, given.position.side).join(",");
        format!("{} | {} | {}", given.position.write(), names(&given.targets), names(&given.region))
    }

    #[test]
    fn marks_and_moves_follow_a_position() {
        assert_eq!(read("3/1b1/3 w"), "3/1b1/3 w |  | ");
        assert_eq!(read("3/1b1/3 w target=B2"), "3/1b1/3 w | B2 | ");
        assert_eq!(read("3/1b1/3 w region=A1-B1 target=B2"), "3/1b1/3 w | B2 | A1,B1");
        assert_eq!(read("3/1b1/3 w moves A1 b1 pass"), "3/1b1/wb1 b |  | ");
        assert_eq!(read("2b/w1w/1bb b target=A2 moves B2"), "2b/wb1/1bb w | A2 | ");
        assert_eq!(read("b2/w2/3 b target=A2 moves B2 pass A1"), "b2/1b1/b2 w | A2 | ");
        let file = "(;SZ[3]AB[bb]AW[aa]TR[bb][cc]SQ[ab];W[cc])";
        assert_eq!(read(file), "w2/1b1/3 w | B2 | A2");
        assert_eq!(read(&format!("{file} target=A3 moves C1 A1")), "w2/1b1/b1w w | A3 | A2");
        assert_eq!(read("").split('/').count(), 19);
        assert_eq!(read("start moves D4").matches('b').count(), 1);
    }

    #[test]
    fn faults_name_their_place() {
        let fault = |text: &str| GivenPosition::read(text, Some(3), None).unwrap_err().to_string();
        assert_eq!(
            fault("4/4/4/4 b"),
            "the board has 4 rows, and go:3 has 3; write go:4, or go alone"
        );
        assert_eq!(
            fault("3/1b1/3 b target=D4 x"),
            "`D4` is not a square of this board; squares run from a1 to C3"
        );
        assert_eq!(
            fault("3/1b1/3 b target=B2 x"),
            "`x` follows the end of the position; remove it"
        );
        assert_eq!(fault("(;SZ[3]) x"), "`x` follows the end of the position; remove it");
        assert_eq!(
            fault("3/1b1/3 b moves A1 B2"),
            "move 2, `B2`, is not legal there: there is a stone already"
        );
        let error = GivenPosition::read("3/3/3 b", None, Some(Where::End)).unwrap_err().to_string();
        assert_eq!(error, "only SGF files have moves to count; leave --at-move out");
    }
}
