// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! What is refused, with which error, and that nothing is written then.
use papilio::{Complex, Device, Error, Kind, Plan, Precision, Problem};

fn plan(token: &str) -> Plan {
    Plan::from_token(&Device::auto().unwrap(), token).unwrap()
}

#[test]
fn slices_of_another_length_are_refused_before_the_call() {
    let plan = plan("c2c:f32:8*2");
    let signal = [Complex::new(1.0f32, 0.0); 32];
    for (input, output) in [(15, 16), (17, 16), (0, 16), (16, 15), (16, 17), (16, 0), (32, 32)] {
        let mut result = vec![Complex::new(7.0f32, 7.0); output];
        let error = plan.execute(&signal[..input], &mut result).unwrap_err();
        assert!(matches!(error, Error::InvalidArgument(_)), "{error:?}");
        assert!(error.message().contains("c2c:f32:8*2") && error.message().contains("16 elements"), "{error}");
        assert!(result.iter().all(|x| *x == Complex::new(7.0, 7.0)));
    }
    plan.execute(&signal[..16], &mut [0.0f32; 32]).unwrap();
    assert!(plan.execute(&signal[..16], &mut [0.0f32; 16]).is_err());
}

#[test]
fn numbers_of_another_type_are_refused() {
    let plan = plan("c2c:f64:8");
    // As many bytes, but not the same numbers.
    let error = plan.execute(&[0.0f32; 32], &mut [Complex::new(0.0f64, 0.0); 8]).unwrap_err();
    assert!(error.message().contains("the input has numbers of type f32, and the plan's are F64"), "{error}");
}

#[test]
fn placements_are_not_confused() {
    let mut data = [Complex::new(1.0f32, 0.0); 8];
    let error = plan("c2c:f32:8").execute_in_place(&mut data).unwrap_err();
    assert!(error.message().ends_with("the plan is out of place; call execute()"), "{error}");
    let error = plan("c2c:f32:8:inplace").execute(&[Complex::new(1.0f32, 0.0); 8], &mut data).unwrap_err();
    assert!(error.message().ends_with("the plan is in place; call execute_in_place()"), "{error}");
    assert!(plan("c2c:f32:8:inplace").execute_in_place(&mut data[..7]).is_err());
    assert_eq!(data, [Complex::new(1.0f32, 0.0); 8]);
}

#[test]
fn tokens_and_problems() {
    assert!(matches!(Problem::parse("c2c:f32"), Err(Error::InvalidToken(_))));
    assert!(matches!("c2c:f32:4\0".parse::<Problem>(), Err(Error::InvalidArgument(_))));
    let problem = |lengths: &[usize]| Problem::c2c(Precision::F32, lengths);
    for bad in [problem(&[]), problem(&[0]), problem(&[usize::MAX]), problem(&[2; 9]), problem(&[4]).batch(0)] {
        let error = bad.normalised().unwrap_err();
        assert!(matches!(error, Error::InvalidArgument(_) | Error::Unsupported(_)), "{error:?}");
        assert!(bad.to_token().is_err() && bad.elements().is_err() && bad.bytes().is_err());
        assert!(Plan::new(&Device::auto().unwrap(), &bad).is_err());
    }
    assert!(problem(&[4]).factor(0.0).normalised().is_err());
    assert!(problem(&[4, 4]).skip_axis(2).is_err());
    assert!(problem(&[4, 4]).zero_range(8, 0..1).is_err());
    assert!(problem(&[2; 9]).skip_range(8, 0..1).is_err());
    assert!(problem(&[4, 4]).strides(&[4, 1], &[1]).is_err());
    assert!(problem(&[2; 9]).strides(&[1; 9], &[1; 9]).is_err());
    assert!(problem(&[4]).zero_range(0, 3..9).unwrap().normalised().is_err());
}

#[test]
fn problems_have_all_fields_of_their_token() {
    let built = Problem::new(Kind::C2c, Precision::F32, &[4, 6, 8])
        .batch(3)
        .strides(&[60, 10, 1], &[1, 4, 24])
        .unwrap()
        .distances(250, 200)
        .offsets(2, 3)
        .direction(papilio::Direction::Inverse)
        .factor(0.5)
        .storage(papilio::Storage::I16, papilio::Storage::Bf16)
        .scratch_storage(papilio::Storage::F16)
        .planar()
        .skip_axis(1)
        .unwrap()
        .zero_range(2, 5..8)
        .unwrap()
        .skip_range(0, 1..2)
        .unwrap();
    let token = built.to_token().unwrap();
    for part in [
        "c2c:",
        "4x6x8*3",
        "inverse",
        "axes=0,2",
        "in=i16",
        "out=bf16",
        "idist=250",
        "odist=200",
        "istrides=60,10,1",
        "ostrides=1,4,24",
        "ioffset=2",
        "ooffset=3",
        "factor=0.5",
        "planar",
        "zero=-x-x[5,8)",
        "skip=[1,2)x-x-",
        "scratch=f16",
    ] {
        assert!(token.contains(part), "{part} is missing in {token}");
    }
    assert_eq!(Problem::parse(&token).unwrap(), built.normalised().unwrap());
    assert_eq!(Problem::r2c(Precision::F64, &[10]).elements().unwrap(), (10, 6));
    assert_eq!(Problem::c2r(Precision::F64, &[10]).bytes().unwrap(), (96, 80));
    let in_place = Problem::r2c(Precision::F64, &[10]).in_place();
    assert_eq!((in_place.bytes().unwrap(), in_place.to_token().unwrap().as_str()), ((96, 96), "r2c:f64:10:inplace"));
}

#[test]
fn devices() {
    let all = Device::list().unwrap();
    assert!(!all.is_empty());
    for info in &all {
        assert!(["cpu", "gpu", "other"].contains(&info.kind.as_str()), "{info:?}");
        assert!(info.id.starts_with(&format!("{}:", info.backend)) && !info.name.is_empty(), "{info:?}");
        assert!(info.global_memory > 0 && info.max_allocation <= info.global_memory, "{info:?}");
    }
    let device = Device::auto().unwrap();
    let info = device.info().unwrap();
    assert!(all.contains(&info));
    assert_eq!(Device::open(&info.id).unwrap().clone().info().unwrap(), info);
    assert_eq!(format!("{device:?}"), format!("Device({:?})", info.id));
    let error = Device::open("quantum:0").unwrap_err();
    assert!(error.message().contains("quantum:0") && error.code() != 0, "{error:?}");
    assert!(matches!(Device::open("a\0b"), Err(Error::InvalidArgument(_))));
    let boxed: Box<dyn std::error::Error + Send + Sync> = Box::new(error.clone());
    assert_eq!(boxed.to_string(), error.message());
    assert!(papilio::version().starts_with(concat!(env!("CARGO_PKG_VERSION_MAJOR"), ".")));
    assert_eq!(papilio::version(), env!("CARGO_PKG_VERSION"));
}
