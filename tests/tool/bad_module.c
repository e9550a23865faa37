/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A module for papilio bench, in VkFFT's place on OpenCL: planning overwrites the input, as planners that measure do,
 * and an execution for a length of 34 ends the process, as a kernel that leaves its buffers does. For a length of 38
 * the process is killed, as by a system without memory. It transforms nothing. */
#include <dlfcn.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/modules/module_abi.hpp"

typedef int (*fill_buffer)(void* queue, void* buffer, const void* pattern, size_t pattern_size, size_t offset,
                           size_t size, unsigned events, const void* list, void* event);
typedef int (*finish)(void* queue);

static void* queue;
static int64_t length;

static void library_version(struct PapilioModuleText* text) { snprintf(text->text, text->size, "0.0.0"); }

static void* open_peer(const struct PapilioModuleDevice* device) {
  queue = device->queue;
  return &queue;
}

static enum PapilioModuleStatus plan(void* peer, const struct PapilioModuleProblem* problem,
                                     struct PapilioModuleText* why) {
  const float seven = 7;
  void* const opencl = dlopen("libOpenCL.so.1", RTLD_NOW);
  const fill_buffer fill = (fill_buffer)dlsym(opencl, "clEnqueueFillBuffer");
  const finish wait = (finish)dlsym(opencl, "clFinish");
  (void)peer;
  snprintf(why->text, why->size, "the input cannot be overwritten");
  length = problem->lengths[0];
  if (fill(queue, problem->input, &seven, sizeof(seven), 0, (size_t)problem->input_bytes, 0, NULL, NULL) != 0 ||
      wait(queue) != 0)
    return papilio_module_failed;
  return papilio_module_done;
}

static enum PapilioModuleStatus enqueue(void* peer, struct PapilioModuleText* why) {
  (void)peer;
  (void)why;
  if (length == 34) abort();
  if (length == 38) raise(SIGKILL);
  return papilio_module_done;
}

static void nothing(void* peer) { (void)peer; }

const struct PapilioModule* papilio_bench_module(void) {
  static const struct PapilioModule module = {
      papilio_module_version, library_version, open_peer, plan, enqueue, nothing, nothing};
  return &module;
}
