#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void carried(__global const float* restrict in, __global float* restrict out) {
  float kept[2];
  const int thread_id = (int)get_local_id(0);
  const int at_0 = thread_id * 2;
  const float x_1 = in[at_0];
  kept[0] = x_1;
  const float x_2 = in[at_0 + 1];
  kept[1] = x_2;
  __attribute__((opencl_unroll_hint(1)))
  for (int round_3 = 0; round_3 < 2; ++round_3) {
    const float r_4 = kept[0];
    const float r_5 = kept[1];
    kept[0] = r_4 + r_5;
    kept[1] = r_4 - r_5;
  }
  const float r_6 = kept[0];
  out[at_0] = r_6;
  const float r_7 = kept[1];
  out[at_0 + 1] = r_7;
}
