//! What a running search, or a check, shows: a line on the terminal, a live view, JSON objects, or nothing.
//!
//! Lines and views go to standard error, and only if that is a terminal; JSON goes to standard output,
//! where the result will follow.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use phidelta::amounts::{self, duration, grouped};
use phidelta::words::on_one_line;
use phidelta::{Event, RootNumbers, SearchProgress, WorkerProgress, json, number, rate, seconds};
use serde::Serialize;

use crate::args::Showing;
use crate::interrupt;
use crate::live::{Heading, LiveView};
use crate::status_line::{StatusLine, join};

/// What is over sooner shows nothing.
pub const QUIET_FOR: Duration = Duration::from_millis(300);
const JSON_EVERY: Duration = Duration::from_secs(1);
/// How often a line is written anew.
pub const LINE_EVERY: Duration = Duration::from_millis(100);
/// How wide a bar is.
const BAR: usize = 20;

/// A listener to a search, and to the proof of its answer.
pub enum Monitor {
    Silent,
    Line { line: StatusLine, started: Instant },
    Json { started: Instant, next: Duration },
    Live(LiveView),
}

/// Tells how far a check is.
pub struct CheckMonitor {
    line: Option<StatusLine>,
    started: Instant,
    next: Duration,
    /// The length of the file, if it has one.
    length: Option<u64>,
}

/// Tells how far a batch is.
pub struct BatchMonitor {
    line: Option<StatusLine>,
    started: Instant,
    next: Duration,
    done: usize,
    all: usize,
}

/// An object on standard output.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Object<'a> {
    Progress(Searching<'a>),
    /// Searches for threats go on.
    #[serde(rename = "progress")]
    Threats {
        nodes: u64,
        seconds: f64,
        nodes_per_second: u64,
    },
    /// The answer is found, and is being proved.
    Proving {
        positions: u64,
        seconds: f64,
    },
    /// Something that concerns what is kept went wrong, and the search goes on.
    Warning {
        #[serde(rename = "where")]
        place: &'static str,
        message: String,
    },
    /// Its certificate is being checked.
    Checking {
        positions: u64,
        seconds: f64,
    },
}

#[derive(Serialize)]
struct Searching<'a> {
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(flatten)]
    numbers: RootNumbers,
    depth: usize,
    line: &'a [String],
    table: TableUse,
    threads: &'a [WorkerProgress],
}

#[derive(Serialize)]
struct TableUse {
    entries: u64,
    used: u64,
}

impl Monitor {
    /// The listener that suits these options and this standard error.
    ///
    /// # Errors
    /// If there is to be a live view, and no terminal for it.
    pub fn new(how: Showing, json: bool, quiet: bool, heading: Heading) -> Result<Self> {
        let started = Instant::now();
        Ok(match how {
            Showing::Auto if quiet => Monitor::Silent,
            Showing::Auto if json => Monitor::Json { started, next: JSON_EVERY },
            Showing::Auto | Showing::Line => {
                StatusLine::new().map_or(Monitor::Silent, |line| Monitor::Line { line, started })
            }
            Showing::Tui => Monitor::Live(LiveView::new(heading)?),
            Showing::None => Monitor::Silent,
        })
    }

    /// Shows an event.
    pub fn show(&mut self, event: &Event) {
        match (self, event) {
            // What concerns what is not lost yet is told at once, and whoever wants to hear nothing else.
            (Monitor::Silent, Event::NotSaved { .. }) => crate::complain(&unsaved(event)),
            (Monitor::Line { line, .. }, Event::NotSaved { .. }) => {
                line.aside(|| crate::complain(&unsaved(event)));
            }
            (Monitor::Json { .. }, Event::NotSaved { .. }) => {
                crate::complain(&unsaved(event));
                if write_object(event, Duration::ZERO).is_err() {
                    interrupt::request();
                }
            }
            (monitor, event) => monitor.show_progress(event),
        }
    }

    fn show_progress(&mut self, event: &Event) {
        match self {
            Monitor::Silent => {}
            Monitor::Live(view) => view.show(event),
            Monitor::Line { line, started } => {
                if started.elapsed() >= QUIET_FOR {
                    line.show(event_message(event, StatusLine::width()));
                }
            }
            Monitor::Json { started, next } => {
                let elapsed = started.elapsed();
                if elapsed >= *next {
                    *next = elapsed + JSON_EVERY;
                    // Where nobody reads any more, there is nobody to search for.
                    if write_object(event, elapsed).is_err() {
                        interrupt::request();
                    }
                }
            }
        }
    }
}

impl BatchMonitor {
    /// Of so many positions.
    pub fn new(all: usize, quiet: bool) -> Self {
        let line = if quiet { None } else { StatusLine::new() };
        BatchMonitor { line, started: Instant::now(), next: QUIET_FOR, done: 0, all }
    }

    /// Shows an event of the position in hand.
    pub fn show(&mut self, event: &Event) {
        self.draw(Some(event));
    }

    /// Lets `write` write the result of a position.
    pub fn write<R>(&mut self, write: impl FnOnce() -> R) -> R {
        self.done += 1;
        let result = match &self.line {
            Some(line) => line.aside(write),
            None => write(),
        };
        self.draw(None);
        result
    }

    fn draw(&mut self, event: Option<&Event>) {
        let Some(line) = &self.line else { return };
        let elapsed = self.started.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + LINE_EVERY;
            let width = StatusLine::width();
            line.show(batch_message(self.done, self.all, elapsed, event, width));
        }
    }
}

impl CheckMonitor {
    /// Of a file of this length, if that is known.
    pub fn new(length: Option<u64>, quiet: bool) -> Self {
        let line = if quiet { None } else { StatusLine::new() };
        CheckMonitor { line, started: Instant::now(), next: QUIET_FOR, length }
    }

    /// Shows that so many bytes and positions are checked.
    pub fn show(&mut self, bytes: u64, positions: u64) {
        let Some(line) = &self.line else { return };
        let elapsed = self.started.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + LINE_EVERY;
            line.show(check_message(bytes, self.length, positions, elapsed, StatusLine::width()));
        }
    }
}

/// A search that was not saved, for people.
fn unsaved(event: &Event) -> String {
    format!("checkpoint: {}", event_message(event, usize::MAX))
}

/// An event on one line.
pub fn event_message(event: &Event, width: usize) -> String {
    match event {
        Event::Searching(tick) => message(tick, width),
        Event::SearchingThreats { nodes, elapsed, .. } => {
            let parts = [
                format!("{} nodes of threats", grouped(*nodes)),
                duration(*elapsed),
                format!("{}/s", grouped(rate(*nodes, elapsed.as_secs_f64()))),
            ];
            join(&parts, width)
        }
        Event::Proving(positions) => format!("proving: {} positions", grouped(*positions)),
        Event::NotSaved { file, reason } => {
            on_one_line(&format!("{file} was not saved: {reason}; the search goes on"))
        }
        Event::Writing => "writing the certificate".into(),
        Event::Checking(positions) => format!("checking: {} positions", grouped(*positions)),
    }
}

fn check_message(
    bytes: u64,
    length: Option<u64>,
    positions: u64,
    elapsed: Duration,
    width: usize,
) -> String {
    let done = length.map(|length| (bytes as f64 / length.max(1) as f64).min(1.0));
    let left = done.filter(|done| *done > 0.0).map(|done| elapsed.mul_f64((1.0 - done) / done));
    let parts = [
        done.map_or(String::new(), bar),
        format!("{} positions", grouped(positions)),
        left.map_or(String::new(), |left| format!("{} left", duration(left))),
        format!("{}/s", grouped(rate(positions, elapsed.as_secs_f64()))),
        done.map_or_else(|| amounts::bytes(bytes), |done| format!("{:.0}%", 100.0 * done)),
    ];
    join(&parts, width)
}

/// A bar of which so much is full.
pub fn bar(done: f64) -> String {
    let full = ((BAR as f64 * done) as usize).min(BAR);
    format!("[{}{}]", "=".repeat(full), " ".repeat(BAR - full))
}

/// What matters most comes first: the terminal may be narrow.
fn message(tick: &SearchProgress, width: usize) -> String {
    let numbers = tick.numbers;
    let per_second = rate(tick.nodes, tick.elapsed.as_secs_f64());
    let table = 100.0 * tick.table_used as f64 / tick.table_entries.max(1) as f64;
    let mut parts = vec![
        format!("pn {} dn {}", number(numbers.proof), number(numbers.disproof)),
        format!("{} nodes", grouped(tick.nodes)),
        duration(tick.elapsed),
        format!("{}/s", grouped(per_second)),
        format!("depth {}", tick.depth),
        format!("table {table:.0}%"),
    ];
    let room = width.saturating_sub(join(&parts, usize::MAX).chars().count() + 2);
    parts.push(beginning(&tick.line, room));
    join(&parts, width)
}

/// As many moves as fit.
fn beginning(moves: &[String], width: usize) -> String {
    let mut text = String::new();
    for mv in moves {
        let longer = if text.is_empty() { mv.clone() } else { format!("{text} {mv}") };
        if longer.chars().count() > width {
            break;
        }
        text = longer;
    }
    text
}

fn batch_message(
    done: usize,
    all: usize,
    elapsed: Duration,
    event: Option<&Event>,
    width: usize,
) -> String {
    let left = (done > 0).then(|| elapsed.div_f64(done as f64).mul_f64((all - done) as f64));
    let parts = [
        format!("{}/{}", grouped(done as u64), grouped(all as u64)),
        match left {
            Some(left) => format!("{}, {} left", duration(elapsed), duration(left)),
            None => duration(elapsed),
        },
        bar(done as f64 / all as f64),
        match event {
            None => String::new(),
            Some(
                Event::Searching(SearchProgress { nodes, .. })
                | Event::SearchingThreats { nodes, .. },
            ) => {
                format!("now {} nodes", grouped(*nodes))
            }
            Some(event) => format!("now {}", event_message(event, usize::MAX)),
        },
    ];
    join(&parts, width)
}

fn write_object(event: &Event, elapsed: Duration) -> io::Result<()> {
    let object = match event {
        Event::Searching(tick) => Object::Progress(searching(tick)),
        Event::SearchingThreats { nodes, elapsed, .. } => {
            let seconds = seconds(*elapsed);
            Object::Threats { nodes: *nodes, seconds, nodes_per_second: rate(*nodes, seconds) }
        }
        Event::Proving(positions) => {
            Object::Proving { positions: *positions, seconds: seconds(elapsed) }
        }
        Event::Checking(positions) => {
            Object::Checking { positions: *positions, seconds: seconds(elapsed) }
        }
        Event::NotSaved { .. } => {
            Object::Warning { place: "checkpoint", message: event_message(event, usize::MAX) }
        }
        Event::Writing => return Ok(()),
    };
    let mut stdout = io::stdout().lock();
    serde_json::to_writer(&mut stdout, &json::object(&object)?)?;
    writeln!(stdout)?;
    stdout.flush()
}

fn searching(tick: &SearchProgress) -> Searching<'_> {
    let seconds = seconds(tick.elapsed);
    Searching {
        nodes: tick.nodes,
        seconds,
        nodes_per_second: rate(tick.nodes, seconds),
        numbers: tick.numbers.into(),
        depth: tick.depth,
        line: &tick.line,
        table: TableUse { entries: tick.table_entries, used: tick.table_used },
        threads: &tick.workers,
    }
}

#[cfg(test)]
mod tests;
