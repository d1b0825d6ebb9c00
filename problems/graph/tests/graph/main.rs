//! AND/OR graphs: the common laws, the file format and its faults, cycles, and large graphs.

use phidelta_graph::{AndOrGraph, Node};
use phidelta_rules::{
    Catalogued, Game, Notation, Player, Recurrence, Score, Status, legal_moves, recurrence,
};
use phidelta_testing::{laws, values};
use proptest::prelude::*;

fn value(graph: &AndOrGraph, position: &str) -> Score {
    values::solve(graph, &graph.read(position).unwrap())
}

fn choice(turn: Player, children: impl Into<Vec<u32>>) -> Node {
    Node::Choice { turn, children: children.into() }
}

/// Acyclic graphs: the children of each node come after it.
fn acyclic() -> impl Strategy<Value = Vec<Node>> {
    let node = (any::<bool>(), prop::collection::vec(1u32..8, 0..5), -3..=3i32);
    prop::collection::vec(node, 1..24).prop_map(|entries| {
        let count = entries.len() as u32;
        let nodes = entries.into_iter().enumerate().map(|(at, (max, steps, value))| {
            let mut children: Vec<u32> = steps.iter().map(|step| at as u32 + step).collect();
            children.retain(|&child| child < count);
            children.sort_unstable();
            children.dedup();
            let turn = if max { Player::Max } else { Player::Min };
            if children.is_empty() && value != 0 {
                Node::Leaf(value)
            } else {
                choice(turn, children)
            }
        });
        nodes.collect()
    })
}

#[test]
fn laws() {
    let example = AndOrGraph::with_parameters("").unwrap();
    laws::check_laws(&example, 50);
    laws::check_nonsense(&example);
    let leaf = AndOrGraph::from_parts(0, vec![Node::Leaf(i32::MIN)]).unwrap();
    laws::check_laws(&leaf, 1);
    laws::check_nonsense(&leaf);
    let wide: Vec<u32> = (1..100).collect();
    let nodes = std::iter::once(choice(Player::Min, wide)).chain((1..100).map(Node::Leaf));
    laws::check_laws(&AndOrGraph::from_parts(0, nodes.collect()).unwrap(), 5);
}

#[test]
fn the_example_is_as_the_manual_says() {
    let graph = AndOrGraph::with_parameters("").unwrap();
    assert_eq!(graph.values(), [Score(-1), Score(1)]);
    assert_eq!(value(&graph, "start"), Score(1));
    assert_eq!(value(&graph, "restaurant"), Score(-1));
    assert_eq!(graph.read("cook moves food"), graph.read("food"));
    assert_eq!(graph.draw(&graph.initial()), "or dinner\n  and restaurant\n  and cook\n");
    assert_eq!(graph.draw(&graph.read("garden").unwrap()), "+1 garden\n");
    assert_eq!(graph.cycle(), None);
}

proptest! {
    #[test]
    fn random_graphs_obey_the_laws_and_round_trip(nodes in acyclic()) {
        let graph = AndOrGraph::from_parts(0, nodes).unwrap();
        prop_assert_eq!(graph.cycle(), None);
        laws::check_laws(&graph, 2);
        let text = graph.to_json();
        let again = AndOrGraph::with_parameters(&text).unwrap();
        prop_assert_eq!(again.to_json(), text);
        for node in graph.nodes() {
            prop_assert_eq!(again.find(&graph.name(node)), Some(node));
            prop_assert_eq!(again.children(node), graph.children(node));
            prop_assert_eq!(again.status(&node), graph.status(&node));
        }
    }

    /// With or and and exchanged and all values negated, the value is negated.
    #[test]
    fn exchanged_sides_negate_the_value(nodes in acyclic()) {
        let exchanged = nodes.iter().map(|node| match node {
            Node::Choice { turn, children } => choice(!*turn, children.clone()),
            Node::Leaf(value) => Node::Leaf(-value),
        });
        let exchanged = AndOrGraph::from_parts(0, exchanged.collect()).unwrap();
        let graph = AndOrGraph::from_parts(0, nodes).unwrap();
        prop_assert_eq!(value(&exchanged, "start").0, -value(&graph, "start").0);
    }

    /// One more child that is as bad as can be changes no value.
    #[test]
    fn a_losing_choice_changes_nothing(mut nodes in acyclic(), at: prop::sample::Index) {
        let graph = AndOrGraph::from_parts(0, nodes.clone()).unwrap();
        let worst = nodes.len() as u32;
        let at = at.index(nodes.len());
        if let Node::Choice { turn, children } = &mut nodes[at] && !children.is_empty() {
            children.push(worst);
            let value = if *turn == Player::Max { i32::MIN } else { i32::MAX };
            nodes.push(Node::Leaf(value));
        }
        let more = AndOrGraph::from_parts(0, nodes).unwrap();
        prop_assert_eq!(value(&more, "start"), value(&graph, "start"));
    }
}

#[test]
fn words_and_numbers_of_the_format() {
    let graph = AndOrGraph::from_json(
        r#"{"nodes": {"start": {"children": ["a", "A", "é\u0041"], "turn": "max"},
                      "a": {"turn": "min", "children": []}, "A": {"turn": "or", "children": []},
                      "éA": {"value": -7}, "apart": {"value": false}},
            "root": "start"}"#,
    )
    .unwrap();
    assert_eq!(graph.values(), [Score(-7), Score(-1), Score(1)]);
    assert_eq!(value(&graph, "a"), Score(1));
    assert_eq!(value(&graph, "A"), Score(-1));
    assert_eq!(value(&graph, "start"), Score(1));
    assert_eq!(graph.read("moves A"), graph.read("A"), "the exact name before one alike");
    assert_eq!(graph.read("moves éa"), graph.read("éA"));
    assert_eq!(
        graph.read("b").unwrap_err().to_string(),
        "the graph has no node `b`; its root is `start`"
    );
    assert_eq!(
        graph.read("a A").unwrap_err().to_string(),
        "`A` follows the end of the position; remove it"
    );
    let again = AndOrGraph::from_json(&graph.to_json()).unwrap();
    assert_eq!(again.to_json(), graph.to_json());
}

#[test]
fn faults_name_the_node() {
    for (nodes, message) in [
        ("", "the graph has no nodes; give it at least its root"),
        (r#""b": {"value": 1}"#, "the root `a` is not among the nodes; define it"),
        (r#""a": {"value": 1}, "a": {"value": 1}"#, "node `a` is defined twice; keep one of them"),
        (
            r#""a": {"turn": "or", "children": ["b"]}"#,
            "node `a` has the child `b`, which is not among the nodes; define it",
        ),
        (
            r#""a": {"turn": "or", "children": ["b", "b"]}, "b": {"value": 1}"#,
            "node `a` lists its child `b` twice",
        ),
        (
            r#""a": {"turn": "or", "children": [], "value": 1}"#,
            "node `a` has a value and also a turn or children; keep one or the other",
        ),
        (
            r#""a": {"turn": "or"}"#,
            "node `a` has a turn but no children; list them, or write `[]` for none",
        ),
        (
            r#""a": {"children": []}"#,
            r#"node `a` has children but no turn; write "turn": "or" or "and""#,
        ),
        (r#""a": {}"#, "node `a` has neither a value nor a turn and children"),
        (
            r#""a": {"turn": "xor", "children": []}"#,
            "node `a`: unknown variant `xor`, expected one of `max`, `or`, `and`, `min` at line 1 \
             column 43",
        ),
        (
            r#""a": {"value": 1.5}"#,
            "node `a`: invalid type: floating point `1.5`, expected true, false or a whole number \
             from -2147483648 to 2147483647 at line 1 column 42",
        ),
        (
            r#""a": {"value": 2147483648}"#,
            "node `a`: invalid value: integer `2147483648`, expected true, false or a whole number \
             from -2147483648 to 2147483647 at line 1 column 49",
        ),
        (
            r#""a": {"value": 1, "value": 2}"#,
            "node `a`: duplicate field `value` at line 1 column 49",
        ),
        (
            r#""a": {"score": 1}"#,
            "node `a`: unknown field `score`, expected one of `turn`, `children`, `value` at line \
             1 column 37",
        ),
        (
            r#""a": ["or", []]"#,
            "node `a`: invalid type: sequence, expected an object at line 1 column 29",
        ),
        (r#""": {"value": 1}"#, "a node has an empty name; give it one of at least one character"),
        (
            r#""a\nb": {"value": 1}"#,
            r"the name of node `a\nb` has a space or a control character; use `-` or `_` instead",
        ),
        (
            r#""moves": {"value": 1}"#,
            "no node can be called `moves`, as that word is followed by moves in a position; \
             rename it",
        ),
        (
            r#""start": {"value": 1}"#,
            "only the root can be called `start`, as that word stands for the root in a position; \
             rename the node",
        ),
    ] {
        let text = format!(r#"{{"root": "a", "nodes": {{{nodes}}}}}"#);
        assert_eq!(AndOrGraph::with_parameters(&text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn broken_files_are_refused_on_one_line() {
    let good = AndOrGraph::with_parameters("").unwrap().to_json();
    for end in 1..good.trim_end().len() {
        assert!(AndOrGraph::with_parameters(&good[..end]).is_err(), "{}", &good[..end]);
    }
    let deep = "[".repeat(1_000_000);
    let deep_value = format!(r#"{{"root": "a", "nodes": {{"a": {{"value": {deep}"#);
    for text in [
        " ",
        "null",
        "[]",
        "{}",
        "\u{0}",
        r#"["a", {"a": {"value": 1}}]"#,
        r#"{"root": 1, "nodes": {}}"#,
        r#"{"root": "a", "nodes": []}"#,
        r#"{"root": "a", "nodes": {"a": {"turn": "o\nr", "children": []}}}"#,
        r#"{"root": "a", "nodes": {"a": {"turn": "or", "children": [["a"]]}}}"#,
        r#"{"root": "a", "root": "a", "nodes": {"a": {"value": 1}}}"#,
        r#"{"root": "a", "nodes": {"a": {"value": 1}}} x"#,
        r#"{"root": "a", "nodes": {"a": {"value": 1}}, "extra": 1}"#,
        &deep,
        &deep_value,
    ] {
        let message = AndOrGraph::with_parameters(text).unwrap_err().to_string();
        assert!(!message.contains(char::is_control) && message.len() < 300, "{message}");
    }
}

#[test]
fn parts_are_checked() {
    let fault = |root, nodes| AndOrGraph::from_parts(root, nodes).unwrap_err().to_string();
    assert_eq!(fault(0, vec![]), "the root, node 0, is not one of the 0 nodes");
    assert_eq!(
        fault(0, vec![choice(Player::Max, [1])]),
        "node `0` has the child 1, which is no node"
    );
    let twice = vec![choice(Player::Max, [1, 1]), Node::Leaf(0)];
    assert_eq!(fault(0, twice), "node `0` lists its child `1` twice");
    let graph = AndOrGraph::from_parts(0, vec![Node::Leaf(0)]).unwrap();
    for name in ["1", "00", "+0", "-0", "x"] {
        assert_eq!(graph.find(name), None, "{name}");
    }
}

#[test]
fn cycles_are_found_and_worth_something() {
    let or = |children: &[u32]| choice(Player::Max, children);
    let graph = |nodes| AndOrGraph::from_parts(0, nodes).unwrap();
    let cycle = |nodes| {
        let graph = graph(nodes);
        let cycle = graph.cycle().unwrap_or_default();
        cycle.iter().map(|&node| graph.name(node)).collect::<Vec<_>>().join(" -> ")
    };

    assert_eq!(cycle(vec![or(&[0])]), "0");
    assert_eq!(cycle(vec![or(&[1, 2]), or(&[2]), or(&[3, 1]), Node::Leaf(0)]), "1 -> 2");
    assert_eq!(cycle(vec![or(&[1, 2]), or(&[2, 3]), or(&[3]), Node::Leaf(0)]), "");
    // Any node can be the position, so a cycle that the root does not lead to counts as well.
    assert_eq!(cycle(vec![Node::Leaf(0), or(&[2]), or(&[1])]), "1 -> 2");

    assert_eq!(graph(vec![or(&[0])]).values(), [Score(-1)]);
    assert_eq!(graph(vec![or(&[0, 1]), Node::Leaf(0)]).values(), [Score(-1), Score(0)]);
    assert_eq!(graph(vec![or(&[1]), Node::Leaf(0)]).values(), [Score(0)]);
}

#[test]
fn long_chains_need_no_recursion() {
    const LENGTH: u32 = 100_000;
    let chain = (1..=LENGTH).map(|next| choice(Player::Min, [next]));
    let nodes: Vec<Node> = chain.chain([Node::Leaf(5)]).collect();
    let graph = AndOrGraph::from_parts(0, nodes).unwrap();
    assert_eq!(graph.cycle(), None);
    let graph = AndOrGraph::from_json(&graph.to_json()).unwrap();
    assert_eq!(graph.cycle(), None);
    let mut node = graph.initial();
    while let Status::Turn(_) = graph.status(&node) {
        node = legal_moves(&graph, &node)[0];
    }
    assert_eq!(graph.name(node), LENGTH.to_string());
}

/// Searches ask at every node what happens when a position comes back.
#[test]
fn what_happens_in_a_cycle_is_known_at_once() {
    const LENGTH: u32 = 50_000;
    let ends = (0..LENGTH).map(|_| Node::Leaf(1));
    let root = choice(Player::Min, (1..=LENGTH).collect::<Vec<_>>());
    let around = choice(Player::Max, [LENGTH + 1]);
    let nodes = std::iter::once(root).chain(ends).chain([around]).collect();
    let graph = AndOrGraph::from_parts(0, nodes).unwrap();
    assert!(graph.cycle().is_some());
    let started = std::time::Instant::now();
    for _ in 0..LENGTH {
        assert!(matches!(recurrence(&graph), Recurrence::Endless(Score(-1))));
    }
    // To look for the cycle each time takes half a minute.
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

#[test]
fn drawings_are_clipped() {
    let long = "x".repeat(200);
    let graph = AndOrGraph::from_json(&format!(
        r#"{{"root": "{long}", "nodes": {{"{long}": {{"value": 1}}}}}}"#
    ));
    let graph = graph.unwrap();
    assert_eq!(graph.draw(&graph.initial()), format!("+1 {}...\n", "x".repeat(72)));
    let nodes = std::iter::once(choice(Player::Max, (1..=30).collect::<Vec<_>>()));
    let graph = AndOrGraph::from_parts(0, nodes.chain((1..=30).map(Node::Leaf)).collect()).unwrap();
    let drawing = graph.draw(&graph.initial());
    assert_eq!(drawing.lines().count(), 22);
    assert!(drawing.ends_with("  +20 20\n  ... and 10 more\n"), "{drawing}");
}
