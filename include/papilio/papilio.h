/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Papilio's C API (C99 and later; C++ may include it too). It has the devices, problems, plans and streams of the C++
 * API, and papilio/convolution.h its convolutions. docs/api.md is the guide.
 *
 * Names: papilio_<type>_<verb>() does something, papilio_<type>_get_<property>() tells something. Functions without a
 * type are one-liners (papilio_fft_f32) or tell properties of the library (papilio_get_version).
 *
 * Structs: those that may grow begin with struct_size, which must be sizeof the struct. papilio_<type>_init() returns
 * one with struct_size set and every other field 0, which is its default.
 *
 * Data: numbers have the problem's type, float or double unless it names a storage. Complex numbers are pairs, real
 * part first, unless they are planar. Lengths, distances, offsets of problems and counts are in elements of their side,
 * real or complex; sizes and the offsets of copies are in bytes.
 *
 * Sign and scale: forward is exp(-2*pi*i*j*k/n), inverse exp(+2*pi*i*j*k/n). A plan scales neither unless its problem
 * says so.
 *
 * Aliasing: in place, input and output are the same buffer handle or pointer; on the host the input may also be null.
 * Out of place they must not overlap, and the input is preserved. Gaps of the output (distance > length) are preserved.
 *
 * Errors: every function that can fail returns a status; papilio_get_last_error() is its message. No exception leaves
 * the library. A null pointer is PAPILIO_INVALID_ARGUMENT except where "may be null" is said. A call that fails to make
 * a handle sets it to null.
 *
 * Threads: any function may be called from any thread, also for one handle at once, but a handle must not be destroyed
 * while a call uses it. Handles share what they need, so they may be destroyed in any order, also while enqueued work
 * still runs.
 */
#ifndef PAPILIO_PAPILIO_H
#define PAPILIO_PAPILIO_H

#include <papilio/problem.h>
#include <papilio/status.h>
#include <papilio/version.h>
#include <stddef.h>
#include <stdint.h>

#include <papilio/export.hpp>

#ifdef __cplusplus
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_ZERO \
  { 0 }
#endif

/* ---- One-liners ---- */

/* Transforms of one signal in host memory on the device "auto". in and out may be the same. n = 0 does nothing. The
 * most recently used plans are kept, shared by all threads. */

/** n complex elements to n: 2*n values each. */
PAPILIO_API papilio_status papilio_fft_f32(int64_t n, const float* in, float* out, papilio_norm norm);
PAPILIO_API papilio_status papilio_fft_f64(int64_t n, const double* in, double* out, papilio_norm norm);
PAPILIO_API papilio_status papilio_ifft_f32(int64_t n, const float* in, float* out, papilio_norm norm);
PAPILIO_API papilio_status papilio_ifft_f64(int64_t n, const double* in, double* out, papilio_norm norm);
/** n real elements to the n/2+1 complex ones of the non-redundant half of the spectrum. */
PAPILIO_API papilio_status papilio_rfft_f32(int64_t n, const float* in, float* out, papilio_norm norm);
PAPILIO_API papilio_status papilio_rfft_f64(int64_t n, const double* in, double* out, papilio_norm norm);
/** The inverse: n/2+1 complex elements to n real ones. */
PAPILIO_API papilio_status papilio_irfft_f32(int64_t n, const float* in, float* out, papilio_norm norm);
PAPILIO_API papilio_status papilio_irfft_f64(int64_t n, const double* in, double* out, papilio_norm norm);
/** Cosine and sine transforms of types 1 to 4 (papilio_kind) of n real elements, and their inverses, as in SciPy: idct
 * undoes the dct of the same type and norm. PAPILIO_NORM_ORTHO makes them orthonormal. */
PAPILIO_API papilio_status papilio_dct_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_dct_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_idct_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_idct_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_dst_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_dst_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_idst_f32(int64_t n, const float* in, float* out, int type, papilio_norm norm);
PAPILIO_API papilio_status papilio_idst_f64(int64_t n, const double* in, double* out, int type, papilio_norm norm);
/** The least length from `target` on, or the greatest up to it, that SciPy calls fast: products of 2, 3, 5, 7 and 11
 * for PAPILIO_C2C, of 2, 3 and 5 for the other kinds. */
PAPILIO_API papilio_status papilio_next_fast_len(int64_t target, papilio_kind kind, int64_t* length);
PAPILIO_API papilio_status papilio_prev_fast_len(int64_t target, papilio_kind kind, int64_t* length);

/* ---- Devices ---- */

/** An open device, papilio::Device. */
typedef struct papilio_device papilio_device;

/** Strings end with 0 and are cut if they are longer. */
typedef struct papilio_device_info {
  size_t struct_size;
  char id[64]; /**< selects the device: "opencl:0" */
  char name[256];
  char backend[32];
  char platform[256];
  char driver[256];
  char kind[16];          /**< "cpu", "gpu" or "other" */
  int compute_units;      /**< 0: the driver does not report them */
  int64_t global_memory;  /**< bytes */
  int64_t local_memory;   /**< bytes per work-group */
  int64_t max_allocation; /**< bytes */
  int f64;                /**< 1 if the device has double precision, else 0 */
} papilio_device_info;

static inline papilio_device_info papilio_device_info_init(void) {
  papilio_device_info info = PAPILIO_ZERO;
  info.struct_size = sizeof(info);
  return info;
}

/** Sets *count to the number of devices. It is no error if there are none; papilio_device_open() then says what was
 * looked for. */
PAPILIO_API papilio_status papilio_device_get_count(size_t* count);
/** Device number `index`, from 0, of papilio_device_get_count(). */
PAPILIO_API papilio_status papilio_device_get_info_at(size_t index, papilio_device_info* info);

/** selector: "auto" (a GPU of CUDA, Vulkan or OpenCL, else a CPU), a backend ("opencl"), or an id ("opencl:0"). */
PAPILIO_API papilio_status papilio_device_open(const char* selector, papilio_device** device);
/** Properties of an open device. */
PAPILIO_API papilio_status papilio_device_get_info(const papilio_device* device, papilio_device_info* info);
/** device may be null. */
PAPILIO_API void papilio_device_destroy(papilio_device* device);

/* ---- Estimates ---- */

/** Costs of one execution of a problem on a device, papilio::Estimate. */
typedef struct papilio_estimate {
  size_t struct_size;
  size_t scratch_bytes;
  int64_t read_bytes;    /**< from global memory, by all kernels together */
  int64_t written_bytes; /**< to global memory */
  int launches;
  double seconds;       /**< by the planner's cost model: an order of magnitude */
  double scratch_error; /**< relative L2 error that scratch_storage adds at most */
} papilio_estimate;

static inline papilio_estimate papilio_estimate_init(void) {
  papilio_estimate estimate = PAPILIO_ZERO;
  estimate.struct_size = sizeof(estimate);
  return estimate;
}

/** Plans, but compiles nothing. */
PAPILIO_API papilio_status papilio_problem_estimate(const papilio_problem* problem, const papilio_device* device,
                                                    papilio_estimate* estimate);

/* ---- Plans ---- */

/** One problem, prepared for one device, papilio::Plan. Immutable; any number of threads may use one. */
typedef struct papilio_plan papilio_plan;

/** Where the time of a host execution went, in seconds. */
typedef struct papilio_timing {
  double upload;
  double kernels;
  double download;
} papilio_timing;

/** A constant that the callbacks' texts may use. */
typedef struct papilio_parameter {
  const char* name;
  double value;
} papilio_parameter;

/** Source text of functions applied to every number read or written (papilio/callbacks.hpp). A null text: none. */
typedef struct papilio_callbacks {
  size_t struct_size;
  const char* load;
  const char* store;
  const papilio_parameter* parameters;
  size_t parameter_count;
} papilio_callbacks;

static inline papilio_callbacks papilio_callbacks_init(void) {
  papilio_callbacks callbacks = PAPILIO_ZERO;
  callbacks.struct_size = sizeof(callbacks);
  return callbacks;
}

/** Plans, compiles (or loads from the cache) and uploads tables. The plan keeps its device alive. */
PAPILIO_API papilio_status papilio_plan_create(const papilio_device* device, const papilio_problem* problem,
                                               papilio_plan** plan);
PAPILIO_API papilio_status papilio_plan_create_from_token(const papilio_device* device, const char* token,
                                                          papilio_plan** plan);
PAPILIO_API papilio_status papilio_plan_create_with_callbacks(const papilio_device* device,
                                                              const papilio_problem* problem,
                                                              const papilio_callbacks* callbacks, papilio_plan** plan);
/** Makes a plan whose executions wait for the device and check each transform of the batch (docs/verification.md). An
 * execution returns PAPILIO_DEVICE_FAILED for a wrong result, and papilio_get_last_error() names the transform. */
PAPILIO_API papilio_status papilio_plan_create_verified(const papilio_device* device, const papilio_problem* problem,
                                                        papilio_plan** plan);
/** Makes a plan that checks its executions 1, 1 + n, 1 + 2n …, counted over all threads; n is `executions`, at least 1.
 */
PAPILIO_API papilio_status papilio_plan_create_verified_every(const papilio_device* device,
                                                              const papilio_problem* problem, int64_t executions,
                                                              papilio_plan** plan);
/** plan may be null. */
PAPILIO_API void papilio_plan_destroy(papilio_plan* plan);

/** The problem of a plan, normalised. */
PAPILIO_API papilio_status papilio_plan_get_problem(const papilio_plan* plan, papilio_problem* problem);
/** As papilio_problem_get_elements() and papilio_problem_get_bytes(). */
PAPILIO_API papilio_status papilio_plan_get_elements(const papilio_plan* plan, int64_t* input, int64_t* output);
PAPILIO_API papilio_status papilio_plan_get_bytes(const papilio_plan* plan, size_t* input, size_t* output);
/** Bytes of scratch that one execution needs: 0 for most plans of one pass, 32 for each transform of the batch where
 * two passes share a launch (NVIDIA). */
PAPILIO_API papilio_status papilio_plan_get_scratch_bytes(const papilio_plan* plan, size_t* bytes);
/** The batches that an execution may have instead of the problem's; papilio::Plan::batch_limits(). Either pointer may
 * be null. */
PAPILIO_API papilio_status papilio_plan_get_batch_limits(const papilio_plan* plan, int64_t* least, int64_t* most);
/** The plan as an S-expression; text, capacity and length as in papilio_problem_to_token(). */
PAPILIO_API papilio_status papilio_plan_describe(const papilio_plan* plan, char* text, size_t capacity, size_t* length);

/** The host memory of one execution. in may leave out zeros at its end, and planes may be apart: papilio::HostOperands.
 */
typedef struct papilio_host_operands {
  size_t struct_size;
  const void* in; /**< in place: out, or null with in_bytes 0 */
  size_t in_bytes;
  void* out;
  size_t out_bytes;
  const void* load_data; /**< what callbacks may read: floats or doubles, as the precision says; null: none */
  size_t load_bytes;
  const void* store_data;
  size_t store_bytes;
  int64_t batch; /**< arrays to transform; 0: the problem's batch. Not for convolutions */
  /** The imaginary parts of a planar side, in_bytes or out_bytes of them, if they do not follow the real parts; else
   * null. In place in_imaginary is out_imaginary or null. */
  const void* in_imaginary;
  void* out_imaginary;
} papilio_host_operands;

static inline papilio_host_operands papilio_host_operands_init(const void* in, size_t in_bytes, void* out,
                                                               size_t out_bytes) {
  papilio_host_operands operands = PAPILIO_ZERO;
  operands.struct_size = sizeof(operands);
  operands.in = in;
  operands.in_bytes = in_bytes;
  operands.out = out;
  operands.out_bytes = out_bytes;
  return operands;
}

/** Transforms host memory, of the sizes that papilio_plan_get_bytes() tells, and returns when the result is there.
 * timing may be null. */
PAPILIO_API papilio_status papilio_plan_execute_host(const papilio_plan* plan, const papilio_host_operands* operands,
                                                     papilio_timing* timing);
/** The same for plans of interleaved complex numbers on both sides, stored in the function's own type: 2*elements
 * values. In place, in == out. */
PAPILIO_API papilio_status papilio_plan_execute_f32(const papilio_plan* plan, const float* in, float* out,
                                                    papilio_timing* timing);
PAPILIO_API papilio_status papilio_plan_execute_f64(const papilio_plan* plan, const double* in, double* out,
                                                    papilio_timing* timing);

/* ---- Device memory, streams, events ---- */

/** Handles to memory of a device, to a queue of commands, and to a point in its order. */
typedef struct papilio_buffer papilio_buffer;
typedef struct papilio_stream papilio_stream;
typedef struct papilio_event papilio_event;

/** Device memory, uninitialised. PAPILIO_OUT_OF_MEMORY names the size asked for and the device's limit. */
PAPILIO_API papilio_status papilio_buffer_create(const papilio_device* device, size_t bytes, papilio_buffer** buffer);
PAPILIO_API papilio_status papilio_buffer_get_size(const papilio_buffer* buffer, size_t* bytes);
/** buffer may be null. The memory is freed when no enqueued command needs it any more. */
PAPILIO_API void papilio_buffer_destroy(papilio_buffer* buffer);

/** An in-order queue of commands on one device. */
PAPILIO_API papilio_status papilio_stream_create(const papilio_device* device, papilio_stream** stream);
/** Blocking copies between host and device, ordered after all earlier commands. offset: where in the buffer, in bytes.
 */
PAPILIO_API papilio_status papilio_stream_upload(const papilio_stream* stream, const papilio_buffer* to, size_t offset,
                                                 const void* from, size_t bytes);
PAPILIO_API papilio_status papilio_stream_download(const papilio_stream* stream, const papilio_buffer* from,
                                                   size_t offset, void* to, size_t bytes);
/** Enqueues the same copies: the host memory must stay valid and unchanged until the copy has finished. papilio::Stream
 * says which memory is copied faster. */
PAPILIO_API papilio_status papilio_stream_upload_async(const papilio_stream* stream, const papilio_buffer* to,
                                                       size_t offset, const void* from, size_t bytes);
PAPILIO_API papilio_status papilio_stream_download_async(const papilio_stream* stream, const papilio_buffer* from,
                                                         size_t offset, void* to, size_t bytes);
/** Returns when every command submitted so far has finished; PAPILIO_DEVICE_FAILED if one failed. */
PAPILIO_API papilio_status papilio_stream_synchronize(const papilio_stream* stream);
/** A point in the stream's order, after all commands submitted so far. */
PAPILIO_API papilio_status papilio_stream_record(const papilio_stream* stream, papilio_event** event);
/** Later commands of the stream begin after the event. Returns at once. */
PAPILIO_API papilio_status papilio_stream_wait(const papilio_stream* stream, const papilio_event* event);
/** stream may be null. */
PAPILIO_API void papilio_stream_destroy(papilio_stream* stream);

/** Returns when the commands before the event have finished. */
PAPILIO_API papilio_status papilio_event_wait(const papilio_event* event);
/** Seconds from one event to a later one, by the device's clock where it has one; waits for both. */
PAPILIO_API papilio_status papilio_event_get_seconds_since(const papilio_event* event, const papilio_event* earlier,
                                                           double* seconds);
/** event may be null. */
PAPILIO_API void papilio_event_destroy(papilio_event* event);

/** Enqueues the transform and returns at once. In place, in and out are the same handle. scratch may be null: it is
 * then allocated for this call and freed after it has run. Otherwise it holds papilio_plan_get_scratch_bytes(), is
 * neither in nor out, and is not used by another execution until this one has finished. */
PAPILIO_API papilio_status papilio_plan_execute(const papilio_plan* plan, const papilio_stream* stream,
                                                const papilio_buffer* in, const papilio_buffer* out,
                                                const papilio_buffer* scratch);
/** The same on native memory of the plan's device: device pointers (CUDA) on multiples of 16 bytes, cl_mem handles
 * (OpenCL). work may be null, as scratch may. */
PAPILIO_API papilio_status papilio_plan_execute_pointers(const papilio_plan* plan, const papilio_stream* stream,
                                                         const void* in, void* out, void* work);

/** The device memory of one execution; what is not needed is null. */
typedef struct papilio_operands {
  size_t struct_size;
  const papilio_buffer* in;
  const papilio_buffer* out;
  const papilio_buffer* scratch;
  const papilio_buffer* in_imaginary; /**< of a planar side whose imaginary parts are in a buffer of their own */
  const papilio_buffer* out_imaginary;
  const papilio_buffer* load_data; /**< what callbacks may read */
  const papilio_buffer* store_data;
  int64_t batch; /**< arrays to transform; 0: the problem's batch. Not for convolutions */
} papilio_operands;

static inline papilio_operands papilio_operands_init(const papilio_buffer* in, const papilio_buffer* out) {
  papilio_operands operands = PAPILIO_ZERO;
  operands.struct_size = sizeof(operands);
  operands.in = in;
  operands.out = out;
  return operands;
}

/** papilio_plan_execute() with all operands. */
PAPILIO_API papilio_status papilio_plan_execute_operands(const papilio_plan* plan, const papilio_stream* stream,
                                                         const papilio_operands* operands);

/* ---- A program's own OpenCL objects: the handles of <CL/cl.h> as void*, retained until the handle is destroyed ----
 */

/** cl_context, cl_device_id */
PAPILIO_API papilio_status papilio_device_wrap_opencl(void* context, void* device, papilio_device** wrapped);
/** cl_command_queue, in-order, of the device's context */
PAPILIO_API papilio_status papilio_stream_wrap_opencl(const papilio_device* device, void* queue,
                                                      papilio_stream** wrapped);
/** cl_mem, a buffer of the device's context */
PAPILIO_API papilio_status papilio_buffer_wrap_opencl(const papilio_device* device, void* memory,
                                                      papilio_buffer** wrapped);

/* ---- A program's own CUDA objects: the handles of <cuda.h> as void*; a cudaStream_t is a CUstream ----
 *
 * CUDA counts no references, so the caller keeps ownership of what is wrapped and destroys it after every handle that
 * was made from it. cuda.hpp says what may be done while a stream is captured into a graph: executing with scratch of
 * the caller's own, but not planning. */

/** CUcontext: the primary context of a device, or one of cuCtxCreate. PAPILIO_INVALID_ARGUMENT for null. A program of
 * the runtime API has the primary contexts: papilio_device_open("cuda:0") is its device 0. */
PAPILIO_API papilio_status papilio_device_wrap_cuda(void* context, papilio_device** wrapped);
/** CUstream of the device's context; null is its default stream. PAPILIO_INVALID_ARGUMENT for a stream of another
 * context. */
PAPILIO_API papilio_status papilio_stream_wrap_cuda(const papilio_device* device, void* stream,
                                                    papilio_stream** wrapped);
/** A device pointer of `bytes` bytes, on a multiple of 16 bytes; it may point into an allocation.
 * PAPILIO_INVALID_ARGUMENT for host memory, memory of another device, and addresses that are not aligned. */
PAPILIO_API papilio_status papilio_buffer_wrap_cuda(const papilio_device* device, void* pointer, size_t bytes,
                                                    papilio_buffer** wrapped);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_ZERO

#endif
