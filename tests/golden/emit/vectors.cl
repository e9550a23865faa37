#pragma OPENCL FP_CONTRACT OFF
typedef float8 float8_unaligned __attribute__((aligned(4)));
typedef float16 float16_unaligned __attribute__((aligned(4)));
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void vectors(__global const float* restrict in, __global float* restrict out) {
  const int group_id = (int)get_group_id(0);
  const int base_0 = group_id * 16;
  const float8 x_1 = *(__global const float8_unaligned*)(in + base_0);
  const float8 x_2 = *(__global const float8_unaligned*)(in + (base_0 + 8));
  const float4 x_3 = vload4(0, in + (group_id + 1));
  const float4 x_4 = *(__global const float4*)(in + group_id * 4);
  *(__global float16_unaligned*)(out + base_0) = ((float16)(x_1, x_2)).s08192a3b4c5d6e7f;
  *(__global float8_unaligned*)(out + base_0) = ((float16)(x_1, x_2)).s082a4c6e;
  *(__global float4*)(out + base_0) = x_1.s0246;
  *(__global float8_unaligned*)(out + base_0) = (float8)(x_3, x_4);
  vstore4((float4)(x_1.s3, x_2.s4, x_3.s1, x_4.s0), 0, out + base_0);
  *(__global float8_unaligned*)(out + base_0) = fma(x_1, (float8)(0.5f), (float8)(x_2.s7));
}
