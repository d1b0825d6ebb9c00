//! All points of a space, one after the other, the last parameter first.

use super::climb::Point;

/// The points of a space with so many places for each parameter.
pub fn points(sizes: &[usize]) -> impl Iterator<Item = Point> {
    let first = sizes.iter().all(|&size| size > 0).then(|| vec![0; sizes.len()]);
    std::iter::successors(first, move |point| {
        let mut next = point.clone();
        let turning = (0..sizes.len()).rev().find(|&place| next[place] + 1 < sizes[place])?;
        next[turning] += 1;
        next[turning + 1..].fill(0);
        Some(next)
    })
}

/// How many there are.
pub fn count(sizes: &[usize]) -> usize {
    sizes.iter().fold(1, |product, &size| product.saturating_mul(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_comes_once_and_in_order() {
        let all: Vec<Point> = points(&[2, 1, 3]).collect();
        assert_eq!(all.len(), count(&[2, 1, 3]));
        assert_eq!(all[..4], [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 0]]);
        assert!(all.is_sorted_by(|a, b| a < b));
        assert_eq!(points(&[4]).flatten().collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(count(&[usize::MAX, 2]), usize::MAX);
    }
}
