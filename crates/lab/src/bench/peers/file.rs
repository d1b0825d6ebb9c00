//! The file of an experiment: games, their positions, and who else solves them. See `pages/peers.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use phidelta::{Catalogue, text};
use regex_lite::{Regex, RegexBuilder};
use serde::Deserialize;

use super::OURS;

/// What stands for the position, as this program writes it.
const POSITION: &str = "position";
/// What a position is called in tables.
const NAME: &str = "name";

/// The games of a file, by their names.
pub type Sections = BTreeMap<String, GameSection>;

/// What a file says about a game: its positions, and who else solves them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSection {
    pub positions: Vec<Position>,
    /// Options of ours.
    #[serde(default)]
    pub options: String,
    #[serde(default)]
    pub peers: BTreeMap<String, Peer>,
}

/// A position: in our notation, or in several, as each program has its own.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Position {
    Text(String),
    Notations(BTreeMap<String, String>),
}

/// Another program: its command line; perhaps with more. `{word}` stands for what the position has under that
/// word.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Peer {
    Line(String),
    Detailed(Box<Detailed>),
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detailed {
    pub command: String,
    /// What it is told on standard input.
    #[serde(default)]
    pub input: String,
    /// What a line of its output has when it has finished, if it does not end by itself.
    pub until: Option<Pattern>,
    /// What its output has if the side to move wins, and if it does not.
    pub proved: Option<Pattern>,
    pub disproved: Option<Pattern>,
    /// What tells the number of nodes, which is the first group in parentheses.
    pub nodes: Option<Pattern>,
}

/// A regular expression that is looked for in the lines of an output. The last that is found counts, as many
/// programs tell what they have so far.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Pattern(Regex);

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let built = RegexBuilder::new(&text).multi_line(true).build();
        let built = built.map_err(|error| format!("{text} is no regular expression: {error}"))?;
        Ok(Pattern(built))
    }
}

impl Pattern {
    /// As it is written.
    pub fn text(&self) -> &str {
        self.0.as_str()
    }

    /// Where it is found for the last time.
    pub fn last(&self, output: &str) -> Option<usize> {
        self.0.find_iter(output).last().map(|found| found.start())
    }

    /// The number that its first group has when it is found for the last time. Thousands may be set apart.
    pub fn number(&self, output: &str) -> Option<u64> {
        let found = self.0.captures_iter(output).last()?;
        found.get(1)?.as_str().replace([',', '_', '\''], "").parse().ok()
    }
}

impl Position {
    fn notation(&self, word: &str) -> Option<&str> {
        match self {
            Position::Text(text) => (word == POSITION).then_some(text),
            Position::Notations(all) => all.get(word).map(String::as_str),
        }
    }

    /// As this program writes it.
    pub fn ours(&self) -> &str {
        self.notation(POSITION).unwrap_or_default()
    }

    /// What it is called in tables.
    pub fn name(&self) -> &str {
        self.notation(NAME).unwrap_or_else(|| self.ours())
    }

    /// A text in which `{word}` stands for what the position has under that word. Braces around anything that
    /// could not be such a word are what they are.
    ///
    /// # Errors
    /// If the position has nothing under a word.
    pub fn fill(&self, text: &str) -> Result<String> {
        let (mut filled, mut rest) = (String::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            filled.push_str(before);
            let is_word = |word: &&str| {
                !word.is_empty()
                    && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
            };
            let Some(word) = after.split_once('}').map(|(word, _)| word).filter(is_word) else {
                filled.push('{');
                rest = after;
                continue;
            };
            let notation = self.notation(word).with_context(|| {
                format!("{}: it has no {word}, for which there is {{{word}}}", self.name())
            })?;
            filled.push_str(notation);
            rest = &after[word.len() + 1..];
        }
        Ok(filled + rest)
    }

    /// The words of a command line. What is filled in does not become several words.
    ///
    /// # Errors
    /// As [`fill`](Position::fill).
    pub fn words(&self, line: &str) -> Result<Vec<String>> {
        line.split_whitespace().map(|word| self.fill(word)).collect()
    }
}

impl Detailed {
    /// What its output is looked at for.
    pub fn patterns(&self) -> Vec<String> {
        let patterns = [&self.until, &self.proved, &self.disproved, &self.nodes];
        patterns.map(|one| one.as_ref().map_or("", Pattern::text).to_string()).to_vec()
    }
}

impl Peer {
    pub fn detailed(&self) -> Detailed {
        match self {
            Peer::Line(command) => Detailed { command: command.clone(), ..Detailed::default() },
            Peer::Detailed(detailed) => (**detailed).clone(),
        }
    }
}

/// The folder of a file, in which programs run.
pub fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Reads a file.
///
/// # Errors
/// If it is not up to it: the sentence names the place.
pub fn read(path: &Path, catalogue: &Catalogue) -> Result<Sections> {
    let name = path.display();
    let text =
        fs::read_to_string(path).map_err(|error| anyhow!("{name}: {}", text::sentence(&error)))?;
    parse(&text, folder(path), catalogue).map_err(|error| anyhow!("{name}: {error:#}"))
}

fn parse(text: &str, folder: &Path, catalogue: &Catalogue) -> Result<Sections> {
    let sections: Sections =
        toml::from_str(text).map_err(|error| anyhow!("{}", error.to_string().trim_end()))?;
    for (game, section) in &sections {
        section.check(game, folder, catalogue).with_context(|| game.clone())?;
    }
    if sections.values().all(|section| section.positions.is_empty()) {
        bail!("there are no positions; write them as in docs/bench/peers/peers.toml");
    }
    Ok(sections)
}

impl GameSection {
    fn check(&self, game: &str, folder: &Path, catalogue: &Catalogue) -> Result<()> {
        let selected = catalogue.game(game)?;
        for (peer, line) in &self.peers {
            if line.detailed().command.split_whitespace().next().is_none() {
                bail!("the command line of {peer} is empty");
            }
            let nodes = line.detailed().nodes;
            if nodes.is_some_and(|pattern| pattern.0.captures_len() < 2) {
                bail!(
                    r"{peer}: nodes: put what stands for the number in parentheses, as `nodes: (\d+)`"
                );
            }
        }
        if self.peers.contains_key(OURS) {
            bail!("{OURS} is what this program is called; give another version of it another name");
        }
        let mut names: Vec<&str> = self.positions.iter().map(Position::name).collect();
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("two positions are called {}; give them names", twice[0]);
        }
        for position in &self.positions {
            let Some(ours) = position.notation(POSITION) else {
                bail!("a position has no `position`, which is what phidelta is given");
            };
            let text = match ours.strip_prefix('@') {
                Some(file) => {
                    let text = text::read(&folder.join(file), text::POSITION_LIMIT);
                    text.map_err(|error| error.within("position"))?
                }
                None => ours.into(),
            };
            selected.rules().view(&text).with_context(|| position.name().to_string())?;
            position.fill(&self.options).context("options")?;
            for (peer, line) in &self.peers {
                let Detailed { command, input, .. } = line.detailed();
                position
                    .fill(&command)
                    .and_then(|_| position.fill(&input))
                    .context(peer.clone())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use phidelta::Entry;

    fn parse(text: &str) -> Result<Sections> {
        let mnk = Entry::of::<phidelta_mnk::Mnk>();
        let catalogue = Catalogue::new().with(mnk).with(Entry::of::<phidelta_uttt::Uttt>());
        super::parse(text, Path::new("."), &catalogue)
    }

    #[test]
    fn each_program_has_its_own_notation() {
        let text = "[\"mnk:3x3x3\"]\npositions = [\"start\", { name = \"a\", position = \"3/3/3 x\", fen = \"3/3/3 w\" }]\n";
        let sections = parse(text).unwrap();
        let [first, second] = &sections["mnk:3x3x3"].positions[..] else { panic!("two positions") };
        assert_eq!((first.ours(), first.name()), ("start", "start"));
        assert_eq!((second.ours(), second.name()), ("3/3/3 x", "a"));
        assert_eq!(first.words("solve {position} {} {x y} {").unwrap().len(), 6);
        assert_eq!(second.words("a {fen} -p={position}").unwrap(), ["a", "3/3/3 w", "-p=3/3/3 x"]);
        let refused = first.fill("{fen}").unwrap_err().to_string();
        assert_eq!(refused, "start: it has no fen, for which there is {fen}");
    }

    #[test]
    fn the_last_that_is_found_counts() {
        let pattern = |text: &str| Pattern::try_from(text.to_string()).unwrap();
        let output = "info score cp 12 nodes 1,000\ninfo score mate 3 nodes 2,345\nbestmove a1\n";
        assert_eq!(pattern(r"nodes ([\d,]+)").number(output), Some(2345));
        assert_eq!(pattern(r"nodes: (\d+)").number(output), None);
        assert_eq!(pattern(r"^bestmove").last(output), output.find("bestmove"));
        assert_eq!(pattern(r"mate -\d").last(output), None);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, words) in [
            ("", "there are no positions"),
            ("[no-such-game]\npositions = []\n", "no-such-game"),
            ("[uttt]\npositions = [{ fen = \"a1\" }]\n", "has no `position`"),
            ("[uttt]\npositions = [\"zz\"]\n", "uttt: zz"),
            ("[uttt]\npositions = [\"a1\"]\n[uttt.peers]\nx = \" \"\n", "x is empty"),
            (
                "[uttt]\npositions = [\"a1\"]\n[uttt.peers]\nx = \"x {fen}\"\n",
                "uttt: x: a1: it has no fen",
            ),
            ("[uttt]\npositions = [\"a1\"]\noptions = \"{y}\"\n", "options: a1: it has no y"),
            ("[uttt]\nposition = [\"a1\"]\n", "position"),
            ("[uttt]\npositions = [\"a1\", \"a1\"]\n", "two positions are called a1"),
            ("[uttt]\npositions = [\"a1\"]\n[uttt.peers]\nphidelta = \"x\"\n", "another name"),
            (
                "[uttt]\npositions = [\"a1\"]\n[uttt.peers.x]\ncommand = \"x\"\nnodes = \"n: \"\n",
                "parentheses",
            ),
            (
                "[uttt]\npositions = [\"a1\"]\n[uttt.peers.x]\ncommand = \"x\"\nproved = \"(\"\n",
                "uttt",
            ),
        ] {
            let refused = format!("{:#}", parse(text).unwrap_err());
            assert!(refused.contains(words), "{refused}");
        }
    }
}
