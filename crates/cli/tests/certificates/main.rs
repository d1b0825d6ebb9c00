//! Certificates from the command line: written, checked, refused, shown.

mod check;
mod common;
mod show;
mod solve;
mod wrong;
mod zones;
