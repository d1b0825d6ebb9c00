//! Runs a suite of life and death problems through the searches by threats and through df-pn, as
//! Cazenave (2004) did for his Tables 1 and 2:
//!
//!     cargo run --release -p phidelta-games --example go_suite -- vie.tst [SECONDS] [only:1,7,…] [SEARCH …]
//!
//! A SEARCH is `eyes:abgw3` (by the eye rules, on the whole board), `region:abgw3` (by the rules of the
//! game, in a computed region) or `region:df-pn`. What each answers to each problem goes to standard
//! error, the tables to standard output.

mod cases;
mod search;

use std::error::Error;
use std::path::PathBuf;
use std::time::Duration;

use cases::Case;
use search::{Found, Search};

const LIMITS: [f64; 3] = [0.1, 1.0, 10.0];
const USUAL: [&str; 17] = [
    "alpha-beta",
    "abgw4",
    "abgw3",
    "abgw2",
    "abgw1",
    "abgw0",
    "gw3",
    "gw2",
    "gw1",
    "gw0",
    "iw3",
    "iw2",
    "iw1",
    "iw0",
    "gts3",
    "gts2",
    "gts1",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let suite = arguments.next().ok_or("name a suite, as vie.tst")?;
    let seconds = arguments.next().map_or(Ok(10.0), |text| text.parse::<f64>())?;
    let mut names: Vec<String> = arguments.collect();
    let only = names.first().and_then(|name| name.strip_prefix("only:")).map(str::to_string);
    names.drain(..usize::from(only.is_some()));
    if names.is_empty() {
        names = ["eyes", "region"]
            .iter()
            .flat_map(|kind| USUAL.iter().map(move |plan| format!("{kind}:{plan}")))
            .chain(["eyes:gw-dfpn3", "region:gw-dfpn3", "region:df-pn"].map(String::from))
            .collect();
    }
    let searches: Result<Vec<Search>, String> = names.iter().map(|name| name.parse()).collect();
    let mut cases = cases::read(&PathBuf::from(suite))?;
    if let Some(only) = only {
        cases.retain(|case| only.split(',').any(|number| number == case.number));
    }
    let limits: Vec<f64> =
        LIMITS.into_iter().filter(|&limit| limit < seconds).chain([seconds]).collect();
    let heads: String = limits.iter().map(|limit| format!(" | right in {limit} s, time")).collect();
    println!("search{heads} | wrong | open | moves | moves of the right ones");
    for (search, name) in searches?.iter().zip(&names) {
        let results: Vec<Option<Found>> = cases
            .iter()
            .map(|case| {
                let found = search.run(case, Duration::from_secs_f64(seconds));
                tell(name, case, found.as_ref());
                found
            })
            .collect();
        println!("{}", row(name, &cases, &results, &limits));
    }
    Ok(())
}

fn is_right(case: &Case, found: &Found) -> bool {
    found.code == Some(case.code)
}

fn tell(name: &str, case: &Case, found: Option<&Found>) {
    let task = if case.defends { "defend" } else { "attack" };
    let expected = format!("{} {}", case.code, case.moves.join("|"));
    let Some(found) = found else {
        eprintln!("{name} {} {task}: expected {expected}, cannot be asked", case.number);
        return;
    };
    let verdict = match found.code {
        _ if is_right(case, found) => "right",
        None => "open",
        Some(_) => "WRONG",
    };
    let code = found.code.map_or("?".to_string(), |code| code.to_string());
    eprintln!(
        "{name} {} {task}: expected {expected}, found {code} {}: {verdict}, {} moves, {:.2} s",
        case.number,
        found.best.as_deref().unwrap_or("-"),
        found.plays,
        found.elapsed.as_secs_f64()
    );
}

fn row(name: &str, cases: &[Case], results: &[Option<Found>], limits: &[f64]) -> String {
    let mut row = format!("{name:18}");
    for &limit in limits {
        let (mut right, mut time) = (0, 0.0);
        for (case, found) in cases.iter().zip(results) {
            let Some(found) = found else { continue };
            let elapsed = found.elapsed.as_secs_f64();
            time += elapsed.min(limit);
            right += u32::from(is_right(case, found) && elapsed <= limit);
        }
        row += &format!(" | {right:2} {time:8.2}");
    }
    let asked =
        || cases.iter().zip(results).filter_map(|(case, found)| Some((case, found.as_ref()?)));
    let wrong = asked().filter(|(case, found)| found.code.is_some() && !is_right(case, found));
    let open =
        results.iter().filter(|found| found.as_ref().is_none_or(|found| found.code.is_none()));
    let plays = |(_, found): (&Case, &Found)| found.plays;
    let all: u64 = asked().map(plays).sum();
    let right: u64 = asked().filter(|(case, found)| is_right(case, found)).map(plays).sum();
    row + &format!(" | {} | {} | {all} | {right}", wrong.count(), open.count())
}
