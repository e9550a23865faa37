// Compile with --fmad=false.
extern "C" __global__ __launch_bounds__(256)
void big_shared(const double* __restrict__ in, double* __restrict__ out) {
  extern __shared__ __align__(128) unsigned char papilio_shared[];
  double* const first = reinterpret_cast<double*>(papilio_shared + 0);
  double* const second = reinterpret_cast<double*>(papilio_shared + 32832);
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const double2 x_0 = *reinterpret_cast<const double2*>(in + thread_id * 2);
  first[thread_id] = x_0.x;
  second[thread_id] = x_0.y;
  __syncthreads();
  const int other_1 = 255 - thread_id;
  const double s_2 = first[other_1];
  const double s_3 = second[other_1];
  *reinterpret_cast<double2*>(out + thread_id * 2) = make_double2(s_2, s_3);
}
