//! A number for each pair of two settings, as a map of colours with the numbers in it: where curves, one for each value
//! of one setting, would hide one another.

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::{Deserialize, Serialize};

use super::exhibit::figure;
use super::plot::FONT;

/// How large a cell is, in pixels.
const CELL: (i32, i32) = (46, 28);
/// What is left around the cells: left, above, right (with the scale), below.
const MARGIN: (i32, i32, i32, i32) = (84, 76, 132, 24);
/// How many steps the scale is drawn in.
const STEPS: i32 = 64;
/// What has no number.
const OPEN: RGBColor = RGBColor(224, 224, 224);
/// Dark to light by way of blue and green, which all eyes and printers tell apart (after Smith & van der Walt's
/// viridis, at five places).
const SCALE: [(u8, u8, u8); 5] =
    [(68, 1, 84), (59, 82, 139), (33, 145, 140), (94, 201, 98), (253, 231, 37)];

/// A map.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HeatMap {
    /// What is shown.
    pub title: String,
    /// What the columns are, and their values from left to right.
    pub columns: (String, Vec<String>),
    /// What the rows are, and their values from above to below.
    pub rows: (String, Vec<String>),
    /// What the numbers are.
    pub measure: String,
    /// The numbers, row by row.
    pub cells: Vec<Vec<HeatCell>>,
    /// What it means that a cell is grey.
    pub open: String,
}

/// What is in a place of the map.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeatCell {
    /// A number.
    Number(f64),
    /// A search that was stopped without an answer.
    Open,
    /// Nothing was measured.
    Missing,
}

impl HeatMap {
    /// The map as the text of an SVG file.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn svg(&self) -> Result<String> {
        let (left, above, right, below) = MARGIN;
        let (columns, rows) = (self.columns.1.len() as i32, self.rows.1.len() as i32);
        // As wide as the title at least.
        let right = right.max(40 + 8 * self.measure.chars().count() as i32);
        let wide = (left + right + CELL.0 * columns).max(10 * self.title.chars().count() as i32);
        // As high as the scale at least.
        let high = above + below + (CELL.1 * rows).max(150);
        let mut text = String::new();
        let size = (wide.cast_unsigned(), high.cast_unsigned());
        let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
        self.draw(&area).map_err(|error| anyhow!("the map cannot be drawn: {error}"))?;
        drop(area);
        Ok(text)
    }

    /// The least and the largest number.
    fn range(&self) -> Option<(f64, f64)> {
        let numbers = self.cells.iter().flatten().filter_map(|cell| match cell {
            HeatCell::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        });
        numbers.fold(None, |range, number| {
            let (low, high) = range.unwrap_or((number, number));
            Some((low.min(number), high.max(number)))
        })
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
        area.fill(&WHITE)?;
        let (left, above, ..) = MARGIN;
        let (columns, rows) = (self.columns.1.len() as i32, self.rows.1.len() as i32);
        let (right, bottom) = (left + CELL.0 * columns, above + CELL.1 * rows);
        let text = |words: &str, at: (i32, i32), size: i32, across: HPos, colour: RGBColor| {
            let style = TextStyle::from((FONT, size).into_font()).color(&colour);
            area.draw(&Text::new(words.to_string(), at, style.pos(Pos::new(across, VPos::Center))))
        };
        text(&self.title, (left, 20), 19, HPos::Left, BLACK)?;
        text(&self.columns.0, ((left + right) / 2, above - 32), 15, HPos::Center, BLACK)?;
        text(&self.rows.0, (14, (above + bottom) / 2), 15, HPos::Left, BLACK)?;
        for (index, name) in (0..).zip(&self.columns.1) {
            let x = left + CELL.0 * index + CELL.0 / 2;
            text(name, (x, above - 12), 13, HPos::Center, BLACK)?;
        }
        let range = self.range();
        for (row, (name, cells)) in (0..).zip(self.rows.1.iter().zip(&self.cells)) {
            let top = above + CELL.1 * row;
            text(name, (left - 8, top + CELL.1 / 2), 13, HPos::Right, BLACK)?;
            for (column, cell) in (0..).zip(cells) {
                let start = left + CELL.0 * column;
                let (fill, words) = match (cell, range) {
                    (HeatCell::Number(number), Some(range)) if number.is_finite() => {
                        (colour(share(*number, range)), figure(*number))
                    }
                    (HeatCell::Missing, _) => continue,
                    _ => (OPEN, "–".into()),
                };
                let corners = [(start, top), (start + CELL.0 - 1, top + CELL.1 - 1)];
                area.draw(&Rectangle::new(corners, fill.filled()))?;
                let place = (start + CELL.0 / 2, top + CELL.1 / 2);
                text(&words, place, 12, HPos::Center, readable_on(fill))?;
            }
        }
        // The scale, from the largest above to the least below.
        let (x, long) = (right + 24, 110);
        for step in 0..STEPS {
            let fill = colour(1.0 - f64::from(step) / f64::from(STEPS - 1));
            let [from, to] = [step, step + 1].map(|step| above + long * step / STEPS);
            area.draw(&Rectangle::new([(x, from), (x + 16, to)], fill.filled()))?;
        }
        if let Some((low, high)) = range {
            for (number, y) in
                [(high, above + 6), ((low + high) / 2.0, above + long / 2), (low, above + long - 6)]
            {
                text(&figure(number), (x + 22, y), 12, HPos::Left, BLACK)?;
            }
        }
        text(&self.measure, (x, above - 32), 13, HPos::Left, BLACK)?;
        let y = above + long + 14;
        area.draw(&Rectangle::new([(x, y), (x + 16, y + 14)], OPEN.filled()))?;
        text(&self.open, (x + 22, y + 7), 12, HPos::Left, BLACK)?;
        area.present()?;
        Ok(())
    }
}

/// Where a number is between the least and the largest.
fn share(number: f64, (low, high): (f64, f64)) -> f64 {
    if high > low { (number - low) / (high - low) } else { 0.5 }
}

/// The colour of a number from 0 to 1.
fn colour(share: f64) -> RGBColor {
    let place = share.clamp(0.0, 1.0) * (SCALE.len() - 1) as f64;
    let index = (place as usize).min(SCALE.len() - 2);
    let between = place - index as f64;
    let (from, to) = (SCALE[index], SCALE[index + 1]);
    let mix = |one: u8, two: u8| {
        (f64::from(one) + between * (f64::from(two) - f64::from(one))).round() as u8
    };
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// Black or white, whichever is read better on a colour.
fn readable_on(RGBColor(red, green, blue): RGBColor) -> RGBColor {
    let light = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    if light > 130.0 { BLACK } else { WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::chart::Chart;

    fn map() -> HeatMap {
        HeatMap {
            title: "Nodes & more".into(),
            columns: ("E".into(), ["2", "3"].map(String::from).into()),
            rows: ("D".into(), ["5", "6"].map(String::from).into()),
            measure: "nodes / df-pn".into(),
            cells: vec![
                vec![HeatCell::Number(0.5), HeatCell::Number(1.25)],
                vec![HeatCell::Open, HeatCell::Missing],
            ],
            open: "stopped".into(),
        }
    }

    #[test]
    fn each_cell_has_its_colour_and_number() {
        let svg = map().svg().unwrap();
        for text in
            ["Nodes &amp; more", "0.50", "1.25", "nodes / df-pn", "stopped", "#440154", "#FDE725"]
        {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        // Two numbers, an open one and the legend's.
        assert_eq!(svg.matches("#E0E0E0").count(), 2);
        let empty = HeatMap { cells: Vec::new(), ..map() };
        assert!(empty.svg().unwrap().contains("Nodes"));
    }

    #[test]
    fn colours_go_from_dark_to_light() {
        let light = |share: f64| {
            let RGBColor(red, green, blue) = colour(share);
            0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
        };
        assert!(
            (1..=20).all(|step| light(f64::from(step) / 20.0) > light(f64::from(step - 1) / 20.0))
        );
        assert_eq!((readable_on(colour(0.0)), readable_on(colour(1.0))), (WHITE, BLACK));
        assert_eq!(share(7.0, (7.0, 7.0)), 0.5);
    }

    #[test]
    fn a_file_keeps_which_kind_of_drawing_it_is() {
        let chart = Chart::from(map());
        let text = serde_json::to_string(&chart).unwrap();
        assert_eq!(serde_json::from_str::<Chart>(&text).unwrap(), chart);
    }
}
