// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::sys;
use std::ffi::CStr;
use std::fmt;

/// The result of every call that can fail.
pub type Result<T> = std::result::Result<T, Error>;

macro_rules! errors {
    ($($(#[$doc:meta])* $variant:ident = $code:literal,)*) => {
        /// What went wrong, one variant for each status of the C API, with a message of one line: what failed, why, and
        /// what to do.
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Error {
            $($(#[$doc])* $variant(String),)*
        }

        impl Error {
            /// The number of the C API's status, which is also the exit code of the command `papilio`.
            pub fn code(&self) -> i32 {
                match self {
                    $(Error::$variant(_) => $code,)*
                }
            }

            /// The message alone, as `papilio_get_last_error()` has it.
            pub fn message(&self) -> &str {
                match self {
                    $(Error::$variant(message) => message,)*
                }
            }

            fn from_code(code: i32, message: String) -> Error {
                match code {
                    $($code => Error::$variant(message),)*
                    _ => Error::Internal(format!("unknown status {code}: {message}")),
                }
            }
        }
    };
}

errors! {
    /// A value that no device could accept: a slice of another length, a length of 0.
    InvalidArgument = 2,
    /// A problem token that does not parse.
    InvalidToken = 3,
    /// A valid problem that this version or this device cannot compute.
    Unsupported = 4,
    /// There is no driver, platform or device of this kind.
    NoDevice = 5,
    /// Host or device memory is exhausted; existing objects stay valid.
    OutOfMemory = 6,
    /// The device's compiler rejected a kernel.
    BuildFailed = 7,
    /// A file cannot be read, parsed or written.
    Io = 8,
    /// The driver reported a failure while executing, or a verified plan found a wrong result.
    DeviceFailed = 9,
    /// A result was outside its bound; only the command reports this.
    CheckFailed = 10,
    /// A defect of Papilio: please report it with the problem token.
    Internal = 11,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// The error of a status that a call on this thread has just returned.
pub(crate) fn check(status: sys::papilio_status) -> Result<()> {
    if status == 0 {
        Ok(())
    } else {
        Err(last(status))
    }
}

#[cold]
fn last(status: sys::papilio_status) -> Error {
    // SAFETY: the text is never null, ends with 0, and stays valid until the next failure on this thread.
    let message = unsafe { CStr::from_ptr(sys::papilio_get_last_error()) };
    Error::from_code(status, message.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_names_of_the_library() {
        for code in 2..=11 {
            let error = Error::from_code(code, "why".to_string());
            assert_eq!((error.code(), error.message()), (code, "why"));
            // SAFETY: the name is never null and constant.
            let name = unsafe { CStr::from_ptr(sys::papilio_status_get_name(code)) }.to_str().unwrap().replace('_', "");
            assert!(format!("{error:?}").to_lowercase().starts_with(&name), "{error:?} is {name}");
        }
        assert_eq!(Error::from_code(77, String::new()).code(), 11);
    }
}
