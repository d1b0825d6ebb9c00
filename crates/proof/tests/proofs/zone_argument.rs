//! The argument behind mode zone, apart from any checker: all proofs that its rules allow, in games
//! so small that all can be looked at. What can be proved must be true. With any of the rules left
//! out, something false can be proved.

use std::collections::HashMap;

use phidelta_certificate::Claim;
use phidelta_rules::{Game, Placement, Player, Status, legal_moves, resolve};
use phidelta_testing::stones::{Laid, Oracle, Row, Stones};

/// A rule that is left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flaw {
    None,
    /// A zone need not have the squares on which the opponent completes a row at once.
    RowsOutsideZone,
    /// Areas need not have the squares of rows that free stones and one more complete.
    RowsOutsideAreaOfAll,
    /// Areas need not have the squares of rows that free stones and those of a turn complete.
    RowsOutsideAreaOfZone,
    /// Areas need not have the squares of zones.
    ZonesOutsideArea,
    /// A zone need not have the squares that the proof after a pass uses.
    SquaresOutsideZone,
    /// A pass gives one free stone less than the opponent might have placed.
    OneFreeStoneLess,
    /// The free stones of an earlier pass are forgotten at the next.
    FreeStonesForgotten,
    /// What was excluded stays so in the opponent's later turns.
    ExcludedForEver,
    /// All squares of the zone are excluded, not only those that were answered before.
    AllOfZoneExcluded,
    /// Replies answered before are excluded although a zone need not be what it was: those of the
    /// position's whole board.
    LowerSquaresExcluded,
}

const FLAWS: [Flaw; 10] = [
    Flaw::RowsOutsideZone,
    Flaw::RowsOutsideAreaOfAll,
    Flaw::RowsOutsideAreaOfZone,
    Flaw::ZonesOutsideArea,
    Flaw::SquaresOutsideZone,
    Flaw::OneFreeStoneLess,
    Flaw::FreeStonesForgotten,
    Flaw::ExcludedForEver,
    Flaw::AllOfZoneExcluded,
    Flaw::LowerSquaresExcluded,
];

/// Which areas the proofs of a position can have: those of which no other one is a part.
type Areas = Vec<u32>;

struct Proofs<'a> {
    game: &'a Stones,
    claim: Claim,
    flaw: Flaw,
    /// Whether all is looked at, or only proofs in which the claimant plays on the first empty square
    /// and zones have no more squares than they need.
    all: bool,
    known: HashMap<(Laid, u32, u32), Areas>,
}

impl Proofs<'_> {
    /// The areas of all proofs of a position, for so many free stones and these squares excluded.
    /// Without free stones areas do not matter, and are left empty.
    fn areas(&mut self, state: &Laid, free: u32, excluded: u32) -> Areas {
        if let Some(areas) = self.known.get(&(*state, free, excluded)) {
            return areas.clone();
        }
        let areas = match resolve(self.game, state, &mut Vec::new()) {
            Status::Over(value) if self.claim.met(value) => vec![0],
            Status::Over(_) => Vec::new(),
            Status::Turn(turn) if turn == self.claim.claimant() => {
                self.choose(state, free, excluded)
            }
            Status::Turn(_) => {
                let mut areas = self.all(state, free, excluded);
                if free > 0 || areas.is_empty() {
                    areas.extend(self.zone(state, free, excluded));
                }
                areas
            }
        };
        let areas = if free == 0 && !areas.is_empty() { vec![0] } else { least(areas) };
        self.known.insert((*state, free, excluded), areas.clone());
        areas
    }

    fn choose(&mut self, state: &Laid, free: u32, excluded: u32) -> Areas {
        let excluded = if self.flaw == Flaw::ExcludedForEver { excluded } else { 0 };
        let mut areas = Vec::new();
        let looked_at = if self.all { usize::MAX } else { 1 };
        for mv in legal_moves(self.game, state).into_iter().take(looked_at) {
            let after = self.areas(&self.played(state, mv), free, excluded);
            areas.extend(after.iter().map(|area| area | 1 << mv));
        }
        areas
    }

    fn all(&mut self, state: &Laid, free: u32, excluded: u32) -> Areas {
        let mut area = 0;
        if free > 0 && self.flaw != Flaw::RowsOutsideAreaOfAll {
            area = self.reach(state, free + 1);
        }
        let replies = self.game.empty(state);
        self.replies(state, free, excluded, replies, 0, area)
    }

    fn zone(&mut self, state: &Laid, free: u32, excluded: u32) -> Areas {
        let left = state.left;
        let more = match self.flaw {
            Flaw::OneFreeStoneLess => free + left - 1,
            Flaw::FreeStonesForgotten => left,
            _ => free + left,
        };
        let after_pass = self.areas(&self.game.pass(state), more, 0);
        let mut needed: Areas = match self.flaw {
            Flaw::SquaresOutsideZone if !after_pass.is_empty() => vec![0],
            _ => after_pass,
        };
        if self.flaw != Flaw::RowsOutsideZone {
            let reach = self.reach(state, left);
            needed.iter_mut().for_each(|needed| *needed |= reach);
        }
        if self.all {
            let empty = self.game.empty(state);
            let zones = (1..=empty).filter(|zone| zone & !empty == 0);
            let enough = |zone: &u32| needed.iter().any(|needed| needed & !zone == 0);
            needed = zones.filter(enough).collect();
        }
        let mut areas = Vec::new();
        for zone in needed {
            let mut area = 0;
            if free > 0 && self.flaw != Flaw::ZonesOutsideArea {
                area |= zone;
            }
            if free > 0 && self.flaw != Flaw::RowsOutsideAreaOfZone {
                area |= self.reach(state, free + left);
            }
            areas.extend(self.replies(state, free, excluded, zone, zone, area));
        }
        areas
    }

    /// The areas, from `area` on, if these replies are answered.
    fn replies(
        &mut self,
        state: &Laid,
        free: u32,
        excluded: u32,
        replies: u32,
        zone: u32,
        area: u32,
    ) -> Areas {
        let mut areas = vec![area];
        for mv in legal_moves(self.game, state) {
            if (replies & !excluded) >> mv & 1 == 0 {
                continue;
            }
            let lower = (1u32 << mv) - 1;
            let more = match self.flaw {
                Flaw::AllOfZoneExcluded => zone & !(1 << mv),
                Flaw::LowerSquaresExcluded if zone != 0 => lower,
                _ => zone & lower,
            };
            let goes_on = state.left > 1 || self.flaw == Flaw::ExcludedForEver;
            let next_excluded = if goes_on { excluded | more } else { 0 };
            let after = self.areas(&self.played(state, mv), free, next_excluded);
            let with = |area: &u32| after.iter().map(|more| area | more).collect::<Vec<_>>();
            areas = least(areas.iter().flat_map(with).collect());
        }
        areas
    }

    fn reach(&self, state: &Laid, stones: u32) -> u32 {
        let reach = self.game.within_reach(state, !self.claim.claimant(), stones);
        reach.iter().fold(0, |set, square| set | 1 << square)
    }

    fn played(&self, state: &Laid, mv: u8) -> Laid {
        let mut next = *state;
        self.game.play(&mut next, mv);
        next
    }
}

/// Those of which no other one is a part.
fn least(mut areas: Areas) -> Areas {
    areas.sort_unstable_by_key(|area| area.count_ones());
    let mut least: Areas = Vec::new();
    for area in areas {
        if least.iter().all(|smaller| smaller & !area != 0) {
            least.push(area);
        }
    }
    least
}

/// Whether a claim can be proved, and whether it is true.
fn compared(game: &Stones, claim: Claim, flaw: Flaw, all: bool) -> (bool, bool) {
    let mut proofs = Proofs { game, claim, flaw, all, known: HashMap::new() };
    let is_proved = !proofs.areas(&game.start, 0, 0).is_empty();
    let is_true = Oracle::new(game).holds(claim, &game.start);
    assert!(is_proved || !is_true, "{claim} has no proof in {game:?}");
    (is_proved, is_true)
}

#[test]
fn what_can_be_proved_is_true() {
    let mut holds = 0;
    for seed in 0..3000 {
        let game = Stones::random(seed, if seed % 8 == 0 { 7 } else { 6 });
        for claim in [Claim::AtLeast(1), Claim::AtMost(-1)] {
            let (is_proved, is_true) = compared(&game, claim, Flaw::None, true);
            assert_eq!(is_proved, is_true, "{claim} in {game:?}");
            holds += u32::from(is_true);
        }
    }
    assert!(holds > 1000, "only {holds} claims are true");
}

#[test]
fn no_rule_can_be_spared() {
    for flaw in FLAWS.into_iter().filter(|&flaw| flaw != Flaw::FreeStonesForgotten) {
        let is_wrong = |seed| {
            let game = Stones::random(seed, 7);
            [Claim::AtLeast(1), Claim::AtMost(-1)].into_iter().any(|claim| {
                let (is_proved, is_true) = compared(&game, claim, flaw, true);
                is_proved && !is_true
            })
        };
        let found = (0..3000).find(|&seed| is_wrong(seed));
        assert!(found.is_some(), "{flaw:?} does no harm");
    }
}

/// Each player wins with three stones on squares of their own, and the opponent begins: the
/// opponent's rows must be looked at from the very first pass on.
#[test]
fn free_stones_add_up() {
    let triples = |squares: u32| {
        let sets = (1u32..1 << 11).filter(move |set| set.count_ones() == 3 && set & !squares == 0);
        sets.map(|squares| Row { squares, flanks: 0 }).collect::<Vec<_>>()
    };
    let start = Laid { stones: [0; 2], turn: Player::Min, left: 1, won: None };
    let rows = [triples(0b11_1111), triples(0b111_1100_0000)];
    let game = Stones { squares: 11, rows, a_turn: 1, start };
    let win = Claim::AtLeast(1);
    assert_eq!(compared(&game, win, Flaw::None, false), (false, false));
    assert_eq!(compared(&game, win, Flaw::FreeStonesForgotten, false), (true, false));
}
