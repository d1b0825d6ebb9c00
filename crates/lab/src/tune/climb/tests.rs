use std::cell::{Cell, RefCell};
use std::convert::Infallible;

use super::*;

/// Climbs a landscape, and tells where it ended, and what was asked in which order with which
/// bounds.
fn walk(
    sizes: &[usize],
    start: &[usize],
    landscape: &dyn Fn(&[usize]) -> Number,
) -> (Point, Vec<(Point, Number)>) {
    let mut asked = Vec::new();
    let mut node = |point: &Point, bound: Number| {
        asked.push((point.clone(), bound));
        Ok::<_, Infallible>(landscape(point))
    };
    let Ok(end) = climb(sizes, start.to_vec(), &mut node);
    (end, asked)
}

fn line(numbers: &[u64]) -> Point {
    walk(&[numbers.len()], &[0], &|point| Some(numbers[point[0]])).0
}

/// The paper's Algorithm 1 line by line, for two parameters from 0. What is outside, and what is
/// beyond the best number so far, is infinite; whatever is infinite is `>` than anything.
fn algorithm_1(sizes: [usize; 2], start: [usize; 2], f: &dyn Fn(usize, usize) -> u64) -> Point {
    const INFINITE: u64 = u64::MAX;
    let n = Cell::new(INFINITE);
    let memory = RefCell::new(HashMap::new());
    let node = |e: usize, d: usize| {
        if e >= sizes[0] || d >= sizes[1] {
            return INFINITE;
        }
        *memory.borrow_mut().entry((e, d)).or_insert_with(|| match f(e, d) {
            number if number <= n.get() => {
                n.set(number);
                number
            }
            _ => INFINITE,
        })
    };
    let greater = |a: u64, b: u64| a == INFINITE || a > b;
    let [mut e, mut d] = start;
    let mut path = vec![(e, d)];
    let is_flat = |path: &[(usize, usize)]| {
        let last = path.iter().rev().take(4).map(|&(e, d)| node(e, d)).collect::<Vec<_>>();
        last.len() == 4 && last.iter().all(|&number| number == last[0])
    };
    let _ = node(e, d);
    while !is_flat(&path) {
        let inside = |e: usize, d: usize| e < sizes[0] && d < sizes[1];
        if !inside(e + 1, d) && !inside(e, d + 1) {
            return vec![e, d];
        }
        let (east, north) = (node(e + 1, d), node(e, d + 1));
        let (e2, d2) = if inside(e + 1, d) && (east <= north || !inside(e, d + 1)) {
            (e + 1, d)
        } else {
            (e, d + 1)
        };
        if greater(node(e2, d2), node(e, d))
            && greater(node(e2 + 1, d2), node(e2, d2))
            && greater(node(e2, d2 + 1), node(e2, d2))
        {
            return vec![e, d];
        }
        (e, d) = (e2, d2);
        path.push((e, d));
    }
    let value = node(e, d);
    let flat = path.iter().rev().take_while(|&&(e, d)| node(e, d) == value);
    let (e, d) = flat.fold((e, d), |(e, d), &(e2, d2)| (e.min(e2), d.min(d2)));
    vec![e, d]
}

/// Numbers that look random, the same ones each time.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % below
    }
}

#[test]
fn two_parameters_are_climbed_as_in_the_paper() {
    let mut ends = HashMap::new();
    for seed in 1..4000 {
        let mut random = random(seed);
        let sizes = [1 + random(9) as usize, 1 + random(9) as usize];
        let start = [random(sizes[0] as u64) as usize, random(sizes[1] as u64) as usize];
        // Slopes, flats and noise.
        let (noise, slope) = (1 + random(6), random(4));
        let mut numbers = HashMap::new();
        for e in 0..sizes[0] {
            for d in 0..sizes[1] {
                let hill = slope * (e as u64).abs_diff(4) + slope * (d as u64).abs_diff(3);
                numbers.insert((e, d), 1 + hill + random(noise));
            }
        }
        let f = |e: usize, d: usize| numbers[&(e, d)];
        let (end, asked) = walk(&sizes, &start, &|point| Some(f(point[0], point[1])));
        assert_eq!(end, algorithm_1(sizes, start, &f), "seed {seed}");
        *ends.entry(end).or_insert(0) += 1;

        let mut points: Vec<&Point> = asked.iter().map(|(point, _)| point).collect();
        points.sort();
        points.dedup();
        assert_eq!(points.len(), asked.len(), "each point is asked for once");
        let mut best = None;
        for (point, bound) in &asked {
            assert_eq!(*bound, best);
            let number = f(point[0], point[1]);
            best = Some(best.map_or(number, |best: u64| best.min(number)));
        }
    }
    assert!(ends.len() > 40, "the landscapes differ");
}

#[test]
fn smooth_hills_are_climbed_to_the_top() {
    for peak in [[5, 0, 2], [1, 7, 7], [0, 0, 0], [7, 7, 7]] {
        let valley = |point: &[usize]| {
            let distance = point.iter().zip(peak).map(|(&place, peak)| place.abs_diff(peak));
            Some(distance.map(|distance| 10 * distance as u64 * distance as u64).sum())
        };
        assert_eq!(walk(&[8, 8, 8], &[0, 0, 0], &valley).0, peak);
    }
}

#[test]
fn one_bad_point_does_not_end_the_climb_but_two_do() {
    assert_eq!(line(&[9, 8, 20, 7, 30, 30, 1]), [3]);
    assert_eq!(line(&[9, 8, 20, 8, 30, 7, 30, 40]), [5]);
    // What is worse than the best so far is not told from what is worse still.
    assert_eq!(line(&[9, 8, 20, 10, 7]), [1]);
}

#[test]
fn a_flat_ends_the_climb_where_it_began() {
    assert_eq!(line(&[9, 8, 8, 8, 8, 1]), [1]);
    assert_eq!(line(&[9, 8, 8, 8, 1]), [4]);
    assert_eq!(line(&[5, 5, 5, 5, 5]), [0]);
    let (end, asked) = walk(&[20, 15], &[1, 1], &|_| Some(7));
    assert_eq!(end, [1, 1]);
    assert_eq!(asked.len(), 7);
}

#[test]
fn the_climb_stays_inside() {
    assert_eq!(line(&[3]), [0]);
    assert_eq!(line(&[4, 3, 2, 1]), [3]);
    let falling = |point: &[usize]| Some(100 - point.iter().sum::<usize>() as u64);
    assert_eq!(walk(&[3, 1, 4], &[0, 0, 0], &falling).0, [2, 0, 3]);
}

#[test]
fn infinite_numbers_are_worse_than_any() {
    let nowhere = walk(&[5, 5], &[0, 0], &|_| None);
    assert_eq!(nowhere.0, [0, 0]);
    assert_eq!(nowhere.1.len(), 5);
    // The start is not solved, nor its neighbours; a point after them is.
    let behind = |point: &[usize]| (point.iter().sum::<usize>() > 1).then_some(6);
    assert_eq!(walk(&[5, 5], &[0, 0], &behind).0, [2, 0]);
    // What comes too late to be told is the same as what never comes.
    let numbers = [9, 8, 20, 7, 30, 31, 1];
    let (end, asked) = walk(&[7], &[0], &|point| {
        Some(numbers[point[0]]).filter(|&number| ![20, 30, 31].contains(&number))
    });
    assert_eq!((end, asked.len()), (vec![3], 6));
}

#[test]
fn what_goes_wrong_ends_the_climb() {
    let mut count = 0;
    let mut node = |_: &Point, _| {
        count += 1;
        if count == 3 { Err("interrupted") } else { Ok(Some(10 - count)) }
    };
    assert_eq!(climb(&[9, 9], vec![0, 0], &mut node), Err("interrupted"));
    assert_eq!(count, 3);
}
