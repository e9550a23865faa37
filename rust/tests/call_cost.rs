// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! What a call through the safe types costs more than the call of the C API that it makes.
use papilio::{sys, Complex, Device, Plan};
use std::mem::size_of;
use std::os::raw::c_void;
use std::ptr::{null, null_mut};
use std::time::Instant;

const CALLS: u32 = 10; // a round is shorter than what a scheduler gives in a row
const ROUNDS: u32 = 20_000;

fn microseconds_of(mut call: impl FnMut()) -> f64 {
    let begin = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS)
}

/// The least of many rounds by turns. By hand, on an idle machine:
/// `cargo test --release --test call_cost -- --ignored --nocapture`.
#[test]
#[ignore = "a time, which other programs disturb"]
fn the_safe_call_costs_little() -> Result<(), papilio::Error> {
    let plan = Plan::from_token(&Device::auto()?, "c2c:f32:8")?;
    let input = vec![Complex::new(1.0f32, 0.0); 8];
    let mut output = input.clone();
    let to = output.as_mut_ptr().cast::<c_void>();
    let operands = sys::papilio_host_operands {
        struct_size: size_of::<sys::papilio_host_operands>(),
        r#in: input.as_ptr().cast(),
        in_bytes: 64,
        out: to,
        out_bytes: 64,
        load_data: null(),
        load_bytes: 0,
        store_data: null(),
        store_bytes: 0,
        batch: 0,
        in_imaginary: null(),
        out_imaginary: null_mut(),
    };
    let (mut safe, mut raw) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        safe = safe.min(microseconds_of(|| plan.execute(&input, &mut output).unwrap()));
        // SAFETY: the plan is valid, and the operands have its 64 bytes on both sides.
        raw = raw.min(microseconds_of(|| {
            assert_eq!(unsafe { sys::papilio_plan_execute_host(plan.as_raw(), &operands, null_mut()) }, 0);
        }));
    }
    println!("a call: {raw:.3} us, through the safe types {safe:.3} us");
    assert!(safe - raw <= 0.2, "{safe} us instead of {raw} us");
    Ok(())
}
