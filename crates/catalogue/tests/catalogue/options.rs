//! Random combinations of options from the table, on small positions of several games: each is refused with a
//! sentence that names the option, or gives the value that is known, and a proof of it that is checked.

use std::collections::HashMap;
use std::time::Duration;

use phidelta::options::{Form, OptionSpec};
use phidelta::rules::erased::{AnyState, GameObject};
use phidelta::rules::{Player, Status, Value, zobrist};
use phidelta::{
    AnyGame, Decision, Error, Given, GivenOption, Goal, ProofOutcome, Proving, Question,
};
use phidelta_catalogue::catalogue;

/// Small positions: finite games, one with scores, one whose positions come back, one with threats, two with an evaluation.
const POSITIONS: [(&str, &str); 7] = [
    ("mnk:3x3x3", "start moves b2"),
    ("mnk:4x3x3", ""),
    ("domineering:4x3", ""),
    ("dots-and-boxes:2x1", ""),
    ("atari-go:3x3", ""),
    ("loa:4", ""),
    ("breakthrough:3x4", ""),
];

const COMBINATIONS: u64 = 60;

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        zobrist::scramble(self.0) % n
    }
}

/// A value of an option, small where it is a size.
fn value(spec: &OptionSpec, random: &mut Random) -> Option<String> {
    Some(match spec.form {
        Form::Flag => return None,
        Form::Choice { names, .. } => {
            let (name, _) = names[random.below(names.len() as u64) as usize];
            let number = random.below(3).to_string();
            let part = format!(":0.{}", random.below(10));
            let name = name.replace('N', &number).replace(":F", &part);
            name.replace('K', &(1 + random.below(4)).to_string())
        }
        Form::Whole { least, most } => {
            (least + random.below(1 + (most - least).min(40))).to_string()
        }
        Form::Real { least, most } => {
            format!("{:.2}", least + (most - least).min(2.0) * random.below(100) as f64 / 100.0)
        }
        Form::Bytes { .. } | Form::Time | Form::OptionalText => return None,
        Form::Text { .. } => match spec.name {
            "deep" => format!("{},{}", random.below(5), random.below(8)),
            "second" => (1 + random.below(50)).to_string(),
            "evaluation" => {
                format!("{},{},{}", random.below(3), random.below(30), random.below(100))
            }
            "delta" => ["1", "3", "auto"][random.below(3) as usize].into(),
            "memory" => "4M".into(),
            _ => return None,
        },
    })
}

/// Some options, each with a value. Limits would leave questions open, and narrow keys answers wrong.
fn given(game: &AnyGame, random: &mut Random) -> Given {
    const LEFT_OUT: [&str; 5] = ["time", "nodes", "key-bits", "threads", "all-moves"];
    let mut given = Given::none();
    let table: Vec<&OptionSpec> =
        game.option_table().into_iter().filter(|spec| !LEFT_OUT.contains(&spec.name)).collect();
    for _ in 0..random.below(5) {
        let spec = table[random.below(table.len() as u64) as usize];
        let value = value(spec, random);
        if value.is_some() || matches!(spec.form, Form::Flag) {
            given.set(GivenOption { name: spec.name.into(), value });
        }
    }
    given
}

/// The value by plain minimax, by the rules alone. `None` if positions come back.
fn minimax(game: &dyn GameObject, state: &AnyState, known: &mut HashMap<AnyState, i32>) -> i32 {
    if let Some(&value) = known.get(state) {
        return value;
    }
    let value = match game.resolve(state) {
        Status::Over(value) => value.number(),
        Status::Turn(player) => {
            let values = (0..game.move_count(state))
                .map(|mv| minimax(game, &game.after(state, mv), known))
                .collect::<Vec<_>>();
            let best =
                if player == Player::Max { values.iter().max() } else { values.iter().min() };
            *best.expect("there is a move")
        }
    };
    known.insert(state.clone(), value);
    value
}

#[test]
fn random_options_give_right_answers_or_are_refused() {
    let mut random = Random(7);
    let (mut answered, mut refused, mut open) = (0, 0, 0);
    for (name, position) in POSITIONS {
        let game = catalogue().game(name).unwrap();
        let position = game.position(position).unwrap();
        let usual = Question::new().goal(Goal::Value).ask(&position).unwrap().answer.value.unwrap();
        let object = game.rules().object().unwrap();
        if !game.rules().repeats() {
            let state = object.read(position.text()).unwrap();
            let number = minimax(object, &state, &mut HashMap::new());
            let value = object.values().into_iter().find(|value| value.number() == number).unwrap();
            let turn = match object.status(&state) {
                Status::Turn(player) => Some(player),
                Status::Over(_) => None,
            };
            assert_eq!(phidelta::words::value(object, value, turn).unwrap(), usual, "{name}");
        }
        for _ in 0..COMBINATIONS {
            let options = given(&game, &mut random);
            let proving = if options.has("prune") { Proving::No } else { Proving::Checked };
            let question =
                Question::new().goal(Goal::Value).options(options.clone()).proving(proving);
            let question = question.time(Duration::from_secs(20));
            let case = || format!("{name} {options}");
            match question.ask(&position) {
                Err(error) => {
                    assert!(
                        !matches!(error, Error::Position(_) | Error::Game(_)),
                        "{}: {error}",
                        case()
                    );
                    refused += 1;
                }
                Ok(solved) if solved.answer.result == Decision::Unknown => open += 1,
                Ok(solved) => {
                    let is_sound = !solved.answer.effort.unsound;
                    assert!(
                        !is_sound || solved.answer.value.as_ref() == Some(&usual),
                        "{}",
                        case()
                    );
                    let denied = matches!(solved.proof, ProofOutcome::Denied(_));
                    assert!(!denied, "{}: {:?}", case(), solved.proof);
                    answered += 1;
                }
            }
        }
    }
    assert!(answered > 100 && refused > 20, "{answered} answered, {refused} refused, {open} open");
}
