// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
// deno run deno.mjs FOLDER NAME…: runs FOLDER/NAME.mjs on FOLDER/NAME.in, and writes FOLDER/NAME.out.
import { openDevice, run } from "./harness.mjs";

const [folder, ...names] = Deno.args;
const device = await openDevice();
if (!device) Deno.exit(77);
for (const name of names) {
  const module = await import(`file://${folder}/${name}.mjs`);
  const kernels = module.plan.filter && new Float32Array(Deno.readFileSync(`${folder}/${name}.filter`).buffer);
  Deno.writeFileSync(`${folder}/${name}.out`, await run(module, device, Deno.readFileSync(`${folder}/${name}.in`), kernels));
}
Deno.exit(0);
