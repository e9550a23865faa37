// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! The functions of the crate gpu-fft, compared with direct sums in f64.
mod support;
use papilio::gpu_fft::{fft, fft_batch, ifft, ifft_batch, psd::psd, utils};
use papilio::Complex;
use support::*;

fn signal(n: usize, seed: u64) -> Vec<f32> {
    let mut random = Random(seed);
    (0..n).map(|_| random.real() as f32).collect()
}

fn joined(real: &[f32], imag: &[f32]) -> Vec<Complex<f64>> {
    real.iter().zip(imag).map(|(&re, &im)| Complex::new(f64::from(re), f64::from(im))).collect()
}

fn padded(signal: &[f32], n: usize) -> Vec<Complex<f64>> {
    (0..n).map(|i| Complex::from(f64::from(*signal.get(i).unwrap_or(&0.0)))).collect()
}

#[test]
fn signals_are_padded_to_a_power_of_two() {
    for (samples, n) in [(1, 1), (2, 2), (3, 4), (4, 4), (100, 128)] {
        for seed in 1..=3 {
            let input = signal(samples, seed);
            let (real, imag) = fft(&input);
            assert_eq!((real.len(), imag.len()), (n, n));
            assert!(relative_error(&joined(&real, &imag), &direct_sum(&padded(&input, n), -1.0)) < F32_BOUND);
            let output = ifft(&real, &imag);
            assert_eq!(output.len(), 2 * n);
            assert!(output[..samples].iter().zip(&input).all(|(a, b)| (a - b).abs() < 1e-6));
            assert!(output[samples..].iter().all(|x| x.abs() < 1e-6));
        }
    }
}

#[test]
fn the_inverse_takes_any_length() {
    for n in [3, 12, 29] {
        let (real, imag) = (signal(n, 5), signal(n, 6));
        let wanted: Vec<_> = direct_sum(&joined(&real, &imag), 1.0).iter().map(|&x| x * (1.0 / n as f64)).collect();
        let output = ifft(&real, &imag);
        assert!(relative_error(&joined(&output[..n], &output[n..]), &wanted) < F32_BOUND);
    }
}

#[test]
fn batches_are_padded_to_the_longest() {
    let signals = vec![signal(5, 1), vec![], signal(12, 2), signal(16, 3)];
    for _ in 0..3 {
        let spectra = fft_batch(&signals);
        assert_eq!(spectra.len(), 4);
        for (input, (real, imag)) in signals.iter().zip(&spectra) {
            let wanted = direct_sum(&padded(input, 16), -1.0);
            let error = joined(real, imag).iter().zip(&wanted).map(|(&a, &b)| (a - b).norm()).fold(0.0, f64::max);
            assert!(real.len() == 16 && error < 1e-5, "{error}");
        }
        for ((real, imag), output) in spectra.iter().zip(ifft_batch(&spectra)) {
            let alone = ifft(real, imag);
            assert!(output.len() == 32 && output.iter().zip(&alone).all(|(a, b)| (a - b).abs() < 1e-6));
        }
    }
}

#[test]
fn nothing_gives_nothing() {
    assert_eq!(fft(&[]), (vec![], vec![]));
    assert!(ifft(&[], &[]).is_empty() && fft_batch(&[]).is_empty() && ifft_batch(&[]).is_empty());
    assert_eq!(fft_batch(&[vec![], vec![]]), vec![(vec![], vec![]); 2]);
    assert!(psd(&[], &[]).is_empty() && utils::calculate_frequencies(0, 1.0).is_empty());
    assert!(utils::calculate_one_sided_frequencies(0, 1.0).is_empty());
    for count in 0..3 {
        assert!(utils::find_dominant_frequencies(&[9.0; 3][..count], &[1.0; 3][..count], 0.0).is_empty());
    }
}

#[test]
fn peaks_are_strict() {
    let frequencies = utils::calculate_frequencies(6, 6.0);
    let peaks = |power: [f32; 6], threshold| utils::find_dominant_frequencies(&power, &frequencies, threshold);
    assert_eq!(peaks([9.0, 1.0, 5.0, 1.0, 2.0, 9.0], 1.0), [(2.0, 5.0)]);
    assert!(peaks([0.0, 5.0, 5.0, 0.0, 3.0, 3.0], 1.0).is_empty());
    assert!(peaks([0.0, 5.0, 0.0, 0.0, 0.0, 0.0], 5.0).is_empty());
}

#[test]
#[should_panic(expected = "2 real and 3 imaginary parts")]
fn unequal_parts_panic() {
    let _ = ifft(&[1.0; 2], &[1.0; 3]);
}

#[test]
#[should_panic(expected = "a batch of 2 bins")]
fn unequal_spectra_panic() {
    let _ = ifft_batch(&[(vec![1.0; 2], vec![1.0; 2]), (vec![1.0; 4], vec![1.0; 4])]);
}
