#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void big_shared(__global const double* restrict in, __global double* restrict out) {
  __local double first[4097] __attribute__((aligned(64)));
  __local double second[4096] __attribute__((aligned(64)));
  const int thread_id = (int)get_local_id(0);
  const double2 x_0 = *(__global const double2*)(in + thread_id * 2);
  first[thread_id] = x_0.s0;
  second[thread_id] = x_0.s1;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other_1 = 255 - thread_id;
  const double s_2 = first[other_1];
  const double s_3 = second[other_1];
  *(__global double2*)(out + thread_id * 2) = (double2)(s_2, s_3);
}
