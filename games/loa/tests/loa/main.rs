//! Lines of Action: the common laws, move counts, whole games, every rule, symmetries, and the same
//! rules once more, square by square.

mod by_squares;

use by_squares::Grid;
use phidelta_loa::{Loa, State};
use phidelta_rules::{
    Catalogued, Game, Goal, Guide, Look, Notation, Outcome, Recurrence, Status, legal_moves,
    recurrence, resolve,
};
use phidelta_testing::laws;
use phidelta_testing::play::{self, Random};
use proptest::prelude::*;

/// All sizes, both starts and all readings of the rules.
const ALL: [&str; 10] = [
    "8",
    "4",
    "5",
    "6",
    "7",
    "8,scrambled-eggs",
    "7,scrambled-eggs",
    "6,stuck=loses",
    "5,simultaneous=mover",
    "4,scrambled-eggs,stuck=loses,simultaneous=mover",
];

const GOALS: [Goal<Outcome>; 4] = [
    Goal::AtLeast(Outcome::MaxWins),
    Goal::AtLeast(Outcome::Draw),
    Goal::AtMost(Outcome::Draw),
    Goal::AtMost(Outcome::MinWins),
];

fn on(parameters: &str) -> Loa {
    Loa::with_parameters(parameters).unwrap()
}

/// The full status of a position after some moves on 8 by 8.
fn status(game: &Loa, position: &str) -> Status<Outcome> {
    resolve(game, &game.read(position).unwrap(), &mut Vec::new())
}

/// The legal moves of a position on 8 by 8.
fn moves(position: &str) -> Vec<String> {
    play::outlook(&on(""), &on("").read(position).unwrap()).1
}

#[test]
fn laws() {
    for parameters in ALL {
        laws::check_laws(&on(parameters), 3);
        laws::check_nonsense(&on(parameters));
    }
}

/// OpenSpiel's lines_of_action counts the same on 8 by 8, and a naive program from other starts.
#[test]
fn move_counts() {
    let check = |parameters: &str, expected: &[u64]| {
        let game = on(parameters);
        let counts: Vec<u64> =
            (1..=expected.len()).map(|depth| play::perft(&game, &game.initial(), depth)).collect();
        assert_eq!(counts, expected, "{parameters}");
    };
    check("8", &[36, 1244, 44952, 1563208]);
    check("8,scrambled-eggs", &[32, 992, 32000, 1002260]);
    check("7", &[30, 848, 25012, 698880]);
    check("6", &[24, 524, 11440, 234560]);
    check("5", &[18, 280, 4164, 56108, 743264]);
    check("4", &[12, 120, 1012, 7460, 54700]);
}

/// A board with pieces anywhere, where much happens that is rare in games. On one of eight, two
/// pieces are walled in, in opposite corners.
fn random_board(size: usize, random: &mut Random) -> String {
    let mut grid = vec![vec!['.'; size]; size];
    let is_walled = random.below(8) == 0;
    if is_walled {
        let (row, last) = (random.below(2) * (size - 1), size - 1);
        for (row, column) in [(row, 0), (last - row, last)] {
            let (beside, before) = (row.abs_diff(1), column.abs_diff(1));
            for (row, column) in [(row, before), (beside, column), (beside, before)] {
                grid[row][column] = 'x';
            }
            grid[row][column] = 'o';
        }
    }
    for side in ['x', 'o'] {
        for _ in 0..random.below(if is_walled { 3 } else { 2 * size - 3 }) {
            let square = &mut grid[random.below(size)][random.below(size)];
            if *square == '.' {
                *square = side;
            }
        }
    }
    format!("{} {}", play::write_grid(&grid), ['x', 'o'][random.below(2)])
}

#[test]
fn moves_and_ends_are_those_seen_square_by_square() {
    let mut seen = [0; 5];
    for parameters in ALL {
        let game = on(parameters);
        let size = parameters[..1].parse().unwrap();
        let mut random = Random(5);
        let mut states: Vec<State> =
            (0..20).flat_map(|_| play::random_game(&game, &mut random)).collect();
        // (Some boards have too many pieces, or too few.)
        states.extend((0..3000).filter_map(|_| game.read(&random_board(size, &mut random)).ok()));
        for state in states {
            let text = game.write_position(&state);
            let (grid, side) = Grid::read(&text);
            let (found, found_moves) = play::outlook(&game, &state);
            let mut expected_moves = grid.moves(side);
            let is_stuck = expected_moves.is_empty();
            let last_mover = if side == 'x' { Outcome::MinWins } else { Outcome::MaxWins };
            let (end, kind) = match (grid.is_connected('x'), grid.is_connected('o')) {
                (true, true) if game.parameters().contains("mover") => (Some(last_mover), 0),
                (true, true) => (Some(Outcome::Draw), 0),
                (true, false) => (Some(Outcome::MaxWins), 1),
                (false, true) => (Some(Outcome::MinWins), 2),
                (false, false) if is_stuck && game.parameters().contains("loses") => {
                    (Some(last_mover), 3)
                }
                (false, false) if is_stuck => {
                    expected_moves.push("pass".into());
                    (None, 3)
                }
                (false, false) => (None, 4),
            };
            seen[kind] += 1;
            match end {
                Some(value) => assert_eq!(found, Status::Over(value), "{text}"),
                None => {
                    assert!(matches!(found, Status::Turn(_)), "{text}");
                    assert_eq!(found_moves, expected_moves, "{text}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "both, Black, White, stuck, going on: {seen:?}");
}

/// Three games of Winands' thesis (2000), appendices E and F.
#[test]
fn games_of_the_literature_are_legal_and_end_as_they_should() {
    let replay = |text: &str, end: Status<Outcome>| {
        let game = on("");
        let mut state = game.initial();
        for word in text.split_whitespace() {
            assert!(matches!(game.status(&state), Status::Turn(_)), "{word} after the end");
            let slide = game.read_move(&state, word).unwrap();
            assert_eq!(game.write_move(&state, slide), word);
            game.play(&mut state, slide);
        }
        assert_eq!(game.status(&state), end);
    };
    replay(
        "b1-b3 h3-e3 b8-b6 h7-f7 b3xe3 h6xe3 c1xe3 h4-f2 e1-e4 h2-e2 f1-g2 h5xe8 f8-d6 f7-d7 \
         g1-g4 e8xe4 g2xe4 d7-b5 d1-d4 e2-b2 d4xb2 f2-c2 b2xb5 a7-a1 d8xa5 a1-b2 g8-e6 c2-c4 \
         d6-b4 a3-c1 c8-f5 c1-c3 b6-d4 c3-c5 a5-c3",
        Status::Over(Outcome::MaxWins),
    );
    replay(
        "f8-f6 a5-c7 d8-g5 a7-d7 c1-f4 a4-c2 e1-g3 a2-d2 f6-f3 h2-e2 g8-g4 a6-d3 b1-b3 h7-e7 \
         e8-g6 h3xf1 g6xd3 d7xd3 g1-f2 h4-h1 c8-b7 h1-e1 g5-e5 a3-c5 b8-b5 e1xe5 b7-b4 e5-d4 \
         b3-c4 c7xf4 g3xd3 h6-e3 b4xd2 e7-e4 g4-g3 h5-h4 f3-h1 c5-b4 h1-f3 b4xd2 b5-b4 h4-g5",
        Status::Over(Outcome::MinWins),
    );
    replay(
        "f8-f6 h4-f2 d8-b6 h2-e2 b6xf2 a2-d2 f1-f4 h7-f5 c8xf5 h3xf5 e8-g6 a6-c4 g8-g5 c4xf4 \
         c1-c2 e2-d3 b1-f1 h6-h4 g5-g2 a3-c3 g6-g3 d3xg3 f6-d4 h4xd4 b8-e5 a7-e3 e1-a1 f5-e6 \
         a1-e1 a5xe1 f1xf4 e6-d5 c2-d3 a4-c2 d3-e2 h5xe2",
        Status::Turn(phidelta_rules::Player::Max),
    );
}

/// A piece goes as far as its line has pieces: over its own, onto enemies, but not over them.
#[test]
fn pieces_move_as_far_as_there_are_pieces_on_the_line() {
    let of = |piece: &str, position: &str| -> Vec<String> {
        moves(position).into_iter().filter(|mv| mv.starts_with(piece)).collect()
    };
    // One piece on the row, the column and the falling diagonal, three on the rising one.
    assert_eq!(
        of("d4", "o6o/8/8/8/3x4/8/8/x7 x"),
        ["d4-c4", "d4-c5", "d4-d3", "d4-d5", "d4-e3", "d4-e4", "d4-g7"]
    );
    // Three pieces on row 4: both ways are open, to the right over pieces of its own.
    assert_eq!(of("d4-g4", "o7/8/7o/8/3xxx2/8/7x/8 x"), ["d4-g4"]);
    assert_eq!(of("d4-a4", "o7/8/7o/8/3xxx2/8/7x/8 x"), ["d4-a4"]);
    // An enemy on e4 is in the way. One on g4, where the way ends, is captured.
    assert_eq!(of("d4-g4", "o7/8/7o/8/3xox2/8/7x/8 x"), [""; 0]);
    assert_eq!(of("d4-a4", "o7/8/7o/8/3xox2/8/7x/8 x"), ["d4-a4"]);
    assert_eq!(of("d4xg4", "o7/8/7o/8/3x1xo1/8/7x/8 x"), ["d4xg4"]);
    // It may not end on a piece of its own (g2), nor beyond the edge (behind h5).
    assert_eq!(
        of("g4", "o7/8/8/7o/6x1/8/6x1/8 x"),
        ["g4-e2", "g4-f4", "g4-f5", "g4-g6", "g4-h3", "g4-h4"]
    );
}

#[test]
fn whose_pieces_hang_together_wins() {
    let game = on("");
    let over = |position: &str| match status(&game, position) {
        Status::Over(value) => Some(value),
        Status::Turn(_) => None,
    };
    // The last piece joins, diagonally.
    assert_eq!(over("o6o/8/8/8/4x3/8/5x2/x7 x moves f2-f3"), None);
    assert_eq!(over("o6o/8/8/8/4x3/8/5x2/8 x moves f2-f3"), Some(Outcome::MaxWins));
    // Rows do not go on at the other edge.
    assert_eq!(over("8/8/8/x7/7x/8/8/o6o x"), None);
    // White is left with one piece, or with pieces that hang together, by Black's capture.
    assert_eq!(over("8/o7/x7/8/o2x4/8/5x1o/8 x moves f2xh2"), None);
    assert_eq!(over("8/8/x7/8/3x4/o7/5x1o/8 x moves f2xh2"), Some(Outcome::MinWins));
    assert_eq!(over("8/8/x7/8/o2x4/o7/5x1o/8 x moves f2xh2"), Some(Outcome::MinWins));
}

#[test]
fn a_move_that_connects_both_is_a_draw_or_wins() {
    let position = "both moves d1xd4";
    assert_eq!(status(&on(""), position), Status::Over(Outcome::Draw));
    let mover = on("simultaneous=mover");
    assert_eq!(status(&mover, position), Status::Over(Outcome::MaxWins));
    let white = "2xx4/8/8/8/3x4/2o5/8/3o4 o moves d1xd4";
    assert_eq!(status(&on(""), white), Status::Over(Outcome::Draw));
    assert_eq!(status(&mover, white), Status::Over(Outcome::MinWins));
}

#[test]
fn who_cannot_move_passes_or_loses() {
    assert_eq!(moves("pass"), ["pass"]);
    let game = on("");
    let state = game.read("pass moves PASS").unwrap();
    assert_eq!(game.write_position(&state), "6xo/6xx/8/8/8/8/xx6/ox6 x");
    assert!(!moves("pass moves pass").contains(&"pass".to_string()));
    assert_eq!(status(&on("stuck=loses"), "pass"), Status::Over(Outcome::MaxWins));
    let turned = "6ox/6oo/8/8/8/8/oo6/xo6 x";
    assert_eq!(status(&on("stuck=loses"), turned), Status::Over(Outcome::MinWins));
    let game = on("stuck=loses");
    assert_eq!(legal_moves(&game, &game.read("pass").unwrap()), []);
}

#[test]
fn endless_play_is_a_draw() {
    let game = on("");
    assert!(matches!(recurrence(&game), Recurrence::Endless(Outcome::Draw)));
    let back = game.read("moves b1-b3 a2-c2 b3-b1 c2-a2").unwrap();
    assert_eq!(back, game.initial());
}

#[test]
fn parameters_have_one_form() {
    let form = |text| on(text).parameters();
    assert_eq!(form(""), "8");
    assert_eq!(form("8,stuck=pass,simultaneous=draw"), "8");
    assert_eq!(form("Scrambled-Eggs,5"), "5,scrambled-eggs");
    assert_eq!(
        form("simultaneous=mover,6,stuck=loses,scrambled-eggs"),
        "6,scrambled-eggs,stuck=loses,simultaneous=mover"
    );
    let fault = |text| Loa::with_parameters(text).unwrap_err().to_string();
    assert_eq!(fault("3"), "the size is 3, but must be 4 to 8");
    assert_eq!(fault("9,scrambled-eggs"), "the size is 9, but must be 4 to 8");
    assert_eq!(
        fault("8x8"),
        "`8x8` is neither a size from 4 to 8 nor one of scrambled-eggs, stuck=pass, stuck=loses, \
         simultaneous=draw and simultaneous=mover"
    );
    assert_eq!(
        fault("5,stuck=loses,stuck=pass"),
        "`stuck=pass` says again, or otherwise, what was said before it; remove one of the two"
    );
    for text in [",", "5,", ",5", "5,5", "+5", "-5", "99999999999999999999", "5 ", "eggs"] {
        assert!(!fault(text).contains('\n'), "{text}");
    }
}

#[test]
fn both_starts_are_as_they_should_be() {
    let start = |parameters| {
        let game = on(parameters);
        game.write_position(&game.initial())
    };
    assert_eq!(start(""), "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x");
    assert_eq!(start("5"), "1xxx1/o3o/o3o/o3o/1xxx1 x");
    assert_eq!(start("scrambled-eggs"), "1oxoxox1/x6o/o6x/x6o/o6x/x6o/o6x/1xoxoxo1 x");
    assert_eq!(start("5,scrambled-eggs"), "1xox1/o3o/x3x/o3o/1xox1 x");
    assert_eq!(start("4,scrambled-eggs"), "1ox1/x2o/o2x/1xo1 x");
}

#[test]
fn moves_are_read_with_either_sign() {
    let game = on("");
    let after = |text: &str| game.write_position(&game.read(text).unwrap());
    assert_eq!(after("moves c1xa3 h2-h8"), after("moves C1-A3 h2xh8"));
    assert_eq!(
        game.read("moves b1-b2").unwrap_err().to_string(),
        "move 1, `b1-b2`, is not legal there: legal are b1-h1 b1-b3 b1-d3 c1xa3 c1-c3 c1-e3 d1-b3 \
         d1-d3 d1-f3 e1-c3 e1-e3 e1-g3 and 24 more"
    );
    assert_eq!(game.draw(&game.initial()).lines().next(), Some("8  . x x x x x x ."));
    assert_eq!(on("4").draw(&on("4").initial()).lines().nth(1), Some("3  o . . o"));
}

#[test]
fn impossible_positions_are_refused() {
    let fault = |text: &str| on("4").read(text).unwrap_err().to_string();
    assert_eq!(
        fault("4/4/4/xx2 x"),
        "white has no piece, but the last one is never captured; add one"
    );
    assert_eq!(fault("o1o1/4/1xx1/xxx1 o"), "black has 5 pieces, but starts with 4; remove some");
    assert_eq!(
        fault("4/4/4/4"),
        "the side to move is missing; write the position as 1xx1/o2o/o2o/1xx1 x"
    );
    assert_eq!(fault("1xx1/o3/4/1xx1 b"), "the side to move: `b` is not one of x and o");
}

/// A claimed success must be one, and no success at once may be missed, for any goal.
#[test]
fn the_guide_sees_exactly_the_immediate_successes() {
    for parameters in ALL {
        let game = on(parameters);
        let guide = game.guide().unwrap();
        let mut random = Random(9);
        let (mut looks, mut seen) = (0, 0);
        for state in (0..30).flat_map(|_| play::random_game(&game, &mut random)) {
            let mut slides = Vec::new();
            let Status::Turn(turn) = resolve(&game, &state, &mut slides) else { continue };
            for goal in GOALS {
                let succeeds = |&slide: &_| match game.status_after(&state, slide) {
                    Status::Over(value) => goal.met(value) == (goal.prover() == turn),
                    Status::Turn(_) => false,
                };
                let text = || format!("{goal:?} at `{}`", game.write_position(&state));
                looks += 1;
                match guide.look(&game, &state, turn, goal) {
                    Look::Wins(slide) => {
                        assert!(slides.contains(&slide) && succeeds(&slide), "{}", text());
                        seen += 1;
                    }
                    Look::Effort { win, lose } => {
                        assert!(win > 0 && lose > 0 && !slides.iter().any(succeeds), "{}", text());
                    }
                }
            }
        }
        assert!(seen > 0 && seen < looks, "{seen} of {looks}");
    }
}

/// A row and a column.
type Place = (usize, usize);

/// A written position with the squares in other places.
fn moved(position: &str, place: impl Fn(Place) -> Place) -> String {
    let (board, side) = position.split_once(' ').unwrap();
    let grid = play::grid(board);
    let mut image = grid.clone();
    for (row, squares) in grid.iter().enumerate() {
        for (column, &piece) in squares.iter().enumerate() {
            let (row, column) = place((row, column));
            image[row][column] = piece;
        }
    }
    format!("{} {side}", play::write_grid(&image))
}

/// A written position in which the players have changed places.
fn recoloured(position: &str) -> String {
    let other = |letter| match letter {
        'x' => 'o',
        'o' => 'x',
        same => same,
    };
    position.chars().map(other).collect()
}

/// The status of a position, and what its moves lead to.
fn prospects(
    game: &Loa,
    position: &str,
    image: impl Fn(&str) -> String,
) -> (Status<Outcome>, Vec<String>) {
    let state = game.read(position).unwrap();
    let mut slides = Vec::new();
    let status = resolve(game, &state, &mut slides);
    let after = |slide| {
        let mut next: State = state;
        game.play(&mut next, slide);
        image(&game.write_position(&next))
    };
    let mut next: Vec<String> = slides.into_iter().map(after).collect();
    next.sort();
    (status, next)
}

proptest! {
    #[test]
    fn turning_the_board_and_swapping_colours_change_nothing(
        parameters in prop::sample::select(ALL.to_vec()),
        picks in prop::collection::vec(0..1000usize, 0..150),
    ) {
        let game = on(parameters);
        let text = game.write_position(&play::walk(&game, &picks));
        let last = text.split('/').count() - 1;
        let same = |place: Place| place;
        for place in [
            |(row, column): Place, last: usize| (row, last - column),
            |(row, column): Place, last: usize| (last - row, column),
            |(row, column): Place, _: usize| (column, row),
        ] {
            let image = |text: &str| moved(text, |from| place(from, last));
            let expected = prospects(&game, &text, image);
            prop_assert_eq!(prospects(&game, &image(&text), |next| moved(next, same)), expected);
        }
        let (status, next) = prospects(&game, &text, recoloured);
        let image = prospects(&game, &recoloured(&text), str::to_string);
        prop_assert_eq!(image, (play::swapped(status), next));
    }
}
