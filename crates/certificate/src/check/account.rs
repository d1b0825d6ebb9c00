//! What a check may use: bytes of memory, which all who work on it share, and time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use phidelta_rules::Interrupt;

use super::Shortfall;

/// Bytes that are left, for whoever asks first.
pub(super) struct Account {
    left: AtomicU64,
}

impl Account {
    pub fn new(bytes: u64) -> Arc<Self> {
        Arc::new(Account { left: AtomicU64::new(bytes) })
    }
}

/// Bytes that somebody holds. They go back when this is dropped.
pub(super) struct Loan {
    /// `None` for what is counted elsewhere.
    account: Option<Arc<Account>>,
    bytes: u64,
}

impl Loan {
    pub fn of(account: &Arc<Account>) -> Self {
        Loan { account: Some(Arc::clone(account)), bytes: 0 }
    }

    /// For work whose memory is counted already.
    pub fn counted_elsewhere() -> Self {
        Loan { account: None, bytes: 0 }
    }

    /// Sees that it is so many bytes, no more and no less. If there are not so many left, it stays what
    /// it was.
    pub fn hold(&mut self, bytes: u64) -> Result<(), Shortfall> {
        if let Some(account) = &self.account {
            let left = &account.left;
            if bytes > self.bytes {
                let more = bytes - self.bytes;
                let take = |left: u64| left.checked_sub(more);
                left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take)
                    .map_err(|_| Shortfall::Memory)?;
            } else if bytes < self.bytes {
                left.fetch_add(self.bytes - bytes, Ordering::Relaxed);
            }
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Sees that it is so many bytes more.
    pub fn add(&mut self, bytes: u64) -> Result<(), Shortfall> {
        self.hold(self.bytes.saturating_add(bytes))
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        if let Some(account) = &self.account {
            account.left.fetch_add(self.bytes, Ordering::Relaxed);
        }
    }
}

/// What stops a check from outside.
#[derive(Clone, Copy)]
pub(super) struct Stop<'a> {
    pub interrupt: Option<&'a dyn Interrupt>,
    pub deadline: Option<Instant>,
}

impl Stop<'_> {
    pub fn poll(self) -> Result<(), Shortfall> {
        if self.interrupt.is_some_and(Interrupt::is_requested) {
            return Err(Shortfall::Interrupted);
        }
        let waited = self.interrupt.map(Interrupt::waited).unwrap_or_default();
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline + waited => Err(Shortfall::Time),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_nobody_elses() {
        let account = Account::new(100);
        let (mut one, mut other) = (Loan::of(&account), Loan::of(&account));
        assert_eq!(one.hold(60), Ok(()));
        assert_eq!(other.hold(41), Err(Shortfall::Memory));
        assert_eq!(other.hold(40), Ok(()));
        assert_eq!(other.add(1), Err(Shortfall::Memory));
        assert_eq!(one.hold(10), Ok(()));
        assert_eq!(other.add(50), Ok(()));
        assert_eq!(other.bytes(), 90);
        drop(one);
        assert_eq!(other.hold(100), Ok(()));
        assert_eq!(other.add(u64::MAX), Err(Shortfall::Memory));
    }
}
