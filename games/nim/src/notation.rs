//! Nim as text.

use super::{Nim, State, Take};
use phidelta_rules::{
    Catalogued, Game, NamedPosition, NoGuide, Notation, ParameterError, Player, PositionError,
    read_side,
};

const SIDES: [char; 2] = ['f', 's'];

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
