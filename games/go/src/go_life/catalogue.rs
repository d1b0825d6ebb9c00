//! A problem as the parameters of the game, and the manual.

use phidelta_rules::{Area, Catalogued, ParameterError, PositionError};

use super::notation::{
    LETTERS, read_rows, read_threats, read_turn, write_points, write_rows, write_threats,
};
use super::{GoLife, GoLifeGuide, Problem, RULES};
use crate::{LARGEST_SIDE, Position, point_name, read_point};

/// The L group, which is dead even if it moves first.
const USUAL: &str = "6/6/wwwww1/+bbbw1/+++bw1/++++w1:b:targets=B3";
const FORM: &str =
    "ROWS:SIDE-TO-MOVE:targets=POINTS[:threats=DEFENDER,ATTACKER][:ko=POINT][:rules=2]";
const EXAMPLE: &str = "5/5/wwww1/bbbw1/+++w1:b:targets=A2";
/// Black's stones, White's, and the empty points of the region.
const SYMBOLS: [char; 3] = [LETTERS[0], LETTERS[1], '+'];

impl Problem {
    /// Reads a problem as [`Problem::write`] writes it; threats, the ko and the version of the rules may be
    /// missing, and if no empty point is marked, the region is computed.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, ParameterError> {
        let form = || ParameterError::Form { text: text.to_string(), form: FORM, example: EXAMPLE };
        let mut words = text.split(':');
        let rows = words.next().ok_or_else(form)?;
        let side = rows.split('/').count();
        if side > LARGEST_SIDE {
            let (name, range) = ("the number of rows", format!("at most {LARGEST_SIDE}"));
            return Err(ParameterError::Range { name, value: side as u64, range });
        }
        let [black, white, marked] = read_rows(rows, side, SYMBOLS).map_err(plain)?;
        let turn = words.next().ok_or_else(form)?;
        let turn = read_turn(std::iter::once(turn), EXAMPLE).map_err(plain)?;
        let mut position = Position { side, stones: [black, white], turn, ko: None };
        let (mut targets, mut threats) = (Area::EMPTY, [0; 2]);
        for word in words {
            match word.split_once('=').ok_or_else(form)? {
                ("targets", points) => {
                    for point in points.split(',') {
                        targets.insert(read_point(point, side).map_err(plain)? as usize);
                    }
                }
                ("threats", both) => threats = read_threats(both).map_err(ParameterError::Other)?,
                ("ko", point) => position.ko = Some(read_point(point, side).map_err(plain)?),
                ("rules", version) if version == RULES.to_string() => {}
                ("rules", version) => {
                    return Err(ParameterError::Other(format!(
                        "rules={version} is not a version of the rules that this program knows, which is \
                         rules={RULES}; leave it out"
                    )));
                }
                _ => return Err(form()),
            }
        }
        if marked.is_empty() {
            Problem::with_computed_region(&position, &targets, threats)
        } else {
            Problem::new(&position, &targets, &marked, threats)
        }
    }

    /// Writes the problem in the form of the game's parameters, with the version of the rules, so that nobody
    /// takes certificates and checkpoints of others for theirs.
    pub fn write(&self) -> String {
        let position = self.position();
        let [black, white] = position.stones;
        let rows = write_rows([black, white, *self.region()], position.side, SYMBOLS);
        let turn = LETTERS[position.turn as usize];
        let targets = write_points(self.targets(), position.side);
        let mut text = format!("{rows}:{turn}:targets={targets}");
        if self.threats() != [0; 2] {
            text += &format!(":threats={}", write_threats(self.threats()));
        }
        if let Some(ko) = position.ko {
            text += &format!(":ko={}", point_name(ko, position.side));
        }
        text + &format!(":rules={RULES}")
    }
}

fn plain(error: PositionError) -> ParameterError {
    ParameterError::Other(error.to_string())
}

impl Catalogued for GoLife {
    type Guide = GoLifeGuide;

    const NAME: &'static str = "go-life";
    const SUMMARY: &'static str = "life and death of stones in a region of a Go board";
    const PARAMETERS: &'static str = "ROWS:SIDE-TO-MOVE:targets=POINTS[:threats=DEFENDER,ATTACKER]\
                                      [:ko=POINT][:rules=2]: the problem; usual, the L group";
    const MANUAL: &'static str = "\
Whether stones of Go live or die. Black and White take turns to put a stone on
an empty point of a region of the board, or to pass; outside the region nobody
plays. Stones of one colour that touch along the lines form a chain, and the
empty points next to a chain are its liberties, in the region or not. Who
takes the last liberty of enemy chains captures them: their stones are
removed, and one can play there again. If nothing is captured, the chain of
the stone must have a liberty: suicide is illegal.

Some stones of one colour are the targets; that colour is the defender, and
the other one the attacker. The defender wins when a target is alive whatever
the attacker does: in a chain with two eyes in the sense of Benson (1976), or
with a liberty outside the region, or connected to such a chain. The attacker
wins when all targets have been captured. (New stones in their place do not
count.) Two passes in a row are a draw: so ends a seki. Play without end is a
draw, too. The pass of a player who may not take back a ko does not count: it
is no offer to stop.

A stone that has just taken a ko may not be taken back at once, unless by a
threat. Each side has a number of threats elsewhere on the board, 0 to 9 or as
many as needed (inf). A threat and its answer are not played out: who has a
threat left takes back the ko at once, and has one less. So a problem with
threats=0,0, threats=inf,0 and threats=0,inf tells what depends on a ko.

The parameters are the problem: the board row by row from the top, with b, w,
+ for the empty points of the region, and digits for runs of empty points
outside it (or a dot for each); the side to move; the targets, a stone of each
chain; threats of the defender and the attacker, unless there are none; the
point where a ko may not be taken back, if there is one; and the version of
the rules, 2, which need not be given. (By version 1 every pass counted; its
certificates are not read any more.) The board has as many columns as rows, at
most 19. All liberties of the targets must be in the region. If no + is on the
board, the region is computed: all empty points that can be reached from the
targets over empty points and stones of their colour. If there are many, only
the nearest of them; the points around these get stones of the attacker, so
that nobody is saved just by leaving the region.

    go-life:6/6/wwwww1/+bbbw1/+++bw1/++++w1:b:targets=B3
                        the L group, which is dead even if it moves first

A position is written in the same way, row by row with b, w and digits, and
then the side to move; and if need be ko=POINT, threats=DEFENDER,ATTACKER for
those that are left, lost=POINTS for targets that were captured and in whose
place there are other stones, and the word pass for each pass just before that
counts. Moves are points, a column letter (I is not used) and a row number, A1
at the lower left; or pass. In drawings X is Black, O is White, and + an empty
point of the region.

    6/6/wwwww1/1bbbw1/1w1bw1/1b2w1 b
                        the same after Black B1, White B2
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        Ok(GoLife::from_problem(Problem::read(if text.is_empty() { USUAL } else { text })?))
    }

    fn parameters(&self) -> String {
        self.problem().write()
    }

    fn guide(&self) -> Option<GoLifeGuide> {
        Some(GoLifeGuide)
    }
}
