//! Reads Go positions from SGF files: games that were played, and problems.

use phidelta_rules::{Area, Dimensions, Player, PositionError};

use super::board::Board;
use super::sgf::KO_BAN;
use super::{Colour, LARGEST_SIDE, Point, Position, point_name};
use phidelta_sgf::{fault, properties, read_first_game, read_letters, read_player};

/// Which position of the main line is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Where {
    /// Before the first move if stones were put on the board by then, as in a problem, unless they
    /// are a handicap (`HA`); otherwise at the end, as in a game.
    Usual,
    /// After so many moves.
    Move(usize),
    /// After the last move.
    End,
}

/// What a file says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The position. Black is to move if nothing is known.
    pub position: Position,
    /// Whether the file tells, or its moves show, whose turn it is.
    pub turn_is_known: bool,
    /// Points with a cross (`MA`), a triangle (`TR`) or a circle (`CR`).
    pub marked: Area,
    /// Points with a square (`SQ`), or the part of the board that is to be seen (`VW`).
    pub region: Area,
    /// The comment; may be empty.
    pub comment: String,
}

/// Reads a position of the first game in a file, which begins with `(`.
///
/// # Errors
/// What is wrong with the file, in a sentence that begins with `SGF: `.
pub fn read_sgf(text: &str, at: Where) -> Result<Record, PositionError> {
    let root = read_first_game(text.trim_start())?;
    let nodes: Vec<Node<'_>> = root.main_variation().map(Node::new).collect();
    let mut reader = Reader::new(&nodes)?;
    let wanted = match at {
        Where::Usual => is_problem(&nodes).then_some(0),
        Where::Move(number) => Some(number),
        Where::End => None,
    };
    for (index, node) in nodes.iter().enumerate() {
        let ends = node.is_move() && wanted.is_some_and(|wanted| reader.moves >= wanted);
        if ends && index > 0 {
            return Ok(reader.finish(&nodes[index..]));
        }
        reader.set_up(node)?;
        if ends {
            // The first move is in the node of the setup.
            reader.note(node)?;
            return Ok(reader.finish(&nodes));
        }
        reader.play(node)?;
        reader.note(node)?;
    }
    match wanted.filter(|&wanted| wanted > reader.moves) {
        None => Ok(reader.finish(&[])),
        Some(number) => {
            let moves = reader.moves;
            Err(fault(format!("the main line has {moves} moves, so there is no move {number}")))
        }
    }
}

/// Whether stones other than a handicap are put on the board before the first move.
fn is_problem(nodes: &[Node<'_>]) -> bool {
    let first = nodes.iter().position(Node::is_move).unwrap_or(nodes.len());
    let before = &nodes[..first.max(1)];
    let has = |names: &[&str]| before.iter().any(|node| node.has(names));
    has(&["AB", "AW"]) && !has(&["HA"])
}

/// The names and values of a node's properties.
struct Node<'a>(Vec<(&'a str, Vec<String>)>);

impl<'a> Node<'a> {
    fn new(node: &'a phidelta_sgf::Node) -> Self {
        Node(properties(node))
    }

    fn has(&self, names: &[&str]) -> bool {
        self.0.iter().any(|(name, _)| names.contains(name))
    }

    fn is_move(&self) -> bool {
        self.has(&["B", "W"])
    }

    /// Who moves in it.
    fn mover(&self) -> Option<Colour> {
        self.0.iter().find_map(|(name, _)| match *name {
            "B" => Some(Colour::Black),
            "W" => Some(Colour::White),
            _ => None,
        })
    }
}

/// What a file has told so far.
struct Reader {
    board: Board,
    size: Dimensions,
    /// Who is to move, if the file says it.
    turn: Option<Colour>,
    /// Who has moved last.
    last: Option<Colour>,
    moves: usize,
    marked: Area,
    region: Area,
    comment: String,
}

impl Reader {
    fn new(nodes: &[Node<'_>]) -> Result<Self, PositionError> {
        let value = |wanted: &str| {
            let root = nodes.first().into_iter().flat_map(|node| &node.0);
            let found = root.into_iter().find(|(name, _)| *name == wanted);
            found.map(|(_, values)| values.first().map_or("", |value| value.trim()))
        };
        if let Some(game) = value("GM").filter(|&game| game != "1") {
            return Err(fault(format!("GM[{game}] is another game than Go, which is GM[1]")));
        }
        let side = match value("SZ") {
            None => LARGEST_SIDE,
            Some(text) => read_side(text).ok_or_else(|| {
                fault(format!(
                    "SZ[{text}] is not the side of a board from 1 to {LARGEST_SIDE}; correct it"
                ))
            })?,
        };
        Ok(Reader {
            board: Board::new(&Position::empty(side)),
            size: Dimensions { columns: side, rows: side },
            turn: None,
            last: None,
            moves: 0,
            marked: Area::EMPTY,
            region: Area::EMPTY,
            comment: String::new(),
        })
    }

    /// Puts stones on the board, or takes them away, whatever was there.
    fn set_up(&mut self, node: &Node<'_>) -> Result<(), PositionError> {
        if let Some((_, values)) = node.0.iter().find(|(name, _)| *name == "PL") {
            self.turn = Some(match read_player(values)? {
                Player::Max => Colour::Black,
                Player::Min => Colour::White,
            });
        }
        if !node.has(&["AB", "AW", "AE", KO_BAN]) {
            return Ok(());
        }
        let mut position = self.board.position(self.turn.unwrap_or(Colour::Black));
        position.ko = None;
        for (name, values) in &node.0 {
            let put = match *name {
                "AB" => Some(Colour::Black),
                "AW" => Some(Colour::White),
                "AE" => None,
                _ => continue,
            };
            let points = self.points(name, values)?;
            position.stones = position.stones.map(|stones| stones - points);
            if let Some(colour) = put {
                position.stones[colour as usize] |= points;
            }
        }
        if let Some((name, values)) = node.0.iter().find(|(name, _)| *name == KO_BAN) {
            position.ko = self.points(name, values)?.iter().next().map(|point| point as Point);
        }
        position.check().map_err(fault)?;
        self.board = Board::new(&position);
        Ok(())
    }

    /// Plays the move of a node, if it has one.
    fn play(&mut self, node: &Node<'_>) -> Result<(), PositionError> {
        for (name, values) in &node.0 {
            let colour = match *name {
                "B" => Colour::Black,
                "W" => Colour::White,
                _ => continue,
            };
            self.moves += 1;
            let number = self.moves;
            let point = self.read_move(values);
            let point = point.map_err(|error| fault(format!("move {number}: {error}")))?;
            (self.turn, self.last) = (None, Some(colour));
            let Some(point) = point else {
                self.board.pass();
                continue;
            };
            if let Some(reason) = objection(&self.board, point, colour) {
                let name = point_name(point, self.size.columns);
                return Err(fault(format!("move {number}: {name} is not legal, as {reason}")));
            }
            self.board.play(point, colour);
        }
        Ok(())
    }

    /// The point of a move; none for a pass.
    fn read_move(&self, values: &[String]) -> Result<Option<Point>, PositionError> {
        let [value] = values else {
            let message = format!("it has {} stones; a move of Go has one", values.len());
            return Err(PositionError::Other(message));
        };
        match value.trim() {
            // On the largest board and smaller ones, that is a pass, too.
            "" | "tt" => Ok(None),
            value => self.read_point(value).map(|point| Some(point as Point)),
        }
    }

    fn read_point(&self, text: &str) -> Result<usize, PositionError> {
        match read_letters(text.trim(), self.size)?[..] {
            [point] => Ok(point),
            _ => Err(PositionError::Other(format!("`{text}` is not a point of this board"))),
        }
    }

    /// The points of a list, which may have rectangles.
    fn points(&self, name: &str, values: &[String]) -> Result<Area, PositionError> {
        let mut points = Area::EMPTY;
        for value in values.iter().filter(|value| !value.trim().is_empty()) {
            let read = |text: &str| self.read_point(text).map(|point| vec![point]);
            let read = phidelta_sgf::read_squares(value, self.size, read);
            points |=
                read.map_err(|error| fault(format!("{name}: {error}")))?.into_iter().collect();
        }
        Ok(points)
    }

    /// Keeps the marks and the comment of a node. A move ends what was said before it.
    fn note(&mut self, node: &Node<'_>) -> Result<(), PositionError> {
        if node.is_move() {
            (self.marked, self.region) = (Area::EMPTY, Area::EMPTY);
            self.comment.clear();
        }
        for (name, values) in &node.0 {
            match *name {
                "MA" | "TR" | "CR" => self.marked |= self.points(name, values)?,
                "SQ" | "VW" => self.region |= self.points(name, values)?,
                "C" => self.comment = values.concat(),
                _ => {}
            }
        }
        Ok(())
    }

    /// The position, where these nodes follow.
    fn finish(self, next: &[Node<'_>]) -> Record {
        let Reader { board, turn, last, marked, region, comment, .. } = self;
        let turn = turn.or_else(|| next.iter().find_map(Node::mover)).or(last.map(|last| !last));
        let position = board.position(turn.unwrap_or(Colour::Black));
        Record { position, turn_is_known: turn.is_some(), marked, region, comment }
    }
}

/// Why a stone may not be played there, if it may not.
pub fn objection(board: &Board, point: Point, colour: Colour) -> Option<&'static str> {
    if board.is_legal(point, colour) {
        None
    } else if !board.is_empty(point) {
        Some("there is a stone already")
    } else if board.breaks_ko(point, colour) {
        Some("a ko is taken back at once")
    } else {
        Some("a stone there has no liberty")
    }
}

/// Reads `19`, or `19:19`.
fn read_side(text: &str) -> Option<usize> {
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let side: usize = columns.parse().ok()?;
    (columns == rows && (1..=LARGEST_SIDE).contains(&side)).then_some(side)
}
