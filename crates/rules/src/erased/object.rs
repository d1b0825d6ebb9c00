//! Makes a trait object of a game that has types.

use std::any::TypeId;
use std::borrow::Borrow;
use std::marker::PhantomData;

use super::state::Held;
use super::{AnyState, AnyValue, GameObject, Repetition, RulesObject};
use crate::{
    Catalogued, FirstLook, FirstLookOptions, Game, Goal, GraphKind, Guide, Look, NamedPosition,
    Outcome, Player, PositionError, Recurrence, RepetitionRule, Status, Value, first_look,
    recurrence,
};

/// A game with its advice, owned or borrowed, as an object.
pub struct Object<G: Game, A, P = G, B = A> {
    game: P,
    guide: B,
    /// All values, by which goals find their type again.
    values: Vec<G::Value>,
    kinds: PhantomData<fn() -> (G, A)>,
}

impl<G: Game, A: Guide<G>, P: Borrow<G>, B: Borrow<A>> Object<G, A, P, B> {
    /// The object of a game and its advice.
    pub fn new(game: P, guide: B) -> Self {
        let values = game.borrow().values();
        Object { game, guide, values, kinds: PhantomData }
    }

    /// The game.
    #[inline]
    pub fn game(&self) -> &G {
        self.game.borrow()
    }

    /// The advice.
    #[inline]
    pub fn guide(&self) -> &A {
        self.guide.borrow()
    }

    /// The goal with the game's own type of values. `None` if it is not one of them.
    pub fn typed_goal(&self, goal: Goal<AnyValue>) -> Option<Goal<G::Value>> {
        let (Goal::AtLeast(bound) | Goal::AtMost(bound)) = goal;
        let value = *self.values.iter().find(|value| value.number() == bound.number())?;
        Some(match goal {
            Goal::AtLeast(_) => Goal::AtLeast(value),
            Goal::AtMost(_) => Goal::AtMost(value),
        })
    }
}

impl<G, A, P, B> Object<G, A, P, B>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync>,
    A: Guide<G>,
    P: Borrow<G>,
    B: Borrow<A>,
{
    /// A state without its type.
    #[inline]
    pub fn any(&self, state: G::State) -> AnyState {
        AnyState::of::<G::State, G::Move>(state)
    }

    /// A state with its type.
    #[inline]
    pub fn typed<'s>(&self, state: &'s AnyState) -> &'s G::State {
        &self.held(state).state
    }

    #[inline]
    fn held<'s>(&self, state: &'s AnyState) -> &'s Held<G::State, G::Move> {
        state.held()
    }

    /// The legal moves of a position in which the game goes on.
    #[inline]
    pub fn moves<'s>(&self, state: &'s AnyState) -> &'s [G::Move] {
        let held = self.held(state);
        held.moves.get_or_init(|| {
            // One piece of memory is enough for most positions; a search that keeps many does not keep moves.
            let mut moves = Vec::with_capacity(32);
            self.game().moves(&held.state, &mut moves);
            moves
        })
    }

    /// The move at a place among the legal ones. Where nobody has asked for all of them, it is looked for: a
    /// search that goes down a tree wants one move of each position.
    #[inline]
    fn mv(&self, state: &AnyState, place: u32) -> G::Move {
        let held = self.held(state);
        match held.moves.get() {
            Some(moves) => moves[place as usize],
            None => {
                let mut nth = Nth { left: place as usize, found: None };
                self.game().moves(&held.state, &mut nth);
                nth.found.expect("there is a legal move at this place")
            }
        }
    }

    /// The place of a move among the legal ones.
    pub fn place_of(&self, state: &AnyState, mv: G::Move) -> Option<u32> {
        let at = self.moves(state).iter().position(|&legal| legal == mv)?;
        Some(at as u32)
    }

    /// A line of play as places of moves, as far as they are legal.
    pub fn places(&self, state: &AnyState, line: &[G::Move]) -> Vec<u32> {
        let mut state = state.clone();
        let mut places = Vec::with_capacity(line.len());
        for &mv in line {
            if matches!(self.game().status(self.typed(&state)), Status::Over(_)) {
                break;
            }
            let Some(place) = self.place_of(&state, mv) else { break };
            places.push(place);
            state = self.after(&state, place);
        }
        places
    }

    fn after(&self, state: &AnyState, mv: u32) -> AnyState {
        let mut next = self.typed(state).clone();
        self.game().play(&mut next, self.mv(state, mv));
        self.any(next)
    }

    fn rule(&self) -> RepetitionRule<G> {
        match recurrence(self.game()) {
            Recurrence::Ends(rule) => rule,
            Recurrence::Never | Recurrence::Endless(_) => unreachable!("no position ends the game"),
        }
    }
}

/// Takes the move at a place of those that it is given.
struct Nth<M> {
    left: usize,
    found: Option<M>,
}

impl<M> Extend<M> for Nth<M> {
    #[inline]
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        if self.found.is_some() {
            return;
        }
        for mv in moves {
            if self.left == 0 {
                self.found = Some(mv);
                return;
            }
            self.left -= 1;
        }
    }
}

/// A status without the type of values.
#[inline]
fn any_status<V: Value>(status: Status<V>) -> Status<AnyValue> {
    match status {
        Status::Turn(player) => Status::Turn(player),
        Status::Over(value) => Status::Over(AnyValue::of(value)),
    }
}

impl<G, A, P, B> RulesObject for Object<G, A, P, B>
where
    G: Game<State: Send + Sync + 'static, Move: Send + Sync>,
    A: Guide<G>,
    P: Borrow<G> + Send + Sync,
    B: Borrow<A> + Send + Sync,
{
    fn initial(&self) -> AnyState {
        self.any(self.game().initial())
    }

    fn status(&self, state: &AnyState) -> Status<AnyValue> {
        any_status(self.game().status(self.typed(state)))
    }

    fn move_count(&self, state: &AnyState) -> u32 {
        self.moves(state).len() as u32
    }

    fn stuck(&self, state: &AnyState) -> AnyValue {
        AnyValue::of(self.game().stuck(self.typed(state)))
    }

    fn after(&self, state: &AnyState, mv: u32) -> AnyState {
        Object::after(self, state, mv)
    }

    fn values(&self) -> Vec<AnyValue> {
        self.values.iter().copied().map(AnyValue::of).collect()
    }

    fn key(&self, state: &AnyState) -> u64 {
        self.game().key(self.typed(state))
    }

    fn key_after(&self, state: &AnyState, mv: u32) -> u64 {
        self.game().key_after(self.typed(state), self.mv(state, mv))
    }

    fn status_after(&self, state: &AnyState, mv: u32) -> Status<AnyValue> {
        any_status(self.game().status_after(self.typed(state), self.mv(state, mv)))
    }

    fn repetition(&self) -> Repetition {
        match recurrence(self.game()) {
            Recurrence::Never => Repetition::Never,
            Recurrence::Endless(value) => Repetition::Endless(AnyValue::of(value)),
            Recurrence::Ends(RepetitionRule { occurrences, likeness, .. }) => {
                Repetition::Ends { occurrences, has_likeness: likeness.is_some() }
            }
        }
    }

    fn repeats(&self) -> bool {
        G::Graph::REPEATS
    }

    fn repetition_value(&self, line: &[AnyState]) -> AnyValue {
        let line: Vec<G::State> = line.iter().map(|state| self.typed(state).clone()).collect();
        AnyValue::of((self.rule().value)(self.game(), &line))
    }

    fn comes_back(&self, earlier: &AnyState, later: &AnyState) -> bool {
        self.rule().comes_back(self.game(), self.typed(earlier), self.typed(later))
    }

    fn place(&self, state: &AnyState) -> u64 {
        self.rule().place(self.game(), self.typed(state))
    }

    fn is_irreversible(&self, state: &AnyState, mv: u32) -> bool {
        (self.rule().irreversible)(self.game(), self.typed(state), self.mv(state, mv))
    }

    fn first_look(
        &self,
        parent: &AnyState,
        mv: u32,
        options: FirstLookOptions<AnyValue>,
    ) -> FirstLook<AnyValue> {
        let FirstLookOptions { kind, looker, goal } = options;
        let goal = self.typed_goal(goal).expect("a goal of the game");
        let options = FirstLookOptions { kind, looker, goal };
        first_look(
            (self.game(), self.guide()),
            (self.typed(parent), self.mv(parent, mv)),
            options,
            &mut None,
            |value| FirstLook::Settled(AnyValue::of(value)),
            |turn, win, lose| FirstLook::Open { turn, win, lose },
        )
    }

    fn look(&self, state: &AnyState, turn: Player, goal: Goal<AnyValue>) -> Look<u32> {
        let unknown = Look::Effort { win: 1, lose: 1 };
        let Some(goal) = self.typed_goal(goal) else { return unknown };
        match self.guide().look(self.game(), self.typed(state), turn, goal) {
            Look::Effort { win, lose } => Look::Effort { win, lose },
            Look::Wins(mv) => self.place_of(state, mv).map_or(unknown, Look::Wins),
        }
    }

    fn score(&self, state: &AnyState, player: Player) -> i32 {
        self.guide().score(self.game(), self.typed(state), player)
    }

    fn state_bytes(&self) -> usize {
        size_of::<G::State>()
    }
}

impl<G> GameObject for Object<G, Option<G::Guide>>
where
    G: Catalogued<State: Send + Sync + 'static, Move: Send + Sync, Guide: Send + Sync>
        + Send
        + Sync,
    G::Value: 'static,
{
    fn rules(&self) -> &dyn RulesObject {
        self
    }

    fn has_scores(&self) -> bool {
        TypeId::of::<G::Value>() != TypeId::of::<Outcome>()
    }

    fn has_evaluation(&self) -> bool {
        self.guide.evaluates()
    }

    fn has_guide(&self) -> bool {
        self.guide.looks()
    }

    fn parameters(&self) -> String {
        self.game.parameters()
    }

    fn write_value(&self, value: AnyValue) -> String {
        let typed = self.values.iter().find(|typed| typed.number() == value.number());
        typed.map_or_else(|| value.to_string(), |typed| typed.to_string())
    }

    fn read(&self, text: &str) -> Result<AnyState, PositionError> {
        self.game.read(text).map(|state| self.any(state))
    }

    fn read_position(&self, text: &str) -> Result<AnyState, PositionError> {
        self.game.read_position(text).map(|state| self.any(state))
    }

    fn write_position(&self, state: &AnyState) -> String {
        self.game.write_position(self.typed(state))
    }

    fn write_move(&self, state: &AnyState, mv: u32) -> String {
        self.game.write_move(self.typed(state), self.mv(state, mv))
    }

    fn read_move(&self, state: &AnyState, text: &str) -> Result<u32, PositionError> {
        let mv = self.game.read_move(self.typed(state), text)?;
        Ok(self.place_of(state, mv).expect("a move that is read is legal"))
    }

    fn play_word(&self, state: &AnyState, word: &str) -> Result<AnyState, PositionError> {
        let mut next = self.typed(state).clone();
        self.game.play_word(&mut next, word)?;
        Ok(self.any(next))
    }

    fn joins_next(&self, state: &AnyState) -> bool {
        self.game.joins_next(self.typed(state))
    }

    fn draw(&self, state: &AnyState) -> String {
        self.game.draw(self.typed(state))
    }

    fn sgf(&self, state: &AnyState) -> Option<String> {
        self.game.sgf(self.typed(state))
    }

    fn player_name(&self, player: Player) -> &'static str {
        self.game.player_name(player)
    }

    fn named_positions(&self) -> Vec<NamedPosition> {
        self.game.named_positions()
    }

    fn pass(&self, state: &AnyState) -> Option<AnyState> {
        Some(self.any(self.game.placement()?.pass(self.typed(state))))
    }
}
