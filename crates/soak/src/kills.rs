//! Searches that are killed at random moments, again and again, and taken up.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;

use crate::run::{Ended, PATIENCE, Search, run, solve};
use crate::{Plan, Summary};

/// A search is killed so often before another one has its turn.
const A_SEARCH: u32 = 4;

/// The answers so far, by the game: whoever answers must answer the same.
#[derive(Default)]
pub struct Answers(HashMap<String, String>);

impl Answers {
    /// Takes an answer in. Another one that it contradicts.
    pub fn take(&mut self, game: &str, result: &Value) -> Option<String> {
        let answer = result["result"].as_str().filter(|answer| *answer != "unknown")?;
        let known = self.0.entry(game.into()).or_insert_with(|| answer.into());
        (known != answer).then(|| known.clone())
    }
}

/// Kills searches.
pub fn try_all(plan: &Plan) -> Result<Summary> {
    let mut summary = Summary::default();
    let mut random = StdRng::seed_from_u64(plan.seed);
    let mut answers = Answers::default();
    let mut left = plan.kills;
    while left > 0 {
        let kills = left.min(A_SEARCH);
        left -= kills;
        let search = Search::random(&mut random);
        let folder = tempfile::tempdir().context("a directory cannot be made")?;
        let file = folder.path().join("a search");
        one_search(plan, &search, &file, kills, &mut random, &mut answers, &mut summary)?;
    }
    Ok(summary)
}

fn one_search(
    plan: &Plan,
    search: &Search,
    file: &Path,
    kills: u32,
    random: &mut StdRng,
    answers: &mut Answers,
    summary: &mut Summary,
) -> Result<()> {
    let name = file.to_str().context("the name of a temporary directory is text")?;
    let mut nodes_before = 0;
    for _ in 0..kills {
        let mut words: Vec<&str> = if file.exists() {
            vec!["--resume", name]
        } else {
            search.words.iter().map(String::as_str).collect()
        };
        words.extend(["--checkpoint", name, "--every", "100ms"]);
        let life = Duration::from_millis(random.random_range(20..700));
        let ended = run(&mut solve(&plan.program, &words), life)?;
        summary.count(if ended.was_killed {
            "searches killed"
        } else {
            "searches that were quicker"
        });
        if !ended.was_killed {
            if !ended.is_well() {
                summary.find(format!(
                    "{}: ended with {}: {}",
                    search.told(),
                    ended.status,
                    ended.complaint()
                ));
            }
            note(search, &ended, answers, summary);
        }
        if !file.exists() {
            continue;
        }
        // What is there must be taken up, and count no less than before.
        let again = run(&mut solve(&plan.program, &["--resume", name, "--nodes", "1"]), PATIENCE)?;
        let result = again.result();
        let nodes = result.as_ref().and_then(|result| result["resumed"]["nodes"].as_u64());
        match nodes {
            Some(nodes) if again.is_well() && nodes >= nodes_before => nodes_before = nodes,
            _ => summary.find(format!(
                "{}: what was saved was not taken up: {} {}",
                search.told(),
                again.status,
                again.complaint()
            )),
        }
        summary.count("checkpoints taken up");
        note(search, &again, answers, summary);
    }
    if file.exists() {
        let words = ["--resume", name, "--time", "300ms", "--self-check", "--checkpoint", name];
        let last = run(&mut solve(&plan.program, &words), PATIENCE)?;
        if !last.is_well() {
            summary.find(format!(
                "{}: ended with {}: {}",
                search.told(),
                last.status,
                last.complaint()
            ));
        }
        note(search, &last, answers, summary);
        let folder = file.parent().context("it is in a directory")?;
        let left = fs::read_dir(folder)?.count();
        // What a killed process has left goes when the next checkpoint is written.
        let has_written = last
            .result()
            .and_then(|result| result["checkpoint"]["written"].as_u64())
            .is_some_and(|written| written > 0);
        if has_written && left > 1 {
            summary.find(format!("{}: {} files are left over", search.told(), left - 1));
        }
    }
    Ok(())
}

/// Takes note of an answer, if there is one.
fn note(search: &Search, ended: &Ended, answers: &mut Answers, summary: &mut Summary) {
    let Some(result) = ended.result() else { return };
    if result["result"] == "unknown" {
        return;
    }
    summary.count("answers");
    if result["certificate"]["verdict"] == "verified" {
        summary.count("answers verified");
    }
    if let Some(other) = answers.take(&search.game, &result) {
        summary.find(format!("{}: {} here, {other} elsewhere", search.told(), result["result"]));
    }
}
