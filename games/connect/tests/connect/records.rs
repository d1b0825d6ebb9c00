//! SGF files: the forms in which programs write Connect6 are understood, and what is written reads
//! back.

use super::game;
use phidelta_connect::sgf::write_sgf;
use phidelta_rules::{Game, Notation, Player};
use phidelta_sgf::Variation;
use phidelta_testing::play::{self, Random};

/// The same moves as Little Golem writes them, as one stone a node, and in other ways.
#[test]
fn moves_of_two_stones_are_understood_in_all_forms() {
    let game = game("");
    let expected = game.read("moves J10 J7K8 J12I11").unwrap();
    for text in [
        "(;FF[4]EV[connect6.DEFAULT.mc.2019]PB[one]PW[two];B[j10];W[j7k8];B[j12i11])",
        "(;GM[Connect6]SZ[19];B[JJ];W[JM];W[KL];B[JH];B[II])",
        "(;GM[511]FF[4]SZ[19];B[jj];W[jm][kl];B[jh][ii])",
        "(;GM[1]SZ[19];B[jj];W[jmkl];B[jhii])",
        "(;GM[11]SZ[19:19]\n;B[jj]\n;W[J7]W[K8] ;B[j12][ii] )",
        "(;AB[jj][jh][ii]AW[jm][kl])",
        "(;AB[jj]PL[W];W[jm][kl];B[jh];B[ii])",
        "(;AB[jj];W[jm][kl];B[jhii])",
        "(;AB[aa];AE[aa]AB[jj];AW[j7][k8]AB[j12i11]PL[W])",
        "(;B[jj](;W[jm][kl];B[jh][ii])(;W[aa][bb]))(;GM[nonsense];B[zz])",
        "(;C[moves \\] and ( moves a1)];B[jj]C[];W[jm][kl];B[jhii]C[over])",
    ] {
        let state = game.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(state == expected, "{text}: {}", game.write_position(&state));
        let (played, by_words) = ("moves A1S19", "moves J10 J7K8 J12I11 A1S19");
        assert!(game.read(&format!("{text} {played}")).unwrap() == game.read(by_words).unwrap());
    }
}

#[test]
fn rectangles_half_turns_and_whose_turn_it_is() {
    let game = game("6x5x4x2x1");
    for (text, expected) in [
        ("(;)", "b"),
        ("(;SZ[6:5]AB[aa:bb]PL[W])", "B:A4,B4,A5,B5 w"),
        ("(;AB[b4:a5]PL[W])", "B:A4,B4,A5,B5 w"),
        ("(;AB[aa:cc]AE[bb]AW[fe:ee]AE[ee:fe]PL[b])", "B:A3,B3,C3,A4,C4,A5,B5,C5 b"),
        ("(;B[aa];W[bb])", "B:A5 W:B4 w1"),
        ("(;AB[aa]AW[bb])", "B:A5 W:B4 w1"),
        ("(;AB[aa])", "B:A5 w"),
        ("(;AB[aa]PL[B])", "B:A5 b"),
        ("(;AB[aa]PL[B]LEFT[1])", "B:A5 b1"),
        ("(;AB[aa];B[bb])", "B:B4,A5 b1"),
        ("(;B[aa];AB[bb];AW[cc]PL[W];W[dd])", "B:B4,A5 W:D2,C3 w1"),
    ] {
        let state = game.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.write_position(&state), expected, "{text}");
    }
}

#[test]
fn faults_name_their_place() {
    let game = game("6x6x4x2x1");
    let long = format!("({})", ";".repeat(100_000));
    let deep = format!("(;{}", "(;".repeat(100_000));
    for (text, message) in [
        (
            "(;SZ[19];B[aa])",
            "SGF: SZ[19:19] is not the size of this board, 6 columns and 6 rows; open the game with the size of the file",
        ),
        (
            "(;SZ[x])",
            "SGF: SZ[x] is not the size of this board, 6 columns and 6 rows; open the game with the size of the file",
        ),
        ("(;B[aa];W[bb][zz])", "SGF: move 2: `zz` is not a square of this board"),
        ("(;B[aa];W[bbc])", "SGF: move 2: `c` is not a square of this board"),
        (
            "(;B[aa];W[b7])",
            "SGF: move 2: `b7` is not a square of this board; squares run from A1 to F6",
        ),
        ("(;B[aa];W[])", "SGF: move 2: a pass is not a move of this game"),
        (
            "(;B[aa];W[bb:cc:dd])",
            "SGF: move 2: there is a rectangle that is not of the form aa:cc; correct it",
        ),
        ("(;B[aa];B[bb])", "SGF: move 2: it is white's turn, with 2 stones to place"),
        ("(;B[aa];W[bb];B[cc])", "SGF: move 3: it is white's turn, with 1 stone to place"),
        ("(;B[aa];W[bbccdd])", "SGF: move 2: it is black's turn, with 2 stones to place"),
        ("(;B[aa];W[aa])", "SGF: move 2: there is a stone on A6 already"),
        (
            "(;AB[aa][ba][ca]AW[ab];B[da];B[ea])",
            "SGF: move 2: the game is over before it; remove it",
        ),
        (
            "(;AB[aa][ba][ca][da]PL[B])",
            "SGF: black has 4 in a row already and cannot be the side to move",
        ),
        ("(;AB[aa][bb])", "SGF: it does not say whose turn it is; add PL[B] or PL[W]"),
        ("(;AB[a])", "SGF: AB: `a` is not a square of this board"),
        ("(;PL[x])", "SGF: PL must be B or W"),
        ("(;LEFT[x])", "SGF: LEFT needs a number"),
        ("(;AB[aa]PL[W]LEFT[3])", "SGF: white cannot have 3 stones left to place; write 1 to 2"),
        ("(;B[aa]", "SGF: it is not well formed (unexpected end of data)"),
        ("(B[aa])", "SGF: a file begins with `(;`"),
        ("()", "SGF: a file begins with `(;`"),
        (
            "(;B[aa)",
            "SGF: it is not well formed (error tokenizing: unexpected end of property value)",
        ),
        (&long, "SGF: a line of play has more than 1000 nodes; shorten it"),
        (&deep, "SGF: a line of play has more than 1000 nodes; shorten it"),
    ] {
        let error = game.read(text).map(|state| game.write_position(&state)).unwrap_err();
        assert_eq!(error.to_string(), message, "{}", &text[..text.len().min(40)]);
    }
}

#[test]
fn positions_that_are_written_read_back() {
    let mut random = Random(3);
    for parameters in ["6x6x4x2x1", "5x7x4x3x2", "9x9x5x1x1", "4x4x2x1x3"] {
        let game = game(parameters);
        for state in (0..20).flat_map(|_| play::random_game(&game, &mut random)) {
            let text = game.sgf(&state).unwrap();
            let back = game.read(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(back == state, "{text}");
        }
    }
}

/// Every line of a tree of variations, read back as main line, leads where its moves lead.
#[test]
fn trees_of_variations_read_back() {
    let game = game("19x19x6x2x1");
    let root = game.read("B:J10 W:A1,S19 b").unwrap();
    let reply = |stones: [u16; 2], comment: &str, next| Variation {
        stones: stones.to_vec(),
        player: Player::Min,
        comment: comment.into(),
        next,
    };
    let winning = Variation {
        stones: vec![190, 200],
        player: Player::Max,
        comment: "a trap: ] ( ;\nand a new line".into(),
        next: Vec::new(),
    };
    let first = Variation {
        stones: vec![160, 161],
        player: Player::Max,
        comment: String::new(),
        next: vec![
            reply([5, 6], "one", vec![winning.clone()]),
            reply([7, 8], "tw[o]", Vec::new()),
            Variation { stones: Vec::new(), player: Player::Min, ..winning },
        ],
    };
    let text = write_sgf(&game, &root, std::slice::from_ref(&first));
    let mut expected = root;
    [160, 161, 5, 6, 190, 200].into_iter().for_each(|square| game.play(&mut expected, square));
    assert!(game.read(&text).unwrap() == expected, "{text}");
    let trees = sgf_parse::go::parse(&text).unwrap();
    let branching = trees[0].main_variation().find(|node| node.children.len() > 1).unwrap();
    let comments: Vec<String> = branching
        .children
        .iter()
        .map(|child| {
            let last = child.main_variation().find(|node| node.get_property("C").is_some());
            match last.and_then(|node| node.get_property("C")) {
                Some(sgf_parse::go::Prop::C(text)) => text.to_string(),
                other => panic!("{other:?}"),
            }
        })
        .collect();
    assert_eq!(comments, ["one", "tw[o]", "a trap: ] ( ;\nand a new line"]);
    let single = [reply([7, 8], "a [b] c:\\d", Vec::new())];
    let text = write_sgf(&game, &root, &single);
    assert!(text.contains("\n;W[hs];W[is]C[a [b\\] c\\:\\\\d]\n"), "{text}");
}
