//! Life and death in Go: the common laws, a plain twin of the rules, Benson's life by brute force, values
//! of tiny problems by going backwards, and famous shapes.

use crate::common;
use phidelta_games::go_life::GoLife;
use phidelta_rules::Catalogued;

fn on(parameters: &str) -> GoLife {
    GoLife::with_parameters(parameters).unwrap_or_else(|error| panic!("`{parameters}`: {error}"))
}

#[test]
fn laws() {
    for parameters in ["", "5/5/wwww1/bbbw1/+++w1:b:targets=A2:threats=1,inf"] {
        let game = on(parameters);
        common::check_laws(&game, 30);
        common::check_nonsense(&game);
    }
}
