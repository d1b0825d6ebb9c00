//! The family in a catalogue, and its members that have names of their own. The engine is compiled for all of
//! them here, and nowhere else.

use std::sync::Arc;

use phidelta::Entry;
use phidelta_rules::Catalogued;

use crate::questions::SolvableConnect;
use crate::{CONNECT6, Connect, GOMOKU};

/// The family itself.
const CONNECT: Entry = Entry {
    open: |parameters| Ok(Arc::new(SolvableConnect::new(Connect::with_parameters(parameters)?))),
    ..Entry::of::<Connect>()
};

/// The entries of the family in a catalogue: `connect`, `connect6` and `gomoku`.
pub static ENTRIES: &[Entry] = &[CONNECT, CONNECT.instance(CONNECT6), CONNECT.instance(GOMOKU)];
