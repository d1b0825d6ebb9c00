//! Ultimate tic-tac-toe: nine boards of tic-tac-toe that form a larger one, each move sending the
//! opponent to a board. The notation is that of Nelson Elhage's ultimattt, which also showed that
//! proof-number search suits the game.

#![forbid(unsafe_code)]

mod entry;
mod guide;
mod notation;

pub use entry::ENTRY;
pub use guide::UtttGuide;

use phidelta_rules::bits::Bits;
use phidelta_rules::{Acyclic, Game, Outcome, Player, Status, zobrist};

/// Squares of a board, or boards of the game: the nine lowest bits, row by row from the top left.
type Nine = u16;

const ALL: Nine = 0x1ff;
const LINES: [Nine; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];
/// No board: the player to move is free to choose one, or the game is over.
const ANY: u8 = 9;
/// For each set of squares, whether it contains a line.
static HAS_LINE: [bool; 512] = has_line();
/// For each set of squares, the squares that complete a line with two of them.
static COMPLETING: [Nine; 512] = completing();

static CELLS: [[u64; 81]; 2] = [zobrist::table(0x0773_0001), zobrist::table(0x0773_0002)];
static CLOSED: [[u64; 9]; 3] =
    [zobrist::table(0x0773_0003), zobrist::table(0x0773_0004), zobrist::table(0x0773_0005)];
static SENT: [u64; 10] = zobrist::table(0x0773_0006);
const TURN: u64 = zobrist::scramble(0x0773_0007);

const fn has_line() -> [bool; 512] {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            table[set] |= LINES[line] & !(set as Nine) == 0;
            line += 1;
        }
        set += 1;
    }
    table
}

const fn completing() -> [Nine; 512] {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < 8 {
            let missing = LINES[line] & !(set as Nine);
            if missing.count_ones() == 1 {
                table[set] |= missing;
            }
            line += 1;
        }
        set += 1;
    }
    table
}

/// Ultimate tic-tac-toe. It has no parameters.
#[derive(Clone, Copy, Default, Debug)]
pub struct Uttt;

/// A position. What stands in closed boards no longer matters and is forgotten, so that positions
/// which differ only there are one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    key: u64,
    /// For each player, the squares taken in open boards: three boards to a word, nine bits each.
    taken: [[u32; 3]; 2],
    /// For each player, the boards won.
    won: [Nine; 2],
    /// The boards won or drawn.
    closed: Nine,
    /// The board to play in, or [`ANY`].
    sent: u8,
    turn: Player,
}

impl State {
    const START: State = State {
        key: SENT[ANY as usize],
        taken: [[0; 3]; 2],
        won: [0; 2],
        closed: 0,
        sent: ANY,
        turn: Player::Max,
    };

    /// The squares that the player has in an open board.
    #[inline]
    fn squares(&self, player: Player, board: u8) -> Nine {
        (self.taken[player as usize][board as usize / 3] >> (9 * (board % 3))) as Nine & ALL
    }

    #[inline]
    fn take(&mut self, player: Player, board: u8, square: u8) {
        self.taken[player as usize][board as usize / 3] |= 1 << (9 * (board % 3) + square);
        self.key ^= CELLS[player as usize][(9 * board + square) as usize];
    }

    /// Closes a board, won by a player or drawn, and forgets what stands in it.
    fn close(&mut self, board: u8, winner: Option<Player>) {
        for player in [Player::Max, Player::Min] {
            for square in Bits(self.squares(player, board).into()) {
                self.key ^= CELLS[player as usize][9 * board as usize + square as usize];
            }
            self.taken[player as usize][board as usize / 3] &= !(0x1ff << (9 * (board % 3)));
        }
        self.closed |= 1 << board;
        self.key ^= CLOSED[winner.map_or(2, |winner| winner as usize)][board as usize];
        if let Some(winner) = winner {
            self.won[winner as usize] |= 1 << board;
        }
    }

    /// Where a move that names `board` sends to, if the game goes on: to any board if that one is
    /// closed, but to the last open one if there is no choice.
    #[inline]
    fn destination(&self, board: u8) -> u8 {
        let open = !self.closed & ALL;
        if open >> board & 1 == 1 {
            board
        } else if open.is_power_of_two() {
            open.trailing_zeros() as u8
        } else {
            ANY
        }
    }

    #[inline]
    fn send(&mut self, board: u8) {
        let sent = if self.is_won() { ANY } else { self.destination(board) };
        self.key ^= SENT[self.sent as usize] ^ SENT[sent as usize];
        self.sent = sent;
    }

    /// Whether the player who moved last has three boards in a row.
    #[inline]
    fn is_won(&self) -> bool {
        HAS_LINE[self.won[!self.turn as usize] as usize]
    }

    /// If the player to move ends this board by taking this square: who wins it, if anyone.
    #[inline]
    fn end_of_board(&self, board: u8, square: u8) -> Option<Option<Player>> {
        let mine = self.squares(self.turn, board);
        let theirs = self.squares(!self.turn, board);
        if COMPLETING[mine as usize] >> square & 1 == 1 {
            Some(Some(self.turn))
        } else if mine | theirs | 1 << square == ALL {
            Some(None)
        } else {
            None
        }
    }

    /// The boards in which the player to move may play.
    #[inline]
    fn choice(&self) -> Nine {
        if self.sent == ANY { !self.closed & ALL } else { 1 << self.sent }
    }
}

impl Game for Uttt {
    type State = State;
    /// Nine times the board plus the square.
    type Move = u8;
    type Value = Outcome;
    type Graph = Acyclic;

    fn initial(&self) -> State {
        State::START
    }

    #[inline]
    fn status(&self, state: &State) -> Status<Outcome> {
        if state.is_won() {
            Status::Over(Outcome::win(!state.turn))
        } else if state.closed == ALL {
            Status::Over(Outcome::Draw)
        } else {
            Status::Turn(state.turn)
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut impl Extend<u8>) {
        for board in Bits(state.choice().into()) {
            let taken = state.squares(Player::Max, board) | state.squares(Player::Min, board);
            out.extend(Bits((!taken & ALL).into()).map(|square| 9 * board + square));
        }
    }

    /// Never asked: an open board has an empty square.
    fn stuck(&self, _: &State) -> Outcome {
        Outcome::Draw
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        let (board, square) = (mv / 9, mv % 9);
        let end = state.end_of_board(board, square);
        state.take(state.turn, board, square);
        if let Some(winner) = end {
            state.close(board, winner);
        }
        state.turn = !state.turn;
        state.key ^= TURN;
        state.send(square);
    }

    fn values(&self) -> Vec<Outcome> {
        Outcome::ALL.to_vec()
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key
    }

    #[inline]
    fn key_after(&self, state: &State, mv: u8) -> u64 {
        let (board, square) = (mv / 9, mv % 9);
        if state.end_of_board(board, square).is_some() {
            let mut next = *state;
            self.play(&mut next, mv);
            return next.key;
        }
        let sent = state.destination(square);
        let taken = CELLS[state.turn as usize][mv as usize];
        state.key ^ taken ^ SENT[state.sent as usize] ^ SENT[sent as usize] ^ TURN
    }

    /// Only the end of a board can end the game.
    #[inline]
    fn status_after(&self, state: &State, mv: u8) -> Status<Outcome> {
        let (board, square) = (mv / 9, mv % 9);
        let Some(winner) = state.end_of_board(board, square) else {
            return Status::Turn(!state.turn);
        };
        let won = state.won[state.turn as usize] | 1 << board;
        if winner.is_some() && HAS_LINE[won as usize] {
            Status::Over(Outcome::win(state.turn))
        } else if state.closed | 1 << board == ALL {
            Status::Over(Outcome::Draw)
        } else {
            Status::Turn(!state.turn)
        }
    }
}
