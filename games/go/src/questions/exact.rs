//! Proofs of life and death: the question becomes a position of the game `go-life`, which is searched
//! as positions of any game are, and certified.

use std::fmt::Display;

use phidelta::solving::{SharedSolver, with_solver};
use phidelta::{
    Answer, Context, Decision, Effort, Error, Goal, ProofOutcome, Proving, Result, Settings,
    Solved, StopReason, Typed,
};
use phidelta_rules::{Area, Catalogued, Game, Notation, Outcome, legal_moves};

use super::budget::Budget;
use super::examine::Examiner;
use super::in_position;
use super::life::{Finding, Party, RegionSource, Standing, Threats};
use super::options::{KoThreats, LifeOptions};
use super::question::{Question, with_turn};
use crate::go_life::{
    ComputedRegion, GoLife, MOST_THREATS, Problem, RegionKind, State, UNLIMITED, computed_region,
    surroundings, walled,
};
use crate::{Colour, Position, read_region};

/// Proves what becomes of stones.
pub struct Exact<'a, 'c> {
    question: &'a Question,
    options: &'a LifeOptions,
    settings: &'a Settings,
    context: &'a mut Context<'c>,
    points: Area,
    source: RegionSource,
    /// The position, behind a wall of the attacker's stones if one is wanted.
    position: Position,
    budget: Budget<'c>,
    /// What all searches did.
    pub effort: Effort,
    /// What became of their certificates.
    pub proof: ProofOutcome,
}

/// Whether the region of a proof is marked, or walls enclose it, and the question can be asked in it.
pub fn is_enclosed(question: &Question) -> bool {
    let points = if question.marked.is_empty() {
        match surroundings(&question.position, &question.targets) {
            Ok(ComputedRegion { points, kind: RegionKind::Closed }) => points,
            _ => return false,
        }
    } else {
        question.marked
    };
    let stones = question.position.stones;
    let points = points - (stones[0] | stones[1]);
    Problem::new(&question.position, &question.targets, &points, [0; 2]).is_ok()
}

/// The value of a position, as far as it was found.
struct Asked {
    value: Option<Outcome>,
    line: Vec<String>,
    stopped: Option<StopReason>,
}

/// What is known so far about a first move.
struct MoveSearch {
    value: Option<Outcome>,
    /// With threats without end, of the party that fails without, and with the last number of them.
    endless: Option<Outcome>,
    counted: Option<Outcome>,
    standing: Option<Standing>,
    lines: [Vec<String>; 2],
    stopped: Option<StopReason>,
}

impl<'a, 'c> Exact<'a, 'c> {
    /// A proof in the region that is given, or marked, or else computed.
    ///
    /// # Errors
    /// If the region is not written as one is, or the question is none that can be proved in it.
    pub fn new(
        question: &'a Question,
        region: &str,
        options: &'a LifeOptions,
        settings: &'a Settings,
        context: &'a mut Context<'c>,
    ) -> Result<Self> {
        let (points, source) = if !region.is_empty() {
            (read_region(region, question.position.side).map_err(in_region)?, RegionSource::Given)
        } else if !question.marked.is_empty() {
            (question.marked, RegionSource::Marked)
        } else {
            let compute = if options.wall { computed_region } else { surroundings };
            let computed = compute(&question.position, &question.targets);
            let ComputedRegion { points, kind } = computed.map_err(in_region)?;
            let source = match kind {
                RegionKind::Closed => RegionSource::Closed,
                RegionKind::Cut => RegionSource::Cut,
            };
            (points, source)
        };
        let stones = question.position.stones;
        let points = points - (stones[0] | stones[1]);
        let (position, points) = match options.wall {
            true => walled(&question.position, &question.targets, &points),
            false => (question.position.clone(), points),
        };
        let exact = Exact {
            question,
            options,
            settings,
            budget: Budget::new(settings.limits, context.interrupt),
            context,
            points,
            source,
            position,
            effort: Effort::default(),
            proof: ProofOutcome::NotAsked,
        };
        exact.game(question.position.turn, [0; 2])?;
        Ok(exact)
    }

    /// The empty points on which both sides play.
    pub fn points(&self) -> Area {
        self.points
    }

    /// The position that is searched, with a wall if there is one.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Where they are from.
    pub fn source(&self) -> RegionSource {
        self.source
    }

    /// The ko threats that the defender and the attacker have, unless a status is asked for, which
    /// tries all numbers.
    pub fn threats(&self, mover: Colour) -> Option<[u8; 2]> {
        match (self.question.goal, self.options.ko_threats) {
            (Goal::Status, _) => None,
            (_, None) => Some([0; 2]),
            (_, Some(KoThreats::Both(threats))) => Some(threats),
            (_, Some(KoThreats::Mover(threats))) => {
                let mut both = [0; 2];
                both[Party::of(mover, self.question.defender) as usize] = threats;
                Some(both)
            }
        }
    }

    fn game(&self, mover: Colour, threats: [u8; 2]) -> Result<Typed<GoLife>> {
        let position = with_turn(&self.position, mover);
        let problem = Problem::new(&position, &self.question.targets, &self.points, threats);
        let game = GoLife::from_problem(problem.map_err(in_region)?);
        Ok(Typed::new(game).with_threat_searches())
    }

    /// The values after some first moves, or of the position itself, by one solver.
    fn ask<'f>(
        &mut self,
        mover: Colour,
        threats: [u8; 2],
        firsts: impl Iterator<Item = &'f Option<String>>,
    ) -> Result<Vec<Asked>> {
        let game = self.game(mover, threats)?;
        let positions = firsts.map(|first| Ok((after(&game, first.as_deref())?, first.is_some())));
        let positions: Vec<(State, bool)> = positions.collect::<Result<_>>()?;
        let mut asked = Ok(Vec::new());
        with_solver(GoLife::NAME, &game, self.settings, &mut |solver| {
            let each = positions
                .iter()
                .map(|&(state, is_after_move)| self.ask_about(&game, solver, state, is_after_move));
            asked = each.collect();
        })?;
        asked
    }

    /// The value of a position, by a solver that may know something from others.
    fn ask_about(
        &mut self,
        game: &Typed<GoLife>,
        solver: &mut SharedSolver<'_>,
        state: State,
        is_after_move: bool,
    ) -> Result<Asked> {
        let settings = self.settings_for(is_after_move);
        let state = game.typed_object().any(state);
        let Solved { answer, proof } = solver.solve(&state, &settings, self.context)?;
        self.proof.join(proof);
        let asked = self.read(&answer);
        self.effort.add(answer.effort);
        Ok(asked)
    }

    /// What is left of the limits. A certificate that is to be written is of the position, not of
    /// what its moves lead to.
    fn settings_for(&self, is_after_move: bool) -> Settings {
        let mut settings = self.settings.clone();
        settings.goal = Goal::Value;
        settings.all_moves = false;
        settings.limits = self.budget.left(self.effort.nodes);
        if is_after_move && settings.proof == Proving::Certified {
            settings.proof = Proving::No;
        }
        settings
    }

    fn read(&self, answer: &Answer) -> Asked {
        let is_known = answer.over || answer.result == Decision::Proved;
        let value = match answer.winner {
            None => Outcome::Draw,
            Some(winner) if winner == self.question.defender.name() => Outcome::MaxWins,
            Some(_) => Outcome::MinWins,
        };
        let value = is_known.then_some(value);
        Asked { value, line: answer.line.clone(), stopped: answer.stopped }
    }

    /// Who does well by this value: 0 for who moves first, 1 for the opponent.
    fn winner(&self, value: Outcome, mover: Colour) -> usize {
        usize::from(lives(value) != (mover == self.question.defender))
    }

    /// Asks with more and more threats of the party that fails without, up to those that it needs.
    fn count_threats(
        &mut self,
        mover: Colour,
        needy: Party,
        firsts: &[Option<String>],
        searches: &mut [MoveSearch],
    ) -> Result<()> {
        let open = |search: &MoveSearch| {
            search.standing.is_none()
                && search.value.is_some_and(|value| lives(value) == (needy == Party::Attacker))
        };
        for count in std::iter::once(UNLIMITED).chain(1..=MOST_THREATS) {
            let places: Vec<usize> =
                (0..searches.len()).filter(|&place| open(&searches[place])).collect();
            if places.is_empty() {
                break;
            }
            let mut threats = [0; 2];
            threats[needy as usize] = count;
            let asked = self.ask(mover, threats, places.iter().map(|&place| &firsts[place]))?;
            for (&place, asked) in places.iter().zip(asked) {
                let search = &mut searches[place];
                let changes = |value| lives(value) == (needy == Party::Defender);
                let Some(value) = asked.value else {
                    let is_ko = search.endless.is_some_and(|value| is_win(value, needy));
                    let ko = Standing::Ko { needs: needy, threats: Threats::Some };
                    let standing = if is_ko { ko } else { Standing::Unknown };
                    (search.standing, search.stopped) = (Some(standing), asked.stopped);
                    continue;
                };
                let told =
                    if count == UNLIMITED { &mut search.endless } else { &mut search.counted };
                *told = Some(value);
                search.standing = match (changes(value), count) {
                    // Against threats without end, play may go on for ever; then others are tried.
                    (false, UNLIMITED) if Some(value) != search.value => None,
                    (false, UNLIMITED) => Some(standing(value)),
                    (true, UNLIMITED) | (false, _) => None,
                    (true, count) => {
                        Some(Standing::Ko { needs: needy, threats: Threats::Counted(count) })
                    }
                };
                // The last question in which a side does well is the hardest for it.
                search.lines[self.winner(value, mover)] = asked.line;
            }
        }
        // Who can only go on for ever, with threats that never end, has not come to anything.
        for search in searches.iter_mut().filter(|search| open(search)) {
            let is_ko = search.endless.is_some_and(|value| is_win(value, needy));
            search.standing = Some(match search.counted {
                Some(value) if !is_ko => standing(value),
                _ => Standing::Ko { needs: needy, threats: Threats::Many },
            });
        }
        Ok(())
    }
}

/// What is wrong with a region.
fn in_region(error: impl Display) -> Error {
    Error::option("exact", error.to_string())
}

/// The position at the start, or after a first move.
fn after(game: &Typed<GoLife>, first: Option<&str>) -> Result<State> {
    let game = game.game();
    let mut state = game.initial();
    let Some(name) = first else { return Ok(state) };
    game.play_word(&mut state, name).map_err(in_position)?;
    // Who passes at first plays elsewhere, which is no offer to stop.
    let text = game.write_position(&state);
    game.read_position(text.trim_end_matches(" pass")).map_err(in_position)
}

/// Whether this party has all that it can want.
fn is_win(value: Outcome, party: Party) -> bool {
    match party {
        Party::Defender => value == Outcome::MaxWins,
        Party::Attacker => value == Outcome::MinWins,
    }
}

impl Examiner for Exact<'_, '_> {
    fn examine(&mut self, mover: Colour, firsts: &[Option<String>]) -> Result<Vec<Finding>> {
        let given = self.threats(mover);
        let asked = self.ask(mover, given.unwrap_or([0; 2]), firsts.iter())?;
        let mut searches: Vec<MoveSearch> = asked
            .into_iter()
            .map(|Asked { value, line, stopped }| {
                let mut lines = [const { Vec::new() }; 2];
                lines[value.map_or(0, |value| self.winner(value, mover))] = line;
                let known = if given.is_some() { value.map(standing) } else { None };
                let standing = if value.is_none() { Some(Standing::Unknown) } else { known };
                MoveSearch { value, endless: None, counted: None, standing, lines, stopped }
            })
            .collect();
        for needy in [Party::Attacker, Party::Defender] {
            self.count_threats(mover, needy, firsts, &mut searches)?;
        }
        let findings =
            searches.into_iter().map(|MoveSearch { value, standing, lines, stopped, .. }| {
                let standing = standing.unwrap_or(Standing::Unknown);
                let is_open = standing == Standing::Unknown;
                let lives_without_threats = value.map(lives).filter(|_| is_open);
                Finding { standing, lives_without_threats, lines, stopped }
            });
        Ok(findings.collect())
    }

    fn candidates(&self, mover: Colour) -> Result<Vec<String>> {
        let game = self.game(mover, self.threats(mover).unwrap_or([0; 2]))?;
        let game = game.game();
        let state = game.initial();
        Ok(legal_moves(game, &state).into_iter().map(|mv| game.write_move(&state, mv)).collect())
    }

    fn begin(&mut self, parts: u32) {
        self.budget.begin(parts, self.effort.nodes);
    }
}

/// Whether stones live if the game ends so.
fn lives(value: Outcome) -> bool {
    value != Outcome::MinWins
}

fn standing(value: Outcome) -> Standing {
    match value {
        Outcome::MinWins => Standing::Dead,
        Outcome::Draw => Standing::Seki,
        Outcome::MaxWins => Standing::Alive,
    }
}
