! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! A child of fork() whose parent has used a device: its calls fail at once, and name fork() and the remedy.
program fork_test
  use, intrinsic :: iso_c_binding
  use papilio
  implicit none
  interface
    function posix_fork() bind(c, name='fork') result(child)
      import
      integer(c_int) :: child
    end function
    function posix_waitpid(child, status, options) bind(c, name='waitpid') result(ended)
      import
      integer(c_int), value :: child, options
      integer(c_int), intent(out) :: status
      integer(c_int) :: ended
    end function
    function posix_alarm(seconds) bind(c, name='alarm') result(left)
      import
      integer(c_int), value :: seconds
      integer(c_int) :: left
    end function
  end interface
  integer, parameter :: n = 64
  complex(c_float_complex), target :: signal(n), spectrum(n)
  type(c_ptr) :: device, plan
  integer(c_int) :: child, status

  signal = 1
  if (papilio_device_open('auto' // c_null_char, device) == papilio_no_device) stop 77
  call expect(papilio_plan_create(device, papilio_problem_of(papilio_c2c, papilio_f32, [n]), plan) == papilio_ok)
  call expect(papilio_plan_execute_f32(plan, signal, spectrum, c_null_ptr) == papilio_ok)
  call expect(abs(spectrum(1) - n) < 1e-3)
  child = posix_fork()
  if (child == 0) then
    status = posix_alarm(60)
    call refused(papilio_plan_execute_f32(plan, signal, spectrum, c_null_ptr))
    call refused(papilio_fft_f32(int(n, c_int64_t), signal, spectrum, papilio_norm_default))
    call refused(papilio_device_open('auto' // c_null_char, device))
    call papilio_plan_destroy(plan)
    stop 7
  end if
  call expect(posix_waitpid(child, status, 0) == child)
  call expect(status == 7 * 256)  ! ended by `stop 7`
  call expect(papilio_plan_execute_f32(plan, signal, spectrum, c_null_ptr) == papilio_ok)
  call papilio_plan_destroy(plan)
  call papilio_device_destroy(device)

contains

  subroutine expect(condition)
    logical, intent(in) :: condition
    if (condition) return
    print '(a)', 'fork_test: not as expected; the last error: ' // papilio_error_message()
    stop 1
  end subroutine

  subroutine refused(status)
    integer(c_int), intent(in) :: status
    call expect(status == papilio_device_failed)
    call expect(index(papilio_error_message(), 'fork()') > 0 .and. index(papilio_error_message(), 'exec()') > 0)
  end subroutine
end program
