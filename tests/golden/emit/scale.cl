#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void scale(__global const float* restrict in, __global float* restrict out, long batch) {
  const int thread_id = (int)get_local_id(0);
  const int group_id = (int)get_group_id(0);
  const long i_0 = (long)group_id * 64L + (long)thread_id;
  if (i_0 < batch) {
    const float x_1 = in[i_0];
    out[i_0] = x_1 * 0.100000001f;
  }
}
