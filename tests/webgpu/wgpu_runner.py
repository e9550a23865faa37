# SPDX-FileCopyrightText: The Papilio authors
# SPDX-License-Identifier: MIT
"""Runs the plan of a module through wgpu, as its createPlan() and encode() do: naga compiles the WGSL."""

import base64

import numpy as np
import wgpu

STORAGE = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_DST | wgpu.BufferUsage.COPY_SRC
MAX_GROUPS = 65535


def open_device():
    """With the default limits of WebGPU, and f16 where the adapter has it; None without an adapter."""
    try:
        adapter = wgpu.gpu.request_adapter_sync()
    except RuntimeError:
        return None
    features = ["shader-f16"] if "shader-f16" in adapter.features else []
    return adapter.request_device_sync(required_features=features)


def grid_of(groups):
    rows = -(-groups // MAX_GROUPS)
    return -(-groups // rows), rows


def placed_kernels(form, numbers):
    """As placeKernels() of the module."""
    numbers = numbers.astype(float)
    if form["complex"]:
        numbers = numbers[:form["elements"]] + 1j * numbers[form["elements"]:] if form["planar"] else numbers[::2] + 1j * numbers[1::2]
    at, to = np.array([form["offset"]]), np.array([0])
    for one in form["places"]:
        j = np.arange(one["count"])
        at = np.add.outer(at, j * one["stride"]).ravel()
        to = np.add.outer(to, (j * one["step"] + one["start"]) % one["length"] * one["placed"]).ravel()
    sums = np.zeros(form["placed"]["bytes"] // (8 if form["placed"]["complex"] else 4), numbers.dtype)
    np.add.at(sums, to, numbers[at])
    return (sums.conj() if form["conjugate"] else sums).astype(np.complex64 if form["placed"]["complex"] else np.float32)


class Runner:
    def __init__(self, device, plan):
        self.device, self.plan = device, plan
        make = lambda size: device.create_buffer(size=max(4, -(-size // 4) * 4), usage=STORAGE)
        self.buffers = {name: make(plan[name]["bytes"]) for name in ("input", "output")}
        if plan["inPlace"]:
            self.buffers["input"] = self.buffers["output"] = make(max(plan[n]["bytes"] for n in ("input", "output")))
        self.buffers["scratch"] = make(plan["scratchBytes"])
        if "filter" in plan:
            self.buffers |= {"placed": make(plan["filter"]["placed"]["bytes"]), "filter": make(plan["filter"]["spectraBytes"])}
        for number, text in enumerate(plan["tables"]):
            data = base64.b64decode(text)
            self.buffers[number] = make(len(data))
            device.queue.write_buffer(self.buffers[number], 0, data)
        self.layouts = [self.layout(kernel) for kernel in plan["kernels"]]
        modules = [device.create_shader_module(code="\n".join(kernel["code"])) for kernel in plan["kernels"]]
        self.launches, self.filter_launches = ([self.prepared(launch, modules) for launch in plan.get(name, [])]
                                               for name in ("launches", "filterLaunches"))

    def layout(self, kernel):
        return self.device.create_bind_group_layout(entries=[
            {"binding": number, "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": kind}}
            for number, kind in enumerate(kernel["bindings"])])

    def prepared(self, launch, modules):
        layout, kernel = self.layouts[launch["kernel"]], self.plan["kernels"][launch["kernel"]]
        pipeline = self.device.create_compute_pipeline(
            layout=self.device.create_pipeline_layout(bind_group_layouts=[layout]),
            compute={"module": modules[launch["kernel"]], "entry_point": kernel["name"], "constants": launch["constants"]})
        group = self.device.create_bind_group(layout=layout, entries=[
            {"binding": number, "resource": {"buffer": self.buffers[name], "offset": 0, "size": self.buffers[name].size}}
            for number, name in enumerate(launch["buffers"])])
        return pipeline, group, grid_of(launch["groups"])

    def run(self, memory):
        """The bytes of the output. All memory but the input is NaN before."""
        for name in ("output", "scratch", "input"):
            buffer = self.buffers[name]
            data = np.full(buffer.size, 0xFF, np.uint8)
            if name == "input":
                data[:len(memory)] = memory
            self.device.queue.write_buffer(buffer, 0, data)
        self.submit(self.launches)
        return np.frombuffer(self.device.queue.read_buffer(self.buffers["output"]), np.uint8)

    def submit(self, launches):
        encoder = self.device.create_command_encoder()
        compute = encoder.begin_compute_pass()
        for pipeline, group, grid in launches:
            compute.set_pipeline(pipeline)
            compute.set_bind_group(0, group)
            compute.dispatch_workgroups(*grid)
        compute.end()
        self.device.queue.submit([encoder.finish()])

    def set_filter(self, numbers):
        """As setFilter() of the module."""
        for name in ("filter", "scratch"):
            self.device.queue.write_buffer(self.buffers[name], 0, np.full(self.buffers[name].size, 0xFF, np.uint8))
        self.device.queue.write_buffer(self.buffers["placed"], 0, placed_kernels(self.plan["filter"], numbers))
        self.submit(self.filter_launches)
