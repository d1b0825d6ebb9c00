//! Windows and the number of threats.

use phidelta_connect::field::Field;
use phidelta_connect::shape::{Parameters, Shape};
use phidelta_connect::threats;
use phidelta_rules::{Area, Player};
use rand::RngExt;

use super::plain::{Plain, choices};
use super::{parameters, random_stones, rng};

const BOARDS: [(usize, usize, usize, usize); 6] =
    [(19, 19, 6, 2), (7, 6, 4, 2), (9, 9, 5, 1), (5, 5, 3, 2), (4, 6, 1, 1), (6, 6, 6, 2)];

/// Stones put and taken back leave what a board has that never had them; windows with so many stones
/// are those of the definition.
#[test]
fn windows_are_counted() {
    for (columns, rows, k, stones) in BOARDS {
        let shape = Shape::new(parameters(columns, rows, k, stones));
        let plain = Plain::new(&shape);
        assert_eq!(shape.windows(), plain.windows.len());
        let mut rng = rng(1);
        let mut field = Field::new(&shape);
        for _ in 0..30 {
            let stones = random_stones(&shape, shape.board() / 2, &mut rng);
            field.set(stones);
            for player in [Player::Max, Player::Min] {
                for count in 0..=k {
                    let mut found: Vec<Area> =
                        field.windows(player, count).map(|window| *shape.area(window)).collect();
                    let expected = plain.windows.iter().copied().filter(|window| {
                        !window.meets(&stones[!player as usize])
                            && (*window & stones[player as usize]).len() == count
                    });
                    let mut expected: Vec<Area> = expected.collect();
                    found.sort();
                    expected.sort();
                    assert_eq!(found, expected);
                }
            }
            assert_eq!(field.key(), Field::with_stones(&shape, stones).key());
        }
    }
}

#[test]
fn threats_are_least_hitting_sets() {
    let mut seen = [0; 4];
    for seed in 0..400 {
        let mut rng = rng(seed);
        let (columns, rows, k, stones) = BOARDS[rng.random_range(0..4)];
        let shape = Shape::new(parameters(columns, rows, k, stones));
        let plain = Plain::new(&shape);
        let most = if columns == 19 { 60 } else { shape.board() / 3 };
        let board = random_stones(&shape, most, &mut rng);
        let field = Field::with_stones(&shape, board);
        for player in [Player::Max, Player::Min] {
            let mut gaps = Vec::new();
            threats::gaps(&field, player, stones, &mut gaps);
            let expected = plain.gaps(&board, player, stones);
            let number = plain.number(&board, &expected);
            assert_eq!(threats::number(&gaps), number, "seed {seed}");
            seen[number] += 1;
            let completion = threats::completion(&field, player, stones);
            assert_eq!(completion.is_some(), !expected.is_empty());
            assert!(completion.is_none_or(|gap| expected.contains(&gap.area())));
            let squares: Vec<usize> =
                expected.iter().fold(Area::EMPTY, |all, gap| all | *gap).iter().collect();
            let hits = |choice: &Area| expected.iter().all(|gap| gap.meets(choice));
            let all: Vec<Area> = choices(&squares, stones).filter(hits).collect();
            let least = |choice: &Area| {
                !choice.is_empty()
                    && all.iter().all(|other| other == choice || !other.is_subset(choice))
            };
            let mut minimal: Vec<Area> = all.iter().copied().filter(least).collect();
            let mut found: Vec<Area> =
                threats::all_defences(&gaps, stones).iter().map(|stones| stones.area()).collect();
            minimal.sort();
            found.sort();
            assert_eq!(found, minimal, "seed {seed}");
            if number == stones {
                let mut exact = Vec::new();
                threats::defences(&gaps, stones, &mut exact);
                let mut exact: Vec<Area> = exact.iter().map(|stones| stones.area()).collect();
                exact.sort();
                assert_eq!(exact, minimal);
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "all numbers of threats occur: {seen:?}");
}

/// With rows of exactly five, a window with a sixth stone at its end is none.
#[test]
fn rows_that_would_be_too_long_are_no_windows() {
    let shape = Shape::new(Parameters { exact: true, ..parameters(9, 1, 5, 1) });
    // x x x x . x . . .
    let stones: Area = [0, 1, 2, 3, 5].into_iter().collect();
    let field = Field::with_stones(&shape, [stones, Area::EMPTY]);
    assert_eq!(threats::completion(&field, Player::Max, 1), None, "six in a row is too long");
    let other = Field::with_stones(&shape, [[0, 1, 2, 3].into_iter().collect(), Area::EMPTY]);
    assert_eq!(threats::completion(&other, Player::Max, 1).unwrap().squares(), [4]);
}
