//! The page of each experiment: what the paper did, what we do, what differs.

use crate::bench::EXPERIMENTS;

/// The heading under which a page tells that.
const AGREEMENT: &str = "Agreement and disagreement";

/// The page of an experiment.
pub fn of(experiment: &str) -> Option<&'static str> {
    EXPERIMENTS.iter().find(|one| one.name == experiment)?.page
}

/// The title of a page.
pub fn title(page: &'static str) -> &'static str {
    page.lines().next().map_or("", |line| line.trim_start_matches('#').trim())
}

/// A page without its title, and without what it says of results: the report has them anew.
pub fn description(page: &str) -> String {
    sections(page, |heading| {
        heading.is_empty()
            || heading.starts_with("What the paper")
            || heading.starts_with("What we do")
            || heading == "What differs"
    })
}

/// What a page says about where a full run agrees with the papers, where not, and why: without its heading.
pub fn agreement(page: &str) -> String {
    let text = sections(page, |heading| heading == AGREEMENT);
    text.split_once('\n').map_or_else(String::new, |(_, text)| text.trim().into())
}

/// The sections of a page with such headings; what comes before the first has none.
fn sections(page: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let (mut text, mut heading) = (String::new(), "");
    for line in page.lines().skip(1) {
        heading = line.strip_prefix("## ").unwrap_or(heading);
        if is_wanted(heading) {
            text += line;
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_tell_what_was_done_and_what_differs() {
        for entry in EXPERIMENTS {
            let (name, Some(page)) = (entry.name, entry.page) else { continue };
            assert!(!title(page).is_empty(), "{name}");
            assert!(page.contains(&format!("phidelta bench {name}")), "{name}");
            assert!(page.lines().any(|line| line == "## What we do"), "{name}");
        }
        let text = description(
            "# T\n\nintro\n\n## What we do\n\nthis\n\n## Results\n\n7\n\n## What differs\n\nthat\n",
        );
        assert!(text.contains("intro") && text.contains("that") && !text.contains('7'), "{text}");
        let text = "# T\n\nintro\n\n## Agreement and disagreement\n\nIt does.\n\nOr not.\n\n## More\n\nmore\n";
        assert_eq!(agreement(text), "It does.\n\nOr not.");
        assert_eq!(agreement("# T\n\nintro\n"), "");
    }
}
