! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! <papilio/convolution.h>.
module papilio_convolutions
  use papilio_types
  implicit none
  public

  interface
    function papilio_convolution_problem_parse(token, problem) &
        bind(c, name="papilio_convolution_problem_parse") result(answer)
      import
      character(kind=c_char), intent(in) :: token(*)
      type(papilio_convolution_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_convolution_problem_to_token(problem, token, capacity, length) &
        bind(c, name="papilio_convolution_problem_to_token") result(answer)
      import
      type(papilio_convolution_problem), intent(in) :: problem
      character(kind=c_char), intent(out) :: token(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
      integer(c_int) :: answer
    end function
    function papilio_convolution_problem_normalise(problem) &
        bind(c, name="papilio_convolution_problem_normalise") result(answer)
      import
      type(papilio_convolution_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_convolution_problem_get_elements(problem, signals, kernels, results) &
        bind(c, name="papilio_convolution_problem_get_elements") result(answer)
      import
      type(papilio_convolution_problem), intent(in) :: problem
      integer(c_int64_t), intent(out) :: signals, kernels, results
      integer(c_int) :: answer
    end function
    function papilio_convolution_problem_get_bytes(problem, signals, kernels, results) &
        bind(c, name="papilio_convolution_problem_get_bytes") result(answer)
      import
      type(papilio_convolution_problem), intent(in) :: problem
      integer(c_size_t), intent(out) :: signals, kernels, results
      integer(c_int) :: answer
    end function
    function papilio_convolution_problem_estimate(problem, device, estimate) &
        bind(c, name="papilio_convolution_problem_estimate") result(answer)
      import
      type(papilio_convolution_problem), intent(in) :: problem
      type(c_ptr), value :: device
      type(papilio_estimate), intent(inout) :: estimate
      integer(c_int) :: answer
    end function
    function papilio_convolve(signal, kernel, mode, results, capacity) &
        bind(c, name="papilio_convolve") result(answer)
      import
      type(papilio_values), intent(in) :: signal, kernel
      integer(c_int), value :: mode
      type(c_ptr), value :: results
      integer(c_int64_t), value :: capacity
      integer(c_int) :: answer
    end function
    function papilio_correlate(signal, kernel, mode, results, capacity) &
        bind(c, name="papilio_correlate") result(answer)
      import
      type(papilio_values), intent(in) :: signal, kernel
      integer(c_int), value :: mode
      type(c_ptr), value :: results
      integer(c_int64_t), value :: capacity
      integer(c_int) :: answer
    end function
    function papilio_convolution_create(device, problem, convolution) &
        bind(c, name="papilio_convolution_create") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_convolution_problem), intent(in) :: problem
      type(c_ptr), intent(out) :: convolution
      integer(c_int) :: answer
    end function
    function papilio_convolution_create_from_token(device, token, convolution) &
        bind(c, name="papilio_convolution_create_from_token") result(answer)
      import
      type(c_ptr), value :: device
      character(kind=c_char), intent(in) :: token(*)
      type(c_ptr), intent(out) :: convolution
      integer(c_int) :: answer
    end function
    function papilio_convolution_create_with_callbacks(device, problem, callbacks, convolution) &
        bind(c, name="papilio_convolution_create_with_callbacks") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_convolution_problem), intent(in) :: problem
      type(papilio_callbacks), intent(in) :: callbacks
      type(c_ptr), intent(out) :: convolution
      integer(c_int) :: answer
    end function
    subroutine papilio_convolution_destroy(convolution) &
        bind(c, name="papilio_convolution_destroy")
      import
      type(c_ptr), value :: convolution
    end subroutine
    function papilio_convolution_get_problem(convolution, problem) &
        bind(c, name="papilio_convolution_get_problem") result(answer)
      import
      type(c_ptr), value :: convolution
      type(papilio_convolution_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_convolution_get_elements(convolution, signals, kernels, results) &
        bind(c, name="papilio_convolution_get_elements") result(answer)
      import
      type(c_ptr), value :: convolution
      integer(c_int64_t), intent(out) :: signals, kernels, results
      integer(c_int) :: answer
    end function
    function papilio_convolution_get_bytes(convolution, signals, kernels, results) &
        bind(c, name="papilio_convolution_get_bytes") result(answer)
      import
      type(c_ptr), value :: convolution
      integer(c_size_t), intent(out) :: signals, kernels, results
      integer(c_int) :: answer
    end function
    function papilio_convolution_get_scratch_bytes(convolution, bytes) &
        bind(c, name="papilio_convolution_get_scratch_bytes") result(answer)
      import
      type(c_ptr), value :: convolution
      integer(c_size_t), intent(out) :: bytes
      integer(c_int) :: answer
    end function
    function papilio_convolution_describe(convolution, text, capacity, length) &
        bind(c, name="papilio_convolution_describe") result(answer)
      import
      type(c_ptr), value :: convolution
      character(kind=c_char), intent(out) :: text(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
      integer(c_int) :: answer
    end function
    function papilio_filter_create(convolution, kernels, bytes, filter) &
        bind(c, name="papilio_filter_create") result(answer)
      import
      type(c_ptr), value :: convolution, kernels
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(out) :: filter
      integer(c_int) :: answer
    end function
    subroutine papilio_filter_destroy(filter) &
        bind(c, name="papilio_filter_destroy")
      import
      type(c_ptr), value :: filter
    end subroutine
    function papilio_convolution_execute(convolution, filter, stream, operands) &
        bind(c, name="papilio_convolution_execute") result(answer)
      import
      type(c_ptr), value :: convolution, filter, stream
      type(papilio_operands), intent(in) :: operands
      integer(c_int) :: answer
    end function
    function papilio_convolution_execute_host(convolution, filter, operands, timing) &
        bind(c, name="papilio_convolution_execute_host") result(answer)
      import
      type(c_ptr), value :: convolution, filter, timing
      type(papilio_host_operands), intent(in) :: operands
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_create(device, options, stream) &
        bind(c, name="papilio_overlap_save_create") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_overlap_save_options), intent(in) :: options
      type(c_ptr), intent(out) :: stream
      integer(c_int) :: answer
    end function
    subroutine papilio_overlap_save_destroy(stream) &
        bind(c, name="papilio_overlap_save_destroy")
      import
      type(c_ptr), value :: stream
    end subroutine
    function papilio_overlap_save_get_block(stream, block) &
        bind(c, name="papilio_overlap_save_get_block") result(answer)
      import
      type(c_ptr), value :: stream
      integer(c_int64_t), intent(out) :: block
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_push(stream, samples, count) &
        bind(c, name="papilio_overlap_save_push") result(answer)
      import
      type(c_ptr), value :: stream, samples
      integer(c_size_t), value :: count
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_flush(stream) &
        bind(c, name="papilio_overlap_save_flush") result(answer)
      import
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_finish(stream) &
        bind(c, name="papilio_overlap_save_finish") result(answer)
      import
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_get_available(stream, count) &
        bind(c, name="papilio_overlap_save_get_available") result(answer)
      import
      type(c_ptr), value :: stream
      integer(c_size_t), intent(out) :: count
      integer(c_int) :: answer
    end function
    function papilio_overlap_save_pull(stream, results, capacity, count) &
        bind(c, name="papilio_overlap_save_pull") result(answer)
      import
      type(c_ptr), value :: stream, results
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: count
      integer(c_int) :: answer
    end function
  end interface
end module papilio_convolutions
