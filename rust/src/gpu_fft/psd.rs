// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! The power of a spectrum.

/// Returns (re² + im²)/n for each of n bins. For a real signal give the first n/2 + 1 bins, or take as many results:
/// the crate divides by the number of bins that it is given.
///
/// ```
/// assert_eq!(papilio::gpu_fft::psd::psd(&[1.0, 0.0, 3.0, 0.0], &[0.0, 2.0, 4.0, 0.0]), [0.25, 1.0, 6.25, 0.0]);
/// ```
///
/// # Panics
/// If the slices differ in length.
#[must_use]
pub fn psd(real: &[f32], imag: &[f32]) -> Vec<f32> {
    assert_eq!(real.len(), imag.len(), "each bin has a real and an imaginary part: give both vectors of one fft()");
    let n = real.len() as f32;
    real.iter().zip(imag).map(|(re, im)| (re * re + im * im) / n).collect()
}
