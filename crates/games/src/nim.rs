//! Nim: take any number of objects from one heap. Bouton (1901) named and solved it, for both
//! endings: who takes the last object wins (normal play) or loses (misère).
//!
//! The solution is not used here: a search has to find it, and so can be tested by it.

use phidelta_rules::{
    Acyclic, Catalogued, Game, NamedPosition, NoGuide, Notation, Outcome, ParameterError, Player,
    PositionError, Status, read_side, zobrist,
};

const MOST_HEAPS: usize = 16;
const SIDES: [char; 2] = ['f', 's'];
/// A word for each heap and size.
static SIZES: [[u64; 256]; MOST_HEAPS] = sizes();
const TURN: u64 = zobrist::scramble(0x3b01);

const fn sizes() -> [[u64; 256]; MOST_HEAPS] {
    let mut words = [[0; 256]; MOST_HEAPS];
    let mut heap = 0;
    while heap < MOST_HEAPS {
        words[heap] = zobrist::table(0x3b10 + heap as u64);
        heap += 1;
    }
    words
}

/// A game of Nim from given heaps.
#[derive(Clone, Debug)]
pub struct Nim {
    /// What each heap starts with.
    heaps: Vec<u8>,
    misere: bool,
}

/// A position: how many objects each heap has (heaps that the game does not have are empty).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    heaps: [u8; MOST_HEAPS],
    turn: Player,
    key: u64,
}

/// A move: how many objects are taken from which heap, heaps counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl State {
    fn new(heaps: &[u8], turn: Player) -> Self {
        let mut state = State { heaps: [0; MOST_HEAPS], turn, key: 0 };
        state.heaps[..heaps.len()].copy_from_slice(heaps);
        state.key = if turn == Player::Min { TURN } else { 0 };
        for (words, &size) in SIZES.iter().zip(&state.heaps) {
            state.key ^= words[size as usize];
        }
        state
    }

    #[inline]
    fn key_after(&self, take: Take) -> u64 {
        let size = self.heaps[take.heap as usize];
        let words = &SIZES[take.heap as usize];
        self.key ^ words[size as usize] ^ words[(size - take.count) as usize] ^ TURN
    }
}

impl Nim {
    /// The game that starts with these heaps; in `misere` play, who takes the last object loses.
    ///
    /// # Errors
    /// If there is no heap, there are more than 16, or one is empty.
    pub fn new(heaps: &[u8], misere: bool) -> Result<Self, ParameterError> {
        let range = |name, value, range: &str| {
            Err(ParameterError::Range { name, value, range: range.to_string() })
        };
        if !(1..=MOST_HEAPS).contains(&heaps.len()) {
            return range("the number of heaps", heaps.len() as u64, "1 to 16");
        }
        if heaps.contains(&0) {
            return range("a heap", 0, "1 to 255");
        }
        Ok(Nim { heaps: heaps.to_vec(), misere })
    }

    /// The value of empty heaps: the opponent took the last object.
    fn end(&self, state: &State) -> Outcome {
        Outcome::win(if self.misere { state.turn } else { !state.turn })
    }
}

impl Game for Nim {
    type State = State;
    type Move = Take;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State::new(&self.heaps, Player::Max)
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.heaps == [0; MOST_HEAPS] {
            Status::Over(self.end(state))
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<Take>) {
        for (heap, &size) in state.heaps[..self.heaps.len()].iter().enumerate() {
            out.extend((1..=size).map(|count| Take { heap: heap as u8, count }));
        }
    }

    fn stuck(&self, state: &State) -> Outcome {
        self.end(state)
    }

    #[inline]
    fn play(&self, state: &mut State, take: Take) {
        state.key = state.key_after(take);
        state.heaps[take.heap as usize] -= take.count;
        state.turn = !state.turn;
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::DECISIVE.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, take: Take) -> u64 {
        state.key_after(take)
    }
}

/// Reads a number made of digits alone (Rust would accept a sign).
fn read_number(text: &str) -> Option<u64> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

fn write_heaps(heaps: &[u8]) -> String {
    heaps.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

impl Notation for Nim {
    fn read_position(&self, text: &str) -> Result<State, PositionError> {
        let mut words = text.split_whitespace();
        let sizes: Vec<&str> = words.next().unwrap_or("").split(',').collect();
        if sizes.len() != self.heaps.len() {
            let (found, expected) = (sizes.len(), self.heaps.len());
            return Err(PositionError::Other(format!(
                "the number of heaps is {found}, expected {expected}; write them with commas \
                 between them, and 0 for an empty one"
            )));
        }
        let mut heaps = Vec::new();
        for (at, (text, &start)) in sizes.into_iter().zip(&self.heaps).enumerate() {
            match read_number(text) {
                Some(size) if size <= start as u64 => heaps.push(size as u8),
                Some(size) => {
                    let heap = at + 1;
                    return Err(PositionError::Other(format!(
                        "heap {heap} has {size} objects, but the game starts with {start} there; \
                         give larger heaps as the game's parameters"
                    )));
                }
                None => {
                    let heap = at + 1;
                    return Err(PositionError::Other(format!(
                        "heap {heap}: `{text}` is not a number from 0 to {start}"
                    )));
                }
            }
        }
        let turn = read_side(words, SIDES, &self.write_position(&self.initial()))?;
        Ok(State::new(&heaps, turn))
    }

    fn write_position(&self, state: &State) -> String {
        let heaps = write_heaps(&state.heaps[..self.heaps.len()]);
        format!("{heaps} {}", SIDES[state.turn as usize])
    }

    fn write_move(&self, _: &State, take: Take) -> String {
        format!("{}:{}", take.heap + 1, take.count)
    }

    fn draw(&self, state: &State) -> String {
        const WIDEST: usize = 64;
        let mut text = String::new();
        for (heap, &size) in state.heaps[..self.heaps.len()].iter().enumerate() {
            let objects = "*".repeat((size as usize).min(WIDEST));
            let more = if size as usize > WIDEST { "..." } else { "" };
            let line = format!("{:>2} {size:>4}  {objects}{more}", heap + 1);
            text += line.trim_end();
            text.push('\n');
        }
        text
    }

    fn player_name(&self, player: Player) -> &'static str {
        ["first", "second"][player as usize]
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        if !self.misere || self.heaps != [1, 3, 5, 7] {
            return Vec::new();
        }
        vec![NamedPosition {
            name: "marienbad",
            help: "the game of the film L'Année dernière à Marienbad (1961)",
            position: "1,3,5,7 f",
        }]
    }
}

impl Catalogued for Nim {
    type Guide = NoGuide;

    const NAME: &'static str = "nim";
    const SUMMARY: &'static str = "take objects from one of several heaps; who takes the last wins";
    const PARAMETERS: &'static str = "[misere:]HEAP,HEAP,...: how many objects each heap starts \
                                      with; 1 to 16 heaps of 1 to 255; usual 1,3,5,7";
    const MANUAL: &'static str = "\
Two players, first and second, take turns to take objects from one of the
heaps: at least one, and as many as they like. Who takes the last object wins;
in misere play (nim:misere:1,3,5,7), who takes the last object loses.

A position is written as the number of objects in each heap, in order and
separated by commas, and then the side to move, f or s. An empty heap keeps
its place with 0; no heap is larger than at the start.

    1,3,0,7 s           heaps of 1, 3, 0 and 7 objects, second to move

A move is written as HEAP:COUNT, heaps counted from 1:

    4:2                 take 2 objects from the fourth heap
";

    fn with_parameters(text: &str) -> Result<Self, ParameterError> {
        let text = if text.is_empty() { "1,3,5,7" } else { text };
        let (misere, sizes) = match text.split_once(':') {
            Some((word, sizes)) if word.eq_ignore_ascii_case("misere") => (true, sizes),
            _ => (false, text),
        };
        let mut heaps = Vec::new();
        for size in sizes.split(',') {
            let value = read_number(size).ok_or_else(|| ParameterError::Form {
                text: text.to_string(),
                form: "[misere:]HEAP,HEAP,...",
                example: "misere:1,3,5,7",
            })?;
            let heap = u8::try_from(value).map_err(|_| ParameterError::Range {
                name: "a heap",
                value,
                range: "1 to 255".to_string(),
            })?;
            heaps.push(heap);
        }
        Nim::new(&heaps, misere)
    }

    fn parameters(&self) -> String {
        format!("{}{}", if self.misere { "misere:" } else { "" }, write_heaps(&self.heaps))
    }

    fn guide(&self) -> Option<NoGuide> {
        None
    }
}
