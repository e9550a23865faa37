@group(0) @binding(0) var<storage, read_write> data: array<f32>;
override batch: i32;
override repeat: i32;
override groups: i32;
var<workgroup> re: array<f32, 64>;
var<workgroup> im: array<f32, 64>;
@compute @workgroup_size(32)
fn exchange(@builtin(local_invocation_index) thread: u32, @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) grid: vec3<u32>) {
  let thread_id = i32(thread);
  let group_id = i32(group.y * grid.x + group.x);
  if (group_id >= groups) { return; }
  // two complex numbers for each work-item
  for (var k_0: i32 = 0; k_0 < 2; k_0 += 1) {
    let at_1: i32 = k_0 * 32 + thread_id;
    let x_2: vec2<f32> = vec2<f32>(data[at_1 * 2], data[at_1 * 2 + 1]);
    re[at_1] = x_2.x;
    im[at_1] = x_2.y;
  }
  workgroupBarrier();
  for (var turn_3: i32 = 0; turn_3 < repeat; turn_3 += 3) {
    let mirror_4: i32 = 63 - thread_id;
    let s_5: f32 = re[mirror_4];
    let s_6: f32 = im[mirror_4];
    let r_7: f32 = fma(s_5, s_6, -((s_5 + s_6) * -1.5f));
    let s_8: f32 = select(s_6, s_5, turn_3 < batch);
    data[thread_id * 2] = r_7;
    data[thread_id * 2 + 1] = s_8;
    data[thread_id * 2 + 65] = s_8;
    data[thread_id * 2 + 66] = r_7;
  }
}
