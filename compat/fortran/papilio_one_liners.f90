! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Problems, errors, and transforms of one signal: <papilio/status.h>, <papilio/problem.h> and the one-liners of
! <papilio/papilio.h>.
module papilio_one_liners
  use papilio_types
  implicit none
  public

  interface
    function papilio_get_version() &
        bind(c, name="papilio_get_version") result(answer)
      import
      type(c_ptr) :: answer
    end function
    function papilio_status_get_name(status) &
        bind(c, name="papilio_status_get_name") result(answer)
      import
      integer(c_int), value :: status
      type(c_ptr) :: answer
    end function
    function papilio_get_last_error() &
        bind(c, name="papilio_get_last_error") result(answer)
      import
      type(c_ptr) :: answer
    end function
    function papilio_problem_parse(token, problem) &
        bind(c, name="papilio_problem_parse") result(answer)
      import
      character(kind=c_char), intent(in) :: token(*)
      type(papilio_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_problem_to_token(problem, token, capacity, length) &
        bind(c, name="papilio_problem_to_token") result(answer)
      import
      type(papilio_problem), intent(in) :: problem
      character(kind=c_char), intent(out) :: token(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
      integer(c_int) :: answer
    end function
    function papilio_problem_normalise(problem) &
        bind(c, name="papilio_problem_normalise") result(answer)
      import
      type(papilio_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_problem_get_elements(problem, input, output) &
        bind(c, name="papilio_problem_get_elements") result(answer)
      import
      type(papilio_problem), intent(in) :: problem
      integer(c_int64_t), intent(out) :: input, output
      integer(c_int) :: answer
    end function
    function papilio_problem_get_bytes(problem, input, output) &
        bind(c, name="papilio_problem_get_bytes") result(answer)
      import
      type(papilio_problem), intent(in) :: problem
      integer(c_size_t), intent(out) :: input, output
      integer(c_int) :: answer
    end function
    function papilio_fft_f32(n, input, output, norm) &
        bind(c, name="papilio_fft_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_float_complex), intent(in) :: input(*)
      complex(c_float_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_fft_f64(n, input, output, norm) &
        bind(c, name="papilio_fft_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_double_complex), intent(in) :: input(*)
      complex(c_double_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_ifft_f32(n, input, output, norm) &
        bind(c, name="papilio_ifft_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_float_complex), intent(in) :: input(*)
      complex(c_float_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_ifft_f64(n, input, output, norm) &
        bind(c, name="papilio_ifft_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_double_complex), intent(in) :: input(*)
      complex(c_double_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_rfft_f32(n, input, output, norm) &
        bind(c, name="papilio_rfft_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_float), intent(in) :: input(*)
      complex(c_float_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_rfft_f64(n, input, output, norm) &
        bind(c, name="papilio_rfft_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: input(*)
      complex(c_double_complex), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_irfft_f32(n, input, output, norm) &
        bind(c, name="papilio_irfft_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_float_complex), intent(in) :: input(*)
      real(c_float), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_irfft_f64(n, input, output, norm) &
        bind(c, name="papilio_irfft_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      complex(c_double_complex), intent(in) :: input(*)
      real(c_double), intent(out) :: output(*)
      integer(c_int), value :: norm
      integer(c_int) :: answer
    end function
    function papilio_dct_f32(n, input, output, type, norm) &
        bind(c, name="papilio_dct_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_float), intent(in) :: input(*)
      real(c_float), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_dct_f64(n, input, output, type, norm) &
        bind(c, name="papilio_dct_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: input(*)
      real(c_double), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_idct_f32(n, input, output, type, norm) &
        bind(c, name="papilio_idct_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_float), intent(in) :: input(*)
      real(c_float), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_idct_f64(n, input, output, type, norm) &
        bind(c, name="papilio_idct_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: input(*)
      real(c_double), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_dst_f32(n, input, output, type, norm) &
        bind(c, name="papilio_dst_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_float), intent(in) :: input(*)
      real(c_float), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_dst_f64(n, input, output, type, norm) &
        bind(c, name="papilio_dst_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: input(*)
      real(c_double), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_idst_f32(n, input, output, type, norm) &
        bind(c, name="papilio_idst_f32") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_float), intent(in) :: input(*)
      real(c_float), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
    function papilio_idst_f64(n, input, output, type, norm) &
        bind(c, name="papilio_idst_f64") result(answer)
      import
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: input(*)
      real(c_double), intent(out) :: output(*)
      integer(c_int), value :: type, norm
      integer(c_int) :: answer
    end function
  end interface
end module papilio_one_liners
