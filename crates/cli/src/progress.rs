//! What a running search shows: a line on the terminal, JSON objects, or nothing.
//!
//! The line goes to standard error, and only if that is a terminal; JSON goes to standard output,
//! where the result will follow.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::answer::{RootNumbers, number, rate, seconds};
use crate::interrupt;
use crate::rules::Tick;
use crate::size::{duration, grouped};
use crate::status_line::{StatusLine, join};

/// What is over sooner shows nothing.
const QUIET_FOR: Duration = Duration::from_millis(300);
const JSON_EVERY: Duration = Duration::from_secs(1);
const LINE_EVERY: Duration = Duration::from_millis(100);
/// How wide the bar of a batch is.
const BAR: usize = 20;

/// A listener to a search.
pub enum Monitor {
    Silent,
    Line(StatusLine),
    Json { next: Duration },
}

/// Tells how far a batch is.
pub struct BatchMonitor {
    line: Option<StatusLine>,
    started: Instant,
    next: Duration,
    done: usize,
    all: usize,
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
        } else {
            StatusLine::new().map_or(Monitor::Silent, Monitor::Line)
        }
    }

    /// Shows a moment of the search.
    pub fn show(&mut self, tick: &Tick) {
        match self {
            Monitor::Silent => {}
            Monitor::Line(line) => {
                if tick.elapsed >= QUIET_FOR {
                    line.show(message(tick, StatusLine::width()));
                }
            }
            Monitor::Json { next } => {
                if tick.elapsed >= *next {
                    *next = tick.elapsed + JSON_EVERY;
                    // Where nobody reads any more, there is nobody to search for.
                    if write_object(tick).is_err() {
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

    /// Shows a moment of the search in hand.
    pub fn show(&mut self, tick: &Tick) {
        self.draw(Some(tick));
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

    fn draw(&mut self, tick: Option<&Tick>) {
        let Some(line) = &self.line else { return };
        let elapsed = self.started.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + LINE_EVERY;
            let width = StatusLine::width();
            line.show(batch_message(self.done, self.all, elapsed, tick, width));
        }
    }
}

/// What matters most comes first: the terminal may be narrow.
fn message(tick: &Tick, width: usize) -> String {
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
    tick: Option<&Tick>,
    width: usize,
) -> String {
    let left = (done > 0).then(|| elapsed.div_f64(done as f64).mul_f64((all - done) as f64));
    let full = BAR * done / all;
    let parts = [
        format!("{}/{}", grouped(done as u64), grouped(all as u64)),
        match left {
            Some(left) => format!("{}, {} left", duration(elapsed), duration(left)),
            None => duration(elapsed),
        },
        format!("[{}{}]", "=".repeat(full), " ".repeat(BAR - full)),
        tick.map_or(String::new(), |tick| format!("now {} nodes", grouped(tick.nodes))),
    ];
    join(&parts, width)
}

fn write_object(tick: &Tick) -> io::Result<()> {
    let seconds = seconds(tick.elapsed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use phidelta_search::Numbers;

    fn tick() -> Tick {
        Tick {
            numbers: Numbers { proof: 1234, disproof: 5 },
            nodes: 3_000_000,
            elapsed: Duration::from_secs(3),
            depth: 12,
            line: ["a1", "b2", "c3"].map(String::from).into(),
            table_used: 1,
            table_entries: 4,
        }
    }

    #[test]
    fn narrow_terminals_see_less_but_nothing_cut() {
        let whole =
            "pn 1,234 dn 5  3,000,000 nodes  3.0 s  1,000,000/s  depth 12  table 25%  a1 b2";
        assert_eq!(message(&tick(), 120), format!("{whole} c3"));
        assert_eq!(message(&tick(), whole.len()), whole);
        assert_eq!(message(&tick(), 40), "pn 1,234 dn 5  3,000,000 nodes  3.0 s");
        assert_eq!(message(&tick(), 20), "pn 1,234 dn 5");
    }

    #[test]
    fn a_batch_tells_how_far_it_is() {
        let at = |done, width| batch_message(done, 4, Duration::from_secs(30), None, width);
        assert_eq!(at(0, 80), "0/4  30.0 s  [                    ]");
        assert_eq!(at(3, 80), "3/4  30.0 s, 10.0 s left  [===============     ]");
        assert_eq!(at(3, 40), "3/4  30.0 s, 10.0 s left");
        assert_eq!(at(3, 10), "3/4");
        let end = batch_message(4, 4, Duration::ZERO, Some(&tick()), 80);
        assert!(end.ends_with("[====================]  now 3,000,000 nodes"), "{end}");
    }
}
