! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! The constants and structures of Papilio's C API, as <papilio/papilio.h> and <papilio/convolution.h> document them.
! A field or argument `in` or `out` of C is `input` or `output` here. Structures begin as C's zeros; those with
! struct_size are made by papilio_problem_init() and its relatives.
module papilio_types
  use, intrinsic :: iso_c_binding
  implicit none
  public

  integer, parameter :: papilio_max_rank = 8
  integer, parameter :: papilio_max_dimensions = papilio_max_rank + 2

  ! papilio_status
  integer(c_int), parameter :: &
    papilio_ok = 0, papilio_invalid_argument = 2, papilio_invalid_token = 3, papilio_unsupported = 4, &
    papilio_no_device = 5, papilio_out_of_memory = 6, papilio_build_failed = 7, papilio_io = 8, &
    papilio_device_failed = 9, papilio_check_failed = 10, papilio_internal = 11
  ! papilio_kind
  integer(c_int), parameter :: &
    papilio_c2c = 0, papilio_r2c = 1, papilio_c2r = 2, papilio_dct1 = 3, papilio_dct2 = 4, papilio_dct3 = 5, &
    papilio_dct4 = 6, papilio_dst1 = 7, papilio_dst2 = 8, papilio_dst3 = 9, papilio_dst4 = 10, papilio_dht = 11
  ! papilio_precision
  integer(c_int), parameter :: &
    papilio_f32 = 0, papilio_f64 = 1, papilio_f32x2 = 2, papilio_f64x2 = 3
  ! papilio_direction
  integer(c_int), parameter :: &
    papilio_forward = 0, papilio_inverse = 1
  ! papilio_placement
  integer(c_int), parameter :: &
    papilio_out_of_place = 0, papilio_in_place = 1
  ! papilio_scale
  integer(c_int), parameter :: &
    papilio_scale_none = 0, papilio_scale_inverse_n = 1, papilio_scale_inverse_sqrt_n = 2
  ! papilio_norm
  integer(c_int), parameter :: &
    papilio_norm_default = 0, papilio_norm_backward = 1, papilio_norm_ortho = 2, papilio_norm_forward = 3
  ! papilio_storage
  integer(c_int), parameter :: &
    papilio_store_native = 0, papilio_store_f16 = 1, papilio_store_bf16 = 2, papilio_store_f32 = 3, &
    papilio_store_f64 = 4, papilio_store_i8 = 5, papilio_store_u8 = 6, papilio_store_i16 = 7, &
    papilio_store_u16 = 8
  ! papilio_complex_layout
  integer(c_int), parameter :: &
    papilio_interleaved = 0, papilio_planar = 1
  ! papilio_packing
  integer(c_int), parameter :: &
    papilio_whole = 0, papilio_compact = 1
  ! papilio_window_kind
  integer(c_int), parameter :: &
    papilio_window_none = 0, papilio_window_hann = 1, papilio_window_hamming = 2, papilio_window_blackman = 3, &
    papilio_window_kaiser = 4
  ! papilio_window_form
  integer(c_int), parameter :: &
    papilio_window_periodic = 0, papilio_window_symmetric = 1
  ! papilio_output_map
  integer(c_int), parameter :: &
    papilio_map_none = 0, papilio_map_real = 1, papilio_map_imaginary = 2, papilio_map_magnitude = 3, &
    papilio_map_power = 4, papilio_map_phase = 5, papilio_map_decibel = 6, papilio_map_log = 7
  ! papilio_detrend
  integer(c_int), parameter :: &
    papilio_detrend_none = 0, papilio_detrend_mean = 1
  ! papilio_operation; without the word between, the names are those of functions
  integer(c_int), parameter :: &
    papilio_operation_convolve = 0, papilio_operation_correlate = 1
  ! papilio_field
  integer(c_int), parameter :: &
    papilio_real = 0, papilio_complex = 1
  ! papilio_convolution_mode
  integer(c_int), parameter :: &
    papilio_full = 0, papilio_same = 1, papilio_valid = 2, papilio_circular = 3

  type, bind(c) :: papilio_range
    integer(c_int64_t) :: begin = 0
    integer(c_int64_t) :: end = 0
  end type papilio_range

  type, bind(c) :: papilio_window
    integer(c_int) :: kind = 0
    integer(c_int) :: form = 0
    real(c_double) :: beta = 0
    integer(c_int) :: other_axis = 0
  end type papilio_window

  type, bind(c) :: papilio_problem
    integer(c_size_t) :: struct_size = 0
    integer(c_int) :: kind = 0
    integer(c_int) :: precision = 0
    integer(c_int) :: rank = 0
    integer(c_int64_t) :: lengths(papilio_max_rank) = 0
    integer(c_int) :: skipped(papilio_max_rank) = 0
    integer(c_int64_t) :: batch = 0
    integer(c_int64_t) :: in_distance = 0
    integer(c_int64_t) :: out_distance = 0
    integer(c_int64_t) :: in_strides(papilio_max_rank) = 0
    integer(c_int64_t) :: out_strides(papilio_max_rank) = 0
    integer(c_int) :: direction = 0
    integer(c_int) :: placement = 0
    integer(c_int) :: norm = 0
    integer(c_int) :: scale = 0
    real(c_double) :: factor = 0
    integer(c_int) :: in_storage = 0
    integer(c_int) :: out_storage = 0
    integer(c_int) :: in_layout = 0
    integer(c_int) :: out_layout = 0
    integer(c_int64_t) :: in_offset = 0
    integer(c_int64_t) :: out_offset = 0
    type(papilio_range) :: zero_ranges(papilio_max_rank)
    type(papilio_range) :: skip_ranges(papilio_max_rank)
    integer(c_int) :: scratch_storage = 0
    integer(c_int) :: in_packing = 0
    integer(c_int) :: out_packing = 0
    type(papilio_window) :: window
    integer(c_int) :: in_shift(papilio_max_rank) = 0
    integer(c_int) :: out_shift(papilio_max_rank) = 0
    integer(c_int) :: out_map = 0
    integer(c_int) :: axis_scales(papilio_max_rank) = 0
    integer(c_int) :: detrend = 0
    integer(c_int) :: detrend_other_axis = 0
  end type papilio_problem

  type, bind(c) :: papilio_device_info
    integer(c_size_t) :: struct_size = 0
    character(kind=c_char) :: id(64) = c_null_char
    character(kind=c_char) :: name(256) = c_null_char
    character(kind=c_char) :: backend(32) = c_null_char
    character(kind=c_char) :: platform(256) = c_null_char
    character(kind=c_char) :: driver(256) = c_null_char
    character(kind=c_char) :: kind(16) = c_null_char
    integer(c_int) :: compute_units = 0
    integer(c_int64_t) :: global_memory = 0
    integer(c_int64_t) :: local_memory = 0
    integer(c_int64_t) :: max_allocation = 0
    integer(c_int) :: f64 = 0
  end type papilio_device_info

  type, bind(c) :: papilio_estimate
    integer(c_size_t) :: struct_size = 0
    integer(c_size_t) :: scratch_bytes = 0
    integer(c_int64_t) :: read_bytes = 0
    integer(c_int64_t) :: written_bytes = 0
    integer(c_int) :: launches = 0
    real(c_double) :: seconds = 0
    real(c_double) :: scratch_error = 0
  end type papilio_estimate

  type, bind(c) :: papilio_timing
    real(c_double) :: upload = 0
    real(c_double) :: kernels = 0
    real(c_double) :: download = 0
  end type papilio_timing

  type, bind(c) :: papilio_parameter
    type(c_ptr) :: name = c_null_ptr
    real(c_double) :: value = 0
  end type papilio_parameter

  type, bind(c) :: papilio_callbacks
    integer(c_size_t) :: struct_size = 0
    type(c_ptr) :: load = c_null_ptr
    type(c_ptr) :: store = c_null_ptr
    type(c_ptr) :: parameters = c_null_ptr
    integer(c_size_t) :: parameter_count = 0
  end type papilio_callbacks

  type, bind(c) :: papilio_host_operands
    integer(c_size_t) :: struct_size = 0
    type(c_ptr) :: input = c_null_ptr
    integer(c_size_t) :: in_bytes = 0
    type(c_ptr) :: output = c_null_ptr
    integer(c_size_t) :: out_bytes = 0
    type(c_ptr) :: load_data = c_null_ptr
    integer(c_size_t) :: load_bytes = 0
    type(c_ptr) :: store_data = c_null_ptr
    integer(c_size_t) :: store_bytes = 0
    integer(c_int64_t) :: batch = 0
    type(c_ptr) :: in_imaginary = c_null_ptr
    type(c_ptr) :: out_imaginary = c_null_ptr
  end type papilio_host_operands

  type, bind(c) :: papilio_operands
    integer(c_size_t) :: struct_size = 0
    type(c_ptr) :: input = c_null_ptr
    type(c_ptr) :: output = c_null_ptr
    type(c_ptr) :: scratch = c_null_ptr
    type(c_ptr) :: in_imaginary = c_null_ptr
    type(c_ptr) :: out_imaginary = c_null_ptr
    type(c_ptr) :: load_data = c_null_ptr
    type(c_ptr) :: store_data = c_null_ptr
    integer(c_int64_t) :: batch = 0
  end type papilio_operands

  type, bind(c) :: papilio_array_layout
    integer(c_int64_t) :: strides(papilio_max_dimensions) = 0
    integer(c_int64_t) :: distance = 0
    integer(c_int64_t) :: offset = 0
    integer(c_int) :: layout = 0
  end type papilio_array_layout

  type, bind(c) :: papilio_convolution_problem
    integer(c_size_t) :: struct_size = 0
    integer(c_int) :: operation = 0
    integer(c_int) :: precision = 0
    integer(c_int) :: field = 0
    integer(c_int) :: mode = 0
    integer(c_int) :: rank = 0
    integer(c_int64_t) :: lengths(papilio_max_rank) = 0
    integer(c_int64_t) :: kernel_lengths(papilio_max_rank) = 0
    integer(c_int) :: skipped(papilio_max_rank) = 0
    integer(c_int64_t) :: batch = 0
    integer(c_int64_t) :: kernels = 0
    integer(c_int64_t) :: in_channels = 0
    integer(c_int64_t) :: out_channels = 0
    integer(c_int) :: placement = 0
    integer(c_int) :: in_storage = 0
    integer(c_int) :: out_storage = 0
    type(papilio_array_layout) :: input
    type(papilio_array_layout) :: output
    type(papilio_array_layout) :: kernel
  end type papilio_convolution_problem

  type, bind(c) :: papilio_values
    integer(c_int) :: precision = 0
    integer(c_int) :: field = 0
    type(c_ptr) :: values = c_null_ptr
    integer(c_int64_t) :: length = 0
  end type papilio_values

  type, bind(c) :: papilio_overlap_save_options
    integer(c_size_t) :: struct_size = 0
    integer(c_int) :: operation = 0
    type(papilio_values) :: kernel
    integer(c_int64_t) :: block = 0
  end type papilio_overlap_save_options
end module papilio_types
