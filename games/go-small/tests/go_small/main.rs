//! Small Go: the common laws, a plain twin of the rules, superko, counts from the literature, and
//! values found line by line.

mod boards;
mod lines;
mod twin;
mod values;

use phidelta_go_small::{GoSmall, State};
use phidelta_rules::{
    Catalogued, Cyclic, Dimensions, Game, Notation, Player, Recurrence, RepetitionRule, Score,
    Status, parse_square, square_name,
};
use phidelta_testing::laws;
use phidelta_testing::play::{self, Random};
use proptest::prelude::*;

fn on(parameters: &str) -> GoSmall {
    GoSmall::with_parameters(parameters).unwrap()
}

/// What the game says about boards that come back.
fn superko(game: &GoSmall) -> RepetitionRule<GoSmall> {
    match game.recurrence() {
        Recurrence::Ends(rule) => rule,
        _ => unreachable!("superko ends games"),
    }
}

/// The board of a position as it is written, without who is to move.
fn board(game: &GoSmall, state: &State) -> String {
    game.write_position(state).split(' ').next().unwrap().to_string()
}

#[test]
fn laws() {
    for parameters in ["", "1", "2", "4", "5", "1x5", "5x1", "25x1", "1x25", "2x12", "4x3"] {
        for suicide in ["", "suicide:"] {
            let game = on(&format!("{suicide}{parameters}"));
            laws::check_laws(&game, 10);
            laws::check_nonsense(&game);
        }
    }
}

#[test]
fn captures_come_before_suicide() {
    let game = on("3x3");
    let state = game.read("b2/wb1/1wb b moves a1").unwrap();
    assert_eq!(game.write_position(&state), "b2/1b1/b1b w");
    assert_eq!(
        game.read("b2/wb1/1wb w moves a1").unwrap_err().to_string(),
        "move 1, `a1`, is not legal there: legal are pass c2 b3 c3"
    );
    let state = game.read("1wb/wbb/bb1 b moves a3").unwrap();
    assert_eq!(game.write_position(&state), "b1b/1bb/bb1 w");
}

#[test]
fn suicide_removes_chains_but_not_single_stones() {
    let (forbidden, allowed) = (on("4x1"), on("suicide:4x1"));
    let after = |game: &GoSmall, text: &str| {
        game.read(text).map(|state| game.write_position(&state)).map_err(|error| error.to_string())
    };
    assert_eq!(after(&allowed, "b1w1 b moves b1"), Ok("2w1 w".into()));
    assert_eq!(
        after(&forbidden, "b1w1 b moves b1"),
        Err("move 1, `b1`, is not legal there: legal are pass".into())
    );
    assert_eq!(
        after(&allowed, "1w1w b moves a1"),
        Err("move 1, `a1`, is not legal there: legal are pass c1".into())
    );
    assert_eq!(after(&allowed, "bbb1 b moves d1"), Ok("4 w".into()));
}

#[test]
fn areas_are_stones_and_what_only_they_reach() {
    let score = |parameters: &str, board: &str| {
        let game = on(parameters);
        game.status(&game.read(&format!("{board} b pass pass")).unwrap())
    };
    for (parameters, board, value) in [
        ("1x1", "1", 0),
        ("3x3", "3/3/3", 0),
        ("3x3", "3/1b1/3", 9),
        ("3x3", "3/1w1/3", -9),
        ("3x3", "b1w/b1w/b1w", 0),
        ("3x3", "1bw/bbw/1b1", 4),
        ("4x3", "1bw1/bbww/4", 0),
        ("5x5", "1b1w1/bb1ww/1b1w1/bb1ww/1b1w1", 0),
        ("5x5", "5/bbbbb/wwwww/5/5", -5),
    ] {
        assert_eq!(score(parameters, board), Status::Over(Score(value)), "{board}");
    }
}

#[test]
fn two_passes_end_the_game() {
    let game = on("2x2");
    let state = game.read("moves pass a1 PASS").unwrap();
    assert_eq!(game.write_position(&state), "2/w1 w pass");
    assert_eq!(game.draw(&state), "2  . .\n1  O .\n   a b\n\nblack has passed\n");
    let state = game.read("2/w1 w pass moves pass").unwrap();
    assert_eq!(game.write_position(&state), "2/w1 b pass pass");
    assert_eq!(game.status(&state), Status::Over(Score(-4)));
    assert!(game.draw(&state).ends_with("\nboth have passed\n"));
    assert_eq!(
        game.read("2/w1 b pass pass moves b1").unwrap_err().to_string(),
        "move 1, `b1`, is not legal there: the game is over"
    );
}

#[test]
fn faults_are_named() {
    let fault = |text: &str| on("3x3").read(text).unwrap_err().to_string();
    assert_eq!(fault("bbb/bbb/bbb b"), "the black stone on a1 has no liberty; remove its chain");
    assert_eq!(fault("3/3/3"), "the side to move is missing; write the position as 3/3/3 b");
    assert_eq!(fault("3/3/3 x"), "the side to move: `x` is not one of b and w");
    assert_eq!(fault("3/4/3 b"), "row 2 has 4 squares, expected 3");
    assert_eq!(fault("3/3/3 b go"), "`go` follows the end of the position; remove it");
    assert_eq!(
        fault("3/3/3 b pass pass pass"),
        "`pass` follows the end of the position; remove it"
    );
}

#[test]
fn parameters_are_checked() {
    for (text, full) in [
        ("", "3x3"),
        ("4", "4x4"),
        ("2X3", "2x3"),
        ("suicide", "suicide:3x3"),
        ("Suicide:4", "suicide:4x4"),
        ("suicide:1x25", "suicide:1x25"),
    ] {
        assert_eq!(on(text).parameters(), full, "{text}");
    }
    for text in ["0", "6", "x", "0x3", "26x1", "9x3", "3x3x3", "-1x4", "seki:3x3", "3x3:suicide"] {
        let error = GoSmall::with_parameters(text).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
    }
}

/// A column and a row.
type Place = (usize, usize);

/// Moves every stone to another place on a board of another size, and every move with it.
fn check_symmetry(game: &GoSmall, turned: &GoSmall, state: &State, to: impl Fn(Place) -> Place) {
    let text = game.write_position(state);
    let (rows, rest) = text.split_once(' ').unwrap();
    let grid = play::grid(rows);
    let size = Dimensions { columns: grid[0].len(), rows: grid.len() };
    let columns = turned.parameters().split('x').next().unwrap().parse().unwrap();
    let mut image = vec![vec!['.'; columns]; size.squares() / columns];
    let height = image.len();
    for (from_top, row) in grid.iter().enumerate() {
        for (column, &stone) in row.iter().enumerate() {
            let (column, row) = to((column, size.rows - 1 - from_top));
            image[height - 1 - row][column] = stone;
        }
    }
    let image = format!("{} {rest}", play::write_grid(&image));

    let (status, moves) = play::outlook(game, state);
    let turn = |name: &String| {
        let Ok(square) = parse_square(name, size) else { return name.clone() };
        let (column, row) = to((square % size.columns, square / size.columns));
        square_name(column, row)
    };
    let mut expected: Vec<String> = moves.iter().map(turn).collect();
    expected.sort();
    let seen = play::outlook(turned, &turned.read(&image).unwrap());
    assert_eq!(seen, (status, expected), "{text} as {image}");
}

proptest! {
    #[test]
    fn turning_the_board_changes_nothing(columns in 1usize..6, rows in 1usize..6, seed: u64) {
        let size = Dimensions { columns, rows };
        let game = GoSmall::new(size, false);
        let turned = GoSmall::new(Dimensions { columns: rows, rows: columns }, false);
        for state in play::random_game(&game, &mut Random(seed)).iter().take(60) {
            check_symmetry(&game, &game, state, |(column, row)| (columns - 1 - column, row));
            check_symmetry(&game, &game, state, |(column, row)| (column, rows - 1 - row));
            check_symmetry(&game, &turned, state, |(column, row)| (row, column));
        }
    }

    #[test]
    fn swapping_colours_swaps_the_players(columns in 1usize..6, rows in 1usize..6, seed: u64) {
        let game = GoSmall::new(Dimensions { columns, rows }, true);
        for state in play::random_game(&game, &mut Random(seed)).iter().take(60) {
            let text = game.write_position(state);
            let (board, rest) = text.split_once(' ').unwrap();
            let swap = |letter: char| match letter {
                'b' => 'w',
                'w' => 'b',
                other => other,
            };
            let side = swap(rest.chars().next().unwrap());
            let swapped = board.chars().map(swap).collect::<String>();
            let swapped = game.read(&format!("{swapped} {side}{}", &rest[1..])).unwrap();
            let (status, moves) = play::outlook(&game, state);
            let status = match status {
                Status::Turn(player) => Status::Turn(!player),
                Status::Over(score) => Status::Over(Score(-score.0)),
            };
            prop_assert_eq!(play::outlook(&game, &swapped), (status, moves));
        }
    }
}

/// A stone that brings back a board loses everything; a pass that leaves it does not bring it back.
#[test]
fn superko_counts_stones_and_not_passes() {
    let game = on("4x3");
    let rule = superko(&game);
    // White takes a ko, and Black takes it back at once.
    let start = game.read("1bw1/b1bw/1bw1 w").unwrap();
    let taken = game.read("1bw1/b1bw/1bw1 w moves b2").unwrap();
    let back = game.read("1bw1/b1bw/1bw1 w moves b2 c2").unwrap();
    assert_eq!(back, start);
    assert!(!rule.comes_back(&game, &start, &taken));
    assert!(rule.comes_back(&game, &start, &back));
    assert_eq!(rule.place(&game, &start), rule.place(&game, &back));
    assert_ne!(rule.place(&game, &start), rule.place(&game, &taken));
    assert_eq!((rule.value)(&game, &[start, taken, back]), Score(-12));

    let passed = game.read("1bw1/b1bw/1bw1 b pass").unwrap();
    assert!(!rule.comes_back(&game, &start, &passed));
    assert!(rule.comes_back(&game, &passed, &back));

    // After three stones the other side is to move, and the board still counts as the same.
    let game = on("3x3");
    let rule = superko(&game);
    let start = game.read("send-two").unwrap();
    let back = game.read("send-two moves a1 c1 b1").unwrap();
    assert_eq!(board(&game, &start), board(&game, &back));
    assert_eq!(game.status(&back), Status::Turn(Player::Min));
    assert!(rule.comes_back(&game, &start, &back));
}
