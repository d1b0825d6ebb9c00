//! A number for each search as a bar, with its interval if it has one.

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::{Deserialize, Serialize};

use super::plot::FONT;

/// How high a row is, and how long the longest bar, in pixels.
const ROW: i32 = 26;
const LONG: i32 = 420;
/// What is left above, for the title, and below, for the axis.
const ABOVE: i32 = 46;
const BELOW: i32 = 44;
/// How wide a letter is, about.
const LETTER: i32 = 8;
const COLOUR: RGBColor = RGBColor(0, 114, 178);
const LIGHT: RGBColor = RGBColor(160, 200, 225);

/// Bars, from above to below.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bars {
    /// What is shown.
    pub title: String,
    /// What the numbers are.
    pub measure: String,
    /// A bar each.
    pub bars: Vec<Bar>,
    /// For ratios: where bars begin, and a line is drawn, with numbers placed by their logarithms. Otherwise bars begin at
    /// zero, and numbers are placed as they are.
    pub from: Option<f64>,
}

/// A bar.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bar {
    /// Whose it is.
    pub label: String,
    /// How long it is: above zero.
    pub value: f64,
    /// What is written beside it.
    pub text: String,
    /// From where to where the number may be.
    pub interval: Option<(f64, f64)>,
    /// Whether the number is not all: a search that was stopped.
    pub is_open: bool,
}

impl Bars {
    /// The bars as the text of an SVG file.
    ///
    /// # Errors
    /// If they cannot be drawn.
    pub fn svg(&self) -> Result<String> {
        let letters = |of: fn(&Bar) -> &String| {
            self.bars.iter().map(|bar| of(bar).chars().count() as i32).max().unwrap_or(0)
        };
        let left = 16 + LETTER * letters(|bar| &bar.label);
        let wide = left + LONG + 24 + LETTER * letters(|bar| &bar.text);
        let wide = wide.max(10 * self.title.chars().count() as i32);
        let high = ABOVE + BELOW + ROW * self.bars.len() as i32;
        let mut text = String::new();
        let size = (wide.cast_unsigned(), high.cast_unsigned());
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        self.draw(&area, left).map_err(|error| anyhow!("the bars cannot be drawn: {error}"))?;
        drop(area);
        Ok(text)
    }

    /// From where to where the axis goes.
    fn range(&self) -> (f64, f64) {
        let ends = self.bars.iter().flat_map(|bar| {
            let (low, high) = bar.interval.unwrap_or((bar.value, bar.value));
            [bar.value, low, high]
        });
        let ends = ends.chain(self.from).filter(|end| end.is_finite() && *end > 0.0);
        let (low, high) =
            ends.fold((f64::INFINITY, 0f64), |(low, high), end| (low.min(end), high.max(end)));
        match self.from {
            Some(_) => (low / 1.15, high * 1.15),
            None if high > 0.0 => (0.0, high),
            None => (0.0, 1.0),
        }
    }

    fn draw(
        &self,
        area: &DrawingArea<SVGBackend<'_>, Shift>,
        left: i32,
    ) -> Result<(), Box<dyn Error>> {
        area.fill(&WHITE)?;
        let text = |words: &str, at: (i32, i32), size: i32, across: HPos| {
            let style = TextStyle::from((FONT, size).into_font()).color(&BLACK);
            area.draw(&Text::new(words.to_string(), at, style.pos(Pos::new(across, VPos::Center))))
        };
        text(&self.title, (16, 18), 19, HPos::Left)?;
        let (low, high) = self.range();
        let is_ratio = self.from.is_some();
        let scaled = |number: f64| if is_ratio { number.max(low).ln() } else { number };
        let (left_end, right_end) = (scaled(low), scaled(high));
        let place = |number: f64| {
            let share = (scaled(number) - left_end) / (right_end - left_end).max(1e-9);
            left + (share.clamp(0.0, 1.0) * f64::from(LONG)).round() as i32
        };
        let bottom = ABOVE + ROW * self.bars.len() as i32;
        let grid = RGBColor(225, 225, 225);
        let ticks = if is_ratio { ratio_ticks(low, high) } else { round_ticks(high) };
        for number in ticks {
            let x = place(number);
            area.draw(&PathElement::new([(x, ABOVE - 4), (x, bottom + 4)], grid))?;
            text(&super::plot::short(number), (x, bottom + 12), 12, HPos::Center)?;
        }
        text(&self.measure, (left + LONG / 2, bottom + 32), 14, HPos::Center)?;
        let start = place(self.from.unwrap_or(low));
        for (row, bar) in (0..).zip(&self.bars) {
            let (top, middle) = (ABOVE + ROW * row, ABOVE + ROW * row + ROW / 2);
            text(&bar.label, (left - 8, middle), 14, HPos::Right)?;
            let end = place(bar.value);
            let fill = if bar.is_open { LIGHT } else { COLOUR };
            let corners = [
                (start.min(end), top + 4),
                (start.max(end).max(start.min(end) + 1), top + ROW - 4),
            ];
            area.draw(&Rectangle::new(corners, fill.filled()))?;
            let mut last = start.max(end);
            if let Some((low, high)) = bar.interval {
                let (from, to) = (place(low), place(high));
                let line = BLACK.stroke_width(1);
                area.draw(&PathElement::new([(from, middle), (to, middle)], line))?;
                for x in [from, to] {
                    area.draw(&PathElement::new([(x, middle - 4), (x, middle + 4)], line))?;
                }
                last = last.max(to);
            }
            text(&bar.text, (last + 8, middle), 13, HPos::Left)?;
        }
        if is_ratio {
            area.draw(&PathElement::new([(start, ABOVE - 4), (start, bottom + 4)], BLACK))?;
        }
        area.present()?;
        Ok(())
    }
}

/// 1, 2 and 5 times powers of ten in a range; only the powers where it is long.
fn ratio_ticks(low: f64, high: f64) -> Vec<f64> {
    let steps: &[f64] = if high / low > 100.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    let all =
        (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10f64.powi(power)));
    all.filter(|number| (low * 0.999..=high * 1.001).contains(number)).collect()
}

/// Round numbers from zero on: four to nine of them.
fn round_ticks(high: f64) -> Vec<f64> {
    let power = 10f64.powf(high.log10().floor());
    let steps = [0.1, 0.2, 0.5, 1.0].map(|step| step * power);
    let step = steps.into_iter().find(|step| high / step <= 8.0).unwrap_or(power);
    (0..=(high / step + 1e-9) as u32).map(|count| f64::from(count) * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::chart::Chart;

    fn bar(label: &str, value: f64, interval: Option<(f64, f64)>) -> Bar {
        Bar {
            label: label.into(),
            value,
            text: format!("{value}!"),
            interval,
            is_open: interval.is_none(),
        }
    }

    #[test]
    fn bars_have_their_labels_numbers_and_intervals() {
        let bars = vec![bar("df-pn", 1.0, Some((0.8, 1.3))), bar("pn & all", 30.0, None)];
        let mut chart =
            Bars { title: "Nodes".into(), measure: "nodes / df-pn".into(), bars, from: Some(1.0) };
        let svg = chart.svg().unwrap();
        for text in ["df-pn", "pn &amp; all", "30!", "nodes / df-pn", "#0072B2", "#A0C8E1"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        chart.from = None;
        assert!(chart.svg().unwrap().contains("30!"));
        let kept: Chart = serde_json::from_str(&serde_json::to_string(&chart).unwrap()).unwrap();
        assert_eq!(kept, Chart::Bars(chart.clone()));
        chart.bars.clear();
        assert!(chart.svg().unwrap().contains("Nodes"));
    }

    #[test]
    fn an_axis_has_round_numbers() {
        assert_eq!(ratio_ticks(0.5, 3.0), [0.5, 1.0, 2.0]);
        assert_eq!(ratio_ticks(1.0, 1000.0), [1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(round_ticks(20_005.0), [0.0, 5000.0, 10_000.0, 15_000.0, 20_000.0]);
        assert_eq!(round_ticks(1.0).len(), 6);
    }
}
