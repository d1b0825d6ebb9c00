//! What an exhibit may have drawn: curves, a map of colours, or bars.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::bars::Bars;
use super::heat::HeatMap;
use super::plot::Plot;

/// A drawing, which can be kept in a file and drawn later. What it is, one sees by its fields.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Chart {
    /// A number for each pair of two settings.
    Heat(HeatMap),
    /// A number for each search.
    Bars(Bars),
    /// Numbers along an axis.
    Curves(Plot),
}

impl Chart {
    /// The drawing as the text of an SVG file.
    ///
    /// # Errors
    /// If it cannot be drawn.
    pub fn svg(&self) -> Result<String> {
        match self {
            Chart::Heat(map) => map.svg(),
            Chart::Bars(bars) => bars.svg(),
            Chart::Curves(plot) => plot.svg(),
        }
    }
}

impl From<HeatMap> for Chart {
    fn from(map: HeatMap) -> Self {
        Chart::Heat(map)
    }
}

impl From<Bars> for Chart {
    fn from(bars: Bars) -> Self {
        Chart::Bars(bars)
    }
}

impl From<Plot> for Chart {
    fn from(plot: Plot) -> Self {
        Chart::Curves(plot)
    }
}
