//! The catalogue of all games and problems: each is a crate of its own, and a feature of this one, so that it can
//! be left out.
//!
//! ```
//! use phidelta::Question;
//!
//! let game = phidelta_catalogue::catalogue().game("mnk:3x3x3")?;
//! let solved = Question::new().memory(1 << 20).ask(&game.position("")?)?;
//! assert_eq!(solved.answer.sentence(), "x does not win: o can at least draw (disproved).");
//! # Ok::<(), phidelta::Error>(())
//! ```

#![forbid(unsafe_code)]

use phidelta::Catalogue;

/// All games that are not left out.
pub fn catalogue() -> Catalogue {
    let all = Catalogue::new();
    #[cfg(feature = "atari-go")]
    let all = all.with(phidelta_atari_go::ENTRY.clone());
    #[cfg(feature = "breakthrough")]
    let all = all.with(phidelta_breakthrough::ENTRY.clone());
    #[cfg(feature = "clobber")]
    let all = all.with(phidelta_clobber::ENTRY.clone());
    #[cfg(feature = "connect")]
    let all = phidelta_connect::ENTRIES.iter().cloned().fold(all, Catalogue::with);
    #[cfg(feature = "connect-four")]
    let all = all.with(phidelta_connect_four::ENTRY.clone());
    #[cfg(feature = "dodgem")]
    let all = all.with(phidelta_dodgem::ENTRY.clone());
    #[cfg(feature = "domineering")]
    let all = all.with(phidelta_domineering::ENTRY.clone());
    #[cfg(feature = "dots-and-boxes")]
    let all = all.with(phidelta_dots_and_boxes::ENTRY.clone());
    #[cfg(feature = "go")]
    let all = phidelta_go::ENTRIES.iter().cloned().fold(all, Catalogue::with);
    #[cfg(feature = "go-small")]
    let all = all.with(phidelta_go_small::ENTRY.clone());
    #[cfg(feature = "graph")]
    let all = all.with(phidelta_graph::ENTRY.clone());
    #[cfg(feature = "l-game")]
    let all = all.with(phidelta_l_game::ENTRY.clone());
    #[cfg(feature = "loa")]
    let all = all.with(phidelta_loa::ENTRY.clone());
    #[cfg(feature = "mnk")]
    let all = all.with(phidelta_mnk::ENTRY.clone());
    #[cfg(feature = "morris")]
    let all = all.with(phidelta_morris::ENTRY.clone());
    #[cfg(feature = "nim")]
    let all = all.with(phidelta_nim::ENTRY.clone());
    #[cfg(feature = "uttt")]
    let all = all.with(phidelta_uttt::ENTRY.clone());
    all
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "go")]
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn games_are_in_order_and_open_with_usual_parameters() {
        let catalogue = catalogue();
        assert!(catalogue.entries().is_sorted_by_key(|entry| entry.name));
        for entry in catalogue.entries() {
            let game = entry.game("").unwrap();
            assert_eq!(game.name(), entry.name);
            assert!(entry.manual.lines().all(|line| line.chars().count() <= 78), "{}", entry.name);
            if !entry.parameters_are_a_file {
                let again = entry.game(game.parameters()).unwrap();
                assert_eq!(again.parameters(), game.parameters());
                assert_eq!(again.rules().parameters(), game.rules().parameters());
            }
            for named in game.rules().named_positions() {
                game.position(named.name).unwrap();
                game.position(named.position).unwrap();
            }
        }
    }

    #[test]
    #[cfg(all(feature = "connect", feature = "go", feature = "mnk"))]
    fn games_of_one_crate_have_names_of_their_own() {
        let catalogue = catalogue();
        for name in ["connect", "connect6", "go", "go-life", "gomoku", "mnk"] {
            assert_eq!(catalogue.entry(name).unwrap().name, name);
        }
        let stones = |name: &str| catalogue.game(name).unwrap().rules().threat_stones();
        assert_eq!([stones("connect6"), stones("gomoku"), stones("mnk")], [Some(2), Some(1), None]);
    }

    #[test]
    #[cfg(feature = "go")]
    fn games_may_have_options_of_their_own() {
        let catalogue = catalogue();
        let table = catalogue.option_table();
        let names: HashSet<&str> = table.iter().map(|spec| spec.name).collect();
        assert_eq!(names.len(), table.len(), "each option is there once");
        assert!(names.contains("ko-threats"));
        let has = |game: &str| catalogue.game(game).unwrap().has_option("ko-threats");
        assert!(has("go") && !has("go-life"));
    }
}
