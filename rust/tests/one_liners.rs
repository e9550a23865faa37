// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! The one-line functions, compared with direct sums in f64.
mod support;
use papilio::{fft, ifft, irfft, rfft, Complex, Error};
use support::*;

#[test]
fn complex_signals() {
    for n in [1, 2, 5, 24, 97] {
        for seed in 1..=3 {
            let signal = Random(seed).complex(n);
            let spectrum = fft(&signal).unwrap();
            assert!(relative_error(&spectrum, &direct_sum(&signal, -1.0)) < F64_BOUND, "{n}");
            assert!(relative_error(&ifft(&spectrum).unwrap(), &signal) < F64_BOUND, "{n}");

            let narrow = narrowed(&signal);
            let spectrum = fft(&narrow).unwrap();
            assert!(relative_error(&widened(&spectrum), &direct_sum(&widened(&narrow), -1.0)) < F32_BOUND, "{n}");
            assert!(relative_error(&widened(&ifft(&spectrum).unwrap()), &widened(&narrow)) < F32_BOUND, "{n}");
        }
    }
}

#[test]
fn real_signals() {
    for n in [1, 2, 5, 24, 97] {
        let mut random = Random(n as u64);
        let signal: Vec<f64> = (0..n).map(|_| random.real()).collect();
        let complex: Vec<_> = signal.iter().map(|&x| Complex::from(x)).collect();
        let half = rfft(&signal).unwrap();
        assert!(relative_error(&half, &direct_sum(&complex, -1.0)[..n / 2 + 1]) < F64_BOUND, "{n}");
        assert!(signal.iter().zip(irfft(&half, n).unwrap()).all(|(a, b)| (a - b).abs() < 1e-14), "{n}");

        let narrow: Vec<f32> = signal.iter().map(|&x| x as f32).collect();
        let back = irfft(&rfft(&narrow).unwrap(), n).unwrap();
        assert!(narrow.iter().zip(back).all(|(a, b)| (a - b).abs() < 1e-6), "{n}");
    }
}

#[test]
fn empty_signals_and_wrong_lengths() {
    assert!(fft::<f32>(&[]).unwrap().is_empty() && ifft::<f64>(&[]).unwrap().is_empty());
    assert!(rfft::<f32>(&[]).unwrap().is_empty() && irfft::<f64>(&[], 0).unwrap().is_empty());
    for (bins, length) in [(3, 6), (4, 8), (0, 1), (1, 0), (5, usize::MAX)] {
        let error = irfft(&vec![Complex::new(1.0f64, 0.0); bins], length).unwrap_err();
        assert!(matches!(error, Error::InvalidArgument(_)), "{error:?}");
    }
}
