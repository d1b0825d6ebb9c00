//! How positions of a problem are written and drawn.

use phidelta_rules::{Area, Board, Dimensions, Notation, Player, PositionError, read_side};

use super::field::Set;
use super::{GoLife, MOST_THREATS, NO_KO, PASS, PASSES, State, UNLIMITED, chains};
use crate::{Colour, Point, Position, point_name, read_point};

/// The letters of Black and White.
pub(super) const LETTERS: [char; 2] = ['b', 'w'];
const PASS_WORD: &str = "pass";
const INFINITE_WORD: &str = "inf";

impl GoLife {
    /// The whole board.
    fn position(&self, state: &State) -> Position {
        let problem = self.problem();
        let changing = self.field.area(self.field.all);
        let mut stones = problem.position().stones.map(|stones| stones - changing);
        for (side, colour) in problem.colours().into_iter().enumerate() {
            stones[colour as usize] |= self.field.area(state.stones[side]);
        }
        let turn = problem.colours()[state.turn as usize];
        let ko = (state.ko != NO_KO).then(|| self.field.points[state.ko as usize]);
        Position { side: problem.position().side, stones, turn, ko }
    }

    /// The targets whose stones, or others in their place, are on the board.
    fn standing(&self, defenders: Set) -> Set {
        self.field.set(self.problem.targets()) & defenders
    }

    fn read_words<'a>(
        &self,
        state: &mut State,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(), PositionError> {
        for word in words {
            let trailing = || PositionError::Trailing { text: word.to_string() };
            match word.split_once('=') {
                None if word.eq_ignore_ascii_case(PASS_WORD) && state.passes < PASSES => {
                    state.passes += 1;
                }
                Some(("ko", point)) => state.ko = self.read_number(point)?,
                Some(("lost", points)) => state.targets &= !self.read_lost(points)?,
                Some(("threats", threats)) => state.threats = self.read_threats_left(threats)?,
                _ => return Err(trailing()),
            }
        }
        Ok(())
    }

    /// Reads a point on which stones can come and go.
    fn read_number(&self, text: &str) -> Result<u8, PositionError> {
        let point = read_point(text, self.problem.position().side)?;
        match self.field.number(point) {
            Some(number) => Ok(number as u8),
            None => Err(other(format!("nothing can change on {text}; leave it out"))),
        }
    }

    fn read_lost(&self, text: &str) -> Result<Set, PositionError> {
        let mut lost = 0;
        for word in text.split(',') {
            let target: Set = 1 << self.read_number(word)?;
            if self.field.set(self.problem.targets()) & target == 0 {
                return Err(other(format!(
                    "{word} is no target, so it cannot be lost; targets are {}",
                    write_points(self.problem.targets(), self.problem.position().side)
                )));
            }
            lost |= target;
        }
        Ok(lost)
    }

    fn read_threats_left(&self, text: &str) -> Result<[u8; 2], PositionError> {
        let left = read_threats(text).map_err(other)?;
        for (left, most) in left.into_iter().zip(self.problem.threats()) {
            if left > most || (left == UNLIMITED) != (most == UNLIMITED) {
                return Err(other(format!(
                    "threats={text} is not what can be left of threats={}",
                    write_threats(self.problem.threats())
                )));
            }
        }
        Ok(left)
    }
}

fn other(reason: String) -> PositionError {
    PositionError::Other(reason)
}

/// The names of points, separated by commas.
pub(super) fn write_points(points: &Area, side: usize) -> String {
    points.iter().map(|point| point_name(point as Point, side)).collect::<Vec<_>>().join(",")
}

/// Threats of the defender and the attacker.
pub(super) fn write_threats(threats: [u8; 2]) -> String {
    let [defender, attacker] = threats.map(|threats| match threats {
        UNLIMITED => INFINITE_WORD.to_string(),
        counted => counted.to_string(),
    });
    format!("{defender},{attacker}")
}

/// Reads what [`write_threats`] writes. The error says what is wrong.
pub(super) fn read_threats(text: &str) -> Result<[u8; 2], String> {
    let read = |word: &str| match word.parse() {
        Ok(counted @ ..=MOST_THREATS) => Some(counted),
        _ => word.eq_ignore_ascii_case(INFINITE_WORD).then_some(UNLIMITED),
    };
    let both = text.split_once(',');
    both.and_then(|(defender, attacker)| Some([read(defender)?, read(attacker)?])).ok_or_else(|| {
        format!(
            "threats={text} is not of the form threats=DEFENDER,ATTACKER, each 0 to {MOST_THREATS} \
             or {INFINITE_WORD}, as in threats=0,{INFINITE_WORD}"
        )
    })
}

/// Reads rows with these symbols, of which the first two are Black's and White's letters; gives the
/// sets of points of all symbols.
pub(super) fn read_rows<const N: usize>(
    rows: &str,
    side: usize,
    symbols: [char; N],
) -> Result<[Area; N], PositionError> {
    let board = Board::read(rows, Dimensions { columns: side, rows: side }, &symbols)?;
    let of = |symbol: usize| {
        let points = board.squares.iter().enumerate();
        points.filter(|(_, piece)| **piece as usize == symbol + 1).map(|(point, _)| point).collect()
    };
    Ok(std::array::from_fn(of))
}

/// Writes what [`read_rows`] reads.
pub(super) fn write_rows<const N: usize>(
    areas: [Area; N],
    side: usize,
    symbols: [char; N],
) -> String {
    let mut board = Board::empty(Dimensions { columns: side, rows: side });
    for (symbol, area) in areas.iter().enumerate() {
        area.iter().for_each(|point| board.squares[point] = symbol as u8 + 1);
    }
    board.write(&symbols)
}

/// Reads the colour to move, the next of these words.
pub(super) fn read_turn<'a>(
    words: impl Iterator<Item = &'a str>,
    example: &str,
) -> Result<Colour, PositionError> {
    Ok(Colour::BOTH[read_side(words, LETTERS, example)? as usize])
}

impl Notation for GoLife {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let side = self.problem.position().side;
        let stones = read_rows(words.next().unwrap_or(""), side, LETTERS)?;
        let fixed = Area::first(side * side) - self.field.area(self.field.all);
        for (now, given) in stones.iter().zip(self.problem.position().stones) {
            let differs = ((*now - given) | (given - *now)) & fixed;
            if let Some(point) = differs.iter().next() {
                let point = point_name(point as Point, side);
                return Err(other(format!("{point} cannot change; leave it as in the problem")));
            }
        }
        let turn = read_turn(words.by_ref().take(1), &self.write_position(&self.initial))?;
        let own = self.problem.colours().map(|colour| self.field.set(&stones[colour as usize]));
        let mut state = State {
            stones: own,
            targets: self.standing(own[Player::Max as usize]),
            key: 0,
            threats: self.problem.threats(),
            ko: NO_KO,
            passes: 0,
            turn: self.problem.player(turn),
            over: None,
        };
        self.read_words(&mut state, words)?;
        let position = self.position(&state);
        if let Some(point) = chains::without_liberty(&position).iter().next() {
            let point = point_name(point as Point, side);
            return Err(other(format!("the stone on {point} has no liberty; remove its chain")));
        }
        match position.ko {
            Some(ko) if state.passes > 0 || !chains::is_ko(&position, ko) => {
                let point = point_name(ko, side);
                Err(other(format!("no ko is forbidden on {point}; leave it out")))
            }
            _ => Ok(self.finished(state)),
        }
    }

    fn write_position(&self, state: &State) -> String {
        let position = self.position(state);
        let rows = write_rows(position.stones, position.side, LETTERS);
        let mut text = format!("{rows} {}", LETTERS[position.turn as usize]);
        if let Some(ko) = position.ko {
            text += &format!(" ko={}", point_name(ko, position.side));
        }
        let lost = self.standing(state.stones[Player::Max as usize]) & !state.targets;
        if lost != 0 {
            text += &format!(" lost={}", write_points(&self.field.area(lost), position.side));
        }
        if state.threats != self.problem.threats() {
            text += &format!(" threats={}", write_threats(state.threats));
        }
        text + &format!(" {PASS_WORD}").repeat(state.passes as usize)
    }

    fn write_move(&self, _: &State, mv: u8) -> String {
        match mv {
            PASS => PASS_WORD.into(),
            number => point_name(self.field.points[number as usize], self.problem.position().side),
        }
    }

    fn draw(&self, state: &State) -> String {
        let position = self.position(state);
        let side = position.side;
        let width = side.to_string().len();
        let symbol = |point: usize| match chains::colour(&position, point) {
            Some(colour) => ['X', 'O'][colour],
            None if self.field.number(point as Point).is_some() => '+',
            None => '.',
        };
        let mut text = String::new();
        for row in (0..side).rev() {
            text += &format!("{:>width$} ", row + 1);
            (0..side).for_each(|column| text.extend([' ', symbol(column + side * row)]));
            text.push('\n');
        }
        text += &" ".repeat(width + 1);
        for column in 0..side {
            text.push(' ');
            text += &point_name(column as Point, side)[..1];
        }
        text + "\n\n" + &self.remarks(state, &position)
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.problem.colours()[player as usize].name()
    }
}

impl GoLife {
    /// What the board does not show, a line each.
    fn remarks(&self, state: &State, position: &Position) -> String {
        let [defender, attacker] = self.problem.colours().map(Colour::name);
        let targets = self.field.area(state.targets);
        let mut text = match state.targets {
            0 => format!("{defender} has lost all targets\n"),
            _ => format!("{defender} defends {}\n", write_points(&targets, position.side)),
        };
        if state.threats != [0; 2] {
            let threats = write_threats(state.threats).replace(',', &format!(", {attacker} "));
            text += &format!("ko threats: {defender} {threats}\n");
        }
        if let Some(ko) = position.ko {
            text += &format!("ko on {}\n", point_name(ko, position.side));
        }
        match state.passes {
            0 => {}
            1 => text += &format!("{} has passed\n", (!position.turn).name()),
            _ => text += "both have passed\n",
        }
        text
    }
}
