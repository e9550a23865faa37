// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! The functions of the crate gpu-fft 1.1, with its arguments, results and conventions: write
//! `use papilio::gpu_fft;` where a program wrote `use gpu_fft;`.
//!
//! Signals are real and padded with zeros to a power of two; spectra are complete, in two vectors, and unscaled; the
//! inverse is divided by the number of bins. Transforms run on the device `"auto"`.
//!
//! Unlike the crate's, the inverse functions take any number of bins up to 2^27. Where no result is possible, without
//! a device for example, these functions panic with the library's message, because their results have no place for an
//! error; [`crate::rfft`] and [`crate::Plan`] return one, and do not pad.
//!
//! ```
//! use papilio::gpu_fft::{self, psd, utils};
//! let input = utils::generate_sine_wave(15.0, 200.0, 5.0);  // 1000 samples
//! let (real, imag) = gpu_fft::fft(&input);  // padded to 1024 bins
//! let n = real.len();
//! let power = psd::psd(&real, &imag);
//! let hertz = utils::calculate_one_sided_frequencies(n, 200.0);
//! let peaks = utils::find_dominant_frequencies(&power[..=n / 2], &hertz, 100.0);
//! assert_eq!(peaks.len(), 1);
//! assert_eq!(format!("{:.2} Hz, {:.1}", peaks[0].0, peaks[0].1), "15.04 Hz, 214.5");
//! let output = gpu_fft::ifft(&real, &imag);  // 1024 real parts, then 1024 imaginary ones
//! assert!((output[7] - input[7]).abs() < 6e-6 && output.len() == 2048);
//! ```
use crate::{Device, Direction, Norm, Plan, Precision, Problem, Result};
use std::sync::{Arc, Mutex};

pub mod psd;
pub mod utils;

/// Plans that are kept for later calls.
const MAX_KEPT: usize = 16;
/// The plans used last, the newest at the end. Never dropped, as those of the one-line functions.
static KEPT: Mutex<Vec<(Problem, Arc<Plan>)>> = Mutex::new(Vec::new());

/// The spectrum of a real signal.
///
/// Both vectors have `input.len().next_power_of_two()` bins; those of an empty signal are empty.
///
/// ```
/// let (real, imag) = papilio::gpu_fft::fft(&[1.0, 0.0, 0.0, 0.0]);
/// assert_eq!((real, imag), (vec![1.0; 4], vec![0.0; 4]));
/// ```
///
/// # Panics
/// Without a device, and for more than 2^27 samples.
#[must_use]
pub fn fft(input: &[f32]) -> (Vec<f32>, Vec<f32>) {
    forward(&[input]).pop().unwrap_or_default()
}

/// The signal of a spectrum: n real parts, then n imaginary ones, which are about 0 for the spectrum of a real signal.
///
/// ```
/// let signal = papilio::gpu_fft::ifft(&[3.0, 0.0, 0.0], &[0.0; 3]);
/// assert_eq!(signal, [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
/// ```
///
/// # Panics
/// If the slices differ in length, without a device, and for more than 2^27 bins.
#[must_use]
pub fn ifft(input_real: &[f32], input_imag: &[f32]) -> Vec<f32> {
    inverse(&[(input_real, input_imag)]).pop().unwrap_or_default()
}

/// The spectra of several signals, all padded to the power of two of the longest.
///
/// ```
/// let signals = vec![vec![1.0f32, 0.0, 0.0, 0.0], vec![1.0, 1.0, 1.0, 1.0]];
/// let spectra = papilio::gpu_fft::fft_batch(&signals);
/// assert_eq!(spectra[0].0, [1.0, 1.0, 1.0, 1.0]);
/// assert_eq!(spectra[1].0, [4.0, 0.0, 0.0, 0.0]);
/// ```
///
/// # Panics
/// As [`fft`].
#[must_use]
pub fn fft_batch(signals: &[Vec<f32>]) -> Vec<(Vec<f32>, Vec<f32>)> {
    forward(&signals.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

/// The signals of several spectra of one length, each as [`ifft`] returns it.
///
/// ```
/// use papilio::gpu_fft::{fft_batch, ifft_batch};
/// let recovered = ifft_batch(&fft_batch(&[vec![1.0f32, 2.0, 3.0, 4.0]]));
/// assert!((recovered[0][2] - 3.0).abs() < 1e-5 && recovered[0].len() == 8);
/// ```
///
/// # Panics
/// If the vectors differ in length, and as [`ifft`].
#[must_use]
pub fn ifft_batch(signals: &[(Vec<f32>, Vec<f32>)]) -> Vec<Vec<f32>> {
    inverse(&signals.iter().map(|(real, imag)| (real.as_slice(), imag.as_slice())).collect::<Vec<_>>())
}

/// The spectra of `signals`, made whole from the halves that r2c computes.
fn forward(signals: &[&[f32]]) -> Vec<(Vec<f32>, Vec<f32>)> {
    let longest = signals.iter().map(|signal| signal.len()).max().unwrap_or(0);
    if longest == 0 {
        return vec![Default::default(); signals.len()];
    }
    let n = longest.next_power_of_two();
    let mut padded = vec![0.0f32; n * signals.len()];
    for (to, from) in padded.chunks_exact_mut(n).zip(signals) {
        to[..from.len()].copy_from_slice(from);
    }
    let half = n / 2 + 1;
    let mut planes = vec![0.0f32; 2 * half * signals.len()];
    let problem = Problem::r2c(Precision::F32, &[n]).batch(signals.len()).planar();
    execute(&problem, &padded, &mut planes);
    let (real, imag) = planes.split_at(half * signals.len());
    real.chunks_exact(half).zip(imag.chunks_exact(half)).map(|(real, imag)| whole(n, real, imag)).collect()
}

/// All n bins: bin n-k is the conjugate of bin k.
fn whole(n: usize, real: &[f32], imag: &[f32]) -> (Vec<f32>, Vec<f32>) {
    let mirror = 1..(n + 1) / 2;
    let mut whole = (Vec::with_capacity(n), Vec::with_capacity(n));
    whole.0.extend_from_slice(&real[..real.len().min(n)]);
    whole.1.extend_from_slice(&imag[..imag.len().min(n)]);
    whole.0.extend(mirror.clone().rev().map(|k| real[k]));
    whole.1.extend(mirror.rev().map(|k| -imag[k]));
    whole
}

/// The planes of the results are those that the crate returns, one after the other.
fn inverse(spectra: &[(&[f32], &[f32])]) -> Vec<Vec<f32>> {
    let n = spectra.first().map_or(0, |(real, _)| real.len());
    for (real, imag) in spectra {
        assert!(
            real.len() == n && imag.len() == n,
            "a spectrum of {} real and {} imaginary parts in a batch of {n} bins: all have the same number of both",
            real.len(),
            imag.len()
        );
    }
    if n == 0 {
        return vec![Vec::new(); spectra.len()];
    }
    let planes = spectra.iter().map(|(real, _)| real).chain(spectra.iter().map(|(_, imag)| imag));
    let input: Vec<f32> = planes.copied().flatten().copied().collect();
    let mut output = vec![0.0f32; input.len()];
    let problem = Problem::c2c(Precision::F32, &[n]).batch(spectra.len()).direction(Direction::Inverse).planar();
    execute(&problem.norm(Norm::Backward), &input, &mut output);
    if spectra.len() == 1 {
        return vec![output];
    }
    let (real, imag) = output.split_at(n * spectra.len());
    real.chunks_exact(n).zip(imag.chunks_exact(n)).map(|(real, imag)| [real, imag].concat()).collect()
}

fn execute(problem: &Problem, input: &[f32], output: &mut [f32]) {
    if let Err(error) = kept_plan(problem).and_then(|plan| plan.execute(input, output)) {
        panic!("{error}");
    }
}

/// A plan of the problem on the device `"auto"`, made at its first use.
fn kept_plan(problem: &Problem) -> Result<Arc<Plan>> {
    let lock = || KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    {
        let mut kept = lock();
        if let Some(index) = kept.iter().position(|(other, _)| other == problem) {
            let found = kept.remove(index);
            let plan = found.1.clone();
            kept.push(found);
            return Ok(plan);
        }
    }
    let plan = Arc::new(Plan::new(&Device::auto()?, problem)?);
    let mut kept = lock();
    if kept.len() == MAX_KEPT {
        kept.remove(0);
    }
    kept.push((problem.clone(), plan.clone()));
    Ok(plan)
}
