//! The one table of all options that a question can have in any game.

use phidelta_search::Step;

use super::search::{deep, evaluation, second};
use super::{
    Backup, Cycles, Delta, Form, Init, LookAheadAt, Named, OptionSpec, Parallel, Replace,
    SearchChoice, Tuning,
};

/// A form of names.
const fn choice<T: Named>() -> Form {
    Form::Choice { names: T::NAMES, is_one: |text| T::named(text).is_some() }
}

/// A number that is all of an option's value.
const fn number(name: &'static str, usual: &'static str) -> Tuning {
    Tuning { name, prefix: "", part: None, usual }
}

const MOST: u64 = u64::MAX;

/// The options that say how to search, and how far: those of every command that searches.
pub static SEARCH_OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        default: "auto",
        source: "see the names",
        ..OptionSpec::new("search", "NAME", choice::<SearchChoice>(), "The kind of search")
    },
    OptionSpec {
        details: "Pawlewicz and Lew's 1 + ε: with a larger X, the search returns less often to positions it has \
                  left, and stays longer with bad ones.",
        applies: "df-pn, pds, pn-star, pds-pn, pn-df-pn, vct, rz-df-pn",
        source: "Pawlewicz & Lew 2007",
        conflicts: &["delta"],
        tuning: &[number("epsilon", "0.05..15:0.05")],
        ..OptionSpec::new(
            "epsilon",
            "X",
            Form::Real { least: 0.0, most: Step::MAX_EPSILON },
            "Threshold: stay with a child until its number is 1 + X times that of the second best \
             [default: 0.25; 0.0625 for pds and pds-pn; --delta 1 for pn-star]",
        )
    },
    OptionSpec {
        details: "`auto` takes the mean number of the child and its siblings (after Kishimoto and Müller).",
        applies: "df-pn, pds, pn-star, pds-pn, pn-df-pn, vct, rz-df-pn",
        source: "Nagai 2002; Kishimoto & Müller 2005",
        conflicts: &["epsilon"],
        tuning: &[number("delta", "1..100:1")],
        ..OptionSpec::new(
            "delta",
            "N",
            Form::Text { check: |text| text.parse::<Delta>().map(drop) },
            "Threshold: stay with a child until its number is N above that of the second best, or `auto`",
        )
    },
    OptionSpec {
        source: "Allis 1994; Nagai 2002; Winands & Schadd 2011",
        ..OptionSpec::new(
            "init",
            "NAME",
            choice::<Init>(),
            "Initial proof and disproof numbers of leaves [default: guide where the game has one, or unit]",
        )
    },
    OptionSpec {
        details: "A position with n moves starts, for the player to move, with 1 + B (1 − s) for success and A n + B (1 + \
                  s) for failure, where s is 1 for scores from T up, −1 from −T down, and otherwise 0.",
        applies: "--init evaluation",
        source: "Winands & Schadd 2011",
        tuning: &[
            Tuning { name: "a", prefix: "", part: Some(0), usual: "0..4:1" },
            Tuning { name: "b", prefix: "", part: Some(1), usual: "0..30:1" },
            Tuning { name: "t", prefix: "", part: Some(2), usual: "10..200:10" },
        ],
        ..OptionSpec::new(
            "evaluation",
            "A,B,T",
            Form::Text { check: |text| evaluation(text).map(drop) },
            "How scores become initial numbers, with --init evaluation [default: 1,20,30]",
        )
    },
    OptionSpec {
        default: "1",
        details: "Guides look one ply ahead by themselves; 2 and more add to that.",
        applies: "2 and more: games whose positions never repeat, searches without threats",
        source: "Allis 1994; Winands 2004; Kaneko et al. 2005",
        tuning: &[number("look-ahead", "0..5:1")],
        ..OptionSpec::new(
            "look-ahead",
            "PLIES",
            Form::Whole { least: 0, most: phidelta_search::Options::MOST_PLIES as u64 },
            "How many plies to look ahead from a new leaf for a forced end of the game",
        )
    },
    OptionSpec {
        default: "all",
        applies: "--look-ahead of 1 or more",
        source: "Kaneko et al. 2005",
        ..OptionSpec::new(
            "look-ahead-at",
            "NAME",
            choice::<LookAheadAt>(),
            "The leaves from which --look-ahead looks",
        )
    },
    OptionSpec {
        details: "E is at most 1000, D at most 10000. Initial numbers are then `--init unit` unless you say \
                  otherwise.",
        source: "Song, Iida & van den Herik 2017",
        tuning: &[
            Tuning { name: "e", prefix: "", part: Some(0), usual: "1..20:1" },
            Tuning { name: "d", prefix: "", part: Some(1), usual: "1..15:1" },
        ],
        ..OptionSpec::new(
            "deep",
            "E,D",
            Form::Text { check: |text| deep(text).map(drop) },
            "Deep df-pn: initial numbers times E to the power of D less the depth",
        )
    },
    OptionSpec {
        details: "N nodes; or, when the first level has x nodes (pds-pn: entries), the part 1/(1 + e^((A − \
                  x)/B)) of x: almost none at first, half of them when x is A, all of them in the end \
                  (Breuker).",
        applies: "pn2, pds-pn",
        source: "Breuker 1998",
        tuning: &[number("second", "100..10000:100")],
        ..OptionSpec::new(
            "second",
            "SIZE",
            Form::Text { check: |text| second(text).map(drop) },
            "Pn2 and pds-pn: how large the trees at the leaves get, as N, or A,B [default: \
             1000000,200000]",
        )
    },
    OptionSpec {
        applies: "deep-pn",
        source: "Ishitobi et al. 2015",
        tuning: &[number("r", "0.5..1:0.05")],
        ..OptionSpec::new(
            "r",
            "X",
            Form::Real { least: 0.0, most: 1.0 },
            "Deep-pn: from 0, depth first, to 1, best first [default: 0.999]",
        )
    },
    OptionSpec {
        applies: "pn-df-pn; threads with jobs",
        source: "Pawlewicz & Hayward 2013; Čížek, Balko & Schmid 2025",
        tuning: &[number("job", "10..1000:10")],
        ..OptionSpec::new(
            "job",
            "N",
            Form::Whole { least: 1, most: MOST },
            "How many nodes a job has: pn-df-pn at a leaf [default: 100], threads with jobs [default: 2000]",
        )
    },
    OptionSpec {
        applies: "pn, pn2, deep-pn",
        ..OptionSpec::new(
            "prune",
            "",
            Form::Flag,
            "Pn, pn2 and deep-pn: when memory is full, drop the moves that look worst and continue; the answer \
             may then be wrong",
        )
    },
    OptionSpec {
        details: "A win that is found is a win; that none is found says nothing.",
        heading: "Threats",
        applies: "games that know threats",
        source: "Wu & Lin 2010",
        ..OptionSpec::new(
            "zones",
            "",
            Form::Flag,
            "Of connect6 and its family: search only the attacker's moves that threaten to win, and the \
             opponent's that relevance zones leave",
        )
    },
    OptionSpec {
        heading: "Threats",
        applies: "rz-df-pn, --zones",
        source: "Song, Iida & van den Herik 2017",
        tuning: &[number("top", "1..20:1")],
        ..OptionSpec::new(
            "top",
            "K",
            Form::Whole { least: 1, most: u32::MAX as u64 },
            "With zones: how many of the attacker's moves are tried in a position [default: 5]",
        )
    },
    OptionSpec {
        heading: "Threats",
        applies: "vct, rz-df-pn, --zones",
        tuning: &[number("threat-nodes", "1000..20000:1000")],
        ..OptionSpec::new(
            "threat-nodes",
            "N",
            Form::Whole { least: 1, most: MOST },
            "With zones and vct: how many positions each search for continuous threats visits [default: \
             5000]",
        )
    },
    OptionSpec {
        heading: "Threats",
        applies: "vcdt, vcf, vct, rz-df-pn, --zones",
        source: "Wu & Huang 2005",
        ..OptionSpec::new(
            "threat-depth",
            "N",
            Form::Whole { least: 1, most: 100 },
            "How many moves of the attacker continuous threats have, the last of which completes a row, at \
             most 100 [default: 13]",
        )
    },
    OptionSpec {
        default: "sum",
        source: "Allis 1994; Ueda et al. 2008; Yoshizoe 2008; Henderson 2010; Kishimoto 2010; Müller 2003",
        tuning: &[
            Tuning { name: "best", prefix: "best:", part: None, usual: "1..16:1" },
            Tuning { name: "factor", prefix: "factor:", part: None, usual: "0..1:0.05" },
        ],
        ..OptionSpec::new(
            "backup",
            "NAME",
            choice::<Backup>(),
            "How the numbers of children that must all be solved are combined",
        )
    },
    OptionSpec {
        default: "auto",
        applies: "games whose positions repeat",
        source: "Kishimoto & Müller 2003; Kishimoto 2010",
        ..OptionSpec::new(
            "cycles",
            "NAME",
            choice::<Cycles>(),
            "How proof numbers in cyclic graphs are handled, in games whose positions repeat",
        )
    },
    OptionSpec {
        details: "Where endless play has a value, one side is content with going round in circles. Which positions are \
                  safe for it is computed beside the search, which so ends where the positions fit into memory.",
        applies: "games whose positions repeat",
        source: "Liu & Smolka 1998",
        ..OptionSpec::new(
            "no-fixed-point",
            "",
            Form::Flag,
            "In games whose positions repeat, do not look for sets of positions that a side can stay in for ever",
        )
    },
    OptionSpec {
        applies: "games whose positions repeat",
        source: "Kawano 1996; Kishimoto & Müller 2004",
        ..OptionSpec::new(
            "no-simulation",
            "",
            Form::Flag,
            "In games whose positions repeat, do not try whether a result after one line of play holds after another",
        )
    },
    OptionSpec {
        default: "small-tree",
        source: "Breuker et al. 1996; Nagai 2002, 1999",
        ..OptionSpec::new(
            "replace",
            "NAME",
            choice::<Replace>(),
            "Which entry of a full table is replaced",
        )
    },
    OptionSpec {
        default: "1",
        details: "They share the table. The answer is the same as with one; how many nodes it takes is not.",
        applies: "df-pn, pds, pn-df-pn, vct, rz-df-pn",
        ..OptionSpec::new(
            "threads",
            "N",
            Form::Whole { least: 1, most: 1024 },
            "How many threads search together, at most 1024",
        )
    },
    OptionSpec {
        applies: "two threads or more",
        source: "Pawlewicz & Hayward 2013; Kaneko 2010",
        ..OptionSpec::new(
            "parallel",
            "NAME",
            choice::<Parallel>(),
            "How threads share the work of df-pn and pds [default: jobs]",
        )
    },
    OptionSpec {
        heading: "Limits",
        conflicts: &["entries"],
        ..OptionSpec::new(
            "memory",
            "SIZE",
            Form::Text { check: |text| super::search::memory(text).map(drop) },
            "The most memory to use, as 512M or 4GiB [default: a quarter of the machine's, 4GiB at most]",
        )
    },
    OptionSpec {
        heading: "Limits",
        conflicts: &["memory"],
        ..OptionSpec::new(
            "entries",
            "N",
            Form::Whole { least: 4, most: MOST },
            "The table's size in entries, instead of --memory",
        )
    },
    OptionSpec {
        heading: "Limits",
        ..OptionSpec::new("time", "TIME", Form::Time, "Stop after this time, as 10s, 5m or 1h30m")
    },
    OptionSpec {
        heading: "Limits",
        ..OptionSpec::new(
            "nodes",
            "N",
            Form::Whole { least: 1, most: MOST },
            "Stop after visiting so many positions",
        )
    },
    OptionSpec {
        default: "64",
        hidden: true,
        ..OptionSpec::new(
            "key-bits",
            "N",
            Form::Whole { least: 1, most: 64 },
            "For tests: how many bits of positions' keys are used. With a few, different positions are taken \
             for the same, so that searches give wrong answers, as they do very rarely with 64.",
        )
    },
];

/// The options of a question besides those of the search, in all games.
pub static QUESTION_OPTIONS: &[OptionSpec] = &[OptionSpec {
    details: "Each legal move with what it is worth to the side to move, as far as that is found within the \
              limits. In Go, also how wrong moves are refuted.",
    heading: "Question",
    ..OptionSpec::new("all-moves", "", Form::Flag, "Show what each legal move is worth")
}];
