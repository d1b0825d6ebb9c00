//! Tests of certificates, on random graphs whose values an oracle knows.

mod writer;
