//! `phidelta bench go-life`: life and death in Go by threats (Cazenave 2004, Tables 1 and 2). See
//! `pages/go-life.md`.

mod published;
mod search;
mod suite;
mod summary;

pub use search::Knowledge;

use std::time::Duration;

use anyhow::{Context, Result, bail};
use phidelta_search::widening::{Plan, Widening};
use serde::{Deserialize, Serialize};

use super::measuring;
use super::notebook::Row;
use super::options::GoLife;
use super::study::{Findings, Joined, Study};
use crate::Lab;
use search::{Found, Search};
use suite::Case;

/// Eye spaces of books.
const SHAPES: &str = include_str!("../../../data/go-life.tst");
/// The searches of the paper, in the order of its Table 1, and two more.
const SEARCHES: [&str; 19] = [
    "alpha-beta",
    "abgw(4)",
    "abgw(3)",
    "abgw(2)",
    "abgw(1)",
    "abgw(0)",
    "gw(3)",
    "gw(2)",
    "gw(1)",
    "gw(0)",
    "iw(3)",
    "iw(2)",
    "iw(1)",
    "iw(0)",
    "gts(3)",
    "gts(2)",
    "gts(1)",
    "gw-dfpn(3)",
    DF_PN,
];
const QUICK_SEARCHES: [&str; 5] = ["alpha-beta", "abgw(3)", "gw(3)", "iw(3)", "gts(3)"];
const DF_PN: &str = "df-pn";

/// An experiment with the problems that it is made on.
pub struct LifeStudy<'o> {
    options: &'o GoLife,
    cases: Vec<Case>,
    /// By their names in tables.
    searches: Vec<String>,
}

/// A problem and a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cell {
    /// The file of the problem, without its folder.
    suite: String,
    problem: String,
    /// Of its record: a suite may be edited.
    digest: String,
    knowledge: Knowledge,
    search: String,
    /// The time that it has.
    limit: f64,
}

/// What was found.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Figures {
    expected: u8,
    /// As in suites; none if it was not found out.
    code: Option<u8>,
    /// Moves played, or nodes of df-pn.
    plays: u64,
    seconds: f64,
}

impl Figures {
    fn is_right(&self) -> bool {
        self.code == Some(self.expected)
    }

    /// Whether it has no answer since its time ran out. A search by threats may also end without one.
    fn is_out_of_time(&self, limit: f64) -> bool {
        self.code.is_none() && self.seconds >= 0.99 * limit
    }
}

impl<'o> LifeStudy<'o> {
    /// Reads the problems.
    ///
    /// # Errors
    /// If the file of the problems, or one that it names, is not up to it; or a search is not known.
    pub fn new(options: &'o GoLife) -> Result<Self> {
        let mut cases = match &options.suite {
            Some(path) => suite::read_file(path)?,
            None => suite::parse(SHAPES, |file| bail!("there is no {file}"))?,
        };
        if let Some(number) =
            options.problems.iter().find(|&one| !cases.iter().any(|case| case.number == *one))
        {
            bail!("problems: there is no problem {number} in the suite");
        }
        if !options.problems.is_empty() {
            cases.retain(|case| options.problems.contains(&case.number));
        }
        let searches = match (&options.searches[..], options.common.quick) {
            ([], true) => QUICK_SEARCHES.map(String::from).to_vec(),
            ([], false) => SEARCHES.map(String::from).to_vec(),
            (given, _) => given.iter().map(|name| named(name)).collect::<Result<_>>()?,
        };
        Ok(LifeStudy { options, cases, searches })
    }

    fn suite_name(&self) -> String {
        let path = self.options.suite.as_ref().and_then(|path| path.file_name());
        path.map_or("shapes".into(), |name| name.to_string_lossy().into_owned())
    }

    fn limit(&self) -> f64 {
        let usual = if self.options.common.quick { 0.1 } else { 10.0 };
        self.options.seconds.unwrap_or(usual)
    }

    /// What the searches of Table 2 have, as in the paper: ten times as much.
    fn long_limit(&self) -> f64 {
        self.options.long_seconds.unwrap_or(10.0 * self.limit()).max(self.limit())
    }
}

/// The name in tables of a search that may be written `abgw:3`.
fn named(name: &str) -> Result<String> {
    plan(name)?;
    Ok(match name.split_once(':') {
        Some((word, number)) => format!("{word}({number})"),
        None => name.into(),
    })
}

/// A search by its name: none for df-pn.
fn plan(name: &str) -> Result<Option<Plan>> {
    if name == DF_PN {
        return Ok(None);
    }
    let (word, number) = match name.split_once(['(', ':']) {
        Some((word, number)) => (word, number.trim_end_matches(')').parse().ok()),
        None => (name, None),
    };
    let plan = match (word, number) {
        ("alpha-beta", None) => Some(Plan::AlphaBeta),
        ("gts", Some(number)) => Some(Plan::Gts(number)),
        ("iw", Some(number)) => Some(Plan::Iw(number)),
        ("gw", Some(number)) => Some(Plan::Gw(number)),
        ("abgw", Some(number)) => Some(Plan::Abgw(number)),
        ("gw-dfpn", Some(number)) => Some(Plan::GwDfPn(number)),
        _ => None,
    };
    let plan = plan.filter(|&plan| Widening::new(plan).check().is_ok());
    let plan = plan.with_context(|| {
        format!("searches: there is no search {name}; choose of {}", SEARCHES.join(", "))
    })?;
    Ok(Some(plan))
}

impl measuring::Cell for Cell {
    fn title(&self) -> String {
        format!("problem {}, {}", self.problem, self.search)
    }

    fn weight(&self) -> f64 {
        1.0
    }
}

impl Study for LifeStudy<'_> {
    const CELLS: &'static str = "searches";
    type Cell = Cell;
    type Figures = Figures;
    type Result = Joined<Cell, Figures>;

    fn name(&self) -> &'static str {
        "go-life"
    }

    fn is_usual(&self) -> bool {
        GoLife { common: self.options.common.clone(), ..GoLife::default() } == *self.options
    }

    fn cells(&self, _: &Lab<'_>) -> Result<Vec<Cell>> {
        let mut cells = Vec::new();
        let all = [Knowledge::Eyes, Knowledge::Region];
        let given = &self.options.by;
        let knowledge = if given.is_empty() { &all[..] } else { given };
        for case in &self.cases {
            for &knowledge in knowledge {
                for search in &self.searches {
                    // The eye rules are asked by threats only.
                    if knowledge == Knowledge::Region || search != DF_PN {
                        cells.push(Cell {
                            suite: self.suite_name(),
                            problem: case.number.clone(),
                            digest: case.digest.clone(),
                            knowledge,
                            search: search.clone(),
                            limit: self.limit(),
                        });
                    }
                }
            }
        }
        Ok(cells)
    }

    /// The searches of Table 2 have more time where it ran out on a problem that some search solves. One that came to
    /// its end would come to the same end.
    fn more_cells(&self, measured: &[(Cell, Figures)]) -> Vec<Cell> {
        let limit = self.long_limit();
        if limit <= self.limit() {
            return Vec::new();
        }
        let is_solvable = |cell: &Cell| {
            let is_it = |(other, figures): &&(Cell, Figures)| {
                (other.knowledge, &other.problem) == (cell.knowledge, &cell.problem)
                    && figures.is_right()
            };
            measured.iter().any(|one| is_it(&one))
        };
        let is_wanted = |(cell, figures): &&(Cell, Figures)| {
            summary::is_of_table_2(&cell.search)
                && figures.is_out_of_time(cell.limit)
                && is_solvable(cell)
        };
        let open = measured.iter().filter(is_wanted);
        open.map(|(cell, _)| Cell { limit, ..cell.clone() }).collect()
    }

    fn measure(&self, cell: &Cell, lab: &Lab<'_>) -> Result<Option<Figures>> {
        let case = self.cases.iter().find(|case| case.number == cell.problem);
        let case = case.with_context(|| format!("bench: there is no problem {}", cell.problem))?;
        let (knowledge, signal) = (cell.knowledge, lab.signal);
        let search = Search { signal, knowledge, plan: plan(&cell.search)? };
        let found = search.run(case, Duration::from_secs_f64(cell.limit));
        if lab.signal.is_stopped() {
            return Ok(None);
        }
        let nothing = Found { code: None, plays: 0, elapsed: Duration::ZERO };
        let Found { code, plays, elapsed } = found.unwrap_or(nothing);
        Ok(Some(Figures { expected: case.code, code, plays, seconds: elapsed.as_secs_f64() }))
    }

    fn findings(&self, measured: Vec<(Cell, Figures)>) -> Result<Findings<Self::Result>> {
        let exhibits = summary::exhibits(&measured, [self.limit(), self.long_limit()]);
        Ok(Findings::new(measured, row, exhibits))
    }

    fn options(&self) -> impl Serialize {
        #[derive(Serialize)]
        struct Options {
            quick: bool,
            suite: String,
            problems: usize,
            seconds: f64,
            long_seconds: f64,
        }
        Options {
            quick: self.options.common.quick,
            suite: self.suite_name(),
            problems: self.cases.len(),
            seconds: self.limit(),
            long_seconds: self.long_limit(),
        }
    }
}

fn row(cell: &Cell, figures: &Figures) -> Row {
    vec![
        ("suite", cell.suite.clone()),
        ("problem", cell.problem.clone()),
        ("by", cell.knowledge.to_string()),
        ("search", cell.search.clone()),
        ("limit", cell.limit.to_string()),
        ("expected", figures.expected.to_string()),
        ("found", figures.code.map_or_else(String::new, |code| code.to_string())),
        ("plays", figures.plays.to_string()),
        ("seconds", format!("{:.3}", figures.seconds)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_of_books_have_their_status() {
        let cases = suite::parse(SHAPES, |file| bail!("there is no {file}")).unwrap();
        assert_eq!(cases.len(), 22);
        let signal = &phidelta::Signal::new();
        let search = Search { signal, knowledge: Knowledge::Region, plan: None };
        for case in &cases {
            let found = search.run(case, Duration::from_secs(20)).unwrap();
            assert_eq!(found.code, Some(case.code), "problem {}", case.number);
        }
    }

    #[test]
    fn searches_of_table_2_have_more_time_where_it_ran_out() {
        let options = GoLife::default();
        let study = LifeStudy::new(&options).unwrap();
        assert_eq!((study.limit(), study.long_limit(), study.is_usual()), (10.0, 100.0, true));
        let one = |problem: &str, search: &str, code: Option<u8>, seconds: f64| {
            let cell = Cell {
                suite: "shapes".into(),
                problem: problem.into(),
                digest: String::new(),
                knowledge: Knowledge::Eyes,
                search: search.into(),
                limit: 10.0,
            };
            (cell, Figures { expected: 1, code, plays: 7, seconds })
        };
        let mut measured = vec![
            one("1", "alpha-beta", Some(1), 2.0),
            one("1", "abgw(3)", None, 10.0),
            // It came to its end without an answer.
            one("1", "gw(3)", None, 3.0),
            // Not of Table 2.
            one("1", "gw(2)", None, 10.0),
            // Nobody solves it.
            one("2", "alpha-beta", None, 10.0),
        ];
        let more = study.more_cells(&measured);
        let told: Vec<_> = more.iter().map(|cell| (&*cell.search, cell.limit)).collect();
        assert_eq!(told, [("abgw(3)", 100.0)]);
        let longer = Figures { expected: 1, code: Some(1), plays: 70, seconds: 40.0 };
        measured.push((more[0].clone(), longer));
        let exhibits = study.findings(measured).unwrap().exhibits;
        assert_eq!(exhibits[0].tables[0].rows.len(), 4);
        let rows = |table: usize| {
            let row = |row: &crate::bench::TableRow| row.cells[..6].join(" ");
            exhibits[1].tables[table].rows.iter().map(row).collect::<Vec<_>>()
        };
        // Who is stopped counts as twice the limit.
        let short =
            ["abgw(3) 0 1 > 10.0 20.0 > 7", "gw(3) 0 0 3.00 20.0 7", "alpha-beta 1 0 2.00 2.00 7"];
        assert_eq!(rows(0), short);
        let long =
            ["abgw(3) 1 0 40.0 40.0 70", "gw(3) 0 0 3.00 200 7", "alpha-beta 1 0 2.00 2.00 7"];
        assert_eq!(rows(1), long);
    }

    #[test]
    fn searches_are_known_by_name() {
        assert!(SEARCHES.iter().all(|name| plan(name).is_ok()));
        assert_eq!(named("abgw:3").unwrap(), "abgw(3)");
        assert_eq!(named("abgw(3)").unwrap(), "abgw(3)");
        for wrong in ["abgw", "abgw(99)", "gw(x)", "alpha-beta(2)", ""] {
            assert!(plan(wrong).is_err(), "{wrong}");
        }
    }
}
