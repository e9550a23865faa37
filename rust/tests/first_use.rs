// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! A process whose threads use the library for the first time all at once.
use papilio::{fft, Complex, Device};

#[test]
fn threads_open_devices_at_once() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                assert!(Device::list().unwrap().contains(&Device::auto().unwrap().info().unwrap()));
                let spectrum = fft(&[Complex::new(1.0f64, 0.0); 4]).unwrap();
                assert_eq!(spectrum[0], Complex::new(4.0, 0.0));
            });
        }
    });
}
