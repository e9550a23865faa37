// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(64)
void scale(const float* __restrict__ in, float* __restrict__ out, long long batch) {
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const int group_id = (int)blockIdx.x;
  const long long i_0 = (long long)group_id * 64LL + (long long)thread_id;
  if (i_0 < batch) {
    const float x_1 = in[i_0];
    out[i_0] = x_1 * 0.100000001f;
  }
}
