//! Regions computed from the targets, and walls around regions.

use super::{on, random_position, retrograde};
use phidelta_go::go_life::{GoLife, Problem, RegionKind, computed_region, walled};
use phidelta_rules::{Area, Catalogued, Game, Notation, Outcome};
use phidelta_testing::play::Random;
use phidelta_testing::values;

/// Of a problem whose region was computed: its region as drawn, and whether the region is closed.
fn computed(rows: &str, target: &str) -> (String, RegionKind) {
    let game = on(&format!("{rows}:b:targets={target}"));
    let marked: Area = game.problem().targets().iter().collect();
    let kind = computed_region(game.problem().position(), &marked).unwrap().kind;
    (game.parameters().split(':').next().unwrap().to_string(), kind)
}

#[test]
fn closed_regions() {
    use RegionKind::Closed;
    for (rows, target, region) in [
        // Up to a wall.
        ("6/6/wwwww1/1bbbw1/3bw1/4w1", "B3", "6/6/wwwww1/+bbbw1/+++bw1/++++w1"),
        // Over empty points to other chains, and behind them.
        ("5/5/wwwww/bb1bw/1b1bw", "B1", "5/5/wwwww/bb+bw/+b+bw"),
        // An enemy stone in atari is no wall.
        ("3/wb1/1wb", "C1", "+++/wb+/+wb"),
    ] {
        assert_eq!(computed(rows, target), (region.to_string(), Closed), "{rows}");
    }
}

#[test]
fn a_cut_region_is_walled() {
    let rows = "9/9/9/9/9/9/1www5/1bbw5/3b5";
    let game = on(&format!("{rows}:b:targets=B2"));
    let drawing = "\
9  . . . . . . . . .
8  . . . . . . . . .
7  . . . . . . . . .
6  O . . . . . . . .
5  + O . . . . . . .
4  + + O . O . . . .
3  + O O O + O . . .
2  + X X O + + O . .
1  + + + X + + + O .
   A B C D E F G H J

black defends B2
";
    assert_eq!(game.draw(&game.initial()), drawing);
    let whole = Area::first(81);
    let (position, region) = (game.problem().position(), game.problem().region());
    assert_eq!(walled(position, &whole, region), (position.clone(), *region));
}

/// Whatever the position, there is a region with a wall, and all liberties of the targets are in it.
#[test]
fn every_target_has_a_region() {
    let mut random = Random(23);
    let mut kinds = [0; 2];
    for _ in 0..2000 {
        let side = 1 + random.below(12);
        let (position, targets) = random_position(&mut random, side);
        let Ok(region) = computed_region(&position, &targets) else { continue };
        let problem = Problem::with_computed_region(&position, &targets, [0; 2]);
        let Ok(problem) = problem else { continue };
        assert!(region.points.is_subset(problem.region()));
        assert_eq!(
            GoLife::with_parameters(&problem.write()).unwrap().parameters(),
            problem.write()
        );
        kinds[region.kind as usize] += 1;
        if region.kind == RegionKind::Closed {
            assert_eq!(*problem.position(), position, "a closed region has its wall");
        }
    }
    assert!(kinds.iter().all(|&count| count > 50), "{kinds:?}");
}

/// Who lives behind a wall lives on the whole board, if he has no chains with liberties outside.
#[test]
fn life_behind_a_wall_is_life() {
    let mut random = Random(29);
    let mut lives = 0;
    while lives < 5 {
        let (position, targets) = random_position(&mut random, 4);
        let all = Area::first(16) - position.stones[0] - position.stones[1];
        let region: Area = all.iter().filter(|_| random.below(2) > 0).collect();
        let (walled, region) = walled(&position, &targets, &region);
        let Ok(problem) = Problem::new(&walled, &targets, &region, [0; 2]) else { continue };
        let Ok(free) = Problem::new(&position, &targets, &all, [0; 2]) else { continue };
        let game = GoLife::from_problem(problem);
        let friends = position.stones[game.problem().defender() as usize];
        if walled == position || all.len() > 5 || !friends.is_subset(&game.problem().changing()) {
            continue;
        }
        if retrograde(&game, &game.initial(), 30_000) == Some(Outcome::MaxWins) {
            let free = GoLife::from_problem(free);
            let value = values::certified_value(&free, &free.initial());
            assert_eq!(value, Outcome::MaxWins, "{}", game.problem().write());
            lives += 1;
        }
    }
}
