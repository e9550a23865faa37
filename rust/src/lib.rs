// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! Fast Fourier transforms of any length and layout on GPUs and CPUs: the safe interface of the library Papilio.
//!
//! ```
//! let signal: Vec<f32> = (0..1000).map(|i| (2.0 * std::f32::consts::PI * 50.0 * i as f32 / 1000.0).cos()).collect();
//! let spectrum = papilio::rfft(&signal)?;  // 501 bins
//! let peak = (0..spectrum.len()).max_by(|&a, &b| spectrum[a].norm().total_cmp(&spectrum[b].norm()));
//! assert_eq!(peak, Some(50));
//! # Ok::<(), papilio::Error>(())
//! ```
//!
//! - [`fft`], [`ifft`], [`rfft`] and [`irfft`] transform one signal in one line.
//! - A [`Problem`] says what to transform, a [`Plan`] prepares it for a [`Device`] and transforms slices.
//! - [`Stream`] and [`Buffer`] work in device memory.
//! - [`gpu_fft`] has the functions of the crate gpu-fft.
//! - [`sys`] has the declarations of the C API.
//!
//! Forward is exp(-2πijk/n). A plan scales only if its problem says so. All types are `Send` and `Sync`. No safe call
//! writes outside of its slices: their lengths and types are compared with the plan's before the library is called.
#![warn(missing_docs, unreachable_pub)]

mod complex;
mod device;
mod element;
mod error;
pub mod gpu_fft;
mod one_liners;
mod plan;
mod problem;
mod stream;
pub mod sys;
mod text;

pub use complex::Complex;
pub use device::{Device, DeviceInfo};
pub use element::Element;
pub use error::{Error, Result};
pub use one_liners::{fft, ifft, irfft, rfft, Real};
pub use plan::{Effort, Plan};
pub use problem::{Direction, Kind, Norm, Precision, Problem, Storage};
pub use stream::{Buffer, Event, Stream};

/// The examples of docs/rust.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/rust.md")]
mod manual {}

/// The version of the library, `"0.2.0"` for example.
pub fn version() -> String {
    // SAFETY: the text is never null, ends with 0 and is constant.
    unsafe { std::ffi::CStr::from_ptr(sys::papilio_get_version()) }.to_string_lossy().into_owned()
}
