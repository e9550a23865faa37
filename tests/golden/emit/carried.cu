// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(32)
void carried(const float* __restrict__ in, float* __restrict__ out) {
  float kept[2];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const int at_0 = thread_id * 2;
  const float x_1 = in[at_0];
  kept[0] = x_1;
  const float x_2 = in[at_0 + 1];
  kept[1] = x_2;
  #pragma unroll 1
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
