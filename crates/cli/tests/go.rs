//! Life and death in Go through the program: questions, what answers rest on, files in and out.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use phidelta_testing::editor::File;
use serde_json::Value;

const PROGRAM: &str = env!("CARGO_BIN_EXE_phidelta");

/// Eye spaces of 3 by 3 in the corner, from the top, with all kinds of fates.
const CORNERS: [&str; 9] = [
    "b2bw2/w2bw2/b1bbw2",
    "b2bw2/1w1bw2/1bwbw2",
    "1wbbw2/2bbw2/bw1bw2",
    "1wwbw2/1bwbw2/2wbw2",
    "3bw2/w2bw2/3bw2",
    "w2bw2/bwwbw2/2wbw2",
    "1wbbw2/3bw2/3bw2",
    "b2bw2/w2bw2/3bw2",
    "bbbbw2/3bw2/w1wbw2",
];

fn phidelta(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The result of a question, and the exit status.
fn solve(game: &str, position: &str, options: &str) -> (Value, Option<i32>) {
    let mut arguments = vec!["solve", game, position, "--json"];
    arguments.extend(options.split_whitespace());
    let output = phidelta(&arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().last().unwrap_or_else(|| {
        panic!("{position} {options}: {}", String::from_utf8_lossy(&output.stderr));
    });
    (serde_json::from_str(last).unwrap(), output.status.code())
}

/// What is said on standard error, with this exit status.
fn fault(arguments: &[&str], status: i32) -> String {
    let output = phidelta(arguments);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {told}");
    told
}

fn corner(inner: &str, mover: char) -> String {
    format!("7/7/wwwww2/bbbbw2/{inner} {mover} target=A4 region=A1-C3")
}

/// The value of a corner as the game go-life has it: whether Black, the defender, is captured (0), lives
/// (2), or neither (1).
fn value(inner: &str, mover: char, threats: &str) -> u8 {
    // Behind White's wall nobody plays.
    let rows: Vec<String> = inner
        .split('/')
        .map(|row| {
            let (eyes, rest) = row.split_at(row.rfind("bw2").unwrap());
            let eyes = ["1", "2", "3"]
                .iter()
                .zip(["+", "++", "+++"])
                .fold(eyes.to_string(), |eyes, (digit, signs)| eyes.replace(digit, signs));
            format!("{eyes}{rest}")
        })
        .collect();
    let game = format!(
        "go-life:7/7/wwwww2/bbbbw2/{}:{mover}:targets=A4:threats={threats}",
        rows.join("/")
    );
    let (result, status) = solve(&game, "", "--goal value");
    assert!(status == Some(10) || result["over"] == true, "{result}");
    match result["winner"].as_str() {
        Some("black") => 2,
        Some(_) => 0,
        None => 1,
    }
}

/// The status as it is defined, from values with all numbers of threats: who fails without any gets so
/// many, until that changes whether the stones are captured. What only threats without end change, by
/// play without end, does not count.
fn expected_status(inner: &str, mover: char) -> (String, Option<(String, u64)>) {
    let value = |threats: &str| value(inner, mover, threats);
    let name = |value: u8| (["dead", "seki", "alive"][value as usize].to_string(), None);
    let first = value("0,0");
    let (needy, threats): (_, fn(&str) -> String) = match first {
        0 => ("black", |count| format!("{count},0")),
        _ => ("white", |count| format!("0,{count}")),
    };
    let endless = value(&threats("inf"));
    if endless == first {
        return name(first);
    }
    let changes = |count: &u64| (value(&threats(&count.to_string())) > 0) != (first > 0);
    match (1..=9).find(changes) {
        Some(count) => ("ko".into(), Some((needy.into(), count))),
        None => {
            assert_eq!(endless, 1, "no more than nine threats are needed");
            name(value(&threats("9")))
        }
    }
}

fn told_status(first: &Value) -> (String, Option<(String, u64)>) {
    let ko = first
        .get("ko")
        .map(|ko| (ko["needs"].as_str().unwrap().to_string(), ko["threats"].as_u64().unwrap()));
    (first["status"].as_str().unwrap().to_string(), ko)
}

/// A status is what the values of the game say, and it is checked.
#[test]
fn a_status_is_a_series_of_proofs() {
    let mut kinds = std::collections::BTreeSet::new();
    for inner in CORNERS {
        let (result, status) = solve("go", &corner(inner, 'b'), "--exact --self-check");
        assert_eq!((&result["result"], status), (&"proved".into(), Some(10)), "{inner}");
        assert_eq!(result["certificate"]["verdict"], "verified");
        assert_eq!(result["life"]["rests_on"], "proof");
        assert_eq!(result["life"]["region"]["kind"], "marked");
        let firsts = result["life"]["first"].as_array().unwrap();
        assert_eq!((&firsts[0]["mover"], &firsts[1]["mover"]), (&"black".into(), &"white".into()));
        for (first, mover) in firsts.iter().zip(['b', 'w']) {
            let expected = expected_status(inner, mover);
            assert_eq!(told_status(first), expected, "{inner} {mover}");
            kinds.insert(expected.0);
        }
    }
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["alive", "dead", "ko", "seki"]);
}

/// The best move is right, and so are those that lead to the same status; others are not.
#[test]
fn all_moves_are_told_apart() {
    let rank = |first: &Value| match told_status(first) {
        (status, None) => {
            ["dead", "", "", "seki", "alive"].iter().position(|s| *s == status).unwrap() as i64
                * 100
        }
        (_, Some((who, count))) if who == "black" => 200 - count as i64,
        (_, Some((_, count))) => 200 + count as i64,
    };
    for inner in CORNERS {
        let (result, _) = solve("go", &corner(inner, 'b'), "--exact --all-moves");
        for (first, sign) in result["life"]["first"].as_array().unwrap().iter().zip([1, -1]) {
            let moves = first["moves"].as_array().unwrap();
            let ranks = moves.iter().map(|first| sign * rank(first));
            let best = ranks.max();
            let worst = if sign > 0 { 0 } else { -400 };
            let own = sign * rank(first);
            assert_eq!(best, if moves.is_empty() { None } else { Some(own) }, "{inner}: {first}");
            for after in moves {
                let right = own > worst && sign * rank(after) == own;
                assert_eq!(after["right"], right, "{inner}: {after}");
            }
            let named = first["best_move"].as_str();
            let is_named = |after: &&Value| after["move"].as_str() == named;
            if let Some(known) = moves.iter().find(is_named) {
                assert_eq!(known["right"], true, "{inner}: {first}");
            }
            let passing = moves.iter().find(|after| after["move"] == "pass");
            if let (Some(needs), Some(passing)) = (first["needs_move"].as_bool(), passing) {
                assert_eq!(passing["right"], !needs, "{inner}: {first}");
            }
        }
    }
}

/// Goals ask one question, by who is to move, with the threats that are given.
#[test]
fn goals_and_threats() {
    for inner in CORNERS {
        for (mover, threats, option) in [
            ('b', "0,0", ""),
            ('w', "0,0", ""),
            ('b', "2,0", "--ko-threats 2"),
            ('w', "0,inf", "--ko-threats inf"),
            ('w', "1,3", "--ko-threats defender=1,attacker=3"),
        ] {
            let lives = value(inner, mover, threats) > 0;
            for (goal, holds) in [("live", lives), ("kill", !lives)] {
                let options = format!("--exact --goal {goal} {option}");
                let (result, status) = solve("go", &corner(inner, mover), &options);
                let expected = if holds { ("proved", 10) } else { ("disproved", 20) };
                assert_eq!(result["result"], expected.0, "{inner} {mover} {options}");
                assert_eq!(status, Some(expected.1));
            }
        }
    }
}

/// Certificates are of the game go-life, and can be checked on their own.
#[test]
fn certificates_are_checked_without_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    let name = proof.to_str().unwrap();
    let options = format!("--exact --goal live --certify {name}");
    let (result, status) = solve("go", "straight-three", &options);
    assert_eq!((&result["value"], status), (&"alive".into(), Some(10)));
    let output = phidelta(&["check", name]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("Game       go-life:5/5/wwwww/bbbbw/+++bw:b:targets=D1"), "{told}");
    assert!(told.contains("black wins") && told.contains("VERIFIED"), "{told}");
}

/// Who may not take back a ko, and passes, makes no offer to stop.
#[test]
fn a_ko_is_not_kept_by_passing() {
    for (position, options, mover, status, told) in [
        (
            "1www/1bbb/wwwb/1w1w b",
            "--target B2 --exact=A1,C1,A3",
            "black",
            "dead",
            "dead if Black plays",
        ),
        (
            "1bw/ww1/1ww b",
            "--target B2 --exact=A1,C2,A3",
            "black",
            "alive",
            "is alive, whoever plays first (proved",
        ),
    ] {
        let (result, _) = solve("go", position, &format!("{options} --self-check"));
        let first = result["life"]["first"].as_array().unwrap();
        let first = first.iter().find(|first| first["mover"] == mover).unwrap();
        assert_eq!(first["status"], status, "{position}");
        let mut arguments = vec!["solve", "go", position];
        arguments.extend(options.split_whitespace());
        let text = String::from_utf8(phidelta(&arguments).stdout).unwrap();
        assert!(text.contains(told), "{text}");
    }
}

/// Certificates of the first version of the rules, by which every pass counted, are not read as if they were of
/// the present one.
#[test]
fn certificates_of_older_rules_are_not_verified() {
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    let name = proof.to_str().unwrap();
    let (_, status) =
        solve("go", "straight-three", &format!("--exact --goal live --certify {name}"));
    assert_eq!(status, Some(10));
    let mut file = File::read(&fs::read(&proof).unwrap());
    let parameters = "5/5/wwwww/bbbbw/+++bw:b:targets=D1";
    assert_eq!(file.header.parameters, format!("{parameters}:rules=2"));
    for (version, reason) in [
        (
            "",
            "they are of an older version of the rules of go-life, and this program knows rules=2 alone; solve \
             the position again",
        ),
        (
            ":rules=1",
            "rules=1 is not a version of the rules that this program knows, which is rules=2; leave it out",
        ),
    ] {
        file.header.parameters = format!("{parameters}{version}");
        fs::write(&proof, file.write()).unwrap();
        let output = phidelta(&["check", name, "--json"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let report: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!((&report["verdict"], output.status.code()), (&"incomplete".into(), Some(1)));
        assert_eq!(report["reason"], format!("the game's parameters cannot be read: {reason}"));
    }
}

/// The region is optional: what follows may be one, or the position.
#[test]
fn a_region_may_follow_or_not() {
    for (words, kind) in [
        (&["--json", "--exact", "straight-three"][..], "closed"),
        (&["--json", "straight-three", "--exact", "A1-C1"], "given"),
        (&["--json", "--exact=a1,b1-c1", "straight-three"], "given"),
        (&["--exact", "--json", "straight-three"], "closed"),
    ] {
        let arguments = [&["solve", "go"], words].concat();
        let text = String::from_utf8(phidelta(&arguments).stdout).unwrap();
        let result: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        assert_eq!(result["life"]["region"]["kind"], kind, "{words:?}");
        assert_eq!(result["value"], "alive/dead");
    }
}

/// A wall keeps a group in that gets out of its region without one. Then it has six points in the corner
/// and one liberty outside, which is a ko.
#[test]
fn walls_keep_groups_in() {
    let position = "7/7/7/wwww3/bbbb3/3bw2/3bw2 b target=A3";
    let region = "--exact A1-C2,E3";
    for (option, walled, value) in [("", false, "alive"), ("--wall", true, "alive/ko")] {
        let (result, status) = solve("go", position, &format!("{region} {option}"));
        assert_eq!((&result["value"], status), (&value.into(), Some(10)), "{option}");
        assert_eq!(result["life"]["region"]["walled"], walled);
    }
}

const PROBLEM: &str = "(;FF[4]GM[1]SZ[5]AB[ad][bd][cd][dd][de]AW[ac][bc][cc][dc][ec][ed][ee]";

/// Targets and the region may be marked, and whose turn it is may be left open.
#[test]
fn files_say_what_is_meant() {
    let marked = format!("{PROBLEM}TR[ad]SQ[ae:ce])");
    let (result, _) = solve("go", &marked, "--exact");
    assert_eq!(result["position"], "5/5/wwwww/bbbbw/3bw b target=A2");
    assert_eq!(result["life"]["region"]["kind"], "marked");
    assert_eq!(result["value"], "alive/dead");
    // The side that is to live, or to kill, moves first.
    for (goal, mover) in [("live", "black"), ("kill", "white")] {
        let (result, status) = solve("go", &marked, &format!("--exact --goal {goal}"));
        assert_eq!((&result["life"]["first"][0]["mover"], status), (&mover.into(), Some(10)));
    }
    // Unless the file, or the user, says otherwise.
    let told = format!("{PROBLEM}TR[ad]PL[W])");
    let (result, status) = solve("go", &told, "--exact --goal live");
    assert_eq!((&result["life"]["first"][0]["mover"], status), (&"white".into(), Some(20)));
    assert_eq!(result["life"]["region"]["kind"], "closed");
    let (_, status) = solve("go", &told, "--exact A1-C1 --goal live --to-move black");
    assert_eq!(status, Some(10));
    // The position after the first move.
    let played = format!("{PROBLEM};B[be];W[ae])");
    let (result, status) = solve("go", &played, "--exact --target A2 --goal live --at-move 1");
    assert_eq!(
        (&result["position"], status),
        (&"5/5/wwwww/bbbbw/1b1bw w target=A2".into(), Some(10))
    );
}

/// What is written as an SGF file can be opened, and has every first move with a remark.
#[test]
fn answers_are_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answer.sgf");
    let name = file.to_str().unwrap();
    let (result, _) = solve("go", "corner-ko", &format!("--exact --sgf {name}"));
    let text = fs::read_to_string(&file).unwrap();
    for first in result["life"]["first"].as_array().unwrap() {
        for after in first["moves"].as_array().unwrap() {
            let remark = match told_status(after) {
                (_, Some((who, 1))) => {
                    format!("ko\\: {}{} needs 1 threat", who[..1].to_uppercase(), &who[1..])
                }
                (status, _) => status,
            };
            let word = if after["right"] == true { "Right" } else { "Wrong" };
            assert!(text.contains(&format!("C[{word}\\: {remark}]")), "{remark}: {text}");
        }
    }
    // The file is a question again, with the same answer.
    let (again, _) = solve("go", &format!("@{name}"), "--exact");
    assert_eq!(again["value"], result["value"]);
    assert_eq!(again["life"]["region"]["points"], result["life"]["region"]["points"]);
}

/// A batch may name files, and each line its targets.
#[test]
fn batches_have_lines_with_targets_and_files() {
    let folder = tempfile::tempdir().unwrap();
    let problem = folder.path().join("problem.sgf");
    fs::write(&problem, format!("{PROBLEM})")).unwrap();
    let lines = format!(
        "5/5/wwwww/bbbbw/3bw w target=A2\n@{0} target=D1\n@{0}\nl-group\n",
        problem.display()
    );
    let batch = folder.path().join("batch.txt");
    fs::write(&batch, lines).unwrap();
    let output =
        phidelta(&["solve", "go", "--batch", batch.to_str().unwrap(), "--exact", "--goal", "kill"]);
    assert_eq!(output.status.code(), Some(1), "a line has no target");
    let text = String::from_utf8(output.stdout).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split('\t').collect()).collect();
    let words: Vec<[&str; 3]> = rows.iter().map(|row| [row[0], row[1], row[2]]).collect();
    assert_eq!(words[0], ["proved", "dead", "B1"]);
    assert_eq!(words[1], ["proved", "dead", "B1"]);
    assert_eq!(words[2], ["error", "-", "-"]);
    assert_eq!(words[3][..2], ["proved", "dead"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("line 3: target: say whose life you ask for"), "{told}");
}

/// Limits hold for all questions together, and each of them gets its share.
#[test]
fn limits_are_shared() {
    let position = "9/9/9/2www4/2wbw4/3b5/9/9/9 b target=D5";
    let (result, status) = solve("go", position, "--exact --nodes 2000");
    assert_eq!((&result["result"], status), (&"unknown".into(), Some(0)));
    assert_eq!(result["stopped"], "nodes");
    assert!(result["nodes"].as_u64().unwrap() < 4000, "{}", result["nodes"]);
    assert_eq!(result["life"]["first"].as_array().unwrap().len(), 2);
    let (result, _) = solve("go", position, "--exact --all-moves --time 300ms");
    assert!(result["seconds"].as_f64().unwrap() < 3.0);
}

/// By the rules about eyes, answers are estimates, and say so; they agree with the proofs where shapes are simple.
#[test]
fn answers_by_eyes_say_what_they_rest_on() {
    for (position, value) in [("straight-three", "alive/dead"), ("l-group", "dead")] {
        let (result, status) = solve("go", position, "--search abgw:0");
        assert_eq!((&result["value"], status), (&value.into(), Some(0)), "{position}");
        assert_eq!((&result["result"], &result["estimate"]), (&"unknown".into(), &true.into()));
        assert_eq!(result["life"]["rests_on"], "eye-rules");
        assert!(result["plays"].as_u64().unwrap() > 0);
        let (proved, status) = solve("go", position, "");
        assert_eq!((&proved["value"], status), (&value.into(), Some(10)), "{position}");
        assert_eq!(proved["life"]["rests_on"], "proof");
        assert_eq!(proved["estimate"], Value::Null);
        assert_eq!(proved["search"]["auto"], true);
    }
    // Nothing encloses it.
    let open = "9/9/9/2www4/2wbw4/3b5/9/9/9 b target=D5";
    let (result, status) = solve("go", open, "--time 100ms");
    assert_eq!((&result["life"]["rests_on"], status), (&"eye-rules".into(), Some(0)));
    assert_eq!(result["search"]["name"], "abgw(0)");
    let told = phidelta(&["solve", "go", "straight-three", "--search", "gw:2", "--quiet"]);
    let told = String::from_utf8(told.stdout).unwrap().replace('\n', " ");
    assert!(
        told.contains("(an estimate by the eye rules of Cazenave 2004, not proved)."),
        "{told}"
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (arguments, status, told) in [
        (
            &["solve", "go"][..],
            1,
            "target: say whose life you ask for, as in --target D4, or mark stones",
        ),
        (
            &["solve", "go", "l-group", "--target", "A1"],
            1,
            "target: there is no stone on A1; name one",
        ),
        (
            &["solve", "go", "l-group", "--target", "B3,A4"],
            1,
            "target: B3 is black and A4 is white; ask for stones of one colour",
        ),
        (
            &["solve", "go", "l-grup"],
            1,
            "position: there is no position `l-grup`; did you mean `l-group`?",
        ),
        (
            &["solve", "go:5", "l-group"],
            1,
            "position: the board has 6 rows, and go:5 has 5; write go:6, or go alone",
        ),
        (&["solve", "go:20"], 1, "game: the side of the board is 20, but must be 1 to 19"),
        (
            &["solve", "go", "l-group", "--goal", "win"],
            1,
            "goal: stones of go do not win; choose live, kill or status",
        ),
        (
            &["solve", "go", "l-group", "--search", "abgw", "--certify", "p"],
            1,
            "certify: rules about eyes prove nothing; give --exact, too",
        ),
        (
            &["solve", "go", "l-group", "--exact", "--certify", "p"],
            1,
            "certify: a status is the answer to many questions; choose --goal live or kill, or --self-check",
        ),
        (
            &["solve", "go", "l-group", "--exact", "--ko-threats", "1"],
            1,
            "ko-threats: a status tells how many are needed; choose --goal live or kill",
        ),
        (
            &["solve", "go", "l-group", "--search", "abgw", "--wall"],
            1,
            "wall: only a proof has a region; give --exact, too",
        ),
        (
            &["solve", "go", "l-group", "--goal=live", "--search=abgw", "--ko-threats=1"],
            1,
            "ko-threats: only a proof counts them; give --exact, too",
        ),
        (&["solve", "go", "l-group", "--exact", "A1"], 1, "exact: the target has a liberty on"),
        (
            &["solve", "mnk", "--target", "D4"],
            1,
            "target: it is an option of go, not of mnk; leave it out",
        ),
        (
            &["solve", "mnk", "--goal", "live"],
            1,
            "goal: in mnk, nobody asks for the life of stones; choose win, draw or value",
        ),
        (
            &["tune", "go", "l-group"],
            1,
            "tune: go asks many questions about a position; tune for go-life",
        ),
        (
            &["solve", "go", "l-group", "--ko-threats", "10"],
            2,
            "it must be a number from 0 to 9 or inf",
        ),
    ] {
        let said = fault(arguments, status).replace('\n', " ");
        assert!(said.contains(told), "{arguments:?}: {said}");
    }
    assert!(!Path::new("p").exists());
}
