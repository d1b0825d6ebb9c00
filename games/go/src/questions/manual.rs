//! What a catalogue says about the game.

/// Its name.
pub const NAME: &str = "go";
/// A line about it.
pub const SUMMARY: &str = "do stones live or die, on a real board? With SGF files";
/// The form of its parameters.
pub const PARAMETERS: &str = "SIDE, from 1 to 19; without it, that of the position, or 19";
/// How positions are written, and what is answered.
pub const MANUAL: &str = "\
Whether stones of Go live, and by which moves. Name a stone with --target, or
mark it in the file:

    phidelta solve go @problem.sgf --target D4

The answer tells whether the group of that stone is alive, dead, alive in
seki, or in ko, if Black plays first and if White does, the best moves, and
how it is played. --goal live and --goal kill ask one question only: does the
group live, or die, if the side to move begins? The side to move is the one
that the position says, or --to-move; if an SGF file does not say it, the one
that is to live or to kill.

Without --exact, searches go by rules about eyes and about which moves count
(Cazenave 2004): they are quick, look at the whole board, and may be wrong.
With --exact, both sides play on all points of a region, by the rules of the
game go-life, and the answer is proved; --certify and --self-check apply. The
region is given (--exact A1-F5), or marked with squares in the file, or
computed: what is enclosed, or what is near. Who gets out of it is alive,
unless --wall puts stones of the attacker around it. Ko threats elsewhere on
the board can be given (--ko-threats); a status tells how many are needed, and
by whom.

With --all-moves, all first moves are tried: which are right, and how the
others are refuted. --sgf FILE writes that as an SGF file with variations.

A position is written row by row from the top, with b for Black, w for White
and digits for runs of empty points; then the side to move, and if a ko may
not be taken back, ko= and the point. It may be followed by target=POINTS,
region=POINTS, and moves to play. Points have a letter for the column, without
I, and the number of the row from the bottom; A1-C3 is a rectangle.

    5/5/wwwww/bbbbw/3bw b target=A2
                        three points in a row: who plays first decides

Of an SGF file, the first game is read: before its first move, if stones are
set up by then, as in problems, and otherwise at the end of its main line.
--at-move takes another of its positions. Crosses, triangles and circles on
stones mark targets, squares mark the region. In drawings X is Black, O is
White, # and @ are stones of theirs that are meant, and a comma is an empty
point of the region.
";
