// Compile with --fmad=false.
// Where another work-group of the cluster has what this one has at `own`.
__device__ __forceinline__ void* papilio_away(void* own, int rank) {
  void* away;
  asm volatile("mapa.u64 %0, %1, %2;" : "=l"(away) : "l"(own), "r"(rank));
  return away;
}
extern "C" __global__ __cluster_dims__(2, 1, 1) __launch_bounds__(32)
void cluster(const float* __restrict__ in, float* __restrict__ out) {
  __shared__ __align__(16) float pairs[64];
  __shared__ __align__(16) float all[64];
  #if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
  #endif
  const int thread_id = (int)threadIdx.x;
  const int group_id = (int)blockIdx.x;
  const int rank_0 = group_id & 1;
  const int own_1 = group_id * 32 + thread_id;
  const float2 x_2 = *reinterpret_cast<const float2*>(in + own_1 * 2);
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  *static_cast<float2*>(papilio_away(pairs + thread_id * 2, 1 - rank_0)) = x_2;
  *static_cast<float*>(papilio_away(all + rank_0 * 32 + thread_id, 0)) = x_2.y;
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  const int mirror_3 = 31 - thread_id;
  const float2 s_4 = *reinterpret_cast<const float2*>(pairs + mirror_3 * 2);
  *reinterpret_cast<float2*>(out + own_1 * 4) = s_4;
  if (rank_0 == 0) {
    const float s_5 = all[mirror_3];
    out[own_1 * 4 + 2] = s_5;
    const float s_6 = all[mirror_3 + 32];
    out[own_1 * 4 + 3] = s_6;
  }
}
