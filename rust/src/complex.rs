// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
use crate::Real;
use std::ops::{Add, Mul, Neg, Sub};

/// A complex number, real part first: the layout of C's `complex`, C++'s `std::complex` and `num_complex::Complex`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

impl<T> Complex<T> {
    /// Returns `re + i im`.
    pub const fn new(re: T, im: T) -> Self {
        Complex { re, im }
    }
}

impl<T: Copy + Neg<Output = T>> Complex<T> {
    /// Returns `re - i im`.
    pub fn conj(self) -> Self {
        Complex::new(self.re, -self.im)
    }
}

impl<T: Copy + Add<Output = T> + Mul<Output = T>> Complex<T> {
    /// Returns `re² + im²`.
    pub fn norm_sqr(self) -> T {
        self.re * self.re + self.im * self.im
    }
}

impl<T: Real> Complex<T> {
    /// Returns the magnitude, without overflow within.
    pub fn norm(self) -> T {
        T::magnitude(self.re, self.im)
    }
}

impl<T: Default> From<T> for Complex<T> {
    fn from(re: T) -> Self {
        Complex::new(re, T::default())
    }
}

impl<T: Add<Output = T>> Add for Complex<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Complex::new(self.re + other.re, self.im + other.im)
    }
}

impl<T: Sub<Output = T>> Sub for Complex<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Complex::new(self.re - other.re, self.im - other.im)
    }
}

impl<T: Copy + Add<Output = T> + Sub<Output = T> + Mul<Output = T>> Mul for Complex<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Complex::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl<T: Copy + Mul<Output = T>> Mul<T> for Complex<T> {
    type Output = Self;
    fn mul(self, factor: T) -> Self {
        Complex::new(self.re * factor, self.im * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::Complex;

    #[test]
    fn arithmetic() {
        let (a, b) = (Complex::new(3.0, 4.0), Complex::new(1.0, -2.0));
        assert_eq!(a + b, Complex::new(4.0, 2.0));
        assert_eq!(a - b, Complex::new(2.0, 6.0));
        assert_eq!(a * b, Complex::new(11.0, -2.0));
        assert_eq!(a * 2.0, Complex::new(6.0, 8.0));
        assert_eq!((a.conj(), a.norm_sqr(), a.norm()), (Complex::new(3.0, -4.0), 25.0, 5.0));
        assert_eq!(Complex::from(2.0f32), Complex::new(2.0, 0.0));
        assert_eq!(std::mem::size_of::<[Complex<f32>; 3]>(), 24);
    }
}
