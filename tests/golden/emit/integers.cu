// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(4)
void integers(const int* __restrict__ in, int* __restrict__ out, long long in_distance, long long out_distance) {
  __shared__ __align__(16) int tile[4];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const int group_id = (int)blockIdx.x;
  const int i_0 = group_id * 4 + thread_id;
  const int x_1 = in[i_0];
  tile[thread_id] = x_1;
  __syncthreads();
  const int s_2 = tile[3 - thread_id];
  const int place_3 = i_0 * 16;
  out[place_3] = x_1 / 12;
  out[place_3 + 1] = (x_1 * 5) % 12;
  out[place_3 + 2] = (x_1 >> 2) + (x_1 & 5);
  out[place_3 + 3] = min(x_1, thread_id) - max(s_2, thread_id);
  out[place_3 + 4] = x_1 <= 20 && (x_1 & 1) == 1 ? 1 : 0;
  out[place_3 + 5] = (int)((long long)x_1 * 3LL);
  out[place_3 + 6] = -(-x_1 + thread_id);
  out[place_3 + 7] = x_1 + (-2147483647 - 1);
  out[place_3 + 8] = (int)(in_distance * 10LL + out_distance);
  for (int j_4 = 1; j_4 < 7; j_4 += 2) {
    out[place_3 + 9] = j_4 * x_1;
  }
  #pragma unroll
  for (int j_5 = 1; j_5 < 7; j_5 += 2) {
    out[place_3 + 10] = j_5 * x_1;
  }
  #pragma unroll 1
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
