// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The boundary between the command and a peer that is compiled on its own: a small shared library, opened at run time,
// so that the command does not depend on what the peer links. C only: no exceptions, no C++ types. Texts are
// NUL-terminated.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { papilio_module_version = 6, papilio_module_most_axes = 4 };

enum PapilioModuleKind {
  papilio_module_c2c = 0,
  papilio_module_r2c = 1,
  papilio_module_c2r = 2,
  papilio_module_dct = 3,
  papilio_module_dst = 4
};

/// The storage of every number. f16 is computed in f32; f64x2 is two doubles, high before low.
enum PapilioModulePrecision {
  papilio_module_f32 = 0,
  papilio_module_f64 = 1,
  papilio_module_f16 = 2,
  papilio_module_f64x2 = 3
};

/// As NativeHandles: CUcontext (current), CUdevice as a number, CUstream; or cl_context, cl_device_id,
/// cl_command_queue; or VkPhysicalDevice, VkDevice, VkQueue and the queue's family.
struct PapilioModuleDevice {
  void* context;
  void* device;
  void* queue;
  uint32_t queue_family;
};

/// A packed, unscaled batch of arrays; in place where output is input. input and output: CUdeviceptr, cl_mem or
/// VkBuffer.
struct PapilioModuleProblem {
  enum PapilioModuleKind kind;
  int rank;                                  /* 1 to papilio_module_most_axes */
  int64_t lengths[papilio_module_most_axes]; /* of the real side where there is one, the innermost first */
  int skipped[papilio_module_most_axes];     /* 1 for axes that are not transformed */
  int trig_type;                             /* of a dct or dst: 1 to 4 */
  int64_t batch;
  int64_t input_bytes; /* that the transforms read, and fill */
  int64_t output_bytes;
  enum PapilioModulePrecision precision;
  int is_inverse;
  void* input;
  void* output;
};

struct PapilioModuleText {
  char* text;
  size_t size;
};

enum PapilioModuleStatus { papilio_module_done = 0, papilio_module_unsupported = 1, papilio_module_failed = 2 };

/// Functions that a module exports. Any result but done leaves the reason in `why`.
struct PapilioModule {
  int version; /* papilio_module_version */
  void (*library_version)(struct PapilioModuleText* text);
  void* (*open)(const struct PapilioModuleDevice* device);
  enum PapilioModuleStatus (*plan)(void* peer, const struct PapilioModuleProblem* problem,
                                   struct PapilioModuleText* why);
  enum PapilioModuleStatus (*enqueue)(void* peer, struct PapilioModuleText* why);
  void (*release)(void* peer); /* the plan, if there is one */
  void (*close)(void* peer);
};

/// The one symbol: papilio_bench_module.
typedef const struct PapilioModule* (*PapilioModuleEntry)(void);

#ifdef __cplusplus
}
#endif
