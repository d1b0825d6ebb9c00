//! `--progress tui`: a live view of a running search.
//!
//! The search tells a [`LiveView`] what it does; a thread draws that, and listens to keys.

mod draw;
mod history;
mod model;
mod screen;

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use phidelta::{Event, text};

use crate::interrupt;
use crate::progress::{LINE_EVERY, QUIET_FOR};
use model::Model;
use screen::{Screen, Wish};

pub use model::Heading;
pub use screen::leave as leave_screen;

/// A view of a search. It disappears when dropped.
pub struct LiveView {
    model: Arc<Mutex<Model>>,
    started: Instant,
    /// Closed to end the view.
    end: Option<Sender<()>>,
    painter: Option<JoinHandle<io::Result<()>>>,
}

impl LiveView {
    /// A view of a search that begins now.
    ///
    /// # Errors
    /// If there is no terminal for it.
    pub fn new(heading: Heading) -> Result<Self> {
        if !io::stderr().is_terminal() {
            bail!(
                "progress: the live view needs a terminal, and standard error is none; choose \
                 --progress line or none"
            );
        }
        let model = Arc::new(Mutex::new(Model::new(heading)));
        let (end, ended) = mpsc::channel();
        let (started, shared) = (Instant::now(), Arc::clone(&model));
        let painter = thread::Builder::new()
            .name("view".into())
            .spawn(move || paint(&shared, started, &ended))
            .context("progress: the view has no thread")?;
        Ok(LiveView { model, started, end: Some(end), painter: Some(painter) })
    }

    /// Shows an event.
    pub fn show(&self, event: &Event) {
        lock(&self.model).hear(event, self.started.elapsed());
    }
}

impl Drop for LiveView {
    fn drop(&mut self) {
        drop(self.end.take());
        // A panic has told of itself.
        if let Some(Ok(Err(error))) = self.painter.take().map(JoinHandle::join) {
            let sentence = text::sentence(&error);
            crate::complain(&format!("progress: the view ended early: {sentence}"));
        }
    }
}

/// The model is plain data: whatever happened to who had it, it can be drawn.
fn lock(model: &Mutex<Model>) -> MutexGuard<'_, Model> {
    model.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Draws the model until `ended` is closed.
fn paint(model: &Mutex<Model>, started: Instant, ended: &Receiver<()>) -> io::Result<()> {
    if ended.recv_timeout(QUIET_FOR) == Err(RecvTimeoutError::Disconnected) {
        return Ok(());
    }
    let mut screen = Screen::open()?;
    loop {
        {
            let mut model = lock(model);
            model.clock = started.elapsed();
            model.is_stopping = interrupt::is_requested();
            screen.draw(|frame| draw::draw(frame, &model))?;
        }
        let is_over = if screen.has_keys() {
            obey(&mut screen);
            ended.try_recv() == Err(TryRecvError::Disconnected)
        } else {
            ended.recv_timeout(LINE_EVERY) == Err(RecvTimeoutError::Disconnected)
        };
        if is_over {
            return Ok(());
        }
    }
}

/// Waits for keys until the view is to be drawn again, and does what they say.
fn obey(screen: &mut Screen) {
    let next = Instant::now() + LINE_EVERY;
    loop {
        let wait = next.saturating_duration_since(Instant::now());
        match screen.wish(wait) {
            Some(Wish::Stop) => interrupt::request(),
            Some(Wish::Interrupt) => interrupt::press(),
            None if wait == Duration::ZERO || !screen.has_keys() => return,
            None => {}
        }
    }
}
