//! The page of each experiment: what the paper did, what we do, what differs.

use crate::bench::EXPERIMENTS;

/// The page of an experiment.
pub fn of(experiment: &str) -> Option<&'static str> {
    EXPERIMENTS.iter().find(|one| one.name == experiment)?.page
}

/// The title of a page.
pub fn title(page: &'static str) -> &'static str {
    page.lines().next().map_or("", |line| line.trim_start_matches('#').trim())
}

/// A page without its title, and without what it says of our own runs: a report is of other data.
pub fn description(page: &str) -> String {
    sections(page, is_description)
}

/// What a page says of our own runs, which no report repeats.
#[cfg(test)]
pub fn conclusions(page: &str) -> String {
    sections(page, |heading| !is_description(heading))
}

fn is_description(heading: &str) -> bool {
    heading.is_empty()
        || heading.starts_with("What the paper")
        || heading.starts_with("What we do")
        || heading == "What differs"
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
        let page = "# T\n\nintro\n\n## Agreement and disagreement\n\nIt does.\n";
        assert!(conclusions(page).contains("It does.") && !description(page).contains("It does."));
    }
}
