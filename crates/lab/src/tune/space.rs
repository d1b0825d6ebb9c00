//! The settings that can be tried: values of the varied options, and the command lines they make.

use phidelta::options::SearchOptions;
use phidelta::{Given, GivenOption};

use super::climb::Point;
use super::decimal::Decimal;
use super::vary::{Axis, Start};

/// All settings: the values of the varied options, and the other options as they were given.
#[derive(Debug)]
pub struct Space {
    axes: Vec<Axis>,
    given: Given,
}

impl Space {
    /// The space of these axes, or of Deep df-pn's E and D if there are none.
    ///
    /// # Errors
    /// If they do not go together, or their options cannot have these values.
    pub fn new(axes: &[Axis], given: &Given) -> Result<Self, String> {
        let axes = match axes {
            [] => vec!["e".parse()?, "d".parse()?],
            axes => axes.to_vec(),
        };
        let space = Space { axes, given: given.clone() };
        for (index, axis) in space.axes.iter().enumerate() {
            let name = axis.tunable.name();
            if space.axes[..index].iter().any(|other| other.tunable.name() == name) {
                return Err(format!("{name} is varied twice; once is enough"));
            }
            space.check_parts(axis)?;
            let mut point = vec![0; space.axes.len()];
            // If these are good values, so are those in between.
            for place in [0, 1.min(axis.size - 1), axis.size - 1] {
                point[index] = place;
                SearchOptions::read(&space.options(&point)).map_err(|error| error.to_string())?;
            }
        }
        Ok(space)
    }

    /// Whether all parts of an axis' option have a value.
    fn check_parts(&self, axis: &Axis) -> Result<(), String> {
        let (name, option) = (axis.tunable.name(), axis.tunable.option);
        if axis.tunable.tuning.part.is_none() || self.given.has(option.name) {
            return Ok(());
        }
        let is_varied = |name: &str| self.axes.iter().any(|axis| axis.tunable.name() == name);
        match option.tuning.iter().find(|other| !is_varied(other.name)) {
            Some(other) => {
                let (other, option) = (other.name, option.name);
                Err(format!("{name} needs a value of {other}; vary both, or give --{option}"))
            }
            None => Ok(()),
        }
    }

    /// How many values each option has.
    pub fn sizes(&self) -> Vec<usize> {
        self.axes.iter().map(|axis| axis.size).collect()
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.axes.iter().map(|axis| axis.tunable.name()).collect()
    }

    /// The values of the options at a point.
    pub fn values(&self, point: &Point) -> Vec<Decimal> {
        self.axes.iter().zip(point).map(|(axis, &place)| axis.value(place)).collect()
    }

    /// The point to begin at: the second value of each option that has one, unless a value is
    /// given.
    ///
    /// # Errors
    /// If it is not a value of the option, or the option is not varied.
    pub fn start(&self, given: Option<&Start>) -> Result<Point, String> {
        let mut point: Point = self.axes.iter().map(|axis| 1.min(axis.size - 1)).collect();
        for (name, value) in given.iter().flat_map(|start| &start.0) {
            let index = self.axes.iter().position(|axis| axis.tunable.name() == name);
            let index = index.ok_or_else(|| format!("`{name}` is not varied; leave it out"))?;
            let axis = &self.axes[index];
            point[index] = axis.place(*value).ok_or_else(|| {
                let (first, last) = (axis.first, axis.value(axis.size - 1));
                let step = axis.step;
                format!(
                    "{value} is not a value of {name}, which are {first} to {last} by steps of {step}"
                )
            })?;
        }
        Ok(point)
    }

    /// The options as given, without any that is varied.
    pub fn plain(&self) -> &Given {
        &self.given
    }

    /// The options of `solve` at a point: those that are not varied, then [`varied`](Self::varied).
    pub fn options(&self, point: &Point) -> Given {
        let is_kept = |given: &&GivenOption| {
            !self.axes.iter().any(|Axis { tunable, .. }| tunable.displaces(&given.name))
        };
        let kept = self.given.0.iter().filter(is_kept).cloned();
        kept.chain(self.varied(point).0).collect()
    }

    /// The options that are varied, at a point.
    pub fn varied(&self, point: &Point) -> Given {
        let mut varied = Given::none();
        for (axis, value) in self.axes.iter().zip(self.values(point)) {
            let option = axis.tunable.option.name;
            let before = varied.value(option).or_else(|| self.given.value(option));
            let text = axis.tunable.value(&value.to_string(), before);
            varied.set(GivenOption::new(option, text));
        }
        varied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(words: &[(&str, &str)]) -> Given {
        words.iter().map(|(name, value)| GivenOption::new(*name, value)).collect()
    }

    fn space(vary: &[&str], options: &[(&str, &str)]) -> Result<Space, String> {
        let axes: Vec<Axis> = vary.iter().map(|text| text.parse().unwrap()).collect();
        Space::new(&axes, &given(options))
    }

    #[test]
    fn every_number_has_a_usual_range_that_its_option_accepts() {
        for tunable in crate::tune::tunables() {
            space(&[tunable.name()], &[("deep", "3,4"), ("evaluation", "1,20,30")]).unwrap();
        }
    }

    #[test]
    fn deep_is_varied_unless_something_else_is() {
        let usual = space(&[], &[("delta", "1")]).unwrap();
        assert_eq!(usual.sizes(), [20, 15]);
        assert_eq!(usual.names(), ["e", "d"]);
        let start = usual.start(None).unwrap();
        assert_eq!(usual.options(&start).to_string(), "--delta 1 --deep 2,2");
        assert_eq!(usual.varied(&vec![6, 3]).to_string(), "--deep 7,4");
        assert_eq!(usual.plain().to_string(), "--delta 1");
    }

    #[test]
    fn varied_options_take_the_place_of_those_given() {
        let options = [("delta", "1"), ("deep", "3,4"), ("backup", "weak")];
        let at = |vary: &[&str], place: usize| {
            let space = space(vary, &options).unwrap();
            space.options(&vec![place; vary.len()]).to_string()
        };
        assert_eq!(at(&["epsilon"], 2), "--deep 3,4 --backup weak --epsilon 0.15");
        assert_eq!(at(&["d"], 0), "--delta 1 --backup weak --deep 3,1");
        assert_eq!(at(&["d", "e"], 8), "--delta 1 --backup weak --deep 9,9");
        assert_eq!(at(&["best", "e"], 1), "--delta 1 --backup best:2 --deep 2,4");
    }

    #[test]
    fn the_start_can_be_chosen() {
        let space = space(&["e=1..20", "d=1..1", "epsilon=0.5..2:0.5"], &[]).unwrap();
        let start = |text: &str| space.start(Some(&text.parse().unwrap()));
        assert_eq!(space.start(None).unwrap(), [1, 0, 1]);
        assert_eq!(start("epsilon=2,e=1").unwrap(), [0, 0, 3]);
        assert!(start("r=1").unwrap_err().contains("`r` is not varied"));
        assert!(start("epsilon=0.6").unwrap_err().contains("0.5 to 2 by steps of 0.5"));
    }

    #[test]
    fn what_does_not_go_together_is_told() {
        for (vary, told) in [
            (&["e"][..], "e needs a value of d; vary both, or give --deep"),
            (&["d"], "d needs a value of e"),
            (&["job", "job"], "varied twice"),
            (&["epsilon", "delta"], "cannot be used with"),
            (&["e=1..1001", "d"], "deep: `1001,1` cannot be its value"),
            (&["e=1..3:0.5", "d"], "deep: `1.5,1` cannot be its value"),
            (&["r=0..2:0.5"], "it must be a number from 0 to 1"),
            (&["delta=0..5"], "delta: `0` cannot be its value"),
            (&["best=1..17"], "backup: `best:17` cannot be its value"),
        ] {
            let error = space(vary, &[]).unwrap_err();
            assert!(error.contains(told), "{error}");
        }
    }
}
