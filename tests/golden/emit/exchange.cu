// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(32)
void exchange(const float* in, float* out, long long batch, long long repeat) {
  __shared__ __align__(16) float re[64];
  __shared__ __align__(16) float im[64];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  // two complex numbers for each work-item
  #pragma unroll
  for (int k_0 = 0; k_0 < 2; ++k_0) {
    const int at_1 = k_0 * 32 + thread_id;
    const float2 x_2 = *reinterpret_cast<const float2*>(in + at_1 * 2);
    re[at_1] = x_2.x;
    im[at_1] = x_2.y;
  }
  __syncthreads();
  #pragma unroll 1
  for (long long turn_3 = 0LL; turn_3 < repeat; turn_3 += 3) {
    const int mirror_4 = 63 - thread_id;
    const float s_5 = re[mirror_4];
    const float s_6 = im[mirror_4];
    const float r_7 = fmaf(s_5, s_6, -((s_5 + s_6) * -1.5f));
    const float s_8 = turn_3 < batch ? s_5 : s_6;
    *reinterpret_cast<float2*>(out + thread_id * 2) = make_float2(r_7, s_8);
    out[thread_id * 2 + 65] = s_8;
    out[thread_id * 2 + 66] = r_7;
  }
}
