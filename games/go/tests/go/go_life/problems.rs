//! Problems as parameters, positions as text, and what is wrong with them.

use super::on;
use phidelta_go::go_life::GoLife;
use phidelta_rules::{Catalogued, Game, Notation, Outcome, Player, Status};

/// A ko on A1 and B1.
const KO: &str = "+++/wb+/+wb:b:targets=C1";

#[test]
fn the_usual_problem_is_the_l_group() {
    let game = on("");
    let drawing = "\
6  . . . . . .
5  . . . . . .
4  O O O O O .
3  + X X X O .
2  + + + X O .
1  + + + + O .
   A B C D E F

black defends D2
";
    assert_eq!(game.draw(&game.initial()), drawing);
    assert_eq!(game.parameters(), "6/6/wwwww1/+bbbw1/+++bw1/++++w1:b:targets=D2:rules=2");
    assert_eq!(game.player_name(Player::Max), "black");
    // The examples of the manual.
    assert_eq!(on("6/6/wwwww1/+bbbw1/+++bw1/++++w1:b:targets=B3").initial(), game.initial());
    let after = game.read("6/6/wwwww1/1bbbw1/1w1bw1/1b2w1 b").unwrap();
    assert_eq!(game.read("moves B1 B2").unwrap(), after);
}

#[test]
fn drawings_tell_what_the_board_does_not_show() {
    let game = on(&format!("{KO}:threats=2,inf"));
    let remarks = |position: &str| {
        let drawing = game.draw(&game.read(position).unwrap());
        drawing.split_once("\n\n").unwrap().1.to_string()
    };
    assert_eq!(remarks("start"), "black defends C1\nko threats: black 2, white inf\n");
    assert_eq!(
        remarks("3/wb1/1wb b ko=A1 threats=1,inf"),
        "black defends C1\nko threats: black 1, white inf\nko on A1\n"
    );
    assert_eq!(
        remarks("moves pass"),
        "black defends C1\nko threats: black 2, white inf\nblack has passed\n"
    );
    assert!(remarks("moves pass pass").ends_with("\nboth have passed\n"));
    assert!(remarks("2w/wbw/1w1 b").starts_with("black has lost all targets\n"));
}

#[test]
fn parameters_have_one_full_form() {
    for (text, full) in [
        // Any stone of a chain names it, and several name it once.
        (
            "5/5/WWWWW/bbbbw/+++bw:W:targets=b2,d1:threats=0,0",
            "5/5/wwwww/bbbbw/+++bw:w:targets=D1:rules=2",
        ),
        (
            "5/5/wwwww/bbbbw/+++bw:b:threats=INF,9:targets=A2",
            "5/5/wwwww/bbbbw/+++bw:b:targets=D1:threats=inf,9:rules=2",
        ),
        // Where no point is marked, the region is computed.
        ("5/5/wwwww/bbbbw/3bw:b:targets=A2", "5/5/wwwww/bbbbw/+++bw:b:targets=D1:rules=2"),
        ("3/wb1/1wb:b:targets=C1:ko=A1", "+++/wb+/+wb:b:targets=C1:ko=A1:rules=2"),
    ] {
        assert_eq!(on(text).parameters(), full);
        assert_eq!(on(full).parameters(), full);
    }
}

#[test]
fn faults_of_problems_are_named() {
    let form = "is not of the form ROWS:SIDE-TO-MOVE:targets=POINTS[:threats=DEFENDER,ATTACKER]\
                [:ko=POINT][:rules=2], as in 5/5/wwww1/bbbw1/+++w1:b:targets=A2";
    for (text, message) in [
        ("x", "row 1: `x` is not one of `b`, `w`, `+`, `.` and digits"),
        ("1", &format!("`1` {form}")),
        ("1:b:A1", &format!("`1:b:A1` {form}")),
        ("1:b:size=1", &format!("`1:b:size=1` {form}")),
        ("1:x:targets=A1", "the side to move: `x` is not one of b and w"),
        ("2/2:b", "there is no target; name a stone, as in targets=D4"),
        ("2/2:b:targets=A1", "there is no stone on A1; name a target that is one"),
        ("2/2:b:targets=C1", "`C1` is not a square of this board; squares run from a1 to B2"),
        (
            "+b/w+:b:targets=A1,B2",
            "the targets on B2 and A1 are of different colours; leave one out",
        ),
        (
            "+b/1b:b:targets=B1",
            "the target has a liberty on A1 outside the region; take A1 into the region",
        ),
        ("bw/wb:b:targets=A1", "the stone on A1 has no liberty; remove its chain"),
        ("+b/+b:b:targets=B1:ko=A1", "no ko can be taken on A1; leave it out"),
        (
            "+b/+b:b:targets=B1:threats=1",
            "threats=1 is not of the form threats=DEFENDER,ATTACKER, each 0 to 9 or inf, as in \
             threats=0,inf",
        ),
        (
            "+b/+b:b:targets=B1:rules=1",
            "rules=1 is not a version of the rules that this program knows, which is rules=2; leave it \
             out",
        ),
        (&["1"; 20].join("/"), "the number of rows is 20, but must be at most 19"),
        (
            &format!("{}b+++++++++++:b:targets=A1", "++++++++++++/".repeat(11)),
            "stones can come and go on 144 points, but 127 is the most; take a smaller region",
        ),
    ] {
        assert_eq!(GoLife::with_parameters(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn faults_of_positions_are_named() {
    let game = on(&format!("{KO}:threats=1,inf"));
    for (text, message) in [
        ("3/wb1/1wb", "the side to move is missing; write the position as 3/wb1/1wb b"),
        ("3/wb1/1wb b x", "`x` follows the end of the position; remove it"),
        ("3/wb1/1wb b pass pass pass", "`pass` follows the end of the position; remove it"),
        ("3/wb1/1wb b ko=C3", "no ko is forbidden on C3; leave it out"),
        ("3/wb1/1wb b ko=A1 pass", "no ko is forbidden on A1; leave it out"),
        ("3/wb1/1wb b lost=A2", "A2 is no target, so it cannot be lost; targets are C1"),
        ("3/wb1/1wb b threats=2,inf", "threats=2,inf is not what can be left of threats=1,inf"),
        ("3/wb1/1wb b threats=0,9", "threats=0,9 is not what can be left of threats=1,inf"),
        ("3/bbb/wwb b", "the stone on A1 has no liberty; remove its chain"),
    ] {
        assert_eq!(game.read(text).unwrap_err().to_string(), message, "{text}");
    }
    let walled = on("5/5/wwwww/bbbbw/+++bw:w:targets=A2");
    assert_eq!(
        walled.read("5/5/wwwww/bbbbw/3b1 w").unwrap_err().to_string(),
        "E1 cannot change; leave it as in the problem"
    );
    assert_eq!(
        walled.read("5/5/wwwww/bbbbw/3bw w ko=E1").unwrap_err().to_string(),
        "nothing can change on E1; leave it out"
    );
}

#[test]
fn a_ko_is_taken_back_by_a_threat() {
    let play = |threats: &str, moves: &str| {
        let game = on(&format!("{KO}:threats={threats}"));
        let state = game.read(&format!("moves {moves}"));
        state.map(|state| game.write_position(&state)).map_err(|error| error.to_string())
    };
    let banned = "move 2, `B1`, is not legal there: legal are C2 A3 B3 C3 pass";
    assert_eq!(play("0,0", "A1"), Ok("3/wb1/b1b w ko=B1".into()));
    assert_eq!(play("0,0", "A1 B1"), Err(banned.into()));
    assert_eq!(play("9,0", "A1 B1"), Err(banned.into()));
    assert_eq!(play("0,1", "A1 B1"), Ok("3/wb1/1wb b ko=A1 threats=0,0".into()));
    assert_eq!(play("1,1", "A1 B1 A1"), Ok("3/wb1/b1b w ko=B1 threats=0,0".into()));
    // A stone elsewhere lifts the ban, and so does a pass.
    assert_eq!(play("0,0", "A1 C3 B3 B1"), Ok("1bw/wb1/1wb b ko=A1".into()));
    assert_eq!(play("0,0", "A1 pass C3 B1"), Ok("2b/wb1/1wb b ko=A1".into()));
    // Who has threats without end is never banned.
    assert_eq!(play("0,inf", "A1"), Ok("3/wb1/b1b w".into()));
    assert_eq!(play("0,inf", "A1 B1"), Ok("3/wb1/1wb b ko=A1".into()));
}

/// Passing ends the game with a draw, unless it is over already.
#[test]
fn two_passes_are_a_draw() {
    let game = on("");
    let state = game.read("moves pass pass").unwrap();
    assert_eq!(game.status(&state), Status::Over(Outcome::Draw));
    assert_eq!(
        game.read("moves pass pass A1").unwrap_err().to_string(),
        "move 3, `A1`, is not legal there: the game is over"
    );
}
