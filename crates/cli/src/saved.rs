//! Where a search was saved, and how to go on, for people.

use std::io;
use std::time::Duration;

use phidelta::checkpoint::{Resumed, Saved};
use phidelta::{Answer, Decision, amounts, shell};

use crate::output::Page;

/// Tells people where a search was saved, and how to go on.
///
/// # Errors
/// If it cannot be written.
pub fn write(answer: &Answer, page: &mut Page) -> io::Result<()> {
    if let Some(Resumed { file, nodes, seconds }) = &answer.resumed {
        let time = amounts::duration(Duration::from_secs_f64(*seconds));
        let nodes = amounts::grouped(*nodes);
        page.field("Resumed", &format!("{file}, after {nodes} nodes and {time}"))?;
    }
    let Some(Saved { file, written: times @ 1.., bytes, .. }) = &answer.checkpoint else {
        return Ok(());
    };
    let times = amounts::grouped(*times);
    page.field("Saved", &format!("{file}, {}, written {times} ×", amounts::bytes(*bytes)))?;
    if answer.result == Decision::Unknown {
        let words = ["phidelta", "solve", "--resume", file, "--checkpoint", file];
        page.field("Go on by", &shell::command_line(&words.map(String::from)))?;
    }
    Ok(())
}
