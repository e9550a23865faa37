// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(32)
void counters(const float* __restrict__ in, float* out, int* __restrict__ counters) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const int group_id = (int)blockIdx.x;
  const int unit_0 = group_id >> 1;
  const int own_1 = unit_0 * 32 + thread_id;
  if ((group_id & 1) == 0) {
    const float x_2 = in[own_1];
    out[own_1] = x_2;
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("red.release.gpu.global.add.s32 [%0], 1;" :: "l"(counters + unit_0 * 8) : "memory");
  } else {
    if (threadIdx.x == 0) {
      unsigned seen;
      do {
        asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(seen) : "l"(counters + unit_0 * 8) : "memory");
      } while (seen < 1u);
    }
    __syncthreads();
    out[own_1 + 4096] = 1.0f;
  }
}
