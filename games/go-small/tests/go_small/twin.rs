//! The rules of Go once more, square by square, with the whole history; compared with ours in
//! random games.

use super::{board, superko};
use phidelta_go_small::{GoSmall, State};
use phidelta_rules::{Dimensions, Game, Notation, Player, Score, Status, legal_moves, square_name};
use phidelta_testing::play::{self, Random};

/// Rows of squares from the top, each `.`, `b` or `w`.
type Grid = Vec<Vec<char>>;

/// A game of Go.
struct Twin {
    suicide: bool,
    /// All boards so far, the present one last, and after a pass once more.
    boards: Vec<Grid>,
    turn: char,
    passes: usize,
}

fn around(grid: &Grid, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    if row > 0 {
        places.push((row - 1, column));
    }
    if row + 1 < grid.len() {
        places.push((row + 1, column));
    }
    if column > 0 {
        places.push((row, column - 1));
    }
    if column + 1 < grid[0].len() {
        places.push((row, column + 1));
    }
    places
}

/// All places that are connected to this one over places like it, and what lies around them.
fn region(grid: &Grid, start: (usize, usize)) -> (Vec<(usize, usize)>, Vec<char>) {
    let colour = grid[start.0][start.1];
    let (mut places, mut border) = (vec![start], Vec::new());
    let mut seen = 0;
    while seen < places.len() {
        for (row, column) in around(grid, places[seen]) {
            if grid[row][column] != colour {
                border.push(grid[row][column]);
            } else if !places.contains(&(row, column)) {
                places.push((row, column));
            }
        }
        seen += 1;
    }
    (places, border)
}

fn places(grid: &Grid) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (rows, columns) = (grid.len(), grid[0].len());
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// Takes the stones of this colour without liberties from the board, and gives how many.
fn clear(grid: &mut Grid, colour: char) -> usize {
    let mut dead = Vec::new();
    for place in places(grid) {
        if grid[place.0][place.1] == colour && !region(grid, place).1.contains(&'.') {
            dead.push(place);
        }
    }
    for &(row, column) in &dead {
        grid[row][column] = '.';
    }
    dead.len()
}

impl Twin {
    fn new(game: &GoSmall, suicide: bool) -> Self {
        let grid = play::grid(&board(game, &game.initial()).replace("10", "55"));
        Twin { suicide, boards: vec![grid], turn: 'b', passes: 0 }
    }

    fn grid(&self) -> &Grid {
        &self.boards[self.boards.len() - 1]
    }

    fn other(&self) -> char {
        if self.turn == 'b' { 'w' } else { 'b' }
    }

    /// The board after a stone here, unless the rules of one board forbid it.
    fn put(&self, place: (usize, usize)) -> Option<Grid> {
        let mut grid = self.grid().clone();
        if grid[place.0][place.1] != '.' {
            return None;
        }
        grid[place.0][place.1] = self.turn;
        clear(&mut grid, self.other());
        let own = clear(&mut grid, self.turn);
        (own == 0 || self.suicide && own > 1).then_some(grid)
    }

    fn score(&self) -> i32 {
        let grid = self.grid();
        let worth = |place: (usize, usize)| {
            let colours = match grid[place.0][place.1] {
                '.' => region(grid, place).1,
                stone => vec![stone],
            };
            match (colours.contains(&'b'), colours.contains(&'w')) {
                (true, false) => 1,
                (false, true) => -1,
                _ => 0,
            }
        };
        places(grid).map(worth).sum()
    }
}

fn check(game: &GoSmall, twin: &Twin, line: &[State]) {
    let state = line.last().unwrap();
    let text = game.write_position(state);
    let written = play::grid(&board(game, state).replace("10", "55"));
    assert_eq!(&written, twin.grid(), "{text}");
    if twin.passes == 2 {
        assert_eq!(game.status(state), Status::Over(Score(twin.score())), "{text}");
        return;
    }
    let turn = if twin.turn == 'b' { Player::Max } else { Player::Min };
    assert_eq!(game.status(state), Status::Turn(turn), "{text}");

    let rule = superko(game);
    let rows = twin.grid().len();
    let mut words = vec!["pass".to_string()];
    let loss = twin.grid().len() as i32 * twin.grid()[0].len() as i32;
    for place in places(twin.grid()) {
        let Some(after) = twin.put(place) else { continue };
        let word = square_name(place.1, rows - 1 - place.0);
        let mut longer = line.to_vec();
        let mut next = *state;
        game.play(&mut next, game.read_move(state, &word).unwrap());
        longer.push(next);
        words.push(word);
        let first = line.iter().position(|earlier| rule.comes_back(game, earlier, &next));
        assert_eq!(first, twin.boards.iter().position(|board| *board == after), "{text}");
        if let Some(first) = first {
            let value = (rule.value)(game, &longer[first..]);
            assert_eq!(value, Score(if turn == Player::Max { -loss } else { loss }), "{text}");
            assert_eq!(rule.place(game, &line[first]), rule.place(game, &next), "{text}");
        }
    }
    words.sort();
    assert_eq!(play::outlook(game, state).1, words, "{text}");
}

/// Superko is not obeyed here, but every time it is broken both must see it.
#[test]
fn the_twin_agrees() {
    let mut random = Random(11);
    let mut returns = 0;
    for (columns, rows) in [(1, 1), (2, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (3, 5), (5, 5)]
    {
        for (suicide, round) in (0..20).map(|round| (round % 2 == 1, round)) {
            let game = GoSmall::new(Dimensions { columns, rows }, suicide);
            let mut twin = Twin::new(&game, suicide);
            let mut line = vec![game.initial()];
            check(&game, &twin, &line);
            while twin.passes < 2 && line.len() < 80 + round {
                let moves = legal_moves(&game, line.last().unwrap());
                // Passes are rare, so that games are long enough for boards to come back.
                let least = (moves.len() > 1 && random.below(10) > 0) as usize;
                let mv = moves[least + random.below(moves.len() - least)];
                let word = game.write_move(line.last().unwrap(), mv);
                let mut next = *line.last().unwrap();
                game.play(&mut next, mv);
                line.push(next);
                let grid = match word.as_str() {
                    "pass" => {
                        twin.passes += 1;
                        twin.grid().clone()
                    }
                    word => {
                        twin.passes = 0;
                        let column = (word.as_bytes()[0] - b'a') as usize;
                        let row: usize = word[1..].parse().unwrap();
                        let grid = twin.put((rows - row, column)).unwrap();
                        returns += twin.boards.contains(&grid) as usize;
                        grid
                    }
                };
                twin.turn = twin.other();
                twin.boards.push(grid);
                check(&game, &twin, &line);
            }
        }
    }
    assert!(returns > 500, "{returns} boards came back");
}
