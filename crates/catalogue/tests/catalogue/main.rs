//! What holds for the whole list of games: the documents list what there is, and no combination of options from the
//! table gives a wrong answer.

mod documents;
mod options;
