//! Choices that are read by their names, of which some have a number of their own: `best:4`.

/// A choice that has a name.
pub trait Named: Clone + Send + Sync + 'static {
    /// The names, and what they mean.
    const NAMES: &'static [(&'static str, &'static str)];

    /// The choice of this name.
    fn named(text: &str) -> Option<Self>;
}

/// Makes a choice of names without numbers: reads it by [`Named`](crate::options::Named), shows it, and writes it as its
/// name. Who uses it needs the crate `serde`.
#[macro_export]
macro_rules! named {
    ($choice:ident { $($variant:ident = $name:literal, $help:literal;)* }) => {
        impl $crate::options::Named for $choice {
            const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $help)),*];

            fn named(text: &str) -> Option<Self> {
                match text {
                    $($name => Some($choice::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $choice {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(match self {
                    $($choice::$variant => $name,)*
                })
            }
        }

        impl serde::Serialize for $choice {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    };
}

pub(crate) use named;
