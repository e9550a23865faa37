! SPDX-FileCopyrightText: The Papilio authors
! SPDX-License-Identifier: MIT
!
! A Fortran program of FFTW's legacy interface, linked with the genuine library and run with ours.
program client
  implicit none
  include 'fftw3.f'
  integer, parameter :: nx = 6, ny = 4
  integer(8) :: plan
  integer :: done, i, j
  complex(8) :: a(nx, ny), b(nx, ny)
  real(8) :: line(5)
  logical :: good

  call dfftw_init_threads(done)
  good = done /= 0
  call dfftw_plan_dft_2d(plan, nx, ny, a, b, FFTW_FORWARD, FFTW_ESTIMATE)
  ! One wave along the first, contiguous axis: its spectrum is one number.
  do j = 1, ny
    do i = 1, nx
      a(i, j) = exp(cmplx(0, 2 * acos(-1d0) * (i - 1) * 2 / nx, 8))
    end do
  end do
  call dfftw_execute_dft(plan, a, b)
  call dfftw_destroy_plan(plan)
  good = good .and. abs(b(3, 1) - nx * ny) < 1d-12
  b(3, 1) = 0
  good = good .and. maxval(abs(b)) < 1d-12

  call dfftw_plan_r2r_1d(plan, 5, line, line, FFTW_REDFT10, FFTW_ESTIMATE)
  line = 1
  call dfftw_execute_r2r(plan, line, line)  ! names the array, so that the compiler knows that it changes
  call dfftw_destroy_plan(plan)
  good = good .and. abs(line(1) - 10) < 1d-13 .and. maxval(abs(line(2:))) < 1d-13
  if (.not. good) stop 1
  print '(a)', 'ok'
end program client
