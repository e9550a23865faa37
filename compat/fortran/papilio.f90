! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! Papilio in Fortran 2003: the functions, constants and structures of its C API, whose headers <papilio/papilio.h> and
! <papilio/convolution.h> document them, and what is more convenient here than there.
!
! Every function that can fail returns a status, papilio_ok or another one; papilio_error_message() says why. Handles
! are type(c_ptr). Texts that go to C end with c_null_char. Data are passed as c_loc(array), with the attribute target,
! but for papilio_fft_f32() and other functions of one type, which take arrays. What may be null in C is c_null_ptr.
!
! Lengths are in the order of C: the last one is that of the elements that lie side by side, which is the first
! dimension of a Fortran array. A Fortran array x(nx, ny) has lengths ny, nx. papilio_problem_of() reverses a shape.
!
! Thread safety, scaling, sign and aliasing are those of the C API.
module papilio
  use papilio_types
  use papilio_one_liners
  use papilio_plans
  use papilio_streams
  use papilio_convolutions
  implicit none
  public

contains

  ! ---- Structures with struct_size, as C's inline functions make them ----

  function papilio_problem_init() result(problem)
    type(papilio_problem) :: problem
    problem%struct_size = size(transfer(problem, [c_null_char]))
  end function

  ! The transform of a Fortran array of this shape along all of its dimensions, out of place and unscaled.
  function papilio_problem_of(kind, precision, shape, batch) result(problem)
    integer(c_int), intent(in) :: kind, precision
    integer, intent(in) :: shape(:)
    integer, intent(in), optional :: batch
    type(papilio_problem) :: problem
    integer :: i
    problem = papilio_problem_init()
    problem%kind = kind
    problem%precision = precision
    problem%rank = size(shape)  ! one beyond papilio_max_rank is refused by every function that takes the problem
    do i = 1, min(size(shape), papilio_max_rank)
      problem%lengths(i) = shape(size(shape) + 1 - i)
    end do
    if (present(batch)) problem%batch = batch
    if (kind == papilio_c2r) problem%direction = papilio_inverse
  end function

  function papilio_device_info_init() result(info)
    type(papilio_device_info) :: info
    info%struct_size = size(transfer(info, [c_null_char]))
  end function

  function papilio_estimate_init() result(estimate)
    type(papilio_estimate) :: estimate
    estimate%struct_size = size(transfer(estimate, [c_null_char]))
  end function

  function papilio_callbacks_init() result(callbacks)
    type(papilio_callbacks) :: callbacks
    callbacks%struct_size = size(transfer(callbacks, [c_null_char]))
  end function

  function papilio_host_operands_init(input, input_bytes, output, output_bytes) result(operands)
    type(c_ptr), intent(in) :: input, output
    integer(c_size_t), intent(in) :: input_bytes, output_bytes
    type(papilio_host_operands) :: operands
    operands%struct_size = size(transfer(operands, [c_null_char]))
    operands%input = input
    operands%in_bytes = input_bytes
    operands%output = output
    operands%out_bytes = output_bytes
  end function

  function papilio_operands_init(input, output) result(operands)
    type(c_ptr), intent(in) :: input, output
    type(papilio_operands) :: operands
    operands%struct_size = size(transfer(operands, [c_null_char]))
    operands%input = input
    operands%output = output
  end function

  function papilio_convolution_problem_init() result(problem)
    type(papilio_convolution_problem) :: problem
    problem%struct_size = size(transfer(problem, [c_null_char]))
  end function

  function papilio_overlap_save_options_init() result(options)
    type(papilio_overlap_save_options) :: options
    options%struct_size = size(transfer(options, [c_null_char]))
  end function

  ! ---- Texts ----

  ! The message of the last function that failed on this thread.
  function papilio_error_message() result(text)
    character(:), allocatable :: text
    text = papilio_text(papilio_get_last_error())
  end function

  function papilio_status_name(status) result(text)
    integer(c_int), intent(in) :: status
    character(:), allocatable :: text
    text = papilio_text(papilio_status_get_name(status))
  end function

  ! The library's version, "0.2.0".
  function papilio_version_text() result(text)
    character(:), allocatable :: text
    text = papilio_text(papilio_get_version())
  end function

  ! A text of C, which ends with c_null_char, as one of Fortran.
  function papilio_text(pointer) result(text)
    type(c_ptr), intent(in) :: pointer
    character(:), allocatable :: text
    character(kind=c_char), pointer :: characters(:)
    integer :: length
    call c_f_pointer(pointer, characters, [1024])  ! no text of the library is longer
    length = 0
    do while (characters(length + 1) /= c_null_char)
      length = length + 1
    end do
    text = papilio_string(characters(1:length))
  end function

  ! Characters of a structure or a buffer up to c_null_char.
  function papilio_string(characters) result(text)
    character(kind=c_char), intent(in) :: characters(:)
    character(:), allocatable :: text
    integer :: i
    text = ''
    do i = 1, size(characters)
      if (characters(i) == c_null_char) exit
      text = text // characters(i)
    end do
  end function
end module papilio
