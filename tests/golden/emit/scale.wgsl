@group(0) @binding(0) var<storage, read> in: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
override batch: i32;
override groups: i32;
@compute @workgroup_size(64)
fn scale(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>) {
  let thread_id = i32(thread);
  let group_id = i32(group.y * grid.x + group.x);
  if (group_id >= groups) { return; }
  let i_0: i32 = group_id * 64 + thread_id;
  if (i_0 < batch) {
    let x_1: f32 = in[i_0];
    out[i_0] = x_1 * 0.100000001f;
  }
}
