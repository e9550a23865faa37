#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void exchange(__global const float* in, __global float* out, long batch, long repeat) {
  __local float re[64] __attribute__((aligned(64)));
  __local float im[64] __attribute__((aligned(64)));
  const int thread_id = (int)get_local_id(0);
  // two complex numbers for each work-item
  __attribute__((opencl_unroll_hint))
  for (int k_0 = 0; k_0 < 2; ++k_0) {
    const int at_1 = k_0 * 32 + thread_id;
    const float2 x_2 = *(__global const float2*)(in + at_1 * 2);
    re[at_1] = x_2.s0;
    im[at_1] = x_2.s1;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  __attribute__((opencl_unroll_hint(1)))
  for (long turn_3 = 0L; turn_3 < repeat; turn_3 += 3) {
    const int mirror_4 = 63 - thread_id;
    const float s_5 = re[mirror_4];
    const float s_6 = im[mirror_4];
    const float r_7 = fma(s_5, s_6, -((s_5 + s_6) * -1.5f));
    const float s_8 = turn_3 < batch ? s_5 : s_6;
    *(__global float2*)(out + thread_id * 2) = (float2)(r_7, s_8);
    vstore2((float2)(s_8, r_7), 0, out + (thread_id * 2 + 65));
  }
}
