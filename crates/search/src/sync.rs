//! What threads come together by: the standard library's, or that of `shuttle`, which tries many orders in
//! which threads may run.

use std::time::Duration;

#[cfg(shuttle)]
pub(crate) use shuttle::{sync::*, thread};
#[cfg(not(shuttle))]
pub(crate) use std::{sync::*, thread};

/// Gives other threads time to do something.
pub(crate) fn pause(time: Duration) {
    #[cfg(shuttle)]
    {
        let _ = time;
        thread::yield_now();
    }
    #[cfg(not(shuttle))]
    thread::sleep(time);
}

/// A thread that ends before its scope does. `None` if the system has no more threads.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope thread::Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<thread::ScopedJoinHandle<'scope, T>> {
    #[cfg(shuttle)]
    return Some(scope.spawn(work));
    #[cfg(not(shuttle))]
    thread::Builder::new().spawn_scoped(scope, work).ok()
}
