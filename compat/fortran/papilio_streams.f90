! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Device memory, streams and events of <papilio/papilio.h>, and a program's own OpenCL and CUDA objects.
module papilio_streams
  use papilio_types
  implicit none
  public

  interface
    function papilio_buffer_create(device, bytes, buffer) &
        bind(c, name="papilio_buffer_create") result(answer)
      import
      type(c_ptr), value :: device
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(out) :: buffer
      integer(c_int) :: answer
    end function
    function papilio_buffer_get_size(buffer, bytes) &
        bind(c, name="papilio_buffer_get_size") result(answer)
      import
      type(c_ptr), value :: buffer
      integer(c_size_t), intent(out) :: bytes
      integer(c_int) :: answer
    end function
    subroutine papilio_buffer_destroy(buffer) &
        bind(c, name="papilio_buffer_destroy")
      import
      type(c_ptr), value :: buffer
    end subroutine
    function papilio_stream_create(device, stream) &
        bind(c, name="papilio_stream_create") result(answer)
      import
      type(c_ptr), value :: device
      type(c_ptr), intent(out) :: stream
      integer(c_int) :: answer
    end function
    function papilio_stream_upload(stream, to, offset, from, bytes) &
        bind(c, name="papilio_stream_upload") result(answer)
      import
      type(c_ptr), value :: stream, to, from
      integer(c_size_t), value :: offset, bytes
      integer(c_int) :: answer
    end function
    function papilio_stream_download(stream, from, offset, to, bytes) &
        bind(c, name="papilio_stream_download") result(answer)
      import
      type(c_ptr), value :: stream, from, to
      integer(c_size_t), value :: offset, bytes
      integer(c_int) :: answer
    end function
    function papilio_stream_upload_async(stream, to, offset, from, bytes) &
        bind(c, name="papilio_stream_upload_async") result(answer)
      import
      type(c_ptr), value :: stream, to, from
      integer(c_size_t), value :: offset, bytes
      integer(c_int) :: answer
    end function
    function papilio_stream_download_async(stream, from, offset, to, bytes) &
        bind(c, name="papilio_stream_download_async") result(answer)
      import
      type(c_ptr), value :: stream, from, to
      integer(c_size_t), value :: offset, bytes
      integer(c_int) :: answer
    end function
    function papilio_stream_synchronize(stream) &
        bind(c, name="papilio_stream_synchronize") result(answer)
      import
      type(c_ptr), value :: stream
      integer(c_int) :: answer
    end function
    function papilio_stream_record(stream, event) &
        bind(c, name="papilio_stream_record") result(answer)
      import
      type(c_ptr), value :: stream
      type(c_ptr), intent(out) :: event
      integer(c_int) :: answer
    end function
    function papilio_stream_wait(stream, event) &
        bind(c, name="papilio_stream_wait") result(answer)
      import
      type(c_ptr), value :: stream, event
      integer(c_int) :: answer
    end function
    subroutine papilio_stream_destroy(stream) &
        bind(c, name="papilio_stream_destroy")
      import
      type(c_ptr), value :: stream
    end subroutine
    function papilio_event_wait(event) &
        bind(c, name="papilio_event_wait") result(answer)
      import
      type(c_ptr), value :: event
      integer(c_int) :: answer
    end function
    function papilio_event_get_seconds_since(event, earlier, seconds) &
        bind(c, name="papilio_event_get_seconds_since") result(answer)
      import
      type(c_ptr), value :: event, earlier
      real(c_double), intent(out) :: seconds
      integer(c_int) :: answer
    end function
    subroutine papilio_event_destroy(event) &
        bind(c, name="papilio_event_destroy")
      import
      type(c_ptr), value :: event
    end subroutine
    function papilio_plan_execute(plan, stream, input, output, scratch) &
        bind(c, name="papilio_plan_execute") result(answer)
      import
      type(c_ptr), value :: plan, stream, input, output, scratch
      integer(c_int) :: answer
    end function
    function papilio_plan_execute_pointers(plan, stream, input, output, work) &
        bind(c, name="papilio_plan_execute_pointers") result(answer)
      import
      type(c_ptr), value :: plan, stream, input, output, work
      integer(c_int) :: answer
    end function
    function papilio_plan_execute_operands(plan, stream, operands) &
        bind(c, name="papilio_plan_execute_operands") result(answer)
      import
      type(c_ptr), value :: plan, stream
      type(papilio_operands), intent(in) :: operands
      integer(c_int) :: answer
    end function
    function papilio_device_wrap_opencl(context, device, wrapped) &
        bind(c, name="papilio_device_wrap_opencl") result(answer)
      import
      type(c_ptr), value :: context, device
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
    function papilio_stream_wrap_opencl(device, queue, wrapped) &
        bind(c, name="papilio_stream_wrap_opencl") result(answer)
      import
      type(c_ptr), value :: device, queue
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
    function papilio_buffer_wrap_opencl(device, memory, wrapped) &
        bind(c, name="papilio_buffer_wrap_opencl") result(answer)
      import
      type(c_ptr), value :: device, memory
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
    function papilio_device_wrap_cuda(context, wrapped) &
        bind(c, name="papilio_device_wrap_cuda") result(answer)
      import
      type(c_ptr), value :: context
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
    function papilio_stream_wrap_cuda(device, stream, wrapped) &
        bind(c, name="papilio_stream_wrap_cuda") result(answer)
      import
      type(c_ptr), value :: device, stream
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
    function papilio_buffer_wrap_cuda(device, pointer, bytes, wrapped) &
        bind(c, name="papilio_buffer_wrap_cuda") result(answer)
      import
      type(c_ptr), value :: device, pointer
      integer(c_size_t), value :: bytes
      type(c_ptr), intent(out) :: wrapped
      integer(c_int) :: answer
    end function
  end interface
end module papilio_streams
