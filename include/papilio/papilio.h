/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Papilio's C API (C99 and later). It has the devices, problems, plans and streams of the C++ API, and
 * papilio/convolution.h its convolutions; the one-liners of other kinds are C++ only. docs/api.md is the guide.
 *
 * Data: numbers are what the problem says, float or double unless it names a storage; complex ones are pairs, real part
 * first, unless they are planar. Lengths, distances, offsets of problems and counts are in elements of their side, real
 * or complex; sizes and the offsets of copies are in bytes.
 *
 * Sign and scale: forward is exp(-2*pi*i*j*k/n), inverse exp(+2*pi*i*j*k/n). A plan scales neither unless its problem
 * says so; papilio_ifft_*() divide by n.
 *
 * Aliasing: in place, input and output are the same pointer (or buffer handle), with papilio_plan_execute_host() also
 * none for the input; out of place they do not overlap, and
 * the input is left as it was. Gaps between transforms of the output (distance > length) are left as they were.
 *
 * Errors: every function that can fail returns a status; papilio_last_error() is its message. No exception leaves the
 * library. A null pointer is PAPILIO_INVALID_ARGUMENT except where "may be null" is said. A call that fails to make a
 * handle sets it to null.
 *
 * Threads: any function may be called from any thread, also for one handle at once, but a handle must not be destroyed
 * while a call uses it. Handles share what they need, so they may be destroyed in any order, also while enqueued work
 * still runs.
 */
#ifndef PAPILIO_PAPILIO_H
#define PAPILIO_PAPILIO_H

#include <stddef.h>
#include <stdint.h>

#include <papilio/export.hpp>
#include <papilio/version.h>

/* In C++ every int is a value of these types, as in C, so that a wrong one can be refused. */
#ifdef __cplusplus
#define PAPILIO_INT : int
extern "C" {
#else
#define PAPILIO_INT
#endif

/* ---- Status ---- */

/** 0, or what went wrong; the numbers are those of papilio::ErrorCode and of the command's exit code. */
typedef enum papilio_status PAPILIO_INT {
  PAPILIO_OK = 0,
  PAPILIO_INVALID_ARGUMENT = 2, /**< a value that no device could accept: null, a length of 0 */
  PAPILIO_INVALID_TOKEN = 3,    /**< a problem token that does not parse */
  PAPILIO_UNSUPPORTED = 4,      /**< a sound problem that this version or this device cannot do */
  PAPILIO_NO_DEVICE = 5,        /**< no driver, platform or device of the kind asked for */
  PAPILIO_OUT_OF_MEMORY = 6,    /**< host or device memory; the next plan works */
  PAPILIO_BUILD_FAILED = 7,     /**< the device's compiler rejected a kernel */
  PAPILIO_IO = 8,               /**< a file that cannot be read, understood or written */
  PAPILIO_DEVICE_FAILED = 9,    /**< the driver reported a failure while executing */
  PAPILIO_CHECK_FAILED = 10,    /**< `papilio check` found a result outside its bound */
  PAPILIO_INTERNAL = 11         /**< a defect of Papilio itself; please report the problem token */
} papilio_status;

/** The name of a status, "invalid_argument" say; "unknown status" for a number that is none. Never null. */
PAPILIO_API const char* papilio_status_string(papilio_status status);

/** One line on the last call that failed on this thread: what, why, what to do. Empty before the first failure. Never
 *  null, never freed by the caller; it stays as it is until the next failure on the same thread. At most 1023 bytes. */
PAPILIO_API const char* papilio_last_error(void);

/* ---- Version ---- */

/** The version of the library, "0.2.0"; that of these headers is in <papilio/version.h>. Never null. */
PAPILIO_API const char* papilio_version(void);

/* ---- One-liners ---- */

/** The transform of one signal of n complex elements on the device "auto". in and out hold 2*n values and may be the
 * same. fft is unscaled, ifft is divided by n. n = 0 does nothing. Plans are kept in a small cache shared by all
 * threads. */
PAPILIO_API papilio_status papilio_fft_f32(int64_t n, const float* in, float* out);
PAPILIO_API papilio_status papilio_fft_f64(int64_t n, const double* in, double* out);
PAPILIO_API papilio_status papilio_ifft_f32(int64_t n, const float* in, float* out);
PAPILIO_API papilio_status papilio_ifft_f64(int64_t n, const double* in, double* out);

/* ---- Devices ---- */

typedef struct papilio_device papilio_device;

/** What a person wants to know of a device. Strings end with 0 and are cut where they are longer. */
typedef struct papilio_device_info {
  char id[64]; /**< selects it: "opencl:0" */
  char name[256];
  char backend[32];
  char platform[256];
  char driver[256];
  char kind[16]; /**< "cpu", "gpu" or "other" */
  int compute_units;
  int64_t global_memory;  /**< bytes */
  int64_t local_memory;   /**< bytes for one work-group */
  int64_t max_allocation; /**< bytes */
  int f64;                /**< 1 if the device has double precision, else 0 */
} papilio_device_info;

/** Sets *count to the number of devices and writes the first `capacity` of them to infos, which may be null when
 * capacity is 0. No device is a count of 0 and no error; papilio_device_open() then says what was looked for. */
PAPILIO_API papilio_status papilio_list_devices(papilio_device_info* infos, size_t capacity, size_t* count);

/** selector: "auto" (a CUDA GPU, else an OpenCL GPU, else a CPU), a backend ("opencl"), or an id ("opencl:0"). */
PAPILIO_API papilio_status papilio_device_open(const char* selector, papilio_device** device);
PAPILIO_API papilio_status papilio_device_describe(const papilio_device* device, papilio_device_info* info);
/** device may be null. */
PAPILIO_API void papilio_device_destroy(papilio_device* device);

/* ---- Problems ---- */

/** papilio/problem.hpp defines them. */
typedef enum papilio_kind PAPILIO_INT {
  PAPILIO_C2C = 0,
  PAPILIO_R2C = 1,
  PAPILIO_C2R = 2,
  PAPILIO_DCT1 = 3,
  PAPILIO_DCT2 = 4,
  PAPILIO_DCT3 = 5,
  PAPILIO_DCT4 = 6,
  PAPILIO_DST1 = 7,
  PAPILIO_DST2 = 8,
  PAPILIO_DST3 = 9,
  PAPILIO_DST4 = 10,
  PAPILIO_DHT = 11
} papilio_kind;
typedef enum papilio_precision PAPILIO_INT { PAPILIO_F32 = 0, PAPILIO_F64 = 1 } papilio_precision;
typedef enum papilio_direction PAPILIO_INT { PAPILIO_FORWARD = 0, PAPILIO_INVERSE = 1 } papilio_direction;
typedef enum papilio_placement PAPILIO_INT { PAPILIO_OUT_OF_PLACE = 0, PAPILIO_IN_PLACE = 1 } papilio_placement;
/** The factor applied to every output, in either direction: 1, 1/n or 1/sqrt(n). */
typedef enum papilio_scale PAPILIO_INT {
  PAPILIO_SCALE_NONE = 0,
  PAPILIO_SCALE_BY_N = 1,
  PAPILIO_SCALE_BY_SQRT_N = 2
} papilio_scale;

/** What numbers are in memory, papilio::Storage. Integers can only be read. */
typedef enum papilio_storage PAPILIO_INT {
  PAPILIO_STORE_NATIVE = 0, /**< as the precision */
  PAPILIO_STORE_F16 = 1,
  PAPILIO_STORE_BF16 = 2,
  PAPILIO_STORE_F32 = 3,
  PAPILIO_STORE_F64 = 4,
  PAPILIO_STORE_I8 = 5,
  PAPILIO_STORE_U8 = 6,
  PAPILIO_STORE_I16 = 7
} papilio_storage;
/** Where the parts of complex numbers are, papilio::Parts. */
typedef enum papilio_complex_layout PAPILIO_INT { PAPILIO_INTERLEAVED = 0, PAPILIO_PLANAR = 1 } papilio_complex_layout;

enum { PAPILIO_MAX_RANK = 8 };

/** Indices begin .. end-1 of an axis; both 0: none. */
typedef struct papilio_range {
  int64_t begin;
  int64_t end;
} papilio_range;

/** A batch of arrays of which some axes are transformed. Element (i0, i1, ...) of array b is read at
 *  in[b*in_distance + i0*in_strides[0] + i1*in_strides[1] + ...] and written likewise. Strides and distances count
 * elements of their side, real or complex. All 0 means the usual: packed, row-major, every axis transformed, forward,
 * factor 1. */
typedef struct papilio_problem {
  papilio_kind kind;
  papilio_precision precision;
  int rank;                          /**< how many of `lengths` count */
  int64_t lengths[PAPILIO_MAX_RANK]; /**< of the array (of its real side), outermost first; transformed ones 1..2^27 */
  int skipped[PAPILIO_MAX_RANK];     /**< not 0: this axis is not transformed */
  int64_t batch;                     /**< at least 1 */
  int64_t in_distance;               /**< elements from one array to the next; 0: packed */
  int64_t out_distance;              /**< the same; equal to in_distance in place */
  int64_t in_strides[PAPILIO_MAX_RANK]; /**< of each axis, or all 0: packed */
  int64_t out_strides[PAPILIO_MAX_RANK];
  papilio_direction direction; /**< of r2c PAPILIO_FORWARD (0), of c2r PAPILIO_INVERSE */
  papilio_placement placement;
  papilio_scale scale;
  double factor; /**< multiplies every output besides `scale`; 0 means 1 */
  papilio_storage in_storage;
  papilio_storage out_storage;
  papilio_complex_layout in_layout; /**< of a complex side */
  papilio_complex_layout out_layout;
  int64_t in_offset; /**< elements before the first array */
  int64_t out_offset;
  papilio_range zero_ranges[PAPILIO_MAX_RANK]; /**< of each axis of the input: counts as 0, and is not read */
  papilio_range skip_ranges[PAPILIO_MAX_RANK]; /**< of each axis of the output: is not written */
} papilio_problem;

/** One packed forward transform, out of place and unscaled; change the fields as needed. */
PAPILIO_API papilio_problem papilio_problem_c2c(papilio_precision precision, int64_t length);
/** From a token such as "c2c:f32:4096*512:inverse:scale=1/n" (docs/api.md has the grammar). Distances are filled in. */
PAPILIO_API papilio_status papilio_problem_parse(const char* token, papilio_problem* problem);

/* ---- Plans ---- */

typedef struct papilio_plan papilio_plan;

/** Where the time of a host execution went, in seconds. */
typedef struct papilio_timing {
  double upload;
  double kernels;
  double download;
} papilio_timing;

/** Plans, compiles (or loads from the cache) and uploads tables. The plan keeps its device alive. */
PAPILIO_API papilio_status papilio_plan_create(const papilio_device* device, const papilio_problem* problem,
                                               papilio_plan** plan);
PAPILIO_API papilio_status papilio_plan_create_from_token(const papilio_device* device, const char* token,
                                                          papilio_plan** plan);
/** A constant of the callbacks' texts. */
typedef struct papilio_parameter {
  const char* name;
  double value;
} papilio_parameter;
/** Source text that every number passes on its way in or out: papilio/callbacks.hpp says what it is. Null: none. */
typedef struct papilio_callbacks {
  const char* load;
  const char* store;
  const papilio_parameter* parameters;
  size_t parameter_count;
} papilio_callbacks;
PAPILIO_API papilio_status papilio_plan_create_with_callbacks(const papilio_device* device,
                                                              const papilio_problem* problem,
                                                              const papilio_callbacks* callbacks, papilio_plan** plan);
/** plan may be null. */
PAPILIO_API void papilio_plan_destroy(papilio_plan* plan);

/** The problem of a plan, its distances filled in. */
PAPILIO_API papilio_status papilio_plan_problem(const papilio_plan* plan, papilio_problem* problem);
/** Elements that input and output hold, real or complex as their side is, up to the last one that is touched. Either
 *  pointer may be null. */
PAPILIO_API papilio_status papilio_plan_elements(const papilio_plan* plan, int64_t* input, int64_t* output);
/** Bytes of scratch that one execution needs; 0 for most problems of one pass, 32 for each transform of the batch where
 * two passes share a launch (NVIDIA). */
PAPILIO_API papilio_status papilio_plan_scratch_bytes(const papilio_plan* plan, size_t* bytes);
/** The plan as an S-expression, ended with 0 and cut to `capacity` bytes. *length is that of the whole text without the
 * 0; it may be null, and text may be null when capacity is 0. */
PAPILIO_API papilio_status papilio_plan_describe(const papilio_plan* plan, char* text, size_t capacity, size_t* length);

/** Transforms interleaved complex host memory, 2*elements values, and returns when the result is there. In place, in ==
 *  out. timing may be null. For plans of complex numbers on both sides, stored in the function's own type;
 *  papilio_plan_execute_host() takes all others. */
PAPILIO_API papilio_status papilio_plan_execute_f32(const papilio_plan* plan, const float* in, float* out,
                                                    papilio_timing* timing);
PAPILIO_API papilio_status papilio_plan_execute_f64(const papilio_plan* plan, const double* in, double* out,
                                                    papilio_timing* timing);

/** The same for numbers of any kind and storage: in_bytes and out_bytes are what papilio_plan_bytes() says. In place,
 * in is out; or null, and in_bytes 0. */
PAPILIO_API papilio_status papilio_plan_execute_host(const papilio_plan* plan, const void* in, size_t in_bytes,
                                                     void* out, size_t out_bytes, papilio_timing* timing);
/** The host memory of one execution. */
typedef struct papilio_host_operands {
  const void* in; /**< in place: out, or null with in_bytes 0 */
  size_t in_bytes;
  void* out;
  size_t out_bytes;
  const void* load_data; /**< what callbacks may read: floats or doubles, as the precision says; null: none */
  size_t load_bytes;
  const void* store_data;
  size_t store_bytes;
} papilio_host_operands;
/** papilio_plan_execute_host() with everything that an execution may be given. timing may be null. */
PAPILIO_API papilio_status papilio_plan_execute_host_operands(const papilio_plan* plan,
                                                              const papilio_host_operands* operands,
                                                              papilio_timing* timing);
/** Bytes of the buffers of an execution; in place, both are those of the one buffer. Either pointer may be null. */
PAPILIO_API papilio_status papilio_plan_bytes(const papilio_plan* plan, size_t* input, size_t* output);

/* ---- Asynchronous execution ---- */

typedef struct papilio_stream papilio_stream;
typedef struct papilio_buffer papilio_buffer;

/** Device memory, uninitialised. PAPILIO_OUT_OF_MEMORY names the size asked for and the device's limit. */
PAPILIO_API papilio_status papilio_buffer_create(const papilio_device* device, size_t bytes, papilio_buffer** buffer);
PAPILIO_API papilio_status papilio_buffer_size(const papilio_buffer* buffer, size_t* bytes);
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
/** Returns when every command submitted so far has finished; PAPILIO_DEVICE_FAILED if one failed. */
PAPILIO_API papilio_status papilio_stream_synchronize(const papilio_stream* stream);
/** stream may be null. */
PAPILIO_API void papilio_stream_destroy(papilio_stream* stream);

/** Enqueues the transform and returns at once. In place, in and out are the same handle. scratch may be null: it is
 * then allocated for this call and freed after it has run. Otherwise it holds papilio_plan_scratch_bytes(), is neither
 * in nor out, and is not used by another execution until this one has finished. */
PAPILIO_API papilio_status papilio_plan_execute(const papilio_plan* plan, const papilio_stream* stream,
                                                const papilio_buffer* in, const papilio_buffer* out,
                                                const papilio_buffer* scratch);

/** The device memory of one execution; what is not needed is null. */
typedef struct papilio_operands {
  const papilio_buffer* in;
  const papilio_buffer* out;
  const papilio_buffer* scratch;
  const papilio_buffer* in_imaginary; /**< of a planar side, where the imaginary parts have a buffer of their own */
  const papilio_buffer* out_imaginary;
  const papilio_buffer* load_data; /**< what callbacks may read */
  const papilio_buffer* store_data;
} papilio_operands;
/** papilio_plan_execute() with everything that an execution may be given. */
PAPILIO_API papilio_status papilio_plan_execute_operands(const papilio_plan* plan, const papilio_stream* stream,
                                                         const papilio_operands* operands);

/* ---- A program's own OpenCL objects: the handles of <CL/cl.h> as void*, retained until the handle is destroyed ----
 */

/** cl_context, cl_device_id */
PAPILIO_API papilio_status papilio_opencl_wrap_device(void* context, void* device, papilio_device** wrapped);
/** cl_command_queue, in-order, of the device's context */
PAPILIO_API papilio_status papilio_opencl_wrap_queue(const papilio_device* device, void* queue,
                                                     papilio_stream** wrapped);
/** cl_mem, a buffer of the device's context */
PAPILIO_API papilio_status papilio_opencl_wrap_buffer(const papilio_device* device, void* memory,
                                                      papilio_buffer** wrapped);

/* ---- A program's own CUDA objects: the handles of <cuda.h> as void*; a cudaStream_t is a CUstream ----
 *
 * CUDA counts no references, so what is wrapped stays the caller's, who destroys it after every handle that was made
 * from it. cuda.hpp says what may be done while a stream is captured into a graph: executing with scratch of the
 * caller's own, but not planning. */

/** CUcontext: the primary context of a device, or one of cuCtxCreate. PAPILIO_INVALID_ARGUMENT for null. A program of
 * the runtime API has the primary contexts: papilio_device_open("cuda:0") is its device 0. */
PAPILIO_API papilio_status papilio_cuda_wrap_device(void* context, papilio_device** wrapped);
/** CUstream of the device's context; null is its default stream. PAPILIO_INVALID_ARGUMENT for a stream of another one.
 */
PAPILIO_API papilio_status papilio_cuda_wrap_stream(const papilio_device* device, void* stream,
                                                    papilio_stream** wrapped);
/** A device pointer of `bytes` bytes, on a multiple of 16 bytes; it may point into an allocation.
 * PAPILIO_INVALID_ARGUMENT for host memory, memory of another device, and addresses that are not aligned. */
PAPILIO_API papilio_status papilio_cuda_wrap_pointer(const papilio_device* device, void* pointer, size_t bytes,
                                                     papilio_buffer** wrapped);

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT

#endif
