//! Tests of certificates: on random graphs whose values an oracle knows, with everything rare made
//! common (parts of a few bytes, tables of four entries, keys of four bits), and on small graphs by
//! hand, where every fault is shown at its exact place. A second checker, in Python, is asked as well.

mod claims;
mod corpus;
mod erased;
mod faults;
mod file_faults;
mod hostile;
mod limits;
mod memory;
mod modes;
mod mutations;
mod parts;
mod path_faults;
mod paths;
mod reading;
mod second;
mod support;
mod threads;
mod writer;
mod zone_argument;
mod zone_faults;
mod zone_play;
mod zones;
mod zones_connect;
