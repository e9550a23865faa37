// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! Texts and handles between Rust and C.
use crate::error::{check, Error, Result};
use crate::sys;
use std::ffi::CString;
use std::os::raw::c_char;
use std::ptr::NonNull;

/// `text` with a 0 at its end.
pub(crate) fn to_c(text: &str, name: &str) -> Result<CString> {
    CString::new(text).map_err(|_| {
        Error::InvalidArgument(format!("{name} with a zero byte: {text:?}: texts end there; leave the byte out"))
    })
}

/// The text that a function of the C API writes into a buffer of some capacity, and whose length it tells.
pub(crate) fn written(write: impl Fn(*mut c_char, usize, &mut usize) -> sys::papilio_status) -> Result<String> {
    let mut length = 0;
    check(write(std::ptr::null_mut(), 0, &mut length))?;
    let mut bytes = vec![0u8; length + 1];
    check(write(bytes.as_mut_ptr().cast(), bytes.len(), &mut length))?;
    bytes.truncate(length);
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A handle that a successful call has made.
pub(crate) fn handle<T>(raw: *mut T) -> Result<NonNull<T>> {
    NonNull::new(raw).ok_or_else(|| Error::Internal("a call without an error made no handle".to_string()))
}
