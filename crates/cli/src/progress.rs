//! What a running search shows: a line on the terminal, JSON objects, or nothing.
//!
//! The line goes to standard error, and only if that is a terminal; JSON goes to standard output,
//! where the result will follow.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use crate::answer::{RootNumbers, number, rate};
use crate::interrupt;
use crate::rules::Tick;
use crate::size::{duration, grouped};

/// Searches shorter than this show nothing.
const QUIET_FOR: Duration = Duration::from_millis(300);
const JSON_EVERY: Duration = Duration::from_secs(1);
/// More moves than this do not fit a terminal.
const MOST_MOVES: usize = 24;

/// A listener to a search.
pub enum Monitor {
    Silent,
    Line(Option<ProgressBar>),
    Json { next: Duration },
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "progress")]
struct Object<'a> {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(flatten)]
    numbers: RootNumbers,
    depth: usize,
    line: &'a [String],
    table: TableUse,
}

#[derive(Serialize)]
struct TableUse {
    entries: u64,
    used: u64,
}

impl Monitor {
    /// The listener that suits these options and this standard error.
    pub fn new(json: bool, quiet: bool) -> Self {
        if quiet {
            Monitor::Silent
        } else if json {
            Monitor::Json { next: JSON_EVERY }
        } else if io::stderr().is_terminal() {
            Monitor::Line(None)
        } else {
            Monitor::Silent
        }
    }

    /// Shows a moment of the search.
    pub fn show(&mut self, tick: &Tick) {
        match self {
            Monitor::Silent => {}
            Monitor::Line(bar) if tick.elapsed >= QUIET_FOR => {
                let bar = bar.get_or_insert_with(status_line);
                bar.set_message(message(tick));
            }
            Monitor::Line(_) => {}
            Monitor::Json { next } if tick.elapsed >= *next => {
                *next = tick.elapsed + JSON_EVERY;
                // Where nobody reads any more, there is nobody to search for.
                if write_object(tick).is_err() {
                    interrupt::request();
                }
            }
            Monitor::Json { .. } => {}
        }
    }

    /// Makes room for the result.
    pub fn finish(self) {
        if let Monitor::Line(Some(bar)) = self {
            bar.finish_and_clear();
        }
    }
}

fn status_line() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_msg}");
    bar.with_style(style.expect("the template is right"))
}

/// What matters most comes first: the terminal may be narrow.
fn message(tick: &Tick) -> String {
    let numbers = tick.numbers;
    let per_second = rate(tick.nodes, tick.elapsed.as_secs_f64());
    let table = 100.0 * tick.table_used as f64 / tick.table_entries.max(1) as f64;
    format!(
        "pn {} dn {}  {} nodes  {}  {}/s  depth {}  table {table:.0}%  {}",
        number(numbers.proof),
        number(numbers.disproof),
        grouped(tick.nodes),
        duration(tick.elapsed),
        grouped(per_second),
        tick.depth,
        tick.line[..tick.line.len().min(MOST_MOVES)].join(" "),
    )
}

fn write_object(tick: &Tick) -> io::Result<()> {
    let seconds = tick.elapsed.as_secs_f64();
    let object = Object {
        nodes: tick.nodes,
        seconds,
        nodes_per_second: rate(tick.nodes, seconds),
        numbers: tick.numbers.into(),
        depth: tick.depth,
        line: &tick.line,
        table: TableUse { entries: tick.table_entries, used: tick.table_used },
    };
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &object)?;
    writeln!(stdout)?;
    stdout.flush()
}

/// A bar that tells how far a batch is, with the time left; hidden where it would disturb.
pub fn batch_bar(length: usize, quiet: bool) -> ProgressBar {
    if quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let target = ProgressDrawTarget::stderr();
    let bar = ProgressBar::with_draw_target(Some(length as u64), target);
    let template = "{wide_bar} {pos}/{len}  {elapsed}, {eta} left";
    let bar =
        bar.with_style(ProgressStyle::with_template(template).expect("the template is right"));
    bar.enable_steady_tick(QUIET_FOR);
    bar
}
