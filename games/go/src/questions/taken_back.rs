//! Where lines of play take back a ko at once, which costs a threat.

use super::life::First;
use crate::{Board, Position, read_point};

/// Notes in the lines of a first move, in a position with its player to move, where a ko is taken back by a
/// threat.
pub fn note(position: &Position, first: &mut First) {
    first.by_threat = taken_back(position, &first.line);
    for mv in &mut first.moves {
        let whole: Vec<String> = std::iter::once(&mv.name).chain(&mv.line).cloned().collect();
        let places = taken_back(position, &whole).into_iter();
        mv.by_threat = places.filter_map(|place| place.checked_sub(1)).collect();
    }
}

/// The places in a line of play from this position where a ko is taken back.
fn taken_back(position: &Position, line: &[String]) -> Vec<usize> {
    let mut board = Board::new(position);
    let mut mover = position.turn;
    let mut places = Vec::new();
    for (place, name) in line.iter().enumerate() {
        match read_point(name, position.side) {
            Ok(point) if board.breaks_ko(point, mover) => {
                places.push(place);
                board.play(point, mover);
            }
            Ok(point) if board.is_legal(point, mover) => board.play(point, mover),
            Ok(_) => break,
            Err(_) => board.pass(),
        }
        mover = !mover;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ko_is_taken_back() {
        // White takes on B2; Black takes back at once, and again after a pass.
        let position = Position::read("1bw1/b1bw/1bw1/4 w").unwrap();
        let line: Vec<String> = ["B3", "C3", "B3", "pass", "pass", "C3"].map(String::from).into();
        assert_eq!(taken_back(&position, &line), [1, 2]);
    }
}
