//! Ultimate tic-tac-toe: the common laws, OpenSpiel's games, symmetries, and the notation.

use phidelta_rules::{
    Catalogued, Game, Goal, Guide, Look, Notation, Outcome, Status, Value, legal_moves, resolve,
};
use phidelta_testing::play::{self, Random};
use phidelta_testing::{laws, values};
use phidelta_uttt::{State, Uttt};
use proptest::prelude::*;
use std::mem::size_of;

#[test]
fn laws() {
    laws::check_laws(&Uttt, 100);
    laws::check_nonsense(&Uttt);
    assert!(size_of::<State>() <= 40);
}

/// OpenSpiel's ultimate_tic_tac_toe counts the same, if the choice of a board and of a square in
/// it count as one move.
#[test]
fn move_counts() {
    let counts: Vec<u64> =
        (1..=4).map(|depth| play::perft(&Uttt, &Uttt.initial(), depth)).collect();
    assert_eq!(counts, [81, 720, 6336, 55080]);
}

#[test]
fn games_of_openspiel() {
    let games = include_str!("../data/uttt-games.tsv");
    for game in games.lines().filter(|line| !line.starts_with('#')) {
        let [winner, moves, counts] = game.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let mut state = Uttt.initial();
        for (mv, count) in moves.split(' ').zip(counts.split(' ')) {
            assert_eq!(legal_moves(&Uttt, &state).len().to_string(), count, "{mv} of {game}");
            let mv = Uttt.read_move(&state, mv).unwrap();
            Uttt.play(&mut state, mv);
        }
        let value = match winner {
            "X" => Outcome::MaxWins,
            "O" => Outcome::MinWins,
            _ => Outcome::Draw,
        };
        assert_eq!(Uttt.status(&state), Status::Over(value), "{game}");
    }
}

#[test]
fn a_closed_board_frees_the_choice_and_its_squares_are_forgotten() {
    let start = "X;X.@......;XXX....../O......../........./........./....O..../........./\
                 ........./........./O........";
    let state = Uttt.read(&format!("{start} moves ca")).unwrap();
    assert_eq!(
        Uttt.write_position(&state),
        "O;X........;........./O......../X......../........./....O..../........./........./\
         ........./O........"
    );
    let blank = Uttt.read(&start.replace("XXX......", ".........")).unwrap();
    let other = Uttt.read(&start.replace("XXX......", "OOX.X.X..")).unwrap();
    assert!(blank == other && Uttt.key(&blank) == Uttt.key(&other));
}

#[test]
fn the_last_open_board_is_no_choice() {
    let squares = "........./........./........./........./........./........./........./\
                   ........./XO.......";
    let free = Uttt.read(&format!("X;XOXXOOOX.;{squares}")).unwrap();
    assert!(free == Uttt.read(&format!("X;XOXXOOOX@;{squares}")).unwrap());
}

/// Pruning that overlooks a defender's blocks calls this a win for X; exact search does not.
#[test]
fn an_endgame_that_looks_won_is_lost() {
    let state = "X;OX@...XX.;XO.OO.XO./XX.XXXO.O/.O..X.XX./..O..OXX./OO...XOO./XOO..XXOO/\
                 O.OXXXOOX/XXX..OOX./.OO.XOX..";
    assert_eq!(values::solve(&Uttt, &Uttt.read(state).unwrap()), Outcome::MinWins);
}

#[test]
fn the_drawing_shows_where_to_play() {
    let state = Uttt.read("a1").unwrap();
    let expected = [
        " . . . | O . . | . . .",
        " X . X | . . O | . X .",
        " . X O | X . . | X . .",
        "-------+-------+-------",
        "       |       |            . . .",
        "   O   |   O   |   X        O O X",
        "       |       |            @ . .",
        "-------+-------+-------",
        " X * O | O . . | . X .",
        " X X O | . X O | . . .",
        " O * * | . . . | X . .",
    ];
    assert_eq!(Uttt.draw(&state).lines().collect::<Vec<_>>(), expected);
}

#[test]
fn faults_name_their_place() {
    let squares = ["........."; 9].join("/");
    let fault = |text: &str| Uttt.read(&text.replace("BLANK", &squares)).unwrap_err().to_string();
    let missing = fault("X");
    assert!(missing.starts_with("the list of boards is missing; write"), "{missing}");
    assert_eq!(fault("Z;.........;BLANK"), "the side to move is `Z`, expected X or O");
    assert_eq!(fault("X;........;BLANK"), "the list of boards has 8 symbols, expected 9");
    assert_eq!(
        fault("X;..Z......;BLANK"),
        "the list of boards, at c: `Z` is not one of `X`, `O`, `#`, `@` and `.`"
    );
    assert_eq!(fault("X;@..@.....;BLANK"), "two boards are marked `@`; mark one, or none");
    assert_eq!(fault("X;.........;..."), "the squares of 1 board are given, expected 9");
    assert_eq!(fault("X;.........;BLANK;é"), "`;é` follows the end of the position; remove it");
    assert_eq!(
        fault("X;XXX......;BLANK"),
        "X has three boards in a row already and cannot be the side to move"
    );

    let fault = |list: &str, board_a: &str| {
        let rest = ["........."; 8].join("/");
        Uttt.read(&format!("X;{list};{board_a}/{rest}")).unwrap_err().to_string()
    };
    assert_eq!(fault(".........", "......"), "board a has 6 symbols, expected 9");
    assert_eq!(fault(".........", "...#....."), "board a: `#` is not one of `X`, `O` and `.`");
    assert_eq!(
        fault("@........", "OOO......"),
        "board a is said to be open, but with these squares it is won by O; write `O` for it"
    );
    assert_eq!(
        fault("#........", "OO.XX...."),
        "board a is said to be drawn, but with these squares it is open; write `.` for it"
    );
    assert_eq!(fault("X........", "OOOXXX..."), "in board a both X and O have three in a row");
    assert_eq!(
        fault(".........", "X........"),
        "no board is marked `@`, but while all are open the last move names one; mark it"
    );
}

#[test]
fn parameters_are_refused() {
    assert_eq!(
        Uttt::with_parameters("4x4").unwrap_err().to_string(),
        "uttt has no parameters, but got `4x4`; remove them"
    );
}

fn after(state: &State, mv: u8) -> State {
    let mut next = *state;
    Uttt.play(&mut next, mv);
    next
}

#[test]
fn the_guide_sees_every_decisive_move() {
    assert!(laws::check_guide(&Uttt, 50) > 0);
    let guide = Uttt.guide().unwrap();
    let mut random = Random(5);
    for state in (0..100).flat_map(|_| play::random_game(&Uttt, &mut random)) {
        let Status::Turn(turn) = Uttt.status(&state) else { continue };
        let wins = legal_moves(&Uttt, &state)
            .into_iter()
            .any(|mv| Uttt.status(&after(&state, mv)) == Status::Over(Outcome::win(turn)));
        let goal = Goal::win(turn, &Uttt.values()).unwrap();
        let seen = matches!(guide.look(&Uttt, &state, turn, goal), Look::Wins(_));
        assert_eq!(seen, wins, "{}", Uttt.write_position(&state));
    }
}

/// What the rest of the game looks like from here: the status, and the legal moves.
fn outlook(text: &str) -> (Status<Outcome>, Vec<String>) {
    let state = Uttt.read(text).unwrap();
    let mut moves = Vec::new();
    let status = resolve(&Uttt, &state, &mut moves);
    let mut names: Vec<String> = moves.iter().map(|&mv| Uttt.write_move(&state, mv)).collect();
    names.sort();
    (status, names)
}

/// Puts what stands at each place at the image of that place.
fn permute<T: Copy>(items: &[T], image: [usize; 9]) -> Vec<T> {
    let mut permuted = items.to_vec();
    for (place, &item) in items.iter().enumerate() {
        permuted[image[place]] = item;
    }
    permuted
}

fn check_symmetry(text: &str, image: [usize; 9]) {
    let nine = |text: &str| -> String {
        permute(&text.chars().collect::<Vec<_>>(), image).into_iter().collect()
    };
    let [side, list, squares] = text.split(';').collect::<Vec<_>>().try_into().unwrap();
    let boards: Vec<String> = squares.split('/').map(nine).collect();
    let boards = permute(&boards.iter().collect::<Vec<_>>(), image);
    let boards = boards.into_iter().cloned().collect::<Vec<_>>().join("/");
    let turned = format!("{side};{};{boards}", nine(list));

    let (status, moves) = outlook(text);
    let letter = |name: char| (b'a' + image[(name as u8 - b'a') as usize] as u8) as char;
    let mut expected: Vec<String> =
        moves.iter().map(|name| name.chars().map(letter).collect()).collect();
    expected.sort();
    assert_eq!(outlook(&turned), (status, expected), "{text} as {turned}");
}

proptest! {
    #[test]
    fn turning_all_boards_changes_nothing(seed: u64) {
        for state in play::random_game(&Uttt, &mut Random(seed)) {
            let text = Uttt.write_position(&state);
            check_symmetry(&text, [2, 1, 0, 5, 4, 3, 8, 7, 6]);
            check_symmetry(&text, [0, 3, 6, 1, 4, 7, 2, 5, 8]);
        }
    }

    #[test]
    fn swapping_symbols_swaps_the_players(seed: u64) {
        for state in play::random_game(&Uttt, &mut Random(seed)) {
            let text = Uttt.write_position(&state);
            let swapped: String = text
                .chars()
                .map(|symbol| match symbol {
                    'X' => 'O',
                    'O' => 'X',
                    other => other,
                })
                .collect();
            let (status, moves) = outlook(&text);
            let status = match status {
                Status::Turn(player) => Status::Turn(!player),
                Status::Over(value) => {
                    Status::Over(value.winner().map_or(Outcome::Draw, |w| Outcome::win(!w)))
                }
            };
            prop_assert_eq!(outlook(&swapped), (status, moves));
        }
    }
}
