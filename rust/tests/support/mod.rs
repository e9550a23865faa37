// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! References in f64 and random numbers, shared by the tests.
#![allow(dead_code)]
use papilio::Complex;
use std::f64::consts::PI;

/// Numbers in (-1, 1) of a generator with 64 bits of state (xorshift*).
pub struct Random(pub u64);

impl Random {
    pub fn real(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn complex(&mut self, count: usize) -> Vec<Complex<f64>> {
        (0..count).map(|_| Complex::new(self.real(), self.real())).collect()
    }
}

/// The sum X[k] = Σ x[j] exp(sign 2πijk/n), with roots of which the arguments are reduced exactly.
pub fn direct_sum(signal: &[Complex<f64>], sign: f64) -> Vec<Complex<f64>> {
    let n = signal.len();
    let root = |jk: usize| {
        let (sine, cosine) = (sign * 2.0 * PI * (jk % n) as f64 / n as f64).sin_cos();
        Complex::new(cosine, sine)
    };
    (0..n).map(|k| (0..n).fold(Complex::default(), |sum, j| sum + signal[j] * root(j * k))).collect()
}

/// The error relative to the reference, both in the L2 norm.
pub fn relative_error(got: &[Complex<f64>], wanted: &[Complex<f64>]) -> f64 {
    assert_eq!(got.len(), wanted.len());
    let square = |numbers: &mut dyn Iterator<Item = Complex<f64>>| numbers.map(Complex::norm_sqr).sum::<f64>();
    (square(&mut got.iter().zip(wanted).map(|(&a, &b)| a - b)) / square(&mut wanted.iter().copied())).sqrt()
}

pub fn narrowed(numbers: &[Complex<f64>]) -> Vec<Complex<f32>> {
    numbers.iter().map(|x| Complex::new(x.re as f32, x.im as f32)).collect()
}

pub fn widened(numbers: &[Complex<f32>]) -> Vec<Complex<f64>> {
    numbers.iter().map(|x| Complex::new(f64::from(x.re), f64::from(x.im))).collect()
}

/// The library's bound in f32 and f64 for the lengths of these tests is below these.
pub const F32_BOUND: f64 = 1e-6;
pub const F64_BOUND: f64 = 2e-15;
