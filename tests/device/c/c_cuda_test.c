/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A program's own CUDA objects, from C. */
#include <dlfcn.h>
#include <papilio/papilio.h>
#include <stdio.h>
#include <stdlib.h>

#include "expect.h"

/* Papilio with the program's own streams and pointers, made with the driver that Papilio has opened; else skipped. */
typedef int (*make_stream)(void** stream, unsigned flags);
typedef int (*make_memory)(unsigned long long* pointer, size_t bytes);
typedef int (*one_handle)(void* handle);
typedef int (*one_pointer)(unsigned long long pointer);

void own_cuda_objects(void) {
  enum { N = 12, BYTES = 8 * N };
  const char* name = getenv("PAPILIO_CUDA_LIBRARY");
  void* cuda = dlopen(name != NULL && name[0] != '\0' ? name : "libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  papilio_device *open = NULL, *device = NULL;
  papilio_stream* stream = NULL;
  papilio_buffer* data = NULL;
  papilio_plan* plan = NULL;
  void *context = NULL, *native = NULL;
  unsigned long long address = 0;
  float x[2 * N] = {1};
  if (cuda == NULL || papilio_device_open("cuda:0", &open) != PAPILIO_OK) {
    printf("no CUDA device: its wrappers are not tested\n");
    return;
  }
  /* POSIX returns functions as void*; C99 has no cast for that. */
  int (*retain)(void**, int);
  one_handle push, destroy_stream;
  make_stream create_stream;
  make_memory allocate;
  one_pointer release;
  *(void**)&retain = dlsym(cuda, "cuDevicePrimaryCtxRetain");
  *(void**)&push = dlsym(cuda, "cuCtxPushCurrent_v2");
  *(void**)&create_stream = dlsym(cuda, "cuStreamCreate");
  *(void**)&destroy_stream = dlsym(cuda, "cuStreamDestroy_v2");
  *(void**)&allocate = dlsym(cuda, "cuMemAlloc_v2");
  *(void**)&release = dlsym(cuda, "cuMemFree_v2");
  EXPECT(retain(&context, 0) == 0 && push(context) == 0); /* until the process ends, as the runtime API does */
  EXPECT(create_stream(&native, 1) == 0 && allocate(&address, BYTES + 16) == 0);
  OK(papilio_device_wrap_cuda(context, &device));
  OK(papilio_stream_wrap_cuda(device, native, &stream));
  INVALID(papilio_buffer_wrap_cuda(device, (void*)(uintptr_t)(address + 8), BYTES, &data));
  INVALID(papilio_buffer_wrap_cuda(device, x, BYTES, &data));
  OK(papilio_buffer_wrap_cuda(device, (void*)(uintptr_t)(address + 16), BYTES, &data));
  OK(papilio_plan_create_from_token(device, "c2c:f32:12:inplace", &plan));
  OK(papilio_stream_upload(stream, data, 0, x, BYTES));
  OK(papilio_plan_execute(plan, stream, data, data, NULL));
  OK(papilio_stream_download(stream, data, 0, x, BYTES));
  EXPECT(near(x[0], 1) && near(x[2 * N - 2], 1) && near(x[2 * N - 1], 0));
  papilio_plan_destroy(plan);
  papilio_buffer_destroy(data);
  papilio_stream_destroy(stream);
  papilio_device_destroy(device);
  papilio_device_destroy(open);
  EXPECT(release(address) == 0 && destroy_stream(native) == 0); /* still owned by the program */
}
