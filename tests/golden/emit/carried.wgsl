@group(0) @binding(0) var<storage, read> in: array<f32>;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;
override groups: i32;
@compute @workgroup_size(32)
fn carried(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>) {
  let thread_id = i32(thread);
  let group_id = i32(group.y * grid.x + group.x);
  if (group_id >= groups) { return; }
  var kept: array<f32, 2>;
  let at_0: i32 = thread_id * 2;
  let x_1: f32 = in[at_0];
  kept[0] = x_1;
  let x_2: f32 = in[at_0 + 1];
  kept[1] = x_2;
  for (var round_3: i32 = 0; round_3 < 2; round_3 += 1) {
    let r_4: f32 = kept[0];
    let r_5: f32 = kept[1];
    kept[0] = r_4 + r_5;
    kept[1] = r_4 - r_5;
  }
  let r_6: f32 = kept[0];
  out[at_0] = r_6;
  let r_7: f32 = kept[1];
  out[at_0 + 1] = r_7;
}
