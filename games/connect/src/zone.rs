//! Relevance zones (Wu and Lin 2010): the squares that an attack rests on.
//!
//! If the opponent has a few more stones, but none of them in the zone, the attack wins as before. The
//! zone is made as a certificate's checker demands it (`docs/certificate.md` has the argument): the
//! attacker's squares, the squares of the threats that are carried out when they are not stopped, and
//! all that the opponent could complete with the stones that he may have elsewhere.

use phidelta_rules::{Area, Player};

use super::field::Field;
use super::threats::{self, Stones};
use super::vcdt::Attack;

/// The zone of an attack on this board, if the opponent may have `free` more stones.
pub fn zone(field: &mut Field<'_>, attacker: Player, attack: &Attack, free: usize) -> Area {
    let mut zone = attack.stones.area();
    field.put_all(attacker, attack.stones.squares());
    // A row needs no more: the game is over.
    if !has_row(field, attacker, attack.stones) {
        let turn = field.shape().parameters.stones;
        zone |= field.reach(!attacker, free + turn);
        let replies = Replies { attack, attacker, turn, free };
        replies.add_zones(field, Stones::NONE, &mut zone);
    }
    field.take_all(attacker, attack.stones.squares());
    zone
}

/// Whether one of these stones is in a row.
fn has_row(field: &Field<'_>, player: Player, stones: Stones) -> bool {
    let k = field.shape().parameters.in_a_row;
    field.windows(player, k).any(|window| field.shape().area(window).meets(&stones.area()))
}

/// The opponent's replies to a move of the attacker.
struct Replies<'a> {
    attack: &'a Attack,
    attacker: Player,
    turn: usize,
    free: usize,
}

impl Replies<'_> {
    /// Adds what is needed after some stones of the reply: if a threat is left, only to carry it
    /// out, unless the next stone stops it.
    fn add_zones(&self, field: &mut Field<'_>, placed: Stones, zone: &mut Area) {
        let left = self.turn - placed.count();
        let Some(carried_out) = threats::completion(field, self.attacker, self.turn) else {
            let defences = &self.attack.defences;
            let reply = defences.iter().find(|(reply, _)| *reply == placed);
            let (_, next) = reply.expect("an attack has an answer to every defence");
            *zone |= self::zone(field, self.attacker, next, self.free);
            return;
        };
        *zone |= carried_out.area();
        if left == 0 {
            return;
        }
        for &square in carried_out.squares() {
            let reply = match placed.squares() {
                [] => Stones::one(square),
                &[first, ..] => Stones::two(first, square),
            };
            field.put(!self.attacker, square.into());
            self.add_zones(field, reply, zone);
            field.take(!self.attacker, square.into());
        }
    }
}
