//! Hill climbing (Song, Iida & van den Herik 2017, Algorithm 1), for any number of parameters.
//!
//! A point has a place for each parameter, counted in steps from 0. From a point, the climb looks
//! one step up in each parameter and goes to the best of these. It ends at a point if the best
//! step is worse, and all steps after that one are worse still; so a single bad point, which may
//! be noise, does not end it. It also ends when it goes on and on without a change.
//!
//! A run that visits more nodes than the best one so far is shut off, and counts as infinitely
//! many. Such a number is worse than any, another infinite one included: it was not looked at
//! closely enough to be any better.

use std::collections::HashMap;

/// After so many steps without a change of the node number, the ground is flat.
const FLAT: u32 = 3;

/// A place for each parameter.
pub type Point = Vec<usize>;

/// A node number; `None` is infinite.
pub type Number = Option<u64>;

/// Climbs from `start`, in a space with so many places for each parameter, and gives the point
/// where it ends: where the flat began, if it ends on a flat.
///
/// `node` tells the node number of a point. It is asked once for each point that matters, with the
/// bound beyond which the number does not; what lies beyond is taken as infinite.
///
/// # Errors
/// Those of `node`.
pub fn climb<E>(
    sizes: &[usize],
    start: Point,
    node: &mut dyn FnMut(&Point, Number) -> Result<Number, E>,
) -> Result<Point, E> {
    let mut hill = Hill { sizes, node, known: HashMap::new(), best: None };
    let mut here = start;
    let mut number = hill.at(&here)?;
    let (mut flat, mut unchanged) = (here.clone(), 0);
    while unchanged < FLAT {
        let Some((next, next_number)) = hill.best_step(&here)? else { return Ok(here) };
        if is_worse(next_number, number) && hill.only_worsens(&next, next_number)? {
            return Ok(here);
        }
        if next_number == number {
            unchanged += 1;
        } else {
            unchanged = 0;
            flat.clone_from(&next);
        }
        (here, number) = (next, next_number);
    }
    Ok(flat)
}

fn is_worse(number: Number, than: Number) -> bool {
    match (number, than) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(number), Some(than)) => number > than,
    }
}

/// What is known of the node numbers.
struct Hill<'a, E> {
    sizes: &'a [usize],
    node: &'a mut dyn FnMut(&Point, Number) -> Result<Number, E>,
    known: HashMap<Point, Number>,
    best: Number,
}

impl<E> Hill<'_, E> {
    fn at(&mut self, point: &Point) -> Result<Number, E> {
        if let Some(&number) = self.known.get(point) {
            return Ok(number);
        }
        let number = (self.node)(point, self.best)?.filter(|&number| !self.is_beyond(number));
        self.known.insert(point.clone(), number);
        self.best = number.or(self.best);
        Ok(number)
    }

    fn is_beyond(&self, number: u64) -> bool {
        self.best.is_some_and(|best| number > best)
    }

    /// One step up in each parameter, as far as there is one.
    fn steps(&self, point: &Point) -> Vec<Point> {
        let step = |place: usize| {
            let mut next = point.clone();
            next[place] += 1;
            (next[place] < self.sizes[place]).then_some(next)
        };
        (0..point.len()).filter_map(step).collect()
    }

    /// The best step, the first one of several.
    fn best_step(&mut self, point: &Point) -> Result<Option<(Point, Number)>, E> {
        let mut best: Option<(Point, Number)> = None;
        for step in self.steps(point) {
            let number = self.at(&step)?;
            let is_better = match best {
                Some((_, than)) => number.is_some() && is_worse(than, number),
                None => true,
            };
            if is_better {
                best = Some((step, number));
            }
        }
        Ok(best)
    }

    /// Whether every step is for the worse.
    fn only_worsens(&mut self, point: &Point, number: Number) -> Result<bool, E> {
        for step in self.steps(point) {
            if !is_worse(self.at(&step)?, number) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
