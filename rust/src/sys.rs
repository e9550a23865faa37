// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//! The C API as it is: declarations of `papilio/papilio.h` and of the headers that it includes, which document them.
//!
//! Names, fields and their order are those of C. Enumerations are [`c_int`], because C passes them as such. Use it for
//! what the safe modules leave out, callbacks and native memory for example; the handles come from `as_raw()`.
#![allow(non_camel_case_types, missing_docs)]
use std::os::raw::{c_char, c_double, c_float, c_int, c_void};

/// Axes of an array at most.
pub const PAPILIO_MAX_RANK: usize = 8;

pub type papilio_status = c_int;

/// Handles: only pointers to them exist.
macro_rules! handles {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub struct $name {
                _private: [u8; 0],
            }
        )*
    };
}
handles!(papilio_device papilio_plan papilio_buffer papilio_stream papilio_event);

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct papilio_range {
    pub begin: i64,
    pub end: i64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct papilio_window {
    pub kind: c_int,
    pub form: c_int,
    pub beta: c_double,
    pub other_axis: c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct papilio_problem {
    pub struct_size: usize,
    pub kind: c_int,
    pub precision: c_int,
    pub rank: c_int,
    pub lengths: [i64; PAPILIO_MAX_RANK],
    pub skipped: [c_int; PAPILIO_MAX_RANK],
    pub batch: i64,
    pub in_distance: i64,
    pub out_distance: i64,
    pub in_strides: [i64; PAPILIO_MAX_RANK],
    pub out_strides: [i64; PAPILIO_MAX_RANK],
    pub direction: c_int,
    pub placement: c_int,
    pub norm: c_int,
    pub scale: c_int,
    pub factor: c_double,
    pub in_storage: c_int,
    pub out_storage: c_int,
    pub in_layout: c_int,
    pub out_layout: c_int,
    pub in_offset: i64,
    pub out_offset: i64,
    pub zero_ranges: [papilio_range; PAPILIO_MAX_RANK],
    pub skip_ranges: [papilio_range; PAPILIO_MAX_RANK],
    pub scratch_storage: c_int,
    pub in_packing: c_int,
    pub out_packing: c_int,
    pub window: papilio_window,
    pub in_shift: [c_int; PAPILIO_MAX_RANK],
    pub out_shift: [c_int; PAPILIO_MAX_RANK],
    pub out_map: c_int,
    pub axis_scales: [c_int; PAPILIO_MAX_RANK],
    pub detrend: c_int,
    pub detrend_other_axis: c_int,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct papilio_device_info {
    pub struct_size: usize,
    pub id: [c_char; 64],
    pub name: [c_char; 256],
    pub backend: [c_char; 32],
    pub platform: [c_char; 256],
    pub driver: [c_char; 256],
    pub kind: [c_char; 16],
    pub compute_units: c_int,
    pub global_memory: i64,
    pub local_memory: i64,
    pub max_allocation: i64,
    pub f64: c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct papilio_timing {
    pub upload: c_double,
    pub kernels: c_double,
    pub download: c_double,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct papilio_host_operands {
    pub struct_size: usize,
    pub r#in: *const c_void,
    pub in_bytes: usize,
    pub out: *mut c_void,
    pub out_bytes: usize,
    pub load_data: *const c_void,
    pub load_bytes: usize,
    pub store_data: *const c_void,
    pub store_bytes: usize,
    pub batch: i64,
    pub in_imaginary: *const c_void,
    pub out_imaginary: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct papilio_parameter {
    pub name: *const c_char,
    pub value: c_double,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct papilio_callbacks {
    pub struct_size: usize,
    pub load: *const c_char,
    pub store: *const c_char,
    pub parameters: *const papilio_parameter,
    pub parameter_count: usize,
}

/// Declares a transform of one signal in both precisions.
macro_rules! one_liners {
    ($($f32:ident $f64:ident)*) => {
        extern "C" {
            $(
                pub fn $f32(n: i64, input: *const c_float, output: *mut c_float, norm: c_int) -> papilio_status;
                pub fn $f64(n: i64, input: *const c_double, output: *mut c_double, norm: c_int) -> papilio_status;
            )*
        }
    };
}
one_liners! {
    papilio_fft_f32 papilio_fft_f64
    papilio_ifft_f32 papilio_ifft_f64
    papilio_rfft_f32 papilio_rfft_f64
    papilio_irfft_f32 papilio_irfft_f64
}

extern "C" {
    pub fn papilio_get_version() -> *const c_char;
    pub fn papilio_status_get_name(status: papilio_status) -> *const c_char;
    pub fn papilio_get_last_error() -> *const c_char;

    pub fn papilio_problem_parse(token: *const c_char, problem: *mut papilio_problem) -> papilio_status;
    pub fn papilio_problem_to_token(
        problem: *const papilio_problem,
        token: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> papilio_status;
    pub fn papilio_problem_normalise(problem: *mut papilio_problem) -> papilio_status;
    pub fn papilio_problem_get_elements(
        problem: *const papilio_problem,
        input: *mut i64,
        output: *mut i64,
    ) -> papilio_status;
    pub fn papilio_problem_get_bytes(
        problem: *const papilio_problem,
        input: *mut usize,
        output: *mut usize,
    ) -> papilio_status;

    pub fn papilio_device_get_count(count: *mut usize) -> papilio_status;
    pub fn papilio_device_get_info_at(index: usize, info: *mut papilio_device_info) -> papilio_status;
    pub fn papilio_device_open(selector: *const c_char, device: *mut *mut papilio_device) -> papilio_status;
    pub fn papilio_device_get_info(device: *const papilio_device, info: *mut papilio_device_info) -> papilio_status;
    pub fn papilio_device_destroy(device: *mut papilio_device);

    pub fn papilio_plan_create(
        device: *const papilio_device,
        problem: *const papilio_problem,
        plan: *mut *mut papilio_plan,
    ) -> papilio_status;
    pub fn papilio_plan_create_from_token(
        device: *const papilio_device,
        token: *const c_char,
        plan: *mut *mut papilio_plan,
    ) -> papilio_status;
    pub fn papilio_plan_create_with_effort(
        device: *const papilio_device,
        problem: *const papilio_problem,
        effort: c_int,
        plan: *mut *mut papilio_plan,
    ) -> papilio_status;
    pub fn papilio_plan_create_with_callbacks(
        device: *const papilio_device,
        problem: *const papilio_problem,
        callbacks: *const papilio_callbacks,
        plan: *mut *mut papilio_plan,
    ) -> papilio_status;
    pub fn papilio_plan_create_verified_every(
        device: *const papilio_device,
        problem: *const papilio_problem,
        executions: i64,
        plan: *mut *mut papilio_plan,
    ) -> papilio_status;
    pub fn papilio_plan_destroy(plan: *mut papilio_plan);
    pub fn papilio_plan_get_problem(plan: *const papilio_plan, problem: *mut papilio_problem) -> papilio_status;
    pub fn papilio_plan_get_bytes(plan: *const papilio_plan, input: *mut usize, output: *mut usize) -> papilio_status;
    pub fn papilio_plan_get_scratch_bytes(plan: *const papilio_plan, bytes: *mut usize) -> papilio_status;
    pub fn papilio_plan_describe(
        plan: *const papilio_plan,
        text: *mut c_char,
        capacity: usize,
        length: *mut usize,
    ) -> papilio_status;
    pub fn papilio_plan_execute_host(
        plan: *const papilio_plan,
        operands: *const papilio_host_operands,
        timing: *mut papilio_timing,
    ) -> papilio_status;

    pub fn papilio_buffer_create(
        device: *const papilio_device,
        bytes: usize,
        buffer: *mut *mut papilio_buffer,
    ) -> papilio_status;
    pub fn papilio_buffer_get_size(buffer: *const papilio_buffer, bytes: *mut usize) -> papilio_status;
    pub fn papilio_buffer_destroy(buffer: *mut papilio_buffer);

    pub fn papilio_stream_create(device: *const papilio_device, stream: *mut *mut papilio_stream) -> papilio_status;
    pub fn papilio_stream_upload(
        stream: *const papilio_stream,
        to: *const papilio_buffer,
        offset: usize,
        from: *const c_void,
        bytes: usize,
    ) -> papilio_status;
    pub fn papilio_stream_download(
        stream: *const papilio_stream,
        from: *const papilio_buffer,
        offset: usize,
        to: *mut c_void,
        bytes: usize,
    ) -> papilio_status;
    pub fn papilio_stream_synchronize(stream: *const papilio_stream) -> papilio_status;
    pub fn papilio_stream_record(stream: *const papilio_stream, event: *mut *mut papilio_event) -> papilio_status;
    pub fn papilio_stream_wait(stream: *const papilio_stream, event: *const papilio_event) -> papilio_status;
    pub fn papilio_stream_destroy(stream: *mut papilio_stream);

    pub fn papilio_event_wait(event: *const papilio_event) -> papilio_status;
    pub fn papilio_event_get_seconds_since(
        event: *const papilio_event,
        earlier: *const papilio_event,
        seconds: *mut c_double,
    ) -> papilio_status;
    pub fn papilio_event_destroy(event: *mut papilio_event);

    pub fn papilio_plan_execute(
        plan: *const papilio_plan,
        stream: *const papilio_stream,
        input: *const papilio_buffer,
        output: *const papilio_buffer,
        scratch: *const papilio_buffer,
    ) -> papilio_status;
    pub fn papilio_plan_execute_pointers(
        plan: *const papilio_plan,
        stream: *const papilio_stream,
        input: *const c_void,
        output: *mut c_void,
        work: *mut c_void,
    ) -> papilio_status;
}
