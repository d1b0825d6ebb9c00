//! The panes of the view.

use std::cmp;

use phidelta::search::{INFINITY, Numbers};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::symbols::Marker;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{
    Axis, Block, Chart, Dataset, Gauge, GraphType, Paragraph, Row, Table, Wrap,
};

use super::history::Sample;
use super::model::{Model, WorkerRow};
use crate::status_line::join;
use phidelta::amounts::{duration, grouped};
use phidelta::number;

/// Lines of the head, and of the line of play.
const HEAD: u16 = 3;
const LINE: u16 = 2;
/// The least width of the panes beside the board, and of the board.
const SIDE: u16 = 46;
const BOARD: u16 = 24;
/// Heights: of the table's pane, of a border, of the smallest chart.
const TABLE: u16 = 3;
const BORDER: u16 = 2;
const CHART: u16 = 6;

const PROOF: Color = Color::Green;
const DISPROOF: Color = Color::Red;

/// Draws what fits, what matters most first.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let [head, rest] =
        Layout::vertical([Constraint::Length(HEAD), Constraint::Fill(1)]).areas(frame.area());
    let [middle, line] =
        Layout::vertical([Constraint::Fill(1), Constraint::Length(LINE)]).areas(rest);
    draw_head(frame, head, model);
    draw_line(frame, line, model);
    let widest = model.board.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let wanted = u16::try_from(widest).unwrap_or(u16::MAX).saturating_add(BORDER).max(BOARD);
    let room = middle.width.saturating_sub(SIDE);
    let board = if widest > 0 && room >= BOARD { cmp::min(room, wanted) } else { 0 };
    let [side, right] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(board)]).areas(middle);
    draw_side(frame, side, model);
    if board > 0 && middle.height > BORDER {
        let title = if model.line.is_empty() { " board " } else { " board after the line " };
        let pane = Paragraph::new(&*model.board).block(Block::bordered().title(title));
        frame.render_widget(pane, right);
    }
}

/// What is asked, how far it is, and what goes on.
fn draw_head(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let width = usize::from(area.width);
    let heading = &model.heading;
    let numbers = model.numbers.map_or(String::new(), |numbers| {
        format!("pn {} dn {}", number(numbers.proof), number(numbers.disproof))
    });
    let parts = [
        numbers,
        format!("{} nodes", grouped(model.nodes)),
        duration(model.clock),
        format!("{}/s", grouped(model.rate)),
        if model.depth > 0 { format!("depth {}", model.depth) } else { String::new() },
    ];
    let (stage, hint) = if model.is_stopping {
        ("stopping", "Ctrl-C ends it at once")
    } else {
        (&*model.stage, "q or Ctrl-C stops the search")
    };
    let lines = vec![
        Line::from(vec![
            Span::from(&*heading.game).bold(),
            format!("  goal {}  {}", heading.goal, heading.position).into(),
        ]),
        join(&parts, width).into(),
        match &model.warning {
            Some(warning) => warning.as_str().bold().into(),
            None => join(&[stage.into(), hint.into()], width).dim().into(),
        },
    ];
    frame.render_widget(Text::from(lines), area);
}

/// The line of play, as much of it as fits.
fn draw_line(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    if !model.line.is_empty() {
        let line = Line::from(vec!["Line  ".bold(), model.line.join(" ").into()]);
        frame.render_widget(Paragraph::new(line).wrap(Wrap { trim: true }), area);
    }
}

/// The chart, the table and the threads, one above the other.
fn draw_side(frame: &mut Frame<'_>, area: Rect, model: &Model) {
    let table = if model.table.is_some() && area.height >= TABLE { TABLE } else { 0 };
    let room = area.height - table;
    // A chart is worth more than many threads.
    let chart = if model.numbers.is_some() && room > CHART + BORDER + 1 { CHART } else { 0 };
    let rows = u16::try_from(model.workers.len()).unwrap_or(u16::MAX);
    let wanted = if rows > 0 { rows.saturating_add(BORDER + 1) } else { 0 };
    let threads = cmp::min(wanted, room - chart);
    let [chart, table, threads] = Layout::vertical([
        Constraint::Length(if model.numbers.is_some() { room - threads } else { 0 }),
        Constraint::Length(table),
        Constraint::Length(threads),
    ])
    .areas(area);
    if let Some(numbers) = model.numbers.filter(|_| chart.height >= CHART) {
        draw_chart(frame, chart, model, numbers);
    }
    if let Some([used, entries]) = model.table.filter(|_| table.height == TABLE) {
        let share = (used as f64 / entries as f64).clamp(0.0, 1.0);
        let label = format!("{} of {} ({:.0}%)", grouped(used), grouped(entries), 100.0 * share);
        let gauge = Gauge::default().block(Block::bordered().title(" table ")).ratio(share);
        frame.render_widget(gauge.label(label).use_unicode(true), table);
    }
    if threads.height > BORDER + 1 {
        draw_threads(frame, threads, &model.workers);
    }
}

/// The root's numbers over time, on a scale of powers of ten.
fn draw_chart(frame: &mut Frame<'_>, area: Rect, model: &Model, now: Numbers) {
    let present = Sample { at: model.clock, numbers: now };
    let samples = model.history.samples().iter().chain([&present]);
    let points = |pick: fn(Numbers) -> u32| -> Vec<(f64, f64)> {
        let finite = samples.clone().filter(|sample| pick(sample.numbers) != INFINITY);
        let place = |number: u32| f64::from(number.max(1)).log10();
        finite.map(|sample| (sample.at.as_secs_f64(), place(pick(sample.numbers)))).collect()
    };
    let (proof, disproof) = (points(|n| n.proof), points(|n| n.disproof));
    let heights = proof.iter().chain(&disproof).map(|&(_, height)| height);
    let powers = heights.fold(1.0, f64::max).ceil() as usize;
    // As many labels as there is room for, evenly.
    let most = usize::from(area.height.saturating_sub(BORDER + 2) / 2).max(1);
    let step = powers.div_ceil(most);
    let labels = powers.div_ceil(step);
    let top = (labels * step) as f64;
    let time = present.at.as_secs_f64();
    let set = |data, marker, colour| {
        Dataset::default()
            .marker(marker)
            .graph_type(GraphType::Line)
            .style(Style::new().fg(colour))
            .data(data)
    };
    let title = Line::from(vec![
        " root: proof ".into(),
        Span::from("⠒⠤").fg(PROOF),
        " disproof ".into(),
        Span::from("••").fg(DISPROOF),
        " ".into(),
    ]);
    let chart = Chart::new(vec![
        set(&disproof, Marker::Dot, DISPROOF),
        set(&proof, Marker::Braille, PROOF),
    ])
    .block(Block::bordered().title(title))
    .legend_position(None)
    .x_axis(Axis::default().bounds([0.0, time.max(0.1)]).labels(["0".into(), duration(present.at)]))
    .y_axis(
        Axis::default().bounds([0.0, top]).labels((0..=labels).map(|label| power(label * step))),
    );
    frame.render_widget(chart, area);
}

/// A power of ten.
fn power(exponent: usize) -> String {
    const UNITS: [&str; 4] = ["", "k", "M", "G"];
    match UNITS.get(exponent / 3) {
        Some(unit) => format!("{}{unit}", 10_u32.pow((exponent % 3) as u32)),
        None => format!("1e{exponent}"),
    }
}

/// A row for each thread, or for as many as fit.
fn draw_threads(frame: &mut Frame<'_>, area: Rect, workers: &[WorkerRow]) {
    let room = usize::from(area.height - BORDER - 1);
    let shown = if workers.len() > room { room - 1 } else { workers.len() };
    let cells = |texts: [String; 5]| {
        let [thread, doing, figures @ ..] = texts;
        let figures = figures.map(|figure| Line::from(figure).right_aligned());
        Row::new([thread.into(), doing.into()].into_iter().chain(figures))
    };
    let mut rows: Vec<Row<'_>> = workers[..shown]
        .iter()
        .enumerate()
        .map(|(place, WorkerRow { tick, rate, .. })| {
            let depth = if tick.depth > 0 { tick.depth.to_string() } else { "-".into() };
            let rate = rate.map_or("-".into(), grouped);
            cells([(place + 1).to_string(), tick.doing.clone(), depth, grouped(tick.nodes), rate])
        })
        .collect();
    if shown < workers.len() {
        let rest = format!("{} more", workers.len() - shown);
        rows.push(Row::new([Line::from("…"), rest.into()]));
    }
    let widths = [3, 9, 5, 13, 10].map(Constraint::Max);
    let header = ["", "doing", "depth", "nodes", "nodes/s"].map(String::from);
    let title = if workers.len() == 1 {
        " 1 thread ".into()
    } else {
        format!(" {} threads ", workers.len())
    };
    let table = Table::new(rows, widths)
        .header(cells(header).dim())
        .block(Block::bordered().title(title))
        .column_spacing(1);
    frame.render_widget(table, area);
}

#[cfg(test)]
mod tests;
