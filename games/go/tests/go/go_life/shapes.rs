//! Famous shapes, with the status that the literature gives them: alive, dead, seki, or ko.
//!
//! Each has the values of six games: if the defender moves first, and if the attacker does; without ko
//! threats, if the defender has as many as needed, and if the attacker has. What is dead in the first
//! game of a row, but not in the second, is a ko that the defender must win.

use super::{on, retrograde};
use phidelta_go::go_life::GoLife;
use phidelta_go::point_name;
use phidelta_rules::{Game, Notation, Outcome};
use phidelta_testing::values;

/// Where a shape lies.
#[derive(Clone, Copy)]
enum Place {
    Centre,
    Edge,
    Corner,
}

/// The game of a diagram: `X` and `O` stones, `#` a black target, `+` the region, `.` the rest.
fn game(diagram: &[String], turn: char, threats: &str) -> GoLife {
    let side = diagram.len();
    let mut targets = Vec::new();
    let rows: Vec<String> = diagram
        .iter()
        .enumerate()
        .map(|(row, line)| {
            let symbol = |(column, symbol)| match symbol {
                'X' => 'b',
                'O' => 'w',
                '#' => {
                    targets.push(point_name((column + side * (side - 1 - row)) as u16, side));
                    'b'
                }
                other => other,
            };
            line.chars().enumerate().map(symbol).collect()
        })
        .collect();
    on(&format!("{}:{turn}:targets={}:threats={threats}", rows.join("/"), targets.join(",")))
}

/// An eye of this shape inside a chain without other liberties: a black ring around it, and a white one
/// around that. In the eye, `+` is empty.
fn ring(eye: &str, place: Place) -> Vec<String> {
    let rows: Vec<Vec<char>> = eye.split('/').map(|row| row.chars().collect()).collect();
    let (right, up) = match place {
        Place::Centre => (2, 2),
        Place::Edge => (2, 0),
        Place::Corner => (0, 0),
    };
    let side = rows.len().max(rows[0].len()) + 5;
    let mut board = vec![vec!['.'; side]; side];
    for (row, line) in rows.iter().enumerate() {
        for (column, &symbol) in line.iter().enumerate() {
            board[side - rows.len() - up + row][right + column] = symbol;
        }
    }
    for (inner, outer) in [("+O", 'X'), ("X#", 'O')] {
        let before = board.clone();
        for row in 0..side {
            for column in 0..side {
                let near = |at: usize| at.saturating_sub(1)..(at + 2).min(side);
                let touches = near(row)
                    .flat_map(|row| near(column).map(move |column| (row, column)))
                    .any(|(row, column)| inner.contains(before[row][column]));
                if touches && before[row][column] == '.' {
                    board[row][column] = outer;
                }
            }
        }
        if outer == 'X' {
            let last = board.iter_mut().flatten().find(|symbol| **symbol == 'X').unwrap();
            *last = '#';
        }
    }
    board.iter().map(|row| row.iter().collect()).collect()
}

/// Compares the values of the six games with those expected: `A` alive, `D` dead, `S` neither, `-` not
/// asked for.
fn check(name: &str, diagram: &[String], expected: &str) {
    let letter = |value| match value {
        Outcome::MaxWins => 'A',
        Outcome::MinWins => 'D',
        Outcome::Draw => 'S',
    };
    let games = ['b', 'w']
        .into_iter()
        .flat_map(|turn| ["0,0", "inf,0", "0,inf"].into_iter().map(move |threats| (turn, threats)));
    let expected = expected.chars().filter(|letter| *letter != ' ');
    for ((turn, threats), expected) in games.zip(expected).filter(|(_, letter)| *letter != '-') {
        let game = game(diagram, turn, threats);
        let value = values::certified_value(&game, &game.initial());
        let context = || format!("{name}, {turn} first, threats {threats}: {diagram:#?}");
        assert_eq!(letter(value), expected, "{}", context());
        if let Some(backwards) = retrograde(&game, &game.initial(), 3_000) {
            assert_eq!(value, backwards, "{}", context());
        }
    }
}

fn lines(diagram: &str) -> Vec<String> {
    diagram.split_whitespace().map(String::from).collect()
}

#[test]
fn eyes_of_one_chain() {
    use Place::{Centre, Corner, Edge};
    for (name, eye, place, expected) in [
        ("two", "++", Centre, "DDD DDD"),
        ("straight three", "+++", Centre, "AAA DDD"),
        ("bent three", "++/+.", Centre, "AAA DDD"),
        ("straight four", "++++", Centre, "AAA AAA"),
        ("bent four", "+../+++", Centre, "AAA AAA"),
        ("zigzag four", "++./.++", Centre, "AAA AAA"),
        ("square four", "++/++", Centre, "DDD DDD"),
        ("pyramid four", ".+./+++", Centre, "AAA DDD"),
        ("bulky five", "++./+++", Centre, "AAA DDD"),
        ("crossed five", ".+./+++/.+.", Centre, "AAA DDD"),
        ("rabbity six", ".++/+++/.+.", Centre, "AAA DDD"),
        ("rectangular six", "+++/+++", Centre, "AAA AAA"),
        ("rectangular six", "+++/+++", Edge, "AAA AAA"),
        ("straight four", "++++", Corner, "AAA AAA"),
        ("square four", "++/++", Corner, "DDD DDD"),
        // Kos that the attacker takes first.
        ("bent four", "+../+++", Corner, "AAA DAD"),
        ("zigzag four", "++./.++", Corner, "AAA DAD"),
        ("rectangular six", "+++/+++", Corner, "AAA DDD"),
        // Who moves dies, or gives the other one life.
        ("seki", "+OOO+", Centre, "SSS SSS"),
        // The attacker can start a ko, and take it first; so the defender needs threats, or is dead. The
        // rules of Japan do not let him have any.
        ("bent four in the corner", "+.../OOO+", Corner, "DSD DSD"),
    ] {
        check(name, &ring(eye, place), expected);
    }
}

/// One outside liberty makes it a ko, two make it alive.
#[test]
fn rectangular_six_in_the_corner() {
    let one = "...... ...O.. OOO+O. XXX#O. +++XO. +++XO.";
    check("one liberty", &lines(one), "AAA DAD");
    let two = "...... ..OO.. OO++O. XXX#O. +++XO. +++XO.";
    check("two liberties", &lines(two), "AAA AAA");
}

/// The L group is dead; with a leg it is unsettled, with two it is alive.
#[test]
fn l_groups() {
    let none = "...... ...... OOOOO. +XX#O. +++XO. ++++O.";
    check("L", &lines(none), "DDD DDD");
    let one = "....... ....... ....... OOOOO.. +XX#OO. +++XXO. +++++O.";
    check("L+1, short side", &lines(one), "AAA DDD");
    let one = "...... OOO... +XOOO. +XX#O. +++XO. ++++O.";
    check("L+1, long side", &lines(one), "AAA DDD");
    let two = "....... OO..... +OO.... +XOOO.. +XX#OOO +++XXOO ++++++O";
    check("L+2", &lines(two), "AAA AAA");
}

/// It lives if it moves first and dies otherwise; though with three threats, Black could fight for E2.
#[test]
fn j_group() {
    let j = "........ ........ ........ OO...... +OOOO... +X#XOO.. ++++XOO. +++X+O..";
    check("J", &lines(j), "AAA D--");
}

/// It is alive as long as it is not closed in at the legs at B4 and D2. No diagram was at hand: the place of
/// the stones was found by looking for a small shape with the statuses that Sensei's Library tells.
#[test]
fn tripod_group() {
    let open =
        "......... ......... O........ +OO...... ++O...... +#OO..... ++#OOO... +#+#+OO.. ++++++O..";
    check("tripod", &lines(open), "A-- AAA");
    let closer =
        "......... ......... O........ +OO...... +OO...... +#OO..... ++#OOO... +#+#+O... +++++O...";
    check("tripod with a stone at B5", &lines(closer), "A-- D--");
}

/// If the attacker moves first, they are kos.
#[test]
fn long_l_group_and_carpenter_s_square() {
    let long = "....... ....... OO..... +OOOOO. +XXX#O. ++++XO. +++++O.";
    check("long L", &lines(long), "AAA DSD");
    let square = "....... OO..... +OOOO.. +XX#O.. +++XO.. +++XOO. +++++O.";
    check("carpenter's square", &lines(square), "A-- DS-");
}

/// Black can make it a seki by A2. Who starts the ko instead lets the other one take it first.
#[test]
fn ten_thousand_year_ko() {
    let ko = "....... ....... ....... OOOOOO. XXXX#O. +X+OXO. XOO+XO.";
    check("ten thousand year ko", &lines(ko), "SAS SAD");
}

/// Both sides have an eye, and share a liberty.
#[test]
fn seki_with_eyes() {
    let seki = "........ ........ ........ ........ OOOOOOOO #XXXXXXO XXXOOOXO +X+O+OXO";
    check("seki", &lines(seki), "SSS SSS");
}

/// Black takes two stones, White takes one back and adds one: the same again, for ever.
#[test]
fn send_two_return_one() {
    let game = on("bww+/bbbw/bbbw/bbb+:b:targets=A1");
    let again = game.read("moves D4 C4 pass B4").unwrap();
    assert_eq!(game.read("start").unwrap(), again);
    assert_eq!(values::certified_value(&game, &again), Outcome::Draw);
    assert_eq!(retrograde(&game, &again, 3_000), Some(Outcome::Draw));
}

/// A ko for which both sides have threats without end.
#[test]
fn endless_ko() {
    let game = game(&ring("+../+++", Place::Corner), 'w', "inf,inf");
    assert_eq!(values::certified_value(&game, &game.initial()), Outcome::Draw);
}
