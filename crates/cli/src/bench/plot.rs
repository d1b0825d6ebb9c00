//! Plots as SVG images, with both axes in powers of two.

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

const SIZE: (u32, u32) = (900, 640);
const FONT: &str = "sans-serif";
const GRID: RGBColor = RGBColor(225, 225, 225);
/// Colours that can be told apart in print, and by most eyes (after Okabe & Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(120, 94, 30),
];

/// A plot.
pub struct Plot {
    pub title: String,
    pub x: &'static str,
    pub y: &'static str,
    /// The largest power of two on both axes.
    pub most: u32,
    pub lines: Vec<Line>,
    pub marks: Vec<Marks>,
}

/// Points that are joined by a line.
pub struct Line {
    pub label: String,
    /// Which colour it has.
    pub colour: usize,
    pub is_dashed: bool,
    pub points: Vec<(f64, f64)>,
}

/// Points that are shown beside the lines, since they are from elsewhere.
pub struct Marks {
    pub label: String,
    pub points: Vec<(f64, f64)>,
}

impl Plot {
    /// The plot as the text of an SVG file.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn svg(&self) -> Result<String> {
        let mut text = String::new();
        let area = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        self.draw(&area).map_err(|error| anyhow!("the plot cannot be drawn: {error}"))?;
        drop(area);
        Ok(text)
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
        area.fill(&WHITE)?;
        let most = f64::from(self.most);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 20))
            .margin(14)
            .x_label_area_size(48)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..most, 0.0..most)?;
        let power = |exponent: &f64| format!("{}", exponent.exp2().round());
        chart
            .configure_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .x_labels(self.most as usize + 1)
            .y_labels(self.most as usize + 1)
            .x_label_formatter(&power)
            .y_label_formatter(&power)
            .label_style((FONT, 14))
            .axis_desc_style((FONT, 16))
            .x_desc(self.x)
            .y_desc(self.y)
            .draw()?;
        let ideal = [(0.0, 0.0), (most, most)];
        chart.draw_series(LineSeries::new(ideal, BLACK.mix(0.3)))?;
        for line in &self.lines {
            let colour = COLOURS[line.colour % COLOURS.len()];
            let points = || line.points.iter().copied().map(in_powers).filter(is_inside);
            let drawn = if line.is_dashed {
                let style = colour.stroke_width(1);
                chart.draw_series(DashedLineSeries::new(points(), 5, 4, style))?
            } else {
                chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
            };
            let width = if line.is_dashed { 1 } else { 2 };
            drawn.label(&line.label).legend(move |(x, y)| {
                PathElement::new([(x, y), (x + 22, y)], colour.stroke_width(width))
            });
            if !line.is_dashed {
                chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
            }
        }
        for (shape, marks) in self.marks.iter().enumerate() {
            let points = || marks.points.iter().copied().map(in_powers).filter(is_inside);
            let filled = BLACK.filled();
            let line = BLACK.stroke_width(2);
            let drawn = match shape % 3 {
                0 => chart.draw_series(points().map(|at| TriangleMarker::new(at, 7, filled)))?,
                1 => chart.draw_series(points().map(|at| Cross::new(at, 5, line)))?,
                _ => chart.draw_series(points().map(|at| Circle::new(at, 5, line)))?,
            };
            drawn.label(&marks.label).legend(move |(x, y)| {
                let at = (x + 11, y);
                match shape % 3 {
                    0 => TriangleMarker::new(at, 6, filled).into_dyn(),
                    1 => Cross::new(at, 5, line).into_dyn(),
                    _ => Circle::new(at, 5, line).into_dyn(),
                }
            });
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperLeft)
            .legend_area_size(30)
            .background_style(WHITE.mix(0.9))
            .border_style(GRID)
            .label_font((FONT, 14))
            .draw()?;
        area.present()?;
        Ok(())
    }
}

fn in_powers((x, y): (f64, f64)) -> (f64, f64) {
    (x.log2(), y.log2())
}

/// What is below one has no place on the axes.
fn is_inside(&(x, y): &(f64, f64)) -> bool {
    x >= 0.0 && y >= 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plotted_is_in_the_image() {
        let points = vec![(1.0, 1.0), (2.0, 1.5), (4.0, 0.5)];
        let line = |is_dashed| {
            let label = format!("a line, dashed: {is_dashed}");
            Line { label, colour: 0, is_dashed, points: points.clone() }
        };
        let marks =
            |name: &str| Marks { label: format!("marks of {name}"), points: points.clone() };
        let plot = Plot {
            title: "A title & more".into(),
            x: "workers",
            y: "speed-up",
            most: 10,
            lines: vec![line(false), line(true)],
            marks: ["one", "two", "three"].map(marks).into(),
        };
        let svg = plot.svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for text in ["A title &amp; more", "a line, dashed: true", "marks of three", "1024"] {
            assert!(svg.contains(text), "{text}");
        }
    }
}
