//! The program, run as a user would, finds the values that are known from elsewhere: the facts are
//! in `data/known-values.tsv`, and those of Atari Go beside the tests of its rules. All are proved by
//! certificates.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Runs `phidelta solve GAME --batch -` on these positions with so many threads, and gives the results.
/// Every answer is proved, and every proof checked.
fn solve(game: &str, goal: &str, positions: &[String], threads: usize) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_phidelta"))
        .args([
            "solve",
            game,
            "--goal",
            goal,
            "--json",
            "--memory",
            "2GiB",
            "--batch",
            "-",
            "--self-check",
            "--threads",
            &threads.to_string(),
        ])
        .args(match threads {
            1 => &[][..],
            // Many small jobs.
            2 => &["--job", "30"],
            _ => &["--parallel", "virtual"],
        })
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input = positions.join("\n");
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{game}");
    let text = String::from_utf8(output.stdout).unwrap();
    let results: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|object: &Value| object["type"] == "result")
        .collect();
    assert_eq!(results.len(), positions.len(), "{game}");
    for result in results.iter().filter(|result| result["result"] != "unknown") {
        assert_eq!(result["certificate"]["verdict"], "verified", "{game}");
    }
    results
}

/// The columns of the rows of a table.
fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

#[test]
fn known_values() {
    let mut checked = 0;
    for row in rows(include_str!("data/known-values.tsv")) {
        let [game, position, expected, _source] = row[..] else { panic!("{row:?}") };
        // The same value with any number of threads.
        let results = solve(game, "value", &[position.to_string()], 1 + checked % 3);
        let expected = expected.strip_prefix("value:").unwrap_or(expected);
        assert_eq!(results[0]["value"], expected, "{game} {position}");
        checked += 1;
    }
    assert!(checked > 80);
}

/// Who wins on small boards, and with which first moves.
#[test]
fn atari_go() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/atari-go/tests/data/atari-go.tsv");
    for row in rows(&std::fs::read_to_string(file).unwrap()) {
        let [board, start, winner, winning_moves] = row[..] else { panic!("{row:?}") };
        let game = format!("atari-go:{board}");
        let result = &solve(&game, "win", &[start.to_string()], 1)[0];
        assert_eq!(result["result"] == "proved", winner == "black", "{board} {start}");
        let moves = first_moves(board, start);
        if winning_moves == "-" || moves.is_empty() {
            continue;
        }
        let winning: Vec<&str> = winning_moves.split(' ').filter(|&mv| mv != "none").collect();
        let positions: Vec<String> =
            moves.iter().map(|first| format!("{start} moves {first}")).collect();
        for (first, result) in moves.iter().zip(solve(&game, "win", &positions, 2)) {
            let black_wins = result["result"] == "disproved";
            assert_eq!(black_wins, winning.contains(&first.as_str()), "{board} {start} {first}");
        }
    }
}

/// The first moves that Black has, one of each set that symmetry makes equal.
fn first_moves(board: &str, start: &str) -> Vec<String> {
    let (columns, rows) = board.split_once('x').unwrap();
    let (columns, rows): (u8, u8) = (columns.parse().unwrap(), rows.parse().unwrap());
    let kept: Box<dyn Fn(u8, u8) -> bool> = match start {
        // Four stones in the middle, alike when seen from either side of a diagonal.
        "crosscut" => Box::new(|column, row| {
            let taken = (2..4).contains(&column) && (2..4).contains(&row);
            !taken && row <= column && column + row < 6
        }),
        // A board of a single square has no legal move.
        _ => Box::new(|column, row| columns * rows > 1 && 2 * column < columns && 2 * row < rows),
    };
    let squares = (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row)));
    let kept = squares.filter(|&(column, row)| kept(column, row));
    kept.map(|(column, row)| format!("{}{}", (b'a' + column) as char, row + 1)).collect()
}
