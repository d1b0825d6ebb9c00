//! The options of questions about life and death, in Go.

use std::str::FromStr;

use clap::{Args, ValueEnum};
use phidelta_games::go::Colour;
use phidelta_games::go::record::Where;
use phidelta_games::go_life::{MOST_THREATS, UNLIMITED};

/// Whose life is asked for, and what the answer is to rest on.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct LifeOptions {
    /// The stones whose life is asked for, as D4 or D4,E5
    /// [default: those that are marked in the file]
    ///
    /// One stone of a chain stands for all of it. If several chains are named, it is enough that
    /// one of them lives.
    #[arg(long, value_name = "POINTS", help_heading = "Life and death (go)")]
    pub target: Option<String>,

    /// Prove the answer by all moves in a region, as A1-F5 or A1-C3,D1
    /// [default: the marked points, or what is enclosed]
    ///
    /// Without this option, searches go by rules about eyes, which are quick, need no region, and
    /// may be wrong.
    #[arg(long, value_name = "REGION", help_heading = "Life and death (go)")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub exact: Option<String>,

    /// With --exact: put stones of the attacker around the region, as book problems mean it
    ///
    /// Without it, who gets out of the region is alive.
    #[arg(long, help_heading = "Life and death (go)")]
    pub wall: bool,

    /// With --exact: how many ko threats there are elsewhere on the board, 0 to 9 or inf
    /// [default: none]
    ///
    /// A number alone is for the side to move; or give both, as in defender=1,attacker=inf.
    #[arg(long, value_name = "N", help_heading = "Life and death (go)")]
    pub ko_threats: Option<KoThreats>,

    /// Tell what each first move leads to, and how those that are wrong are refuted
    #[arg(long, help_heading = "Life and death (go)")]
    pub all_moves: bool,

    /// Who is to move, if the position does not say it, or says otherwise
    #[arg(long, value_name = "COLOUR", help_heading = "Life and death (go)")]
    pub to_move: Option<Side>,

    /// The position of an SGF file after so many moves, or at its end
    /// [default: where stones are set up, or the end]
    #[arg(long, value_name = "N|end", help_heading = "Life and death (go)")]
    #[arg(value_parser = read_place)]
    pub at_move: Option<Where>,
}

/// A player of Go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    #[value(alias = "b")]
    Black,
    #[value(alias = "w")]
    White,
}

/// How many ko threats there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KoThreats {
    /// Of the side to move.
    Mover(u8),
    /// Of the defender and the attacker.
    Both([u8; 2]),
}

impl LifeOptions {
    /// The first of these options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            ("target", self.target.is_some()),
            ("exact", self.exact.is_some()),
            ("wall", self.wall),
            ("ko-threats", self.ko_threats.is_some()),
            ("all-moves", self.all_moves),
            ("to-move", self.to_move.is_some()),
            ("at-move", self.at_move.is_some()),
        ];
        given.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        }
    }
}

impl FromStr for KoThreats {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            format!(
                "it must be a number from 0 to {MOST_THREATS} or inf, or both sides' as in \
                 defender=1,attacker=0"
            )
        };
        let number = |text: &str| match text.trim().parse() {
            Ok(number @ ..=MOST_THREATS) => Ok(number),
            _ if text.trim() == "inf" => Ok(UNLIMITED),
            _ => Err(form()),
        };
        if !text.contains('=') {
            return number(text).map(KoThreats::Mover);
        }
        let mut both = [0; 2];
        for part in text.split(',') {
            match part.split_once('=').map(|(side, text)| (side.trim(), text)) {
                Some(("defender", text)) => both[0] = number(text)?,
                Some(("attacker", text)) => both[1] = number(text)?,
                _ => return Err(form()),
            }
        }
        Ok(KoThreats::Both(both))
    }
}

fn read_place(text: &str) -> Result<Where, String> {
    match text.parse() {
        Ok(number) => Ok(Where::Move(number)),
        _ if text == "end" => Ok(Where::End),
        _ => Err("it must be the number of a move, or end".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threats_are_numbers_or_without_end() {
        assert_eq!("2".parse(), Ok(KoThreats::Mover(2)));
        assert_eq!("inf".parse(), Ok(KoThreats::Mover(UNLIMITED)));
        assert_eq!("attacker=3".parse(), Ok(KoThreats::Both([0, 3])));
        assert_eq!("attacker=inf,defender=9".parse(), Ok(KoThreats::Both([9, UNLIMITED])));
        for bad in ["", "10", "-1", "x", "white=1", "defender=10", "defender=1,2"] {
            assert!(bad.parse::<KoThreats>().is_err(), "{bad}");
        }
    }
}
