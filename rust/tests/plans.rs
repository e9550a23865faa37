// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! Plans on the first device, compared with direct sums in f64. Outputs are poisoned, and plans executed three times.
mod support;
use papilio::{Buffer, Complex, Device, Direction, Effort, Norm, Plan, Precision, Problem, Storage, Stream};
use support::*;

const POISON: Complex<f64> = Complex::new(f64::NAN, f64::NAN);

fn plan(token: &str) -> Plan {
    Plan::from_token(&Device::auto().unwrap(), token).unwrap()
}

#[test]
fn f64_out_of_place_has_the_results_of_the_sums() {
    for n in [1, 2, 7, 12, 45, 64, 101] {
        let plan = plan(&format!("c2c:f64:{n}*3"));
        for seed in 1..=3 {
            let input = Random(seed).complex(3 * n);
            let given = input.clone();
            let mut output = vec![POISON; 3 * n];
            plan.execute(&input, &mut output).unwrap();
            assert_eq!(input, given);
            for (signal, spectrum) in input.chunks(n).zip(output.chunks(n)) {
                assert!(relative_error(spectrum, &direct_sum(signal, -1.0)) < F64_BOUND, "{n}");
            }
        }
    }
}

#[test]
fn f32_in_place_and_as_interleaved_numbers() {
    let inverse = Problem::c2c(Precision::F32, &[60]).direction(Direction::Inverse).norm(Norm::Backward).in_place();
    let plan = Plan::new(&Device::auto().unwrap(), &inverse).unwrap();
    for seed in 1..=3 {
        let input = narrowed(&Random(seed).complex(60));
        let wanted: Vec<_> = direct_sum(&widened(&input), 1.0).iter().map(|&x| x * (1.0 / 60.0)).collect();
        let mut data = input.clone();
        plan.execute_in_place(&mut data).unwrap();
        assert!(relative_error(&widened(&data), &wanted) < F32_BOUND);

        let mut pairs: Vec<f32> = input.iter().flat_map(|x| [x.re, x.im]).collect();
        plan.execute_in_place(&mut pairs).unwrap();
        assert!(data.iter().zip(pairs.chunks(2)).all(|(x, pair)| [x.re, x.im] == pair));
    }
}

#[test]
fn real_signals_have_half_spectra() {
    let (n, batch) = (30, 2);
    let there = plan(&format!("r2c:f64:{n}*{batch}"));
    let back = plan(&format!("c2r:f64:{n}*{batch}:norm=backward"));
    for seed in 1..=3 {
        let mut random = Random(seed);
        let signal: Vec<f64> = (0..n * batch).map(|_| random.real()).collect();
        let mut spectrum = vec![POISON; (n / 2 + 1) * batch];
        there.execute(&signal, &mut spectrum).unwrap();
        for (signal, half) in signal.chunks(n).zip(spectrum.chunks(n / 2 + 1)) {
            let complex: Vec<_> = signal.iter().map(|&x| Complex::from(x)).collect();
            assert!(relative_error(half, &direct_sum(&complex, -1.0)[..n / 2 + 1]) < F64_BOUND);
        }
        let mut again = vec![f64::NAN; n * batch];
        back.execute(&spectrum, &mut again).unwrap();
        assert!(signal.iter().zip(&again).all(|(a, b)| (a - b).abs() < 1e-14));
    }
}

#[test]
fn real_rows_in_place_are_padded() {
    let plan = plan("r2c:f32:5*2:inplace");
    assert_eq!(plan.problem().unwrap().elements().unwrap(), (12, 6));
    for _ in 0..3 {
        // Rows of 5 numbers and one of padding, which may hold anything.
        let mut data: Vec<f32> = vec![1.0, 2.0, 3.0, 4.0, 5.0, f32::NAN, 1.0, 0.0, 0.0, 0.0, 0.0, f32::NAN];
        plan.execute_in_place(&mut data).unwrap();
        assert_eq!((data[0], data[1]), (15.0, 0.0));
        assert!(data[6..].chunks(2).all(|bin| (bin[0] - 1.0).abs() < 1e-6 && bin[1].abs() < 1e-6));
    }
}

#[test]
fn planes_are_slices_of_real_numbers() {
    let problem = Problem::c2c(Precision::F64, &[12]).planar();
    let plan = Plan::new(&Device::auto().unwrap(), &problem).unwrap();
    for seed in 1..=3 {
        let input = Random(seed).complex(12);
        let planes: Vec<f64> = input.iter().map(|x| x.re).chain(input.iter().map(|x| x.im)).collect();
        let mut output = vec![f64::NAN; 24];
        plan.execute(&planes, &mut output).unwrap();
        let got: Vec<_> = (0..12).map(|k| Complex::new(output[k], output[k + 12])).collect();
        assert!(relative_error(&got, &direct_sum(&input, -1.0)) < F64_BOUND);
    }
}

#[test]
fn integers_and_half_precision_are_stored() {
    let problem = Problem::c2c(Precision::F32, &[8]).storage(Storage::I8, Storage::F16);
    let plan = Plan::new(&Device::auto().unwrap(), &problem).unwrap();
    for _ in 0..3 {
        let mut output = vec![0xffffu16; 16]; // NaN
        plan.execute(&[1i8, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0], &mut output).unwrap();
        assert_eq!(output[0], 0x4800, "8 as f16");
        assert!(output[1..].iter().all(|bits| bits & 0x7fff == 0), "{output:x?}");
    }
    let error = plan.execute(&[1.0f32; 16], &mut [0u16; 16]).unwrap_err();
    assert!(error.message().contains("type f32, and the plan's are I8"), "{error}");
}

#[test]
fn gaps_of_the_output_are_kept() {
    let plan = plan("c2c:f64:4*2:idist=4:odist=6");
    for seed in 1..=3 {
        let input = Random(seed).complex(8);
        let mut output = vec![Complex::new(5.0, 6.0); 10];
        plan.execute(&input, &mut output).unwrap();
        assert_eq!(output[4..6], [Complex::new(5.0, 6.0); 2]);
        assert!(relative_error(&output[6..], &direct_sum(&input[4..], -1.0)) < F64_BOUND);
    }
}

#[test]
fn other_ways_to_plan_have_the_same_results() {
    let device = Device::auto().unwrap();
    let problem = Problem::c2c(Precision::F64, &[20]);
    let input = Random(4).complex(20);
    for plan in
        [Plan::verified(&device, &problem, 2).unwrap(), Plan::with_effort(&device, &problem, Effort::Estimate).unwrap()]
    {
        for _ in 0..3 {
            let mut output = vec![POISON; 20];
            plan.execute(&input, &mut output).unwrap();
            assert!(relative_error(&output, &direct_sum(&input, -1.0)) < F64_BOUND);
        }
        assert!(plan.describe().unwrap().contains("c2c"), "{plan:?}");
    }
}

#[test]
fn threads_share_a_plan() {
    let plan = plan("c2c:f64:24");
    std::thread::scope(|scope| {
        for seed in 1..=4 {
            let plan = &plan;
            scope.spawn(move || {
                let input = Random(seed).complex(24);
                let wanted = direct_sum(&input, -1.0);
                for _ in 0..20 {
                    let mut output = vec![POISON; 24];
                    plan.execute(&input, &mut output).unwrap();
                    assert!(relative_error(&output, &wanted) < F64_BOUND);
                }
            });
        }
    });
    fn check<T: Send + Sync>() {}
    check::<(Plan, Device, Stream, Buffer, papilio::Event, papilio::Error)>();
}

#[test]
fn device_memory_on_a_stream() {
    let device = Device::auto().unwrap();
    let plan = Plan::from_token(&device, "c2c:f64:24").unwrap();
    let stream = Stream::new(&device).unwrap();
    let (input, output) = (Buffer::new(&device, 24 * 16 + 32).unwrap(), Buffer::new(&device, 24 * 16).unwrap());
    assert_eq!(input.size().unwrap(), 24 * 16 + 32);
    for seed in 1..=3 {
        let signal = Random(seed).complex(24);
        stream.upload(&output, 0, &vec![POISON; 24]).unwrap();
        stream.upload(&input, 0, &signal).unwrap();
        let begin = stream.record().unwrap();
        plan.enqueue(&stream, &input, &output).unwrap();
        let end = stream.record().unwrap();
        stream.wait(&end).unwrap();
        stream.synchronize().unwrap();
        end.wait().unwrap();
        assert!(end.seconds_since(&begin).unwrap() >= 0.0);
        let mut spectrum = vec![POISON; 24];
        stream.download(&output, 0, &mut spectrum).unwrap();
        assert!(relative_error(&spectrum, &direct_sum(&signal, -1.0)) < F64_BOUND);
        let mut one = [POISON];
        stream.download(&output, 23 * 16, &mut one).unwrap();
        assert_eq!(one[0], spectrum[23]);
    }
    assert_eq!(stream.download(&output, 16, &mut vec![POISON; 24]).unwrap_err().code(), 2);
    assert_eq!(stream.upload(&output, usize::MAX, &[0.0f64]).unwrap_err().code(), 2);
    let small = Buffer::new(&device, 16).unwrap();
    assert_eq!(plan.enqueue(&stream, &input, &small).unwrap_err().code(), 2);
    assert_eq!(plan.enqueue(&stream, &input, &input).unwrap_err().code(), 2);
}

#[test]
fn plans_outlive_their_device() {
    let plan = plan("c2c:f64:8"); // plan() has dropped the device
    let mut output = vec![POISON; 8];
    plan.execute(&[Complex::new(1.0, 0.0); 8], &mut output).unwrap();
    assert_eq!(output[0], Complex::new(8.0, 0.0));
}
