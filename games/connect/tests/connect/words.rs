//! How the family's moves and positions are written: turns of several stones as one word, large
//! boards, and the names of its members.

use super::game;
use phidelta_connect::{CONNECT6, Connect, GOMOKU};
use phidelta_rules::{Catalogued, Game, Instance, Notation};

#[test]
fn the_stones_of_a_turn_are_one_word() {
    let game = game("");
    let apart = game.read("moves J10 G7 P8 K11 L12 A1").unwrap();
    for moves in ["J10 G7P8 K11L12 A1", "j10 g7p8 k11 L12 a1", "J10 G7P8 K11L12 A1"] {
        assert!(game.read(&format!("moves {moves}")).unwrap() == apart, "{moves}");
    }
    assert_eq!(apart.left(), 1);
    let squares = |text: &str| -> Vec<u16> {
        let mut state = game.initial();
        let play = |word: &str| {
            let mv = game.read_move(&state, word).unwrap();
            game.play(&mut state, mv);
            mv
        };
        text.split(' ').map(play).collect()
    };
    let line = squares("J10 G7 P8 K11 L12 A1");
    assert_eq!(game.write_line(&game.initial(), &line), ["J10", "G7P8", "K11L12", "A1"]);
    let half = game.read("moves J10 G7").unwrap();
    assert_eq!(game.write_line(&half, &line[2..]), ["P8", "K11L12", "A1"]);
    assert_eq!(game.write_line(&half, &[]), [""; 0]);
}

#[test]
fn names_of_squares_are_told_apart_within_a_word() {
    let game = game("");
    for word in ["A1A11", "A11A1", "A1B1", "A19S19"] {
        let state = game.read(&format!("moves J10 {word}")).unwrap();
        let (one, other) = word.split_at(word[1..].find(char::is_alphabetic).unwrap() + 1);
        let expected = game.read(&format!("moves J10 {one} {other}")).unwrap();
        assert!(state == expected && state.left() == 2, "{word}");
    }
}

#[test]
fn wrong_words_are_refused() {
    let game = game("3x3x3x2x1");
    let more = "legal are A1 B1 C1 A2 C2 A3 B3 C3";
    for (moves, message) in [
        ("B2A1", "move 1, `B2A1`, is not legal there: legal are A1 B1 C1 A2 B2 C2 A3 B3 C3"),
        ("B2 A1B2", "move 2, `B2`, is not legal there: legal are B1 C1 A2 C2 A3 B3 C3"),
        ("B2 A1B1C1", "move 2, `B1C1`, is not legal there: legal are B1 C1 A2 C2 A3 B3 C3"),
        ("B2 B2A1", &format!("move 2, `B2A1`, is not legal there: {more}")),
        ("B2 A9", &format!("move 2, `A9`, is not legal there: {more}")),
        ("B2 A1A1", "move 2, `A1`, is not legal there: legal are B1 C1 A2 C2 A3 B3 C3"),
    ] {
        assert_eq!(game.read(&format!("moves {moves}")).unwrap_err().to_string(), message);
    }
    // The game is over with the first stone of the turn.
    let error = game.read("B:A1,B1 W:A3,B2 b moves C1C3").unwrap_err().to_string();
    assert_eq!(error, "move 1, `C3`, is not legal there: the game is over");
}

#[test]
fn large_boards_are_written_and_drawn() {
    let game = game("26x14x6x2x1");
    let text = "B:A1,Z14 W:I9 b";
    let state = game.read(text).unwrap();
    assert_eq!(game.write_position(&state), text);
    let drawing = game.draw(&state);
    let lines: Vec<&str> = drawing.lines().collect();
    assert_eq!(lines.len(), 15);
    assert_eq!(lines[0], format!("14  {}X", ". ".repeat(25)));
    assert_eq!(lines[5], format!(" 9  {}O{}", ". ".repeat(8), " .".repeat(17)));
    assert_eq!(lines[14], "    A B C D E F G H I J K L M N O P Q R S T U V W X Y Z");
}

#[test]
fn members_of_the_family_have_names() {
    let open = |instance: &Instance, text: &str| {
        let read = (instance.read)(text).unwrap();
        let game = Connect::with_parameters(&read.family).unwrap();
        // The family's parameters are in their full form.
        assert_eq!(game.parameters(), read.family);
        assert_eq!((instance.read)(&read.own).unwrap(), read);
        (read.own, read.family)
    };
    for (instance, text, own, family) in [
        (&CONNECT6, "", "19", "19x19x6x2x1"),
        (&CONNECT6, "15", "15", "15x15x6x2x1"),
        (&CONNECT6, "15X13:Symmetric", "15x13:symmetric", "15x13x6x2x1:symmetric"),
        (&CONNECT6, "symmetric", "19:symmetric", "19x19x6x2x1:symmetric"),
        (&GOMOKU, "", "15", "15x15x5x1x1"),
        (&GOMOKU, "exact", "15:exact", "15x15x5x1x1:exact"),
        (&GOMOKU, "9x9:symmetric:exact", "9:exact:symmetric", "9x9x5x1x1:exact:symmetric"),
    ] {
        assert_eq!(open(instance, text), (own.to_string(), family.to_string()));
    }
    for (instance, text, message) in [
        (&CONNECT6, "exact", "`exact` may not follow the size; symmetric may"),
        (&CONNECT6, "19x", "`19x` is not of the form SIZE, as in 15 or 15x13"),
        (&CONNECT6, "20", "the number of squares is 400, but must be at most 384"),
        (&GOMOKU, "0", "the number of columns is 0, but must be 1 to 26"),
        (&GOMOKU, "15:fast", "`fast` may not follow the size; exact and symmetric may"),
        (&GOMOKU, "exact:15", "`15` may not follow the size; exact and symmetric may"),
    ] {
        assert_eq!((instance.read)(text).unwrap_err().to_string(), message);
    }
}
