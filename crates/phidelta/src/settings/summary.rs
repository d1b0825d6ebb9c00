//! How is searched, on a line.

use super::{Second, Settings, Threshold};
use crate::options::{Backup, Method};

impl Settings {
    /// How is searched, on a line: `df-pn (auto), epsilon 0.25, init guide`.
    pub fn summary(&self) -> String {
        let chosen = if self.auto { " (auto)" } else { "" };
        let mut parts = vec![format!("{}{chosen}", self.name)];
        match self.step {
            Some(Threshold::Epsilon(epsilon)) => parts.push(format!("epsilon {epsilon}")),
            Some(Threshold::Delta(delta)) => parts.push(format!("delta {delta}")),
            None => {}
        }
        match self.second {
            Some(Second::Fixed(nodes)) => parts.push(format!("second level {nodes}")),
            Some(Second::Logistic([a, b])) => parts.push(format!("second level {a},{b}")),
            None => {}
        }
        parts.extend(self.r.map(|r| format!("r {r}")));
        parts.extend(self.job.map(|nodes| format!("job {nodes}")));
        if let Some(threats) = self.threats {
            if self.name != Method::RzDfPn && threats.top.is_some() {
                parts.push("zones".into());
            }
            parts.extend(threats.top.map(|top| format!("top {top}")));
            parts.extend(threats.nodes.map(|nodes| format!("threats of {nodes} nodes")));
            parts.push(format!("at most {} moves", threats.depth));
        }
        if !self.is_pure_threats() && !matches!(self.name, Method::Widening(_)) {
            parts.push(format!("init {}", self.init));
            parts.extend(self.evaluation.map(|[a, b, t]| format!("evaluation {a},{b},{t}")));
        }
        if let Some(plies @ 1..) = self.look_ahead {
            parts.push(format!("look-ahead {plies}"));
            parts.extend(self.look_ahead_at.map(|at| format!("at {at}")));
        }
        parts.extend(self.deep.map(|[e, d]| format!("deep {e},{d}")));
        if self.threads > 1 {
            parts.push(format!("{} threads", self.threads));
            parts.extend(self.parallel.map(|parallel| format!("parallel {parallel}")));
        }
        if self.backup != Backup::Sum {
            parts.push(format!("backup {}", self.backup));
        }
        if let Some(cycles) = self.cycles {
            parts.push(format!("cycles {cycles}"));
        }
        let without = [("fixed point", self.no_fixed_point), ("simulation", self.no_simulation)];
        let without = without.into_iter().filter(|&(_, is_without)| is_without);
        parts.extend(without.map(|(name, _)| format!("no {name}")));
        parts.join(", ")
    }
}
