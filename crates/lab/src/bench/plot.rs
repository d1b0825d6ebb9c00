//! Plots as SVG images. What is plotted can be kept in a file and drawn later.

use std::error::Error;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use serde::{Deserialize, Serialize};

const SIZE: (u32, u32) = (900, 560);
pub const FONT: &str = "sans-serif";
const GRID: RGBColor = RGBColor(225, 225, 225);
/// Colours that can be told apart in print, and by most eyes (after Okabe & Ito).
pub const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(120, 94, 30),
    RGBColor(230, 159, 0),
    RGBColor(90, 90, 90),
];
/// Beyond this there is no place on an axis: figures are read from files.
const FURTHEST: f64 = 1e15;
/// How many numbers an axis has at most.
const MOST_LABELS: f64 = 20.0;

/// A plot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plot {
    /// What is plotted.
    pub title: String,
    /// From left to right.
    pub x: Axis,
    /// From below to above.
    pub y: Axis,
    /// Whether there is a line where both are the same.
    #[serde(default)]
    pub has_diagonal: bool,
    /// What was measured.
    pub lines: Vec<Line>,
    /// What was published.
    #[serde(default)]
    pub marks: Vec<Marks>,
}

/// An axis, as long as its points need.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Axis {
    /// What it measures.
    pub label: String,
    /// How numbers are placed.
    pub scale: Scale,
}

/// How numbers are placed on an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// As they are.
    Linear,
    /// By their logarithms, with powers of two along it: what is not above zero has no place.
    Binary,
    /// By their logarithms, with powers of ten along it.
    Decimal,
}

/// Points that are joined by a line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Line {
    /// Nothing if it goes on with another.
    pub label: String,
    /// Which colour it has.
    pub colour: usize,
    /// Whether it is dashed.
    #[serde(default)]
    pub is_dashed: bool,
    /// From its beginning to its end.
    pub points: Vec<(f64, f64)>,
}

/// Points that are shown beside the lines, since they are from elsewhere.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Marks {
    /// Where they are from.
    pub label: String,
    /// Where they are.
    pub points: Vec<(f64, f64)>,
}

impl Line {
    /// How many numbers are not above a number: what is solved within so much.
    pub fn cumulative(label: impl Into<String>, colour: usize, mut numbers: Vec<f64>) -> Self {
        numbers.sort_unstable_by(f64::total_cmp);
        let points =
            numbers.into_iter().zip(1u32..).map(|(number, count)| (number, f64::from(count)));
        Line { label: label.into(), colour, is_dashed: false, points: points.collect() }
    }
}

impl Axis {
    /// An axis of this name.
    pub fn new(label: &str, scale: Scale) -> Self {
        Axis { label: label.into(), scale }
    }

    /// From where to where it goes, in its own scale, and how many numbers are written along it.
    fn range(&self, numbers: impl Iterator<Item = f64>) -> (f64, f64, usize) {
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers {
            (from, to) = (from.min(number), to.max(number));
        }
        if from > to {
            (from, to) = (0.0, 1.0);
        }
        if self.scale == Scale::Linear {
            let to = if to > 0.0 { to * 1.04 } else { 1.0 };
            return (from.min(0.0), to, 11);
        }
        let (from, to) = ((from + 1e-9).floor(), (to - 1e-9).ceil());
        let to = to.max(from + 1.0);
        (from, to, (to - from + 1.0).min(MOST_LABELS) as usize)
    }

    /// A number at its place.
    fn text(&self, place: f64) -> String {
        match self.scale {
            Scale::Linear => short(place),
            Scale::Binary if (0.0..=10.0).contains(&place) => format!("{}", place.exp2().round()),
            Scale::Binary => format!("2{}", raised(place.round() as i32)),
            Scale::Decimal => short(10f64.powf(place)),
        }
    }
}

impl Scale {
    /// Where a number is.
    fn place(self, number: f64) -> Option<f64> {
        let place = match self {
            Scale::Linear => number,
            Scale::Binary => number.log2(),
            Scale::Decimal => number.log10(),
        };
        (place.abs() <= FURTHEST).then_some(place)
    }
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

    /// Points where they are drawn.
    fn placed<'p>(
        &'p self,
        points: &'p [(f64, f64)],
    ) -> impl Iterator<Item = (f64, f64)> + Clone + 'p {
        points.iter().filter_map(|&(x, y)| Some((self.x.scale.place(x)?, self.y.scale.place(y)?)))
    }

    fn all_placed(&self) -> impl Iterator<Item = (f64, f64)> {
        let lines = self.lines.iter().map(|line| &line.points);
        let marks = self.marks.iter().map(|marks| &marks.points);
        lines.chain(marks).flat_map(|points| self.placed(points))
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
        area.fill(&WHITE)?;
        let (left, right, columns) = self.x.range(self.all_placed().map(|(x, _)| x));
        let (bottom, top, rows) = self.y.range(self.all_placed().map(|(_, y)| y));
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 20))
            .margin(14)
            .x_label_area_size(48)
            .y_label_area_size(76)
            .build_cartesian_2d(left..right, bottom..top)?;
        chart
            .configure_mesh()
            .bold_line_style(GRID)
            .light_line_style(TRANSPARENT)
            .x_labels(columns)
            .y_labels(rows)
            .x_label_formatter(&|&place| self.x.text(place))
            .y_label_formatter(&|&place| self.y.text(place))
            .label_style((FONT, 14))
            .axis_desc_style((FONT, 16))
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .draw()?;
        if self.has_diagonal {
            let (from, to) = (left.max(bottom), right.min(top));
            chart.draw_series(LineSeries::new([(from, from), (to, to)], BLACK.mix(0.3)))?;
        }
        for line in &self.lines {
            let colour = COLOURS[line.colour % COLOURS.len()];
            let points = || self.placed(&line.points);
            let width = if line.is_dashed { 1 } else { 2 };
            let style = colour.stroke_width(width);
            let drawn = if line.is_dashed {
                chart.draw_series(DashedLineSeries::new(points(), 5, 4, style))?
            } else {
                chart.draw_series(LineSeries::new(points(), style))?
            };
            if !line.label.is_empty() {
                drawn
                    .label(&line.label)
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 22, y)], style));
            }
            if !line.is_dashed && line.points.len() <= 40 {
                chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
            }
        }
        for (shape, marks) in self.marks.iter().enumerate() {
            let points = || self.placed(&marks.points);
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
            .position(self.legend_place((left, right), (bottom, top)))
            .legend_area_size(30)
            .background_style(WHITE.mix(0.9))
            .border_style(GRID)
            .label_font((FONT, 14))
            .draw()?;
        area.present()?;
        Ok(())
    }

    /// The corner with the fewest points.
    fn legend_place(&self, x: (f64, f64), y: (f64, f64)) -> SeriesLabelPosition {
        let corners = [
            (SeriesLabelPosition::UpperLeft, false, true),
            (SeriesLabelPosition::UpperRight, true, true),
            (SeriesLabelPosition::LowerRight, true, false),
            (SeriesLabelPosition::LowerLeft, false, false),
        ];
        let crowd = |is_right: bool, is_upper: bool| {
            let is_in = |&(px, py): &(f64, f64)| {
                let (across, up) = ((px - x.0) / (x.1 - x.0), (py - y.0) / (y.1 - y.0));
                (if is_right { across > 0.6 } else { across < 0.4 })
                    && (if is_upper { up > 0.6 } else { up < 0.4 })
            };
            self.all_placed().filter(is_in).count()
        };
        let least = corners.into_iter().min_by_key(|&(_, right, upper)| crowd(right, upper));
        least.map_or(SeriesLabelPosition::UpperLeft, |(place, ..)| place)
    }
}

/// A number in few characters.
pub fn short(number: f64) -> String {
    let size = number.abs();
    let (scaled, unit) = match size {
        1e9.. => (number / 1e9, "G"),
        1e6.. => (number / 1e6, "M"),
        1e4.. => (number / 1e3, "k"),
        _ => (number, ""),
    };
    let digits = if size >= 10.0 || size == 0.0 { 2 } else { 5 };
    let text = format!("{scaled:.digits$}");
    let text = if text.contains('.') { text.trim_end_matches('0') } else { &text };
    format!("{}{unit}", text.trim_end_matches('.'))
}

/// A number as an exponent.
fn raised(exponent: i32) -> String {
    let digit = |character| match character {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4' => '⁴',
        '5' => '⁵',
        '6' => '⁶',
        '7' => '⁷',
        '8' => '⁸',
        '9' => '⁹',
        _ => '⁰',
    };
    exponent.to_string().chars().map(digit).collect()
}

/// A power of two, as tables have it.
pub fn power_of_two(exponent: u32) -> String {
    format!("2{}", raised(exponent.cast_signed()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plotted_is_in_the_image() {
        let points = vec![(1.0, 1.0), (2.0, 1.5), (1000.0, 0.5), (4.0, 0.0)];
        let line = |is_dashed| {
            let label = format!("a line, dashed: {is_dashed}");
            Line { label, colour: 0, is_dashed, points: points.clone() }
        };
        let marks =
            |name: &str| Marks { label: format!("marks of {name}"), points: points.clone() };
        let mut plot = Plot {
            title: "A title & more".into(),
            x: Axis::new("workers", Scale::Binary),
            y: Axis::new("speed-up", Scale::Binary),
            has_diagonal: true,
            lines: vec![line(false), line(true)],
            marks: ["one", "two", "three"].map(marks).into(),
        };
        let svg = plot.svg().unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for text in ["A title &amp; more", "a line, dashed: true", "marks of three", "1024"] {
            assert!(svg.contains(text), "{text}");
        }
        for scale in [Scale::Linear, Scale::Decimal] {
            (plot.x.scale, plot.y.scale) = (scale, scale);
            assert!(plot.svg().unwrap().contains("1000"), "{scale:?}");
        }
        (plot.lines, plot.marks) = (Vec::new(), Vec::new());
        assert!(plot.svg().unwrap().contains("A title"));
        let kept: Plot = serde_json::from_str(&serde_json::to_string(&plot).unwrap()).unwrap();
        assert_eq!(kept, plot);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, 0.001, 0.25, 7.0, 100.0, 5000.0, 20_000.0, 1.5e6, 1e9].map(short);
        assert_eq!(texts, ["0", "0.001", "0.25", "7", "100", "5000", "20k", "1.5M", "1G"]);
        assert_eq!((power_of_two(12), raised(-3)), ("2¹²".into(), "⁻³".into()));
    }
}
