@group(0) @binding(0) var<storage, read> in: array<i32>;
@group(0) @binding(1) var<storage, read_write> out: array<i32>;
override in_distance: i32;
override out_distance: i32;
override groups: i32;
var<workgroup> tile: array<i32, 4>;
@compute @workgroup_size(4)
fn integers(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>) {
  let thread_id = i32(thread);
  let group_id = i32(group.y * grid.x + group.x);
  if (group_id >= groups) { return; }
  let i_0: i32 = group_id * 4 + thread_id;
  let x_1: i32 = in[i_0];
  tile[thread_id] = x_1;
  workgroupBarrier();
  let s_2: i32 = tile[3 - thread_id];
  let place_3: i32 = i_0 * 16;
  out[place_3] = x_1 / 12;
  out[place_3 + 1] = (x_1 * 5) % 12;
  out[place_3 + 2] = (x_1 >> 2) + (x_1 & 5);
  out[place_3 + 3] = min(x_1, thread_id) - max(s_2, thread_id);
  out[place_3 + 4] = select(0, 1, x_1 <= 20 && (x_1 & 1) == 1);
  out[place_3 + 5] = x_1 * 3;
  out[place_3 + 6] = -(-x_1 + thread_id);
  out[place_3 + 7] = x_1 + (-2147483647 - 1);
  out[place_3 + 8] = in_distance * 10 + out_distance;
  for (var j_4: i32 = 1; j_4 < 7; j_4 += 2) {
    out[place_3 + 9] = j_4 * x_1;
  }
  for (var j_5: i32 = 1; j_5 < 7; j_5 += 2) {
    out[place_3 + 10] = j_5 * x_1;
  }
  for (var j_6: i32 = 1; j_6 < 7; j_6 += 2) {
    out[place_3 + 11] = j_6 * x_1;
  }
  if (x_1 < thread_id) {
    out[place_3 + 12] = 1;
  } else {
    out[place_3 + 12] = -7;
  }
  out[place_3 + 13] = (x_1 << 2) | 3;
  out[place_3 + 14] = x_1 ^ (x_1 & 6);
  out[place_3 + 15] = select(9, 8, x_1 < 5 || 30 <= x_1);
}
