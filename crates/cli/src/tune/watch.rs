//! What is shown while settings are tried: a line on the terminal.

use std::time::{Duration, Instant};

use super::trial::Trial;
use crate::moment::{Moment, Tick};
use crate::progress::{LINE_EVERY, QUIET_FOR};
use crate::size::{duration, grouped};
use crate::status_line::{StatusLine, join};

/// Tells how far the tuning is.
pub struct Watch {
    line: Option<StatusLine>,
    started: Instant,
    next: Duration,
    /// How many settings there are to try, if that is known.
    all: Option<usize>,
    tried: usize,
    setting: String,
    best: Option<String>,
}

impl Watch {
    pub fn new(all: Option<usize>, quiet: bool) -> Self {
        let line = if quiet { None } else { StatusLine::new() };
        let (started, next) = (Instant::now(), QUIET_FOR);
        Watch { line, started, next, all, tried: 0, setting: String::new(), best: None }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// A setting is being tried.
    pub fn begin(&mut self, setting: String) {
        self.setting = setting;
    }

    /// Lets `write` write what a setting came to. It may be the best so far.
    pub fn end<R>(&mut self, best: Option<&Trial>, write: impl FnOnce() -> R) -> R {
        self.tried += 1;
        if let Some(best) = best {
            self.best = Some(format!("best {} ({})", grouped(best.outcome.nodes), self.setting));
        }
        match &self.line {
            Some(line) => line.aside(write),
            None => write(),
        }
    }

    /// Shows a moment of the run in hand.
    pub fn show(&mut self, moment: &Moment) {
        let Some(line) = &self.line else { return };
        let elapsed = self.started.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + LINE_EVERY;
            line.show(self.message(moment, elapsed, StatusLine::width()));
        }
    }

    /// What matters most comes first: the terminal may be narrow.
    fn message(&self, moment: &Moment, elapsed: Duration, width: usize) -> String {
        let count = match self.all {
            Some(all) => format!("{}/{} ", grouped(self.tried as u64), grouped(all as u64)),
            None => String::new(),
        };
        let parts = [
            format!("{count}{}", self.setting),
            self.best.clone().unwrap_or_default(),
            duration(elapsed),
            match moment {
                Moment::Searching(Tick { nodes, .. }) | Moment::Threatening { nodes, .. } => {
                    format!("now {} nodes", grouped(*nodes))
                }
                _ => String::new(),
            },
        ];
        join(&parts, width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::trial::Outcome;

    #[test]
    fn the_setting_and_the_best_come_first() {
        let mut watch = Watch::new(Some(300), true);
        watch.begin("--deep 2,2".into());
        let message = |watch: &Watch, width| {
            watch.message(&Moment::Proving(0), Duration::from_secs(3), width)
        };
        assert_eq!(message(&watch, 80), "0/300 --deep 2,2  3.0 s");
        let outcome = Outcome {
            nodes: 45_300,
            seesaw: Some(1),
            seconds: 0.0,
            result: "proved",
            stopped: None,
        };
        watch.end(Some(&Trial { point: Vec::new(), values: Vec::new(), outcome }), || ());
        watch.begin("--deep 3,2".into());
        let whole = "1/300 --deep 3,2  best 45,300 (--deep 2,2)  3.0 s";
        assert_eq!(message(&watch, 80), whole);
        assert_eq!(message(&watch, 20), "1/300 --deep 3,2");
    }
}
