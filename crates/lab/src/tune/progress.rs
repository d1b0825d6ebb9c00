//! What is shown while settings are tried.

use std::time::{Duration, Instant};

use phidelta::amounts::{duration, grouped};
use phidelta::{Event, SearchProgress};

use super::trial::Trial;
use crate::{Console, Part};

/// What is over sooner shows nothing.
const QUIET_FOR: Duration = Duration::from_millis(300);
/// How often something is shown.
const EVERY: Duration = Duration::from_millis(100);

/// Tells how far the tuning is.
pub struct TuneProgress {
    started: Instant,
    next: Duration,
    /// How many settings there are to try, if that is known.
    all: Option<usize>,
    tried: usize,
    setting: String,
    best: Option<String>,
}

impl TuneProgress {
    pub fn new(all: Option<usize>) -> Self {
        let (started, next) = (Instant::now(), QUIET_FOR);
        TuneProgress { started, next, all, tried: 0, setting: String::new(), best: None }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// A setting is being tried.
    pub fn begin(&mut self, setting: String) {
        self.setting = setting;
    }

    /// A setting was tried. It may be the best so far.
    pub fn end(&mut self, best: Option<&Trial>) {
        self.tried += 1;
        if let Some(best) = best {
            self.best = Some(format!("best {} ({})", grouped(best.outcome.nodes), self.setting));
        }
    }

    /// Shows what is heard of the run in hand.
    pub fn show(&mut self, event: &Event, console: &mut dyn Console) {
        let elapsed = self.started.elapsed();
        if elapsed >= self.next {
            self.next = elapsed + EVERY;
            console.progress(&self.parts(event, elapsed));
        }
    }

    /// What matters most comes first.
    fn parts(&self, event: &Event, elapsed: Duration) -> Vec<Part> {
        let count = match self.all {
            Some(all) => format!("{}/{} ", grouped(self.tried as u64), grouped(all as u64)),
            None => String::new(),
        };
        let parts = [
            format!("{count}{}", self.setting),
            self.best.clone().unwrap_or_default(),
            duration(elapsed),
            match event {
                Event::Searching(SearchProgress { nodes, .. })
                | Event::SearchingThreats { nodes, .. } => {
                    format!("now {} nodes", grouped(*nodes))
                }
                _ => String::new(),
            },
        ];
        parts.into_iter().filter(|part| !part.is_empty()).map(Part::Text).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::trial::Outcome;

    #[test]
    fn the_setting_and_the_best_come_first() {
        let mut progress = TuneProgress::new(Some(300));
        progress.begin("--deep 2,2".into());
        let parts =
            |progress: &TuneProgress| progress.parts(&Event::Proving(0), Duration::from_secs(3));
        let texts = |texts: &[&str]| -> Vec<Part> {
            texts.iter().map(|text| Part::Text((*text).into())).collect()
        };
        assert_eq!(parts(&progress), texts(&["0/300 --deep 2,2", "3.0 s"]));
        let outcome = Outcome {
            nodes: 45_300,
            seesaw: Some(1),
            seconds: 0.0,
            result: "proved",
            stopped: None,
        };
        progress.end(Some(&Trial { point: Vec::new(), values: Vec::new(), outcome }));
        progress.begin("--deep 3,2".into());
        let whole = ["1/300 --deep 3,2", "best 45,300 (--deep 2,2)", "3.0 s"];
        assert_eq!(parts(&progress), texts(&whole));
    }
}
