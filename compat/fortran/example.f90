! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Papilio in Fortran: a one-liner, an array of two dimensions, and a batch on device memory.
program example
  use, intrinsic :: iso_c_binding
  use papilio
  implicit none
  integer, parameter :: n = 360, nx = 48, ny = 20, batch = 4
  real(c_double), parameter :: tau = 8 * atan(1.0_c_double)
  complex(c_float_complex) :: signal(n), spectrum(n)
  complex(c_double_complex), target :: array(nx, ny), transformed(nx, ny)
  integer :: wrong, i, j

  ! One signal, a tone of 7 periods.
  signal = [(cmplx(cos(tau * 7 * i / n), 0, c_float_complex), i = 0, n - 1)]
  call check(papilio_fft_f32(int(n, c_int64_t), signal, spectrum, papilio_norm_default))
  wrong = merge(0, 1, maxloc(abs(spectrum(1:n / 2)), 1) == 7 + 1 .and. abs(spectrum(8) - n / 2) < 1e-3)

  ! An array: one wave with 3 periods along its first dimension and 5 along the second.
  do j = 1, ny
    do i = 1, nx
      array(i, j) = exp(cmplx(0, tau * (3.0_c_double * (i - 1) / nx + 5.0_c_double * (j - 1) / ny), c_double_complex))
    end do
  end do
  call transform_array(array, transformed)
  if (abs(transformed(3 + 1, 5 + 1) - nx * ny) > 1e-9 * nx * ny) wrong = wrong + 1
  transformed(4, 6) = 0
  if (maxval(abs(transformed)) > 1e-9 * nx * ny) wrong = wrong + 1

  call batch_on_device(wrong)
  print '(a, i0, a)', 'Papilio ' // papilio_version_text() // ': ', wrong, ' results are wrong'
  if (wrong /= 0) stop 1

contains

  subroutine check(status)
    integer(c_int), intent(in) :: status
    if (status == papilio_ok) return
    print '(a)', 'example: ' // papilio_error_message() // ' (' // papilio_status_name(status) // ')'
    if (status == papilio_no_device) stop 5
    stop 1
  end subroutine

  subroutine transform_array(input, output)
    complex(c_double_complex), intent(in), target :: input(:, :)
    complex(c_double_complex), intent(out), target :: output(:, :)
    type(papilio_problem) :: problem
    type(c_ptr) :: device, plan
    call check(papilio_device_open('auto' // c_null_char, device))
    problem = papilio_problem_of(papilio_c2c, papilio_f64, shape(input))
    call check(papilio_plan_create(device, problem, plan))
    call check(papilio_plan_execute_f64(plan, input, output, c_null_ptr))
    call papilio_plan_destroy(plan)
    call papilio_device_destroy(device)
  end subroutine

  ! Impulses of heights 1, 2, ...: all bins of a spectrum are its impulse's height.
  subroutine batch_on_device(wrong)
    integer, intent(inout) :: wrong
    complex(c_float_complex), target :: signals(n, batch), spectra(n, batch)
    type(c_ptr) :: device, plan, stream, input, output
    integer :: b
    signals = 0
    signals(1, :) = [(cmplx(b, 0, c_float_complex), b = 1, batch)]
    call check(papilio_device_open('auto' // c_null_char, device))
    call check(papilio_plan_create_from_token(device, 'c2c:f32:360*4' // c_null_char, plan))
    call check(papilio_stream_create(device, stream))
    call check(papilio_buffer_create(device, c_sizeof(signals), input))
    call check(papilio_buffer_create(device, c_sizeof(spectra), output))
    call check(papilio_stream_upload(stream, input, 0_c_size_t, c_loc(signals), c_sizeof(signals)))
    call check(papilio_plan_execute(plan, stream, input, output, c_null_ptr))  ! returns at once
    call check(papilio_stream_download(stream, output, 0_c_size_t, c_loc(spectra), c_sizeof(spectra)))
    call papilio_buffer_destroy(input)
    call papilio_buffer_destroy(output)
    call papilio_stream_destroy(stream)
    call papilio_plan_destroy(plan)
    call papilio_device_destroy(device)
    do b = 1, batch
      if (any(abs(spectra(:, b) - b) > 1e-5)) wrong = wrong + 1
    end do
  end subroutine
end program example
