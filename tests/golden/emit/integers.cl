#pragma OPENCL FP_CONTRACT OFF
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void integers(__global const int* restrict in, __global int* restrict out, long in_distance, long out_distance) {
  __local int tile[4] __attribute__((aligned(64)));
  const int thread_id = (int)get_local_id(0);
  const int group_id = (int)get_group_id(0);
  const int i_0 = group_id * 4 + thread_id;
  const int x_1 = in[i_0];
  tile[thread_id] = x_1;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int s_2 = tile[3 - thread_id];
  const int place_3 = i_0 * 16;
  out[place_3] = x_1 / 12;
  out[place_3 + 1] = (x_1 * 5) % 12;
  out[place_3 + 2] = (x_1 >> 2) + (x_1 & 5);
  out[place_3 + 3] = min(x_1, thread_id) - max(s_2, thread_id);
  out[place_3 + 4] = x_1 <= 20 && (x_1 & 1) == 1 ? 1 : 0;
  out[place_3 + 5] = (int)((long)x_1 * 3L);
  out[place_3 + 6] = -(-x_1 + thread_id);
  out[place_3 + 7] = x_1 + (-2147483647 - 1);
  out[place_3 + 8] = (int)(in_distance * 10L + out_distance);
  for (int j_4 = 1; j_4 < 7; j_4 += 2) {
    out[place_3 + 9] = j_4 * x_1;
  }
  __attribute__((opencl_unroll_hint))
  for (int j_5 = 1; j_5 < 7; j_5 += 2) {
    out[place_3 + 10] = j_5 * x_1;
  }
  __attribute__((opencl_unroll_hint(1)))
  for (int j_6 = 1; j_6 < 7; j_6 += 2) {
    out[place_3 + 11] = j_6 * x_1;
  }
  if (x_1 < thread_id) {
    out[place_3 + 12] = 1;
  } else {
    out[place_3 + 12] = -7;
  }
  out[place_3 + 13] = (x_1 << 2) | 3;
  out[place_3 + 14] = x_1 ^ (x_1 & 6);
  out[place_3 + 15] = x_1 < 5 || 30 <= x_1 ? 8 : 9;
}
