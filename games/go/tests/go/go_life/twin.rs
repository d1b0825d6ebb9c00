//! The rules once more, on whole boards and straight from their definitions; compared with ours in
//! random games from random problems. And Benson's life by brute force.

use super::{on, random_problem};
use phidelta_go::go_life::{GoLife, Problem, State, UNLIMITED};
use phidelta_go::{Colour, point_name};
use phidelta_rules::{Game, Notation, Outcome, Player, Status, legal_moves};
use phidelta_testing::play::{self, Random};
use std::collections::{BTreeSet, HashSet};

type Points = BTreeSet<usize>;

/// A position on a whole board, with all that there is to know of its problem.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Twin {
    side: usize,
    /// Each point `.`, `b` or `w`, from the lower left.
    grid: Vec<char>,
    /// Where stones may be put.
    region: Points,
    defender: char,
    /// The stones of targets that were not captured.
    targets: Points,
    turn: char,
    ko: Option<usize>,
    passes: usize,
    /// Threats of the defender and the attacker; `None` if there is no end of them.
    threats: [Option<u8>; 2],
    /// Whether a pass counts though its player may not take back a ko, as by version 1 of the rules.
    pub all_passes_count: bool,
}

fn other(colour: char) -> char {
    if colour == 'b' { 'w' } else { 'b' }
}

impl Twin {
    pub fn new(problem: &Problem) -> Self {
        let position = problem.position();
        let side = position.side;
        let grid: Vec<char> = (0..side * side)
            .map(|point| match position.stones.map(|stones| stones.contains(point)) {
                [true, _] => 'b',
                [_, true] => 'w',
                _ => '.',
            })
            .collect();
        let letter = |colour| if colour == Colour::Black { 'b' } else { 'w' };
        let mut twin = Twin {
            side,
            grid,
            region: problem.region().iter().collect(),
            defender: letter(problem.defender()),
            targets: Points::new(),
            turn: letter(position.turn),
            ko: position.ko.map(usize::from),
            passes: 0,
            threats: problem.threats().map(|left| (left != UNLIMITED).then_some(left)),
            all_passes_count: false,
        };
        twin.targets = problem.targets().iter().flat_map(|point| twin.part(point)).collect();
        // Chains that touch the region and have all their liberties in it belong to it.
        loop {
            let more: Points = twin
                .chains(['b', 'w'])
                .into_iter()
                .filter(|chain| {
                    let liberties = twin.liberties(chain);
                    let touches =
                        !chain.is_disjoint(&twin.region) || !liberties.is_disjoint(&twin.region);
                    touches && liberties.is_subset(&twin.region)
                })
                .flatten()
                .collect();
            if more.is_subset(&twin.region) {
                return twin;
            }
            twin.region.extend(more);
        }
    }

    fn around(&self, point: usize) -> Vec<usize> {
        let (column, row) = ((point % self.side) as i32, (point / self.side) as i32);
        [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .map(|(right, up)| (column + right, row + up))
            .filter(|(column, row)| {
                let board = 0..self.side as i32;
                board.contains(column) && board.contains(row)
            })
            .map(|(column, row)| column as usize + self.side * row as usize)
            .collect()
    }

    /// What is connected to a point over points that pass the test.
    fn connected(&self, point: usize, test: impl Fn(char) -> bool) -> Points {
        let (mut found, mut open) = (Points::from([point]), vec![point]);
        while let Some(point) = open.pop() {
            for next in self.around(point) {
                if test(self.grid[next]) && found.insert(next) {
                    open.push(next);
                }
            }
        }
        found
    }

    /// The chain of a stone.
    fn part(&self, point: usize) -> Points {
        self.connected(point, |symbol| symbol == self.grid[point])
    }

    fn border(&self, points: &Points) -> Points {
        points.iter().flat_map(|&point| self.around(point)).collect()
    }

    fn liberties(&self, chain: &Points) -> Points {
        self.border(chain).into_iter().filter(|&point| self.grid[point] == '.').collect()
    }

    fn chains(&self, colours: [char; 2]) -> BTreeSet<Points> {
        let stones = (0..self.grid.len()).filter(|&point| colours.contains(&self.grid[point]));
        stones.map(|point| self.part(point)).collect()
    }

    fn role(&self) -> usize {
        (self.turn != self.defender) as usize
    }

    /// The position after a stone here, if it is legal.
    fn put(&self, point: usize) -> Option<Twin> {
        let mut next = self.clone();
        if self.grid[point] != '.' || !self.region.contains(&point) {
            return None;
        }
        if self.ko == Some(point)
            && let Some(left) = &mut next.threats[self.role()]
        {
            *left = left.checked_sub(1)?;
        }
        next.grid[point] = self.turn;
        let enemy = other(self.turn);
        let chains = next.chains([enemy; 2]).into_iter();
        let captured: Points =
            chains.filter(|chain| next.liberties(chain).is_empty()).flatten().collect();
        captured.iter().for_each(|&point| next.grid[point] = '.');
        let chain = next.part(point);
        let liberties = next.liberties(&chain);
        if liberties.is_empty() {
            return None;
        }
        next.ko = None;
        if captured.len() == 1 && chain.len() == 1 && liberties == captured {
            next.ko = captured.first().copied();
        }
        next.targets = &next.targets - &captured;
        next.turn = enemy;
        next.passes = 0;
        Some(next)
    }

    fn pass(&self) -> Twin {
        // A player who always has a threat may play everywhere.
        let is_banned = self.ko.is_some() && self.threats[self.role()].is_some();
        let is_offer = !is_banned || self.all_passes_count;
        let passes = if is_offer { self.passes + 1 } else { 0 };
        Twin { turn: other(self.turn), ko: None, passes, ..self.clone() }
    }

    /// The positions after all moves.
    pub fn replies(&self) -> Vec<Twin> {
        let stones = (0..self.grid.len()).filter_map(|point| self.put(point));
        stones.chain([self.pass()]).collect()
    }

    /// All stones of the defender that are alive, as Benson defines it.
    fn alive(&self) -> Points {
        let mut chains = self.chains([self.defender; 2]);
        let vacant = (0..self.grid.len()).filter(|&point| self.grid[point] != self.defender);
        let mut eyes: BTreeSet<Points> = vacant
            .map(|point| self.connected(point, |symbol| symbol != self.defender))
            .filter(|points| points.is_subset(&self.region))
            .collect();
        loop {
            let living = |chain: &Points| {
                let liberties = self.liberties(chain);
                let vital = |eye: &&Points| {
                    let empty: Points =
                        eye.iter().copied().filter(|&point| self.grid[point] == '.').collect();
                    empty.is_subset(&liberties)
                };
                !liberties.is_subset(&self.region) || eyes.iter().filter(vital).count() >= 2
            };
            let left: BTreeSet<Points> = chains.iter().filter(|c| living(c)).cloned().collect();
            let stones: Points = left.iter().flatten().copied().collect();
            let whole = |eye: &Points| {
                let border = self.border(eye);
                border.iter().all(|&p| self.grid[p] != self.defender || stones.contains(&p))
            };
            let sound: BTreeSet<Points> = eyes.iter().filter(|e| whole(e)).cloned().collect();
            if left == chains && sound == eyes {
                return stones;
            }
            (chains, eyes) = (left, sound);
        }
    }

    pub fn status(&self) -> Status<Outcome> {
        if self.targets.is_empty() {
            Status::Over(Outcome::MinWins)
        } else if !self.targets.is_disjoint(&self.alive()) {
            Status::Over(Outcome::MaxWins)
        } else if self.passes == 2 {
            Status::Over(Outcome::Draw)
        } else {
            Status::Turn([Player::Max, Player::Min][self.role()])
        }
    }

    /// The position in the notation of the game, but for lost targets and threats.
    fn text(&self) -> String {
        let rows = self.grid.chunks(self.side).rev().map(|row| row.iter().collect::<String>());
        let mut text = format!("{} {}", rows.collect::<Vec<_>>().join("/"), self.turn);
        if let Some(ko) = self.ko.filter(|_| self.threats[self.role()].is_some()) {
            text += &format!(" ko={}", self.name(ko));
        }
        text + &" pass".repeat(self.passes)
    }

    fn name(&self, point: usize) -> String {
        point_name(point as u16, self.side)
    }

    /// Whether the attacker can capture this stone if the defender always passes.
    fn falls(&self, stone: usize) -> bool {
        let attacker = other(self.defender);
        let mut seen = HashSet::from([self.grid.clone()]);
        let mut open = vec![Twin { turn: attacker, ko: None, ..self.clone() }];
        while let Some(twin) = open.pop() {
            for next in twin.region.iter().filter_map(|&point| twin.put(point)) {
                if next.grid[stone] != self.defender {
                    return true;
                }
                if seen.insert(next.grid.clone()) {
                    open.push(Twin { turn: attacker, ko: None, ..next });
                }
            }
        }
        false
    }
}

fn check(game: &GoLife, state: &State, twin: &Twin) {
    let text = game.write_position(state);
    let context = || format!("{} at {text}", game.problem().write());
    let mut words: Vec<&str> = text.split(' ').collect();
    let rows = play::write_grid(&play::grid(words[0]));
    words[0] = &rows;
    words.retain(|word| !word.starts_with("lost=") && !word.starts_with("threats="));
    assert_eq!(words.join(" "), twin.text(), "{}", context());
    assert_eq!(game.status(state), twin.status(), "{}", context());
    if let Status::Turn(_) = twin.status() {
        let mut legal: Vec<String> = (0..twin.grid.len())
            .filter(|&point| twin.put(point).is_some())
            .map(|point| twin.name(point))
            .chain(["pass".to_string()])
            .collect();
        legal.sort();
        assert_eq!(play::outlook(game, state).1, legal, "{}", context());
    }
}

#[test]
fn the_twin_agrees() {
    let mut random = Random(3);
    let (mut kos, mut lost, mut ends) = (0, 0, [0; 3]);
    for _ in 0..800 {
        let game = GoLife::from_problem(random_problem(&mut random));
        let (mut state, mut twin) = (game.initial(), Twin::new(game.problem()));
        check(&game, &state, &twin);
        for _ in 0..60 {
            if let Status::Over(value) = twin.status() {
                ends[value as usize] += 1;
                break;
            }
            let moves = legal_moves(&game, &state);
            // Passes are rare, so that games are long.
            let most = moves.len() - (moves.len() > 1 && random.below(10) > 0) as usize;
            let mv = moves[random.below(most)];
            let word = game.write_move(&state, mv);
            game.play(&mut state, mv);
            twin = match word.as_str() {
                "pass" => twin.pass(),
                word => {
                    let point = (0..twin.grid.len()).find(|&point| twin.name(point) == word);
                    let before = twin.threats;
                    let next = twin.put(point.unwrap()).unwrap();
                    kos += (next.threats != before) as usize;
                    next
                }
            };
            check(&game, &state, &twin);
            lost += game.write_position(&state).contains("lost=") as usize;
        }
    }
    assert!(kos > 5, "{kos} kos were taken back by a threat");
    assert!(lost > 10, "{lost} times a stone was put where a lost target had been");
    assert!(ends.iter().all(|&count| count > 5), "ends {ends:?}");
}

/// A chain is alive if and only if the attacker, moving alone, cannot capture it.
#[test]
fn benson_s_life_is_what_it_claims_to_be() {
    let mut random = Random(5);
    let mut count = [0; 2];
    while count.iter().any(|&count| count < 200) {
        let problem = random_problem(&mut random);
        let twin = Twin::new(&problem);
        if twin.region.iter().filter(|&&point| twin.grid[point] == '.').count() > 7 {
            continue;
        }
        let game = GoLife::from_problem(problem);
        let alive = game.status(&game.initial()) == Status::Over(Outcome::MaxWins);
        let stays = twin.targets.iter().any(|&stone| !twin.falls(stone));
        assert_eq!(alive, stays, "{}", game.problem().write());
        count[alive as usize] += 1;
    }
}

#[test]
fn eyes() {
    for (problem, alive) in [
        // Two eyes, one of two points, and one with a stone in it.
        ("5/wwwww/bbbbw/b+bbw/bb+bw:w:targets=A2", true),
        ("5/5/wwwww/bbbww/++bw1:w:targets=A2", false),
        ("6/6/wwwwww/bbbbbw/b+bbbw/bb+wbw:w:targets=A2", true),
        // A stone that shares three eyes with a chain, and one that shares each of two with another.
        ("5/wwwww/bbbbw/b+bbw/+b+bw:w:targets=B1", true),
        ("5/wwwww/bwbbw/bwbbw/+b+bw:w:targets=B1", false),
    ] {
        let game = on(problem);
        let over = game.status(&game.initial()) == Status::Over(Outcome::MaxWins);
        assert_eq!(over, alive, "{problem}");
    }
}
