//! A search in a thread of its own: started, watched, paused, continued, stopped, and asked more.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use phidelta_search::Limits;

use crate::answer::{MoveValue, Solved};
use crate::context::{Context, FollowUp, Signal, Solving};
use crate::error::{Error, Result};
use crate::event::Event;
use crate::position::AnyPosition;
use crate::question;
use crate::settings::{Proving, Settings};

/// A question that is being answered. It can be watched and steered from any thread. Dropping it stops the
/// search.
pub struct Session {
    position: AnyPosition,
    signal: Arc<Signal>,
    shared: Arc<Shared>,
    requests: Option<Sender<Request>>,
    saving: Arc<std::sync::atomic::AtomicBool>,
    can_be_saved: bool,
    thread: Option<JoinHandle<()>>,
}

/// How far a session is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionState {
    /// It searches.
    Running,
    /// It waits to be continued.
    Paused,
    /// There is an answer; more may be asked.
    Answered,
}

#[derive(Default)]
struct Shared {
    news: Mutex<News>,
    changed: Condvar,
}

#[derive(Default)]
struct News {
    latest: Option<Event>,
    solved: Option<Result<Solved>>,
}

impl Shared {
    fn news(&self) -> MutexGuard<'_, News> {
        self.news.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, solved: Result<Solved>) {
        self.news().solved = Some(solved);
        self.changed.notify_all();
    }
}

/// What is asked once there is an answer, and where to reply.
enum Request {
    GoOn(Limits, Sender<Result<Solved>>),
    ValueMoves(Limits, Sender<Result<Vec<MoveValue>>>),
    Certify(Proving, Sender<Result<Solved>>),
}

impl Session {
    pub(crate) fn begin(
        position: AnyPosition,
        mut settings: Settings,
        mut listener: Box<dyn FnMut(&Event) + Send>,
    ) -> Result<Self> {
        let (signal, shared) = (Arc::new(Signal::new()), Arc::new(Shared::default()));
        let (requests, received) = mpsc::channel();
        let saving = Arc::default();
        let can_be_saved = settings.keeping.on_request(Arc::clone(&saving));
        let (asked, flag, news) = (position.clone(), Arc::clone(&signal), Arc::clone(&shared));
        let run = move || {
            let heard = Arc::clone(&news);
            let mut listen = |event: &Event| {
                heard.news().latest = Some(event.clone());
                listener(event);
            };
            let mut follow_up = Answering { received, shared: &news, signal: &flag };
            let mut context = Context {
                interrupt: &*flag,
                listener: &mut listen,
                follow_up: Some(&mut follow_up),
            };
            let solved = question::solve(asked.game(), asked.as_given(), &settings, &mut context);
            let told_before = news.news().solved.is_some();
            if !told_before || solved.is_err() {
                news.answer(solved);
            }
        };
        let thread = thread::Builder::new().name("phidelta session".into()).spawn(run);
        let thread = thread.map_err(|error| Error::Memory(error.to_string()))?;
        Ok(Session {
            position,
            signal,
            shared,
            requests: Some(requests),
            saving,
            can_be_saved,
            thread: Some(thread),
        })
    }

    /// The position that is asked about.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// How far it is.
    pub fn state(&self) -> SessionState {
        if self.shared.news().solved.is_some() {
            SessionState::Answered
        } else if self.signal.is_paused() {
            SessionState::Paused
        } else {
            SessionState::Running
        }
    }

    /// What was heard last of the progress.
    pub fn latest(&self) -> Option<Event> {
        self.shared.news().latest.clone()
    }

    /// Makes the search wait. The time does not count towards its limit.
    pub fn pause(&self) {
        self.signal.pause();
    }

    /// Lets it go on.
    pub fn go_on(&self) {
        self.signal.go_on();
    }

    /// Stops the search: the answer is then what is known.
    pub fn stop(&self) {
        self.signal.stop();
    }

    /// The answer, if there is one.
    pub fn answer(&self) -> Option<Result<Solved>> {
        self.shared.news().solved.clone()
    }

    /// Waits for the answer.
    ///
    /// # Errors
    /// If the position cannot be searched, or memory is short.
    pub fn wait(&self) -> Result<Solved> {
        let mut news = self.shared.news();
        loop {
            match &news.solved {
                Some(solved) => return solved.clone(),
                None => {
                    news = self.shared.changed.wait(news).unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Has the search saved in its file as soon as possible; it goes on meanwhile.
    ///
    /// # Errors
    /// If the question names no file to save it in.
    pub fn save(&self) -> Result<()> {
        if !self.can_be_saved {
            let message = "the question names no file to save the search in; give it one";
            return Err(Error::option("checkpoint", message));
        }
        self.saving.store(true, std::sync::atomic::Ordering::Relaxed);
        Ok(())
    }

    /// Once there is an answer: goes on with the question, which a limit or [`stop`](Session::stop) may have
    /// left open, and waits for the new answer.
    ///
    /// # Errors
    /// If the session is over, or memory is short.
    pub fn continue_with(&self, limits: Limits) -> Result<Solved> {
        self.request(|reply| Request::GoOn(limits, reply))
    }

    /// Once there is an answer: what every legal move is worth to the side to move, as far as it is found within
    /// these limits.
    ///
    /// # Errors
    /// If the session is over, or questions of this kind have no such values.
    pub fn value_moves(&self, limits: Limits) -> Result<Vec<MoveValue>> {
        self.request(|reply| Request::ValueMoves(limits, reply))
    }

    /// Once there is an answer: proves it, and gives it with its certificate.
    ///
    /// # Errors
    /// If the session is over, or memory is short.
    pub fn certify(&self, proving: Proving) -> Result<Solved> {
        self.request(|reply| Request::Certify(proving, reply))
    }

    fn request<T>(&self, request: impl FnOnce(Sender<Result<T>>) -> Request) -> Result<T> {
        let (reply, replied) = mpsc::channel();
        let requests = self.requests.as_ref().ok_or(Error::Over)?;
        requests.send(request(reply)).map_err(|_| Error::Over)?;
        replied.recv().map_err(|_| Error::Over)?
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.requests = None;
        self.signal.stop();
        if let Some(thread) = self.thread.take() {
            // A panic in it was told already.
            let _ = thread.join();
        }
    }
}

/// Answers requests until nobody can ask any more.
struct Answering<'a> {
    received: Receiver<Request>,
    shared: &'a Shared,
    signal: &'a Signal,
}

impl FollowUp for Answering<'_> {
    fn follow_up(&mut self, solved: &Solved, solver: &mut dyn Solving) {
        self.shared.answer(Ok(solved.clone()));
        while let Ok(request) = self.received.recv() {
            self.signal.clear();
            // Who has gone away in the meantime need not be told.
            match request {
                Request::GoOn(limits, reply) => {
                    let solved = solver.go_on(limits);
                    if let Ok(solved) = &solved {
                        self.shared.answer(Ok(solved.clone()));
                    }
                    let _ = reply.send(solved);
                }
                Request::ValueMoves(limits, reply) => {
                    let _ = reply.send(solver.value_moves(limits));
                }
                Request::Certify(proving, reply) => {
                    let _ = reply.send(solver.certify(proving));
                }
            }
        }
    }
}
