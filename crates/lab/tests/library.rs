//! Experiments as a library runs them: without a front end, and with one that listens.

use std::io;

use phidelta::options::Named;
use phidelta::{Catalogue, Entry, Given, Signal};
use phidelta_lab::bench::{
    self, BenchReport, Experiment, GenerateLoa, Matrix, ProblemName, Report, RunOptions, Scaling,
    SchemeName,
};
use phidelta_lab::tune::{self, Block, By, TuneOptions};
use phidelta_lab::{Console, Lab, Part, Silent};

fn catalogue() -> Catalogue {
    let mnk = Entry::of::<phidelta_mnk::Mnk>();
    Catalogue::new().with(mnk).with(Entry::of::<phidelta_loa::Loa>())
}

/// Keeps what it is told.
#[derive(Default)]
struct Listener {
    progress: usize,
    lines: String,
    objects: Vec<String>,
}

impl Console for Listener {
    fn progress(&mut self, _: &[Part]) {
        self.progress += 1;
    }

    fn lines(&mut self, text: &str) -> io::Result<()> {
        self.lines += text;
        Ok(())
    }

    fn object(&mut self, json: &str) -> io::Result<()> {
        self.objects.push(json.into());
        Ok(())
    }
}

fn run(experiment: &Experiment, signal: &Signal) -> anyhow::Result<BenchReport> {
    let catalogue = catalogue();
    let mut lab = Lab { catalogue: &catalogue, signal, console: &mut Silent, program: None };
    bench::run(&mut lab, experiment)
}

fn matrix(out: &std::path::Path) -> Matrix {
    Matrix {
        common: RunOptions { out: Some(out.into()), ..RunOptions::default() },
        game: "mnk:3x3x3".into(),
        vary: vec!["search=df-pn/pn".parse().unwrap()],
        options: "--goal draw --memory 4M".into(),
        ..Matrix::default()
    }
}

#[test]
fn an_experiment_stops_goes_on_and_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (signal, out) = (Signal::new(), folder.path().join("matrix"));
    let experiment = Experiment::Matrix(matrix(&out));
    signal.stop();
    let stopped = run(&experiment, &signal).unwrap().interrupted.unwrap();
    assert_eq!(stopped, "bench: interrupted after 0 of 2 searches; the same command goes on");
    signal.clear();
    let report = run(&experiment, &signal).unwrap();
    assert_eq!((report.interrupted.as_ref(), report.files.len()), (None, 1));
    let title = "mnk:3x3x3, --goal draw --memory 4M: 2 ways, 1 position";
    assert!(report.text().contains(title), "{}", report.text());
    let directory = folder.path().to_path_buf();
    let page = Experiment::Report(Report { directory, ..Report::default() });
    let report = run(&page, &signal).unwrap();
    let page = std::fs::read_to_string(&report.files[0].1).unwrap();
    assert!(page.contains("search df-pn"), "{page}");
}

/// How many cells were measured, and how many are in the results.
fn counts(out: &std::path::Path) -> (usize, usize) {
    let log = std::fs::read_to_string(out.join("cells.jsonl")).unwrap();
    let results = std::fs::read_to_string(out.join("results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    (log.lines().count(), results["cells"].as_array().unwrap().len())
}

#[test]
fn a_matrix_keeps_what_it_has_and_adds_to_it() {
    let folder = tempfile::tempdir().unwrap();
    let (signal, out) = (Signal::new(), folder.path());
    let mut options = matrix(out);
    options.vary.clear();
    options.settings = vec!["epsilon=0.25".parse().unwrap(), "delta=1".parse().unwrap()];
    let told = run(&Experiment::Matrix(options.clone()), &signal).unwrap().text();
    assert!(told.contains("epsilon 0.25") && told.contains("delta 1"), "{told}");
    assert_eq!(counts(out), (2, 2));
    assert!(std::fs::read_to_string(out.join("matrix.svg")).unwrap().contains("delta 1"));
    // One more setting, and one more position: what is known is not measured again.
    options.settings = vec!["delta=1".parse().unwrap(), "search=pn".parse().unwrap()];
    options.positions = vec![String::new(), "moves b2".into()];
    let told = run(&Experiment::Matrix(options.clone()), &signal).unwrap().text();
    assert!(told.contains("3 ways, 2 positions") && told.contains("epsilon 0.25"), "{told}");
    assert_eq!(counts(out), (5, 5));
    let compared = std::fs::read_to_string(out.join("comparisons.csv")).unwrap();
    assert!(compared.contains(",nodes,search pn,delta 1,2,2,2,2,0,"), "{compared}");
    // Other options for all are another question, which is told of beside the first.
    options.options = "--goal win --memory 4M".into();
    let told = run(&Experiment::Matrix(options.clone()), &signal).unwrap().text();
    assert!(told.contains("Earlier: mnk:3x3x3, --goal draw --memory 4M: 3 ways"), "{told}");
    assert_eq!(counts(out), (9, 9));
    options.common.again = true;
    run(&Experiment::Matrix(options), &signal).unwrap();
    assert_eq!(counts(out), (13, 9));
}

#[test]
fn what_is_wrong_is_told_before_anything_is_measured() {
    let folder = tempfile::tempdir().unwrap();
    let signal = Signal::new();
    let mut options = matrix(folder.path());
    options.vary = vec!["search=df-pn/gw(9)".parse().unwrap()];
    let error = run(&Experiment::Matrix(options.clone()), &signal).unwrap_err().to_string();
    assert!(error.starts_with("search: `gw(9)` cannot be its value"), "{error}");
    options.game = "uttt".into();
    let error = run(&Experiment::Matrix(options), &signal).unwrap_err().to_string();
    assert!(error.starts_with("game: there is no game `uttt`"), "{error}");
    let threads = Experiment::Threads(bench::Threads {
        common: RunOptions { out: Some(folder.path().into()), ..RunOptions::default() },
        problems: vec!["uttt-4".into()],
        ..bench::Threads::default()
    });
    let error = format!("{:#}", run(&threads, &signal).unwrap_err());
    assert!(error.contains("there is no game `uttt`"), "{error}");
}

#[test]
fn settings_are_tried_and_compared() {
    let (catalogue, signal) = (catalogue(), Signal::new());
    let mut listener = Listener::default();
    let mut lab =
        Lab { catalogue: &catalogue, signal: &signal, console: &mut listener, program: None };
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("tried.csv");
    let given = Given::from_words(["--memory", "4M"], &catalogue.option_table()).unwrap();
    let options = TuneOptions {
        game: "mnk:3x3x3".into(),
        vary: vec!["epsilon=0.25..1:0.25".parse().unwrap()],
        by: By::Grid,
        options: given,
        csv: Some(csv.clone()),
        ..TuneOptions::default()
    };
    let report = tune::run(&mut lab, &options).unwrap();
    assert_eq!((report.tried, report.trials.len(), report.csv_fault.is_none()), (4, 4, true));
    let winner = report.winner.as_ref().unwrap();
    assert!(winner.command.starts_with("phidelta solve mnk:3x3x3 --memory 4M --epsilon "));
    assert_eq!(std::fs::read_to_string(csv).unwrap(), report.csv());
    let blocks = report.blocks(true);
    assert!(
        matches!(&blocks[0], Block::Good(text) | Block::Open(text) if text.starts_with("The best of 4 settings is"))
    );
    assert!(report.blocks(false).len() > blocks.len());
    assert!(
        serde_json::to_string(&report).unwrap().starts_with(r#"{"type":"result","game":"mnk","#)
    );
    assert_eq!(listener.objects.len(), 4);
    assert!(
        listener.objects[0]
            .starts_with(r#"{"type":"setting","schema":1,"values":{"epsilon":0.25}"#)
    );
}

/// A game without its types is searched node by node as with them.
#[test]
fn simulations_give_the_same_digits_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let scaling = Scaling {
        common: RunOptions { out: Some(folder.path().into()), ..RunOptions::default() },
        problems: vec![ProblemName::named("loa").unwrap()],
        schemes: vec![SchemeName::Virtual, SchemeName::Tree],
        workers: vec![1, 8],
        ..Scaling::default()
    };
    run(&Experiment::Scaling(scaling), &Signal::new()).unwrap();
    let results = std::fs::read_to_string(folder.path().join("results.json")).unwrap();
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    assert_eq!(results["cells"][0]["nodes"], 15_737);
    assert_eq!(results["cells"].as_array().unwrap().len(), 4);
}

#[test]
fn problems_go_to_a_file_or_to_the_console() {
    let (catalogue, signal) = (catalogue(), Signal::new());
    let mut listener = Listener::default();
    let mut lab =
        Lab { catalogue: &catalogue, signal: &signal, console: &mut listener, program: None };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("set.tsv");
    let options = GenerateLoa { seed: 3, count: 2, most_nodes: 300, ..GenerateLoa::default() };
    bench::run(&mut lab, &Experiment::Generate(options.clone())).unwrap();
    let written = GenerateLoa { out: Some(file.clone()), ..options };
    bench::run(&mut lab, &Experiment::Generate(written)).unwrap();
    assert_eq!(std::fs::read_to_string(file).unwrap(), listener.lines);
    assert_eq!(bench::sets::positions(&listener.lines).count(), 2);
    assert!(listener.progress > 0);
}
