! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Devices and plans of <papilio/papilio.h>. Handles are type(c_ptr).
module papilio_plans
  use papilio_types
  implicit none
  public

  interface
    function papilio_device_get_count(count) &
        bind(c, name="papilio_device_get_count") result(answer)
      import
      integer(c_size_t), intent(out) :: count
      integer(c_int) :: answer
    end function
    function papilio_device_get_info_at(index, info) &
        bind(c, name="papilio_device_get_info_at") result(answer)
      import
      integer(c_size_t), value :: index
      type(papilio_device_info), intent(inout) :: info
      integer(c_int) :: answer
    end function
    function papilio_device_open(selector, device) &
        bind(c, name="papilio_device_open") result(answer)
      import
      character(kind=c_char), intent(in) :: selector(*)
      type(c_ptr), intent(out) :: device
      integer(c_int) :: answer
    end function
    function papilio_device_get_info(device, info) &
        bind(c, name="papilio_device_get_info") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_device_info), intent(inout) :: info
      integer(c_int) :: answer
    end function
    subroutine papilio_device_destroy(device) &
        bind(c, name="papilio_device_destroy")
      import
      type(c_ptr), value :: device
    end subroutine
    function papilio_problem_estimate(problem, device, estimate) &
        bind(c, name="papilio_problem_estimate") result(answer)
      import
      type(papilio_problem), intent(in) :: problem
      type(c_ptr), value :: device
      type(papilio_estimate), intent(inout) :: estimate
      integer(c_int) :: answer
    end function
    function papilio_plan_create(device, problem, plan) &
        bind(c, name="papilio_plan_create") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_problem), intent(in) :: problem
      type(c_ptr), intent(out) :: plan
      integer(c_int) :: answer
    end function
    function papilio_plan_create_verified(device, problem, plan) &
        bind(c, name="papilio_plan_create_verified") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_problem), intent(in) :: problem
      type(c_ptr), intent(out) :: plan
      integer(c_int) :: answer
    end function
    function papilio_plan_create_verified_every(device, problem, executions, plan) &
        bind(c, name="papilio_plan_create_verified_every") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_problem), intent(in) :: problem
      integer(c_int64_t), value :: executions
      type(c_ptr), intent(out) :: plan
      integer(c_int) :: answer
    end function
    function papilio_plan_create_from_token(device, token, plan) &
        bind(c, name="papilio_plan_create_from_token") result(answer)
      import
      type(c_ptr), value :: device
      character(kind=c_char), intent(in) :: token(*)
      type(c_ptr), intent(out) :: plan
      integer(c_int) :: answer
    end function
    function papilio_plan_create_with_callbacks(device, problem, callbacks, plan) &
        bind(c, name="papilio_plan_create_with_callbacks") result(answer)
      import
      type(c_ptr), value :: device
      type(papilio_problem), intent(in) :: problem
      type(papilio_callbacks), intent(in) :: callbacks
      type(c_ptr), intent(out) :: plan
      integer(c_int) :: answer
    end function
    subroutine papilio_plan_destroy(plan) &
        bind(c, name="papilio_plan_destroy")
      import
      type(c_ptr), value :: plan
    end subroutine
    function papilio_plan_get_problem(plan, problem) &
        bind(c, name="papilio_plan_get_problem") result(answer)
      import
      type(c_ptr), value :: plan
      type(papilio_problem), intent(inout) :: problem
      integer(c_int) :: answer
    end function
    function papilio_plan_get_elements(plan, input, output) &
        bind(c, name="papilio_plan_get_elements") result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(out) :: input, output
      integer(c_int) :: answer
    end function
    function papilio_plan_get_bytes(plan, input, output) &
        bind(c, name="papilio_plan_get_bytes") result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_size_t), intent(out) :: input, output
      integer(c_int) :: answer
    end function
    function papilio_plan_get_scratch_bytes(plan, bytes) &
        bind(c, name="papilio_plan_get_scratch_bytes") result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_size_t), intent(out) :: bytes
      integer(c_int) :: answer
    end function
    function papilio_plan_get_batch_limits(plan, least, most) &
        bind(c, name="papilio_plan_get_batch_limits") result(answer)
      import
      type(c_ptr), value :: plan
      integer(c_int64_t), intent(out) :: least, most
      integer(c_int) :: answer
    end function
    function papilio_plan_describe(plan, text, capacity, length) &
        bind(c, name="papilio_plan_describe") result(answer)
      import
      type(c_ptr), value :: plan
      character(kind=c_char), intent(out) :: text(*)
      integer(c_size_t), value :: capacity
      integer(c_size_t), intent(out) :: length
      integer(c_int) :: answer
    end function
    function papilio_plan_execute_host(plan, operands, timing) &
        bind(c, name="papilio_plan_execute_host") result(answer)
      import
      type(c_ptr), value :: plan, timing
      type(papilio_host_operands), intent(in) :: operands
      integer(c_int) :: answer
    end function
    function papilio_plan_execute_f32(plan, input, output, timing) &
        bind(c, name="papilio_plan_execute_f32") result(answer)
      import
      type(c_ptr), value :: plan, timing
      complex(c_float_complex), intent(in) :: input(*)
      complex(c_float_complex), intent(out) :: output(*)
      integer(c_int) :: answer
    end function
    function papilio_plan_execute_f64(plan, input, output, timing) &
        bind(c, name="papilio_plan_execute_f64") result(answer)
      import
      type(c_ptr), value :: plan, timing
      complex(c_double_complex), intent(in) :: input(*)
      complex(c_double_complex), intent(out) :: output(*)
      integer(c_int) :: answer
    end function
  end interface
end module papilio_plans
