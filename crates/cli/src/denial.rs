//! An answer that must not be given, told loudly.

use std::io::Write;
use std::path::{Path, PathBuf};

use anstyle::Style;
use phidelta::Denial;
use phidelta::words::on_one_line;

use crate::output::BAD;

/// Writes the evidence to a new file, and tells all on standard error. Gives the file's name, if it could be
/// written.
pub fn raise(denial: &Denial, game: &str, certificate: Option<&Path>) -> Option<PathBuf> {
    let (place, file) = match denial.write_evidence(game, certificate) {
        Ok(None) => ("There is no certificate to show it".to_string(), None),
        Ok(Some(path)) => {
            let name = path.display();
            let place =
                format!("The evidence is in {name}: `phidelta check {name}` {}", denial.remedy);
            (place, Some(path))
        }
        Err(error) => (format!("The evidence could not be written: {error}"), None),
    };
    let head = "THE ANSWER IS NOT TO BE TRUSTED, and is not given";
    let cause = "Two positions of the same key may be the cause, or a fault of this program: please \
                 report it";
    let mut stderr = anstream::stderr().lock();
    for (text, style) in
        [(head, BAD), (&denial.sentence, BAD), (&place, Style::new()), (cause, Style::new())]
    {
        // If not even that can be written, the exit status has to do.
        let _ = writeln!(stderr, "{style}phidelta: {}{style:#}", on_one_line(text));
    }
    file
}
