//! How an experiment is carried out: cells are measured, and what comes of them is kept, told and shown.

use anyhow::Result;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::BenchReport;
use super::exhibit::Exhibit;
use super::measuring::{self, measure};
use super::notebook::{Notebook, Row};
use super::options::RunOptions;
use crate::Lab;

/// An experiment with its options.
pub trait Study {
    /// What its cells are, for people.
    const CELLS: &'static str;
    type Cell: measuring::Cell;
    type Figures: Clone + Serialize + DeserializeOwned;
    /// What is kept of a cell for other programs.
    type Result: Serialize;

    /// What it is called: its results go into a directory of this name.
    fn name(&self) -> &'static str;

    /// Whether all options but those that every experiment has are the usual ones. An experiment that has no usual
    /// ones, as one of somebody's own positions, says no.
    fn is_usual(&self) -> bool;

    /// All that is to be measured.
    ///
    /// # Errors
    /// If the options or the files that they name are not up to it.
    fn cells(&self, lab: &Lab<'_>) -> Result<Vec<Self::Cell>>;

    /// Measures a cell, unless the work is stopped.
    ///
    /// # Errors
    /// If it cannot be measured.
    fn measure(&self, cell: &Self::Cell, lab: &Lab<'_>) -> Result<Option<Self::Figures>>;

    /// What is to be measured after all of that, because of what came of it.
    fn more_cells(&self, _: &[(Self::Cell, Self::Figures)]) -> Vec<Self::Cell> {
        Vec::new()
    }

    /// Whether results have what was measured in the same directory before with other options, too.
    fn keeps_others(&self) -> bool {
        false
    }

    /// What is seen in all that was measured, which may not be all that was to be.
    ///
    /// # Errors
    /// If answers contradict each other.
    fn findings(&self, measured: Measured<Self>) -> Result<Findings<Self::Result>>;

    /// The options, as results have them.
    fn options(&self) -> impl Serialize;

    /// Where chance comes from, if any is wanted.
    fn seed(&self) -> Option<u64> {
        None
    }
}

/// Which data results are of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How much was asked for.
    pub extent: Extent,
    /// Whether all of it was measured.
    pub is_complete: bool,
}

/// How much of an experiment was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// All of it, with the usual options.
    Full,
    /// The smaller experiment, with the usual options.
    Quick,
    /// What somebody has chosen.
    Own,
}

/// Cells with their figures.
pub type Measured<S> = Vec<(<S as Study>::Cell, <S as Study>::Figures)>;

/// What is to be written and told.
pub struct Findings<R> {
    pub cells: Vec<R>,
    /// The same as rows of a table.
    pub rows: Vec<Row>,
    pub exhibits: Vec<Exhibit>,
}

/// A cell and its figures, in one object.
#[derive(Serialize)]
pub struct Joined<C, F> {
    #[serde(flatten)]
    cell: C,
    #[serde(flatten)]
    figures: F,
}

impl<C, F> Findings<Joined<C, F>> {
    /// What was measured, as it is.
    pub fn new(measured: Vec<(C, F)>, row: impl Fn(&C, &F) -> Row, exhibits: Vec<Exhibit>) -> Self {
        let rows = measured.iter().map(|(cell, figures)| row(cell, figures)).collect();
        let cells = measured.into_iter().map(|(cell, figures)| Joined { cell, figures }).collect();
        Findings { cells, rows, exhibits }
    }
}

/// Measures what is not known yet, writes the results, and gives what is seen in them.
///
/// # Errors
/// If the directory or the machine is not up to it, or answers contradict each other.
pub fn conduct<S: Study>(study: &S, common: &RunOptions, lab: &mut Lab<'_>) -> Result<BenchReport> {
    let cells = study.cells(lab)?;
    let directory = common.directory(study.name());
    let mut notebook = Notebook::open(&directory, common.again)?;
    let mut take = |cells: Vec<S::Cell>, notebook: &mut Notebook<_, _>| {
        let figures = measure(&cells, notebook, lab, |cell, lab| study.measure(cell, lab))?;
        let all = cells.len();
        anyhow::Ok((all, cells.into_iter().zip(figures).collect::<Vec<_>>()))
    };
    let (mut all, mut measured) = take(cells, &mut notebook)?;
    if measured.len() == all {
        let (more, then) = take(study.more_cells(&measured), &mut notebook)?;
        all += more;
        measured.extend(then);
    }
    let done = measured.len();
    if study.keeps_others() {
        let cells: Vec<S::Cell> = measured.iter().map(|(cell, _)| cell.clone()).collect();
        measured.extend(notebook.others(&cells)?);
    }
    let findings = study.findings(measured)?;
    let extent = match (study.is_usual(), common.quick) {
        (false, _) => Extent::Own,
        (true, true) => Extent::Quick,
        (true, false) => Extent::Full,
    };
    let run = Run { extent, is_complete: done == all };
    let (options, seed) = (study.options(), study.seed());
    notebook.write_results(study.name(), run, &options, seed, &findings)?;
    let Findings { exhibits, .. } = findings;
    for (index, plot) in exhibits.iter().filter_map(|exhibit| exhibit.plot.as_ref()).enumerate() {
        notebook.write(&plot_name(study.name(), index), &plot.svg()?)?;
    }
    let interrupted = (done < all).then(|| {
        format!("bench: interrupted after {done} of {all} {}; the same command goes on", S::CELLS)
    });
    Ok(BenchReport { exhibits, files: vec![("Results", directory)], interrupted })
}

/// The file of a plot of an experiment.
pub fn plot_name(experiment: &str, index: usize) -> String {
    match index {
        0 => format!("{experiment}.svg"),
        _ => format!("{experiment}-{}.svg", index + 1),
    }
}
