//! The terminal while the view is on it, and as it was before.
//!
//! The view is drawn on standard error, on the alternate screen. Keys are read, if they can be: then
//! Ctrl-C is a key as well. However the program ends, [`leave`] puts things back.

use std::io::{self, BufWriter, Stderr, Write};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen,
};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal, TerminalOptions, Viewport};

/// Whether the terminal is the view's. It changes, and is drawn on, by who has standard error locked.
static IS_OPEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

type Canvas = Terminal<CrosstermBackend<BufWriter<Stderr>>>;

/// Where the view is drawn, until it is dropped.
pub struct Screen {
    canvas: Canvas,
    area: Rect,
    has_keys: bool,
}

/// What a user may want.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// `q`
    Stop,
    /// Ctrl-C
    Interrupt,
}

impl Screen {
    /// Takes the terminal.
    ///
    /// # Errors
    /// If it cannot be written to.
    pub fn open() -> io::Result<Self> {
        HOOK.call_once(|| {
            let usual = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                leave();
                usual(info);
            }));
        });
        let mut stderr = io::stderr().lock();
        IS_OPEN.store(true, Ordering::Relaxed);
        let area = area();
        // Where keys cannot be had, Ctrl-C is a signal as ever.
        let has_keys = terminal::enable_raw_mode().is_ok();
        let canvas = execute!(stderr, EnterAlternateScreen, cursor::Hide)
            .and_then(|()| empty_canvas(area))
            .inspect_err(|_| leave())?;
        Ok(Screen { canvas, area, has_keys })
    }

    /// Draws the view, unless the terminal was given back by now.
    ///
    /// # Errors
    /// If that cannot be written.
    pub fn draw(&mut self, paint: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let _lock = io::stderr().lock();
        if !IS_OPEN.load(Ordering::Relaxed) {
            return Ok(());
        }
        let area = area();
        if area != self.area {
            self.area = area;
            self.canvas = empty_canvas(area)?;
        }
        self.canvas.draw(paint)?;
        Ok(())
    }

    /// Whether there are keys to wait for.
    pub fn has_keys(&self) -> bool {
        self.has_keys
    }

    /// The next wish, if there is one within this time.
    pub fn wish(&mut self, within: Duration) -> Option<Wish> {
        let read = event::poll(within).and_then(|is_there| is_there.then(event::read).transpose());
        match read {
            Ok(Some(Event::Key(key))) => wish(key),
            Ok(_) => None,
            Err(_) => {
                self.has_keys = false;
                // If that fails, too, the terminal is gone.
                let _ = terminal::disable_raw_mode();
                None
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back as it was. Nothing happens if it was not taken.
pub fn leave() {
    let mut stderr = io::stderr().lock();
    if IS_OPEN.swap(false, Ordering::Relaxed) {
        // If the terminal is gone, there is nobody to tell.
        let _ = execute!(stderr, LeaveAlternateScreen, cursor::Show);
        let _ = stderr.flush();
        let _ = terminal::disable_raw_mode();
    }
}

/// Clears the screen, and draws on all of it from now on. (The library looks for sizes elsewhere than
/// at standard error.)
fn empty_canvas(area: Rect) -> io::Result<Canvas> {
    execute!(io::stderr(), Clear(ClearType::All))?;
    let backend = CrosstermBackend::new(BufWriter::new(io::stderr()));
    Terminal::with_options(backend, TerminalOptions { viewport: Viewport::Fixed(area) })
}

/// The terminal of standard error, or a usual one if that does not tell its size.
fn area() -> Rect {
    let size = terminal_size::terminal_size_of(io::stderr());
    let (width, height) = size.map_or((80, 24), |(width, height)| (width.0, height.0));
    Rect::new(0, 0, width, height)
}

/// What a key means.
fn wish(key: KeyEvent) -> Option<Wish> {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    match key.code {
        _ if key.kind != KeyEventKind::Press => None,
        KeyCode::Char('c') if is_control => Some(Wish::Interrupt),
        KeyCode::Char('q') if !is_control => Some(Wish::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_keys_mean_something() {
        let key = |code, modifiers| wish(KeyEvent::new(KeyCode::Char(code), modifiers));
        assert_eq!(key('q', KeyModifiers::NONE), Some(Wish::Stop));
        assert_eq!(key('c', KeyModifiers::CONTROL), Some(Wish::Interrupt));
        assert_eq!(key('c', KeyModifiers::NONE), None);
        assert_eq!(key('q', KeyModifiers::CONTROL), None);
    }

    /// The test runs itself on a terminal, where it panics.
    #[cfg(unix)]
    #[test]
    fn a_panic_is_told_on_the_old_screen() {
        use phidelta_testing::pty::{ENTER, LEAVE, Terminal};
        const PANICS: &str = "PHIDELTA_TEST_PANICS";
        if std::env::var_os(PANICS).is_some() {
            let mut screen = Screen::open().unwrap();
            screen.draw(|frame| frame.render_widget("view", frame.area())).unwrap();
            panic!("something went wrong");
        }
        let terminal = Terminal::open(80, 24);
        let test = "live::screen::tests::a_panic_is_told_on_the_old_screen";
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", test])
            .env(PANICS, "")
            .stdin(terminal.side())
            .stderr(terminal.side())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        assert!(!child.wait().unwrap().success());
        let seen = terminal.wait_for("something went wrong");
        let places = [ENTER, "view", LEAVE, "something went wrong"].map(|text| seen.find(text));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{seen:?}");
        assert!(terminal.is_as_it_was());
    }
}
