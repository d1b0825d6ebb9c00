//! Lists and rectangles of points, as people write them: `A1,B2`, `A1-F5`, `A1-C3,E1`.

use phidelta_rules::{Area, Dimensions, PositionError};

use super::{Point, point_name, read_point};
use phidelta_sgf::rectangle;

/// Reads points and rectangles, separated by commas or spaces.
///
/// # Errors
/// [`PositionError::Square`] if the board has no such point; another error if there is none at all.
pub fn read_region(text: &str, side: usize) -> Result<Area, PositionError> {
    let mut region = Area::EMPTY;
    let size = Dimensions { columns: side, rows: side };
    let parts = text.split([',', ' ']).map(str::trim).filter(|part| !part.is_empty());
    for part in parts {
        let (one, other) = part.split_once('-').unwrap_or((part, part));
        let (one, other) = (read_point(one, side)?, read_point(other, side)?);
        region |= rectangle(one as usize, other as usize, size).collect();
    }
    if region.is_empty() {
        let example = "there is no point in it; write points as in A1,B2 or A1-C3";
        return Err(PositionError::Other(example.into()));
    }
    Ok(region)
}

/// The names of points, in ascending order.
pub fn point_names(points: &Area, side: usize) -> Vec<String> {
    points.iter().map(|point| point_name(point as Point, side)).collect()
}
