#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void vectors(__global const float* restrict in, __global float* restrict out) {
  const int group_id = (int)get_group_id(0);
  const int base_0 = group_id * 16;
  const float8 x_1 = vload8(0, in + base_0);
  const float8 x_2 = vload8(0, in + (base_0 + 8));
  const float4 x_3 = vload4(0, in + (group_id + 1));
  const float4 x_4 = *(__global const float4*)(in + group_id * 4);
  vstore16(((float16)(x_1, x_2)).s08192a3b4c5d6e7f, 0, out + base_0);
  vstore8(((float16)(x_1, x_2)).s082a4c6e, 0, out + base_0);
  *(__global float4*)(out + base_0) = x_1.s0246;
  vstore8((float8)(x_3, x_4), 0, out + base_0);
  vstore4((float4)(x_1.s3, x_2.s4, x_3.s1, x_4.s0), 0, out + base_0);
  vstore8(fma(x_1, (float8)(0.5f), (float8)(x_2.s7)), 0, out + base_0);
}
