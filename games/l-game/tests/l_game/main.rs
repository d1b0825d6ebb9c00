//! The L-game: the common laws, the rules once more by squares, the values of all positions, and
//! what the engine says of them.

mod by_squares;

use std::collections::{BTreeSet, HashSet};

use by_squares::Grid;
use phidelta_l_game::{LGame, State};
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Player, Status, legal_moves, resolve};
use phidelta_testing::retrograde::Retrograde;
use phidelta_testing::{laws, play, values};

#[test]
fn laws() {
    laws::check_laws(&LGame, 1);
    laws::check_nonsense(&LGame);
}

/// All ways to put the pieces on the board, without a side to move.
fn placements() -> BTreeSet<Grid> {
    let mut all = BTreeSet::new();
    for x in by_squares::with_l(&[['.'; 4]; 4], 'x') {
        for both in by_squares::with_l(&x, 'o') {
            let free: Vec<_> =
                by_squares::squares().filter(|&(row, column)| both[row][column] == '.').collect();
            for (at, &one) in free.iter().enumerate() {
                for &other in &free[at + 1..] {
                    let mut grid = both;
                    grid[one.0][one.1] = 'n';
                    grid[other.0][other.1] = 'n';
                    all.insert(grid);
                }
            }
        }
    }
    all
}

fn positions() -> Vec<State> {
    let texts = placements()
        .into_iter()
        .flat_map(|grid| ['x', 'o'].map(|side| by_squares::write(&grid, side)));
    texts.map(|text| LGame.read(&text).unwrap()).collect()
}

fn turn(state: &State) -> Player {
    match LGame.status(state) {
        Status::Turn(player) => player,
        Status::Over(_) => panic!("only a player without a move has lost"),
    }
}

/// Known: 18,368 placements, 2,296 up to symmetry.
#[test]
fn placements_are_counted() {
    let all = placements();
    assert_eq!(all.len(), 18_368);
    let classes: HashSet<Grid> =
        all.iter().map(|grid| *by_squares::alike(grid).iter().min().unwrap()).collect();
    assert_eq!(classes.len(), 2_296);
    assert_eq!(by_squares::with_l(&[['.'; 4]; 4], 'x').len(), 48);
}

#[test]
fn all_positions_have_keys_of_their_own() {
    let keys: HashSet<u64> = positions().iter().map(|state| LGame.key(state)).collect();
    assert_eq!(keys.len(), 36_736);
    assert!(size_of::<State>() <= 16);
}

/// In every fifth position, and in the named ones.
#[test]
fn moves_are_those_seen_by_squares() {
    let named = LGame.named_positions();
    let named = named.iter().map(|named| LGame.read(named.name).unwrap());
    for state in positions().into_iter().step_by(5).chain(named) {
        let text = LGame.write_position(&state);
        let (grid, side) = by_squares::read(&text);
        let moves = legal_moves(&LGame, &state);
        let mut reached = BTreeSet::new();
        for &mv in &moves {
            let mut next = state;
            LGame.play(&mut next, mv);
            assert_eq!(turn(&next), !turn(&state));
            reached.insert(by_squares::read(&LGame.write_position(&next)).0);
        }
        assert_eq!(reached.len(), moves.len(), "moves that lead to the same position: {text}");
        assert_eq!(reached, by_squares::after_moves(&grid, side), "{text}");
        let status = resolve(&LGame, &state, &mut Vec::new());
        let expected = match (moves.is_empty(), turn(&state)) {
            (true, player) => Status::Over(Outcome::win(!player)),
            (false, player) => Status::Turn(player),
        };
        assert_eq!(status, expected, "{text}");
    }
}

#[test]
fn move_counts() {
    let start = LGame.initial();
    let counts: Vec<u64> = (1..=3).map(|depth| play::perft(&LGame, &start, depth)).collect();
    assert_eq!(counts, [65, 7_956, 628_797]);
}

/// Known: of all positions, 16,096 are won for the side to move, 464 lost and 20,176 drawn; the
/// longest win takes 9 plies, and the start is a draw.
#[test]
fn all_positions_have_the_known_values() {
    let all = Retrograde::new(&LGame, positions());
    assert_eq!(all.states.len(), 36_736);
    assert_eq!(all.counts(turn), [16_096, 464, 20_176]);
    assert_eq!(all.plies.iter().max(), Some(&9));
    assert_eq!(all.value_of(&LGame.initial()).0, Outcome::Draw);
    // From the start all of them can be reached.
    assert_eq!(Retrograde::new(&LGame, vec![LGame.initial()]).states.len(), 36_736);
    let named = |name| all.value_of(&LGame.read(name).unwrap());
    assert_eq!(named("nine"), (Outcome::MaxWins, 9));
    assert_eq!(named("eight"), (Outcome::MinWins, 8));
    assert_eq!(named("stuck"), (Outcome::MinWins, 0));
}

/// What the engine says of positions must be their values; every answer is certified.
fn check_by_engine(positions: &[(State, Outcome)]) {
    for (state, value) in positions {
        values::confirm(&LGame, state, *value);
    }
}

/// Some of the won positions and of the lost ones, evenly taken from all.
#[test]
fn the_engine_finds_wins_and_losses() {
    let all = Retrograde::new(&LGame, positions());
    let valued = all.states.iter().copied().zip(all.values.iter().copied());
    let of = |is_won: bool, step: usize| {
        let winner = move |state: &State| if is_won { turn(state) } else { !turn(state) };
        let fits = move |(state, value): &(State, Outcome)| *value == Outcome::win(winner(state));
        valued.clone().filter(fits).step_by(step)
    };
    let chosen: Vec<(State, Outcome)> = of(true, 100).chain(of(false, 4)).collect();
    assert!(chosen.len() > 250);
    check_by_engine(&chosen);
    let named = ["nine", "eight", "stuck"].map(|name| LGame.read(name).unwrap());
    check_by_engine(&named.map(|state| (state, all.value_of(&state).0)));
}

/// The start, and a few more of the drawn positions: neither side can win, and the search ends.
#[test]
fn the_engine_finds_draws() {
    let all = Retrograde::new(&LGame, positions());
    let valued = all.states.iter().copied().zip(all.values.iter().copied());
    let drawn: Vec<(State, Outcome)> =
        valued.filter(|(_, value)| *value == Outcome::Draw).step_by(12_000).collect();
    assert!(drawn.len() >= 2);
    check_by_engine(&drawn);
    check_by_engine(&[(LGame.initial(), Outcome::Draw)]);
}

#[test]
fn the_pieces_stand_as_they_should_at_the_start() {
    let start = LGame.initial();
    assert_eq!(LGame.write_position(&start), "noo./.xo./.xo./.xxn x");
    assert_eq!(LGame.draw(&start), "4  n o o .\n3  . x o .\n2  . x o .\n1  . x x n\n   a b c d\n");
    assert_eq!(LGame.read("noo1/1xo1/1XO1/.xxN X").unwrap(), start);
}

/// The new places of x's L at the start, by the tip of the long arm and the foot.
#[test]
fn moves_are_written_by_the_ends_of_the_l() {
    let (_, written) = play::outlook(&LGame, &LGame.initial());
    let ls: BTreeSet<&str> = written.iter().map(|mv| mv.split(':').next().unwrap()).collect();
    assert_eq!(ls, BTreeSet::from(["a1b3", "a3b1", "b1a3", "b3a1", "c1a2"]));
    assert_eq!(written.iter().filter(|mv| mv.starts_with("a1b3")).count(), 13);
    let after = |text: &str| LGame.write_position(&LGame.read(text).unwrap());
    assert_eq!(after("moves b3a1"), "noo./.xo./.xo./xx.n o");
    assert_eq!(after("moves a1b3"), "noo./xxo./x.o./x..n o");
    assert_eq!(after("moves b3a1:d1c1"), "noo./.xo./.xo./xxn. o");
    assert_eq!(after("moves b3a1:a4d4"), ".oon/.xo./.xo./xx.n o");
}

#[test]
fn moves_are_read_by_ends_or_by_all_squares() {
    let read = |text: &str| LGame.read_move(&LGame.initial(), text);
    let expected = read("b3a1:d1c1").unwrap();
    for text in ["B3A1:D1C1", "b1b2b3a1:d1c1", "a1b3b2B1:d1C1"] {
        assert_eq!(read(text), Ok(expected), "{text}");
    }
    assert_eq!(LGame.write_move(&LGame.initial(), expected), "b3a1:d1c1");
    for text in [
        "",
        ":",
        "b3",
        "b3a1:",
        "b3a1:d1",
        "b3a1:d1d1",
        "b3a1:d1b2",
        "b3a1:c1d1",
        "b3a1d1c1",
        "b3c1",
        "b3a1:d1c1d2",
        "b3b1",
        "e3a1",
        "b3a5",
        "b3a1 ",
        "b3é",
        "b1b2b3b4",
    ] {
        let message = read(text).unwrap_err().to_string();
        let expected = format!("move 1, `{text}`, is not legal there: legal are ");
        assert!(message.starts_with(&expected), "{message}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let fault = |text: &str| LGame.read(text).unwrap_err().to_string();
    let not_an_l = "which is not an L: three squares in a line and one beside an end of them";
    assert_eq!(fault("noo./.xo./.xo./..xn x"), format!("x has c1 b2 b3, {not_an_l}"));
    assert_eq!(fault("noo./..o./..o./...n x"), format!("x has no square, {not_an_l}"));
    assert_eq!(fault("no../oxo./.xo./.xxn x"), format!("o has c2 a3 c3 b4, {not_an_l}"));
    assert_eq!(fault("noo./.xo./.xo./.xx. x"), "the number of neutral pieces, n, is 1, expected 2");
    assert_eq!(fault("noo./.xo./.xo./nxxn o"), "the number of neutral pieces, n, is 3, expected 2");
    assert_eq!(
        fault("noo./.xo./.xo./.xxn"),
        "the side to move is missing; write the position as noo./.xo./.xo./.xxn x"
    );
    assert_eq!(fault("noo./.xo./.xo./.xxn n"), "the side to move: `n` is not one of x and o");
    assert_eq!(fault("noo./.xo./.xo. x"), "the board has 3 rows, expected 4");
    assert_eq!(fault("noo./.xo./.xo/.xxn x"), "row 3 has 3 squares, expected 4");
    assert_eq!(
        fault("noo./.xo./.xq./.xxn x"),
        "row 3: `q` is not one of `x`, `o`, `n`, `.` and digits"
    );
    assert_eq!(
        LGame::with_parameters("4x4").unwrap_err().to_string(),
        "the L-game has no parameters; remove `4x4`"
    );
}
