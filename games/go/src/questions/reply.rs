//! The answer to a question about stones: result, words, and the drawn board.

use std::sync::Arc;

use phidelta::{Answer, Decision, Effort, Goal, Scene, Settings};
use phidelta_rules::Area;

use super::examine::Examined;
use super::life::{Basis, Life, Region, RegionSource, Standing, ThreatCount};
use super::question::{Question, with_turn};
use super::{NAME, page, record, taken_back, written};
use crate::diagram::Marks;
use crate::{Point, Position, point_names, read_point};

/// What an answer is made of.
pub struct Reply<'a> {
    question: &'a Question,
    basis: Basis,
    examined: Vec<Examined>,
    /// The position that was searched.
    pub position: Position,
    /// Where both sides play, if that is bounded.
    pub region: Option<(Area, RegionSource)>,
    /// Whether stones of the attacker were put around it.
    pub is_walled: bool,
    /// The ko threats of the defender and the attacker, if they are given.
    pub threats: Option<[u8; 2]>,
}

impl<'a> Reply<'a> {
    /// What was found out about a question.
    pub fn new(question: &'a Question, basis: Basis, examined: Vec<Examined>) -> Self {
        let position = question.position.clone();
        Reply { question, basis, examined, position, region: None, is_walled: false, threats: None }
    }

    /// The answer, after such searches.
    pub fn answer(self, settings: &Settings, effort: Effort) -> Answer {
        let Reply { question, basis, mut examined, position, region, is_walled, threats } = self;
        for (&mover, examined) in question.movers.iter().zip(&mut examined) {
            taken_back::note(&with_turn(&position, mover), &mut examined.first);
        }
        let standings: Vec<Standing> = examined.iter().map(|examined| examined.standing).collect();
        let result = decision(question.goal, &standings);
        let mut words: Vec<&str> = standings.iter().map(|standing| standing.word()).collect();
        words.dedup();
        let turn = question.position.turn;
        let main = question.movers.iter().position(|&mover| mover == turn).unwrap_or(0);
        let main = &examined[main].first;
        let (best_move, line) = (main.best_move.clone(), main.line.clone());
        let stopped = examined.iter().find_map(|examined| examined.first.stopped);
        let points = region.map_or(Area::EMPTY, |(points, _)| points);
        let board = draw(question, &examined, points);
        let side = question.position.side;
        let mut life = Life {
            targets: question.target_names(),
            defender: question.defender.name(),
            rests_on: basis,
            region: region.map(|(points, kind)| Region {
                kind,
                walled: is_walled,
                points: point_names(&points, side),
            }),
            ko_threats: threats.map(|threats| threats.map(ThreatCount)),
            first: examined.into_iter().map(|examined| examined.first).collect(),
            sgf: String::new(),
        };
        let position_text = written(&question.position, &question.targets);
        let scene = Scene { board, mover: Some(turn.name()), ..Scene::default() };
        let mut answer = Answer {
            result,
            stopped: stopped.filter(|_| result == Decision::Unknown),
            value: (result != Decision::Unknown).then(|| words.join("/")),
            best_move,
            line,
            effort,
            ..Answer::unknown(NAME, position_text, settings, scene)
        };
        if basis == Basis::EyeRules {
            answer = answer.into_estimate();
        }
        let sentence = page::sentence(&answer, &life);
        life.sgf = record::write(question, &position, points, &life.first, &sentence);
        answer.details = Some(Arc::new(life));
        answer
    }
}

/// Whether what was asked for is so. A status is found or not.
fn decision(goal: Goal, standings: &[Standing]) -> Decision {
    let lives: Option<Vec<bool>> = standings.iter().map(|standing| standing.lives()).collect();
    match (goal, lives.as_deref()) {
        (_, None) => Decision::Unknown,
        (Goal::Live, Some([false])) | (Goal::Kill, Some([true])) => Decision::Disproved,
        _ => Decision::Proved,
    }
}

/// The board, with the group, the region and the best moves marked, and what the marks mean.
fn draw(question: &Question, examined: &[Examined], region: Area) -> String {
    let position = &question.position;
    let mut labels: Vec<(Point, char)> = Vec::new();
    for (mover, examined) in question.movers.iter().zip(examined) {
        let best = examined.first.best_move.as_deref();
        if let Some(point) = best.and_then(|name| read_point(name, position.side).ok()) {
            match labels.iter_mut().find(|(labelled, _)| *labelled == point) {
                Some((_, sign)) => *sign = '*',
                None => labels.push((point, ['B', 'W'][*mover as usize])),
            }
        }
    }
    let mut legend = vec![format!("{} the group", ['#', '@'][question.defender as usize])];
    if !region.is_empty() {
        legend.push(", the region".into());
    }
    for (_, sign) in &labels {
        legend.push(match sign {
            '*' => "* the best move of both".into(),
            'B' => "B Black's best move".into(),
            _ => "W White's best move".into(),
        });
    }
    let marks = Marks { targets: question.chains, region, labels };
    format!("{}\n{}\n", position.draw(&marks), legend.join("   "))
}
