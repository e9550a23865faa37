// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::error::{check, Error, Result};
use crate::{sys, Complex};
use std::os::raw::c_int;

type Function<T> = unsafe extern "C" fn(i64, *const T, *mut T, c_int) -> sys::papilio_status;

/// The types of the one-line functions, `f32` and `f64`.
pub trait Real: crate::Element + Default {
    #[doc(hidden)]
    const FFT: Function<Self>;
    #[doc(hidden)]
    const IFFT: Function<Self>;
    #[doc(hidden)]
    const RFFT: Function<Self>;
    #[doc(hidden)]
    const IRFFT: Function<Self>;
    #[doc(hidden)]
    fn magnitude(re: Self, im: Self) -> Self;
}

impl Real for f32 {
    const FFT: Function<f32> = sys::papilio_fft_f32;
    const IFFT: Function<f32> = sys::papilio_ifft_f32;
    const RFFT: Function<f32> = sys::papilio_rfft_f32;
    const IRFFT: Function<f32> = sys::papilio_irfft_f32;
    fn magnitude(re: f32, im: f32) -> f32 {
        re.hypot(im)
    }
}

impl Real for f64 {
    const FFT: Function<f64> = sys::papilio_fft_f64;
    const IFFT: Function<f64> = sys::papilio_ifft_f64;
    const RFFT: Function<f64> = sys::papilio_rfft_f64;
    const IRFFT: Function<f64> = sys::papilio_irfft_f64;
    fn magnitude(re: f64, im: f64) -> f64 {
        re.hypot(im)
    }
}

/// The spectrum of one complex signal of any length up to 2^27: `X[k] = Σ x[j] exp(-2πijk/n)`, unscaled.
///
/// This and its relatives run on the device `"auto"`, with NumPy's sign and scaling. The plans used last are kept,
/// shared by all threads. An empty signal gives an empty result.
///
/// ```
/// use papilio::Complex;
/// let signal = vec![Complex::new(1.0f64, 0.0); 6];
/// let spectrum = papilio::fft(&signal)?;
/// assert!((spectrum[0] - Complex::from(6.0)).norm() < 1e-14 && spectrum[1].norm() < 1e-14);
/// # Ok::<(), papilio::Error>(())
/// ```
///
/// # Errors
/// [`NoDevice`](Error::NoDevice), and those of [`Plan::new`](crate::Plan::new).
pub fn fft<T: Real>(signal: &[Complex<T>]) -> Result<Vec<Complex<T>>> {
    complex(T::FFT, signal)
}

/// The inverse of [`fft`], divided by n.
///
/// # Errors
/// As [`fft`].
pub fn ifft<T: Real>(spectrum: &[Complex<T>]) -> Result<Vec<Complex<T>>> {
    complex(T::IFFT, spectrum)
}

/// The n/2+1 bins of a real signal's spectrum that are not redundant, unscaled.
///
/// # Errors
/// As [`fft`].
pub fn rfft<T: Real>(signal: &[T]) -> Result<Vec<Complex<T>>> {
    if signal.is_empty() {
        return Ok(Vec::new());
    }
    let mut spectrum = vec![Complex::default(); signal.len() / 2 + 1];
    // SAFETY: n numbers are read and n/2+1 pairs written.
    check(unsafe { T::RFFT(count(signal.len())?, signal.as_ptr(), spectrum.as_mut_ptr().cast(), 0) })?;
    Ok(spectrum)
}

/// The real signal of `length` numbers whose [`rfft`] is `spectrum`, divided by n.
///
/// Imaginary parts that the spectrum of a real signal does not have are ignored.
///
/// # Errors
/// [`InvalidArgument`](Error::InvalidArgument) unless the spectrum has length/2+1 bins; else as [`fft`].
pub fn irfft<T: Real>(spectrum: &[Complex<T>], length: usize) -> Result<Vec<T>> {
    let bins = if length == 0 { 0 } else { length / 2 + 1 };
    if spectrum.len() != bins {
        return Err(Error::InvalidArgument(format!(
            "irfft() of {} bins to {length} numbers: their spectrum has {bins} bins; give {bins}, or another length",
            spectrum.len()
        )));
    }
    let mut signal = vec![T::default(); length];
    // SAFETY: n/2+1 pairs are read and n numbers written.
    check(unsafe { T::IRFFT(count(length)?, spectrum.as_ptr().cast(), signal.as_mut_ptr(), 0) })?;
    Ok(signal)
}

fn complex<T: Real>(function: Function<T>, from: &[Complex<T>]) -> Result<Vec<Complex<T>>> {
    let mut to = vec![Complex::default(); from.len()];
    // SAFETY: n pairs are read and n pairs written.
    check(unsafe { function(count(from.len())?, from.as_ptr().cast(), to.as_mut_ptr().cast(), 0) })?;
    Ok(to)
}

fn count(length: usize) -> Result<i64> {
    i64::try_from(length)
        .map_err(|_| Error::InvalidArgument(format!("{length} numbers: a transform has 2^27 at most; give fewer")))
}
