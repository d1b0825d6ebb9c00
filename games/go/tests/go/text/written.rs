//! SGF files that are written.

use super::{RandomGame, position, random};
use phidelta_go::diagram::Marks;
use phidelta_go::record::{Where, read_sgf};
use phidelta_go::sgf::{variation, write_sgf};
use phidelta_go::{Colour, Point, read_point, read_region};
use sgf_parse::go::Prop;

#[test]
fn positions_read_back_with_their_marks() {
    for (seed, side) in [(1, 2), (2, 5), (3, 19)] {
        for position in RandomGame::new(side, 120, &mut random(seed)).positions {
            let all = position.stones[0] | position.stones[1];
            let targets = all.iter().step_by(3).collect();
            let region = read_region("A1-B2", side).unwrap();
            let marks = Marks { targets, region, labels: Vec::new() };
            let text = write_sgf(&position, &marks, "", &[]);
            let record = read_sgf(&text, Where::Usual).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(record.position, position, "{text}");
            assert!(record.turn_is_known);
            assert_eq!(record.marked, targets);
            assert_eq!(record.region, region - targets, "a point has one mark");
        }
    }
}

#[test]
fn variations_are_those_of_the_tree() {
    let root = position("5/1b3/2w2/5/5 w");
    let at = |name| Some(read_point(name, 5).unwrap());
    let tree = [
        variation(
            at("B3"),
            Colour::White,
            "alive: a [good] move\\".into(),
            vec![variation(None, Colour::Black, String::new(), Vec::new())],
        ),
        variation(
            at("E1"),
            Colour::White,
            "dead".into(),
            vec![variation(at("A5"), Colour::Black, "ko: Black needs 1 threat".into(), Vec::new())],
        ),
    ];
    let text = write_sgf(&root, &Marks::default(), "Who\nlives?", &tree);
    let expected = "\
(;FF[4]GM[1]CA[UTF-8]AP[phidelta]SZ[5]
AB[bb]
AW[cc]
PL[W]C[Who
lives?]
(;W[bc]C[alive\\: a [good\\] move\\\\]
;B[]
)
(;W[ee]C[dead]
;B[aa]C[ko\\: Black needs 1 threat]
)
)
";
    assert_eq!(text, expected);
    assert_eq!(read_sgf(&text, Where::End).unwrap().position.write(), "5/1b3/1ww2/5/5 w");
    let games = sgf_parse::go::parse(&text).unwrap();
    let comments: Vec<String> = games[0]
        .children
        .iter()
        .map(|node| match node.get_property("C") {
            Some(Prop::C(text)) => text.to_string(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(comments, ["alive: a [good] move\\", "dead"]);
}

/// What another reader of such files makes of it.
#[test]
fn points_are_where_other_programs_look_for_them() {
    let root = position("b3/4/4/3w b");
    let marks = Marks { targets: read_region("A4", 4).unwrap(), ..Marks::default() };
    let text = write_sgf(&root, &marks, "", &[]);
    let games = sgf_parse::go::parse(&text).unwrap();
    let point = |x, y| [sgf_parse::go::Point { x, y }].into_iter().collect();
    assert_eq!(games[0].get_property("AB"), Some(&Prop::AB(point(0, 0))));
    assert_eq!(games[0].get_property("AW"), Some(&Prop::AW(point(3, 3))));
    assert_eq!(games[0].get_property("TR"), Some(&Prop::TR(point(0, 0))));
    assert_eq!(games[0].get_property("SZ"), Some(&Prop::SZ((4, 4))));
    let first: Point = 0;
    assert_eq!(read_point("A1", 4), Ok(first));
}
