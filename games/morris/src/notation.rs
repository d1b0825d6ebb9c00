//! How Three Men's Morris is written, drawn and explained.

use super::{Morris, Rules, SIDE, State, Step, Variant};
use phidelta_rules::{
    Board, Catalogued, Dimensions, Game, NamedPosition, NoGuide, Notation, ParameterError, Player,
    PositionError, read_side,
};

const SIZE: Dimensions = Dimensions { columns: SIDE as usize, rows: SIDE as usize };
const SYMBOLS: [char; 2] = ['x', 'o'];
const NAMES: [&str; 2] = ["x", "o"];
const PASS: &str = "pass";

const VARIANTS: [(&str, Variant); 4] = [
    ("tapatan", Variant::Tapatan),
    ("merels", Variant::Merels),
    ("nine-holes", Variant::NineHoles),
    ("achi", Variant::Achi),
];
const NO_CENTRE: &str = "no-centre";
const STUCK_LOSES: &str = "stuck=loses";

fn board(state: &State) -> Board {
    let men = [Player::Max, Player::Min].map(|player| state.men(player));
    Board::with_sets(SIZE, men.map(u64::from))
}

impl Morris {
    /// Says what no game can lead to.
    fn check(&self, state: State) -> Result<(), String> {
        let counts = [Player::Max, Player::Min].map(|player| state.men(player).count_ones());
        let [x, o] = counts;
        let most = self.men();
        for (name, count) in NAMES.iter().zip(counts) {
            if count > most {
                return Err(format!("{name} has {count} men, but the game has {most} a side"));
            }
        }
        let turn = state.turn();
        if o < most {
            // They are still placed, by x and o in turn.
            let expected = if x > o { Player::Min } else { Player::Max };
            if x - o.min(x) > 1 || o > x {
                return Err(format!(
                    "x has {x} men and o has {o}, but they are placed in turn, x first"
                ));
            }
            if turn != expected {
                let (name, other) = (NAMES[turn as usize], NAMES[expected as usize]);
                return Err(format!(
                    "{name} is the side to move, but with {x} and {o} men placed it is {other}'s \
                     turn"
                ));
            }
        } else if x < most {
            return Err(format!(
                "x has {x} men and o has {o}, but they are placed in turn, x first"
            ));
        }
        if self.has_row[usize::from(state.men(turn))] {
            let name = NAMES[turn as usize];
            return Err(format!("{name} has won already and cannot be the side to move"));
        }
        Ok(())
    }
}

impl Notation for Morris {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let board = Board::read(words.next().unwrap_or(""), SIZE, &SYMBOLS)?;
        let turn = read_side(words, SYMBOLS, &self.write_position(&self.initial()))?;
        let sets: [u64; 2] = board.sets();
        let state = State::new(sets.map(|set| set as u16), turn);
        self.check(state).map_err(PositionError::Other)?;
        Ok(state)
    }

    fn write_position(&self, state: &State) -> String {
        format!("{} {}", board(state).write(&SYMBOLS), SYMBOLS[state.turn() as usize])
    }

    fn write_move(&self, state: &State, mv: Step) -> String {
        if mv == Step::PASS {
            return PASS.to_string();
        }
        let own = state.men(state.turn());
        let name = |point: u16| SIZE.name(point.trailing_zeros() as usize);
        let to = name(mv.0 & !own);
        match mv.0 & own {
            0 => to,
            from => format!("{}-{to}", name(from)),
        }
    }

    fn draw(&self, state: &State) -> String {
        board(state).draw(&SYMBOLS, '.')
    }

    fn player_name(&self, player: Player) -> &'static str {
        NAMES[player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if self.rules.no_centre {
            return Vec::new();
        }
        vec![NamedPosition {
            name: "centre",
            help: "x has taken the centre",
            position: "3/1x1/3 o",
        }]
    }
}

impl Catalogued for Morris {
    type Guide = NoGuide;

    const NAME: &'static str = "morris";
    const SUMMARY: &'static str = "Three Men's Morris: place three men, then move; a row wins";
    const PARAMETERS: &'static str = "WORD,...: one of tapatan, merels, nine-holes and achi, and \
         no-centre if the first man may not be placed there; with achi also stuck=loses, as in \
         achi,stuck=loses; none is needed; usual tapatan";
    const MANUAL: &'static str = "\
On the nine points of a board of three by three, x and o in turn place a man
on a free point, x first, until each has placed three. Then they move in turn:
a man goes to a free point next to it along a row, a column or one of the two
diagonals. Who gets three men in a row, in a column or on a diagonal wins, be
it by placing or by moving. A game that goes on for ever is a draw.

    tapatan       so it is played on the board with diagonals, also under the
                  names luk tsut k'i and Three Men's Morris
    merels        the smaller merels: men move along rows and columns only; a
                  diagonal wins all the same
    nine-holes    men move to any free point, and diagonals do not count
    achi          four men each, so that one point is free in the end; moves
                  and rows as in tapatan. A player who cannot move, and only
                  then, passes (with stuck=loses, loses)

With three men a player can always move. With no-centre, x may not place the
first man on the centre, with which x otherwise wins tapatan and merels.

A position is written row by row from the top, with x, o, and digits for runs
of free points (or a dot for each), and then the side to move. Points are a
column letter and a row number, a1 at the lower left; a man is placed on b2 by
b2, and moved by b2-c3. A pass is written pass.

    3/1x1/3 o           x has placed a man on the centre, o is to move
    x1o/1xo/ox1 o       all men are placed: o moves one
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let (mut variant, mut rules) = (None, Rules::default());
        for word in text.split(',').filter(|_| !text.is_empty()) {
            let lower = word.to_ascii_lowercase();
            let is_repeated = match lower.as_str() {
                NO_CENTRE => std::mem::replace(&mut rules.no_centre, true),
                STUCK_LOSES => std::mem::replace(&mut rules.stuck_loses, true),
                name => match VARIANTS.iter().find(|(known, _)| *known == name) {
                    Some(&(_, found)) => variant.replace(found).is_some(),
                    None => {
                        return Err(ParameterError::Other(format!(
                            "`{word}` is not one of tapatan, merels, nine-holes, achi, \
                             {NO_CENTRE} and {STUCK_LOSES}"
                        )));
                    }
                },
            };
            if is_repeated {
                let reason = format!("`{word}` says again, or otherwise, what was said before it");
                return Err(ParameterError::Other(format!("{reason}; remove one of the two")));
            }
        }
        let variant = variant.unwrap_or_default();
        if rules.stuck_loses && variant != Variant::Achi {
            return Err(ParameterError::Other(format!(
                "`{STUCK_LOSES}` is for achi: with three men a player can always move; remove it"
            )));
        }
        Ok(Morris::new(variant, rules))
    }

    fn parameters(&self) -> String {
        let known = VARIANTS.iter().find(|(_, variant)| *variant == self.variant);
        let mut text = known.expect("every variant has a name").0.to_string();
        for (said, word) in
            [(self.rules.no_centre, NO_CENTRE), (self.rules.stuck_loses, STUCK_LOSES)]
        {
            if said {
                text = format!("{text},{word}");
            }
        }
        text
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
