// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! Frequencies, peaks, and a signal to try them on.

/// Returns sin(2π frequency i/rate) for i = 0 … `rate * duration` - 1: Hz, samples a second, seconds.
///
/// ```
/// assert_eq!(papilio::gpu_fft::utils::generate_sine_wave(440.0, 44100.0, 1.0).len(), 44100);
/// ```
#[must_use]
pub fn generate_sine_wave(frequency: f32, sample_rate: f32, duration: f32) -> Vec<f32> {
    let turns = f64::from(frequency) / f64::from(sample_rate);
    let samples = (sample_rate * duration) as usize;
    (0..samples).map(|i| (2.0 * std::f64::consts::PI * turns * i as f64).sin() as f32).collect()
}

/// The frequencies in Hz of all `n` bins, k rate/n; those from n/2 on stand for negative ones.
///
/// ```
/// assert_eq!(papilio::gpu_fft::utils::calculate_frequencies(4, 200.0), [0.0, 50.0, 100.0, 150.0]);
/// ```
#[must_use]
pub fn calculate_frequencies(n: usize, sample_rate: f32) -> Vec<f32> {
    (0..n).map(|k| k as f32 * sample_rate / n as f32).collect()
}

/// The first n/2 + 1 of them, which determine the spectrum of a real signal; none for n = 0.
///
/// ```
/// let frequencies = papilio::gpu_fft::utils::calculate_one_sided_frequencies(1000, 200.0);
/// assert_eq!((frequencies.len(), frequencies[500]), (501, 100.0));
/// ```
#[must_use]
pub fn calculate_one_sided_frequencies(n_total: usize, sample_rate: f32) -> Vec<f32> {
    let bins = if n_total == 0 { 0 } else { n_total / 2 + 1 };
    (0..bins).map(|k| k as f32 * sample_rate / n_total as f32).collect()
}

/// Returns (frequency, power) of the bins i, neither the first nor the last, with `p[i] > p[i-1]`, `p[i] > p[i+1]` and
/// `p[i] > threshold`, ascending.
///
/// ```
/// let power = [0.1, 0.5, 0.3, 0.7, 0.2];
/// let frequencies = [0.0, 100.0, 200.0, 300.0, 400.0];
/// let peaks = papilio::gpu_fft::utils::find_dominant_frequencies(&power, &frequencies, 0.4);
/// assert_eq!(peaks, [(100.0, 0.5), (300.0, 0.7)]);
/// ```
///
/// # Panics
/// If the slices differ in length.
#[must_use]
pub fn find_dominant_frequencies(psd: &[f32], frequencies: &[f32], threshold: f32) -> Vec<(f32, f32)> {
    assert_eq!(psd.len(), frequencies.len(), "each power has a frequency: take both one-sided, or both of all bins");
    let inner = 1..psd.len().saturating_sub(1).max(1);
    let is_peak = |&i: &usize| psd[i] > psd[i - 1] && psd[i] > psd[i + 1] && psd[i] > threshold;
    inner.filter(is_peak).map(|i| (frequencies[i], psd[i])).collect()
}
