! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Structures are as large as in C; functions that the example does not call, one of each kind; errors and messages.
program layout_test
  use, intrinsic :: iso_c_binding
  use papilio
  implicit none
  interface
    function papilio_test_size(which) bind(c) result(bytes)
      import
      integer(c_int), value :: which
      integer(c_size_t) :: bytes
    end function
  end interface
  integer :: failures = 0

  call sizes()
  call problems()
  call convolutions()
  if (failures > 0) stop 1
  print '(a)', 'ok'

contains

  subroutine expect(condition, what)
    logical, intent(in) :: condition
    character(*), intent(in) :: what
    if (condition) return
    failures = failures + 1
    print '(a)', 'wrong: ' // what // '; the last error: ' // papilio_error_message()
  end subroutine

  subroutine sizes()
    type(papilio_range) :: range
    type(papilio_problem) :: problem
    type(papilio_device_info) :: info
    type(papilio_estimate) :: estimate
    type(papilio_timing) :: timing
    type(papilio_parameter) :: parameter_
    type(papilio_callbacks) :: callbacks
    type(papilio_host_operands) :: host_operands
    type(papilio_operands) :: operands
    type(papilio_array_layout) :: layout
    type(papilio_convolution_problem) :: convolution
    type(papilio_values) :: values
    type(papilio_overlap_save_options) :: options
    integer(c_size_t) :: bytes(13)
    integer :: i
    bytes = [c_sizeof(range), c_sizeof(problem), c_sizeof(info), c_sizeof(estimate), c_sizeof(timing), &
             c_sizeof(parameter_), c_sizeof(callbacks), c_sizeof(host_operands), c_sizeof(operands), &
             c_sizeof(layout), c_sizeof(convolution), c_sizeof(values), c_sizeof(options)]
    do i = 1, size(bytes)
      call expect(bytes(i) == papilio_test_size(int(i - 1, c_int)), 'a size')
    end do
  end subroutine

  subroutine problems()
    type(papilio_problem) :: problem
    type(papilio_device_info) :: info
    type(papilio_estimate) :: estimate
    character(kind=c_char) :: token(100)
    integer(c_size_t) :: length
    integer(c_int64_t) :: inputs, outputs
    type(c_ptr) :: device, plan
    problem = papilio_problem_of(papilio_r2c, papilio_f64, [30, 20], batch=7)
    call expect(papilio_problem_to_token(problem, token, 100_c_size_t, length) == papilio_ok, 'to_token')
    call expect(papilio_string(token) == 'r2c:f64:20x30*7' .and. length == 15, 'the token ' // papilio_string(token))
    call expect(papilio_problem_get_elements(problem, inputs, outputs) == papilio_ok, 'get_elements')
    call expect(inputs == 30 * 20 * 7 .and. outputs == 16 * 20 * 7, 'elements')
    call expect(papilio_problem_parse('c2r:f32:5x6:zero=[1,2)x-' // c_null_char, problem) == papilio_ok, 'parse')
    call expect(problem%kind == papilio_c2r .and. problem%direction == papilio_inverse, 'kind of a parsed problem')
    call expect(problem%rank == 2 .and. all(problem%lengths(1:2) == [5, 6]), 'lengths of a parsed problem')
    call expect(problem%zero_ranges(1)%begin == 1 .and. problem%zero_ranges(1)%end == 2, 'a range')

    call expect(papilio_problem_parse('c2c:f32' // c_null_char, problem) == papilio_invalid_token, 'a wrong token')
    call expect(index(papilio_error_message(), 'c2c:f32') > 0, 'the message')
    call expect(papilio_status_name(papilio_invalid_token) == 'invalid_token', 'the name')
    problem = papilio_problem_of(papilio_c2c, papilio_f32, [1, 1, 1, 1, 1, 1, 1, 1, 1])
    call expect(papilio_problem_normalise(problem) == papilio_invalid_argument, 'too many dimensions')

    call expect(papilio_device_open('auto' // c_null_char, device) == papilio_ok, 'device')
    info = papilio_device_info_init()
    call expect(papilio_device_get_info(device, info) == papilio_ok, 'info')
    call expect(len(papilio_string(info%name)) > 0 .and. info%global_memory > 0, 'the name of the device')
    problem = papilio_problem_of(papilio_c2c, papilio_f32, [64])
    estimate = papilio_estimate_init()
    call expect(papilio_problem_estimate(problem, device, estimate) == papilio_ok, 'estimate')
    call expect(estimate%read_bytes >= 64 * 8 .and. estimate%launches == 1, 'the estimate')
    call expect(papilio_plan_create(device, problem, plan) == papilio_ok, 'plan')
    call papilio_plan_destroy(plan)
    call papilio_device_destroy(device)
  end subroutine

  subroutine convolutions()
    real(c_float), target :: signal(4), kernel(2), results(5)
    type(papilio_values) :: signals, kernels
    signal = [1, 2, 3, 4]
    kernel = [1, -1]
    signals = papilio_values(papilio_f32, papilio_real, c_loc(signal), 4_c_int64_t)
    kernels = papilio_values(papilio_f32, papilio_real, c_loc(kernel), 2_c_int64_t)
    call expect(papilio_convolve(signals, kernels, papilio_full, c_loc(results), 5_c_int64_t) == papilio_ok, 'convolve')
    call expect(all(abs(results - [1, 1, 1, 1, -4]) < 1e-5), 'the convolution')
  end subroutine
end program layout_test
