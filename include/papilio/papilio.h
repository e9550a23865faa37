/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Papilio's C API (C99 and later; C++ may include it too). It has the devices, problems, plans and streams of the C++
 * API, and papilio/convolution.h its convolutions. docs/api.md is the guide.
 *
 * Names: papilio_<type>_<verb>() does something, papilio_<type>_get_<property>() tells something. Functions without a
 * type are transforms (papilio_fft_f32) and properties of the library (papilio_get_version).
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

#include <papilio/version.h>
#include <stddef.h>
#include <stdint.h>

#include <papilio/export.hpp>

/* In C++ every int is a value of these types, as in C, so that a wrong one can be refused. */
#ifdef __cplusplus
#define PAPILIO_INT : int
#define PAPILIO_ZERO \
  {}
extern "C" {
#else
#define PAPILIO_INT
#define PAPILIO_ZERO \
  { 0 }
#endif

/* ---- Library ---- */

/** The version of the library, "0.2.0"; that of these headers is in <papilio/version.h>. Never null. */
PAPILIO_API const char* papilio_get_version(void);

/** 0, or what went wrong; the numbers are those of papilio::ErrorCode and of the command's exit code. */
typedef enum papilio_status PAPILIO_INT {
  PAPILIO_OK = 0,
  PAPILIO_INVALID_ARGUMENT = 2, /**< a value that no device could accept: null, a length of 0 */
  PAPILIO_INVALID_TOKEN = 3,    /**< a problem token that does not parse */
  PAPILIO_UNSUPPORTED = 4,      /**< a valid problem that this version or this device cannot compute */
  PAPILIO_NO_DEVICE = 5,        /**< no driver, platform or device of this kind */
  PAPILIO_OUT_OF_MEMORY = 6,    /**< host or device memory is exhausted; existing objects stay valid */
  PAPILIO_BUILD_FAILED = 7,     /**< the device's compiler rejected a kernel */
  PAPILIO_IO = 8,               /**< a file that cannot be read, parsed or written */
  PAPILIO_DEVICE_FAILED = 9,    /**< the driver reported a failure while executing */
  PAPILIO_CHECK_FAILED = 10,    /**< `papilio check` found a result outside its bound */
  PAPILIO_INTERNAL = 11         /**< a defect of Papilio; please report it with the problem token */
} papilio_status;

/** The name of a status, "invalid_argument" for example; "unknown status" for any other number. Never null. */
PAPILIO_API const char* papilio_status_get_name(papilio_status status);

/** One line about the last call that failed on this thread: what, why, what to do. Empty before the first failure.
 * Never null, never freed by the caller, valid until the next failure on the same thread. At most 1023 bytes. */
PAPILIO_API const char* papilio_get_last_error(void);

/* ---- One-liners ---- */

/** Which direction divides, by the names of NumPy and SciPy: the inverse by n, both by sqrt(n), the forward one by n.
 */
typedef enum papilio_norm PAPILIO_INT {
  PAPILIO_NORM_DEFAULT = 0, /**< of one-liners: backward; of papilio_problem: as its `scale` says */
  PAPILIO_NORM_BACKWARD = 1,
  PAPILIO_NORM_ORTHO = 2,
  PAPILIO_NORM_FORWARD = 3
} papilio_norm;

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

/* ---- Devices ---- */

typedef struct papilio_device papilio_device;

/** Strings end with 0 and are cut if they are longer. */
typedef struct papilio_device_info {
  size_t struct_size;
  char id[64]; /**< selects the device: "opencl:0" */
  char name[256];
  char backend[32];
  char platform[256];
  char driver[256];
  char kind[16]; /**< "cpu", "gpu" or "other" */
  int compute_units;
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

/** Sets *count to the number of devices. No device is a count of 0 and no error; papilio_device_open() then says what
 * was looked for. */
PAPILIO_API papilio_status papilio_device_get_count(size_t* count);
/** Device number `index`, from 0, of papilio_device_get_count(). */
PAPILIO_API papilio_status papilio_device_get_info_at(size_t index, papilio_device_info* info);

/** selector: "auto" (a CUDA GPU, else an OpenCL GPU, else a CPU), a backend ("opencl"), or an id ("opencl:0"). */
PAPILIO_API papilio_status papilio_device_open(const char* selector, papilio_device** device);
PAPILIO_API papilio_status papilio_device_get_info(const papilio_device* device, papilio_device_info* info);
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
  PAPILIO_SCALE_INVERSE_N = 1,
  PAPILIO_SCALE_INVERSE_SQRT_N = 2
} papilio_scale;

/** The types of numbers in memory, papilio::Storage. Integers can only be read. */
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
/** Where the parts of complex numbers are, papilio::ComplexLayout. */
typedef enum papilio_complex_layout PAPILIO_INT { PAPILIO_INTERLEAVED = 0, PAPILIO_PLANAR = 1 } papilio_complex_layout;

enum { PAPILIO_MAX_RANK = 8 };

/** Indices begin .. end-1 of an axis; both 0: none. */
typedef struct papilio_range {
  int64_t begin;
  int64_t end;
} papilio_range;

/** A batch of arrays of which some axes are transformed. Element (i0, i1, ...) of array b is read at
 *  in[b*in_distance + i0*in_strides[0] + i1*in_strides[1] + ...] and written likewise. Strides and distances count
 *  elements of their side, real or complex. 0 means the default: packed, row-major, every axis transformed, forward,
 *  a batch of 1, factor 1. */
typedef struct papilio_problem {
  size_t struct_size;
  papilio_kind kind;
  papilio_precision precision;
  int rank;                          /**< number of lengths, 1..PAPILIO_MAX_RANK */
  int64_t lengths[PAPILIO_MAX_RANK]; /**< of the array (of its real side), outermost first; transformed ones 1..2^27 */
  int skipped[PAPILIO_MAX_RANK];     /**< not 0: this axis is not transformed */
  int64_t batch;                     /**< arrays; 0 means 1 */
  int64_t in_distance;               /**< elements from one array to the next; 0: packed */
  int64_t out_distance;              /**< the same; equal to in_distance in place */
  int64_t in_strides[PAPILIO_MAX_RANK]; /**< of each axis, or all 0: packed */
  int64_t out_strides[PAPILIO_MAX_RANK];
  papilio_direction direction; /**< of c2c; of r2c PAPILIO_FORWARD (0), of c2r PAPILIO_INVERSE */
  papilio_placement placement;
  papilio_norm norm; /**< another way to give the scale: not PAPILIO_NORM_DEFAULT, then `scale` is 0 */
  papilio_scale scale;
  double factor; /**< multiplies every output besides `scale`; 0 means 1 */
  papilio_storage in_storage;
  papilio_storage out_storage;
  papilio_complex_layout in_layout; /**< of a complex side */
  papilio_complex_layout out_layout;
  int64_t in_offset; /**< elements before the first array */
  int64_t out_offset;
  papilio_range zero_ranges[PAPILIO_MAX_RANK]; /**< per axis of the input: elements that count as 0 and are not read */
  papilio_range skip_ranges[PAPILIO_MAX_RANK]; /**< per axis of the output: elements that are not written */
} papilio_problem;

static inline papilio_problem papilio_problem_init(void) {
  papilio_problem problem = PAPILIO_ZERO;
  problem.struct_size = sizeof(problem);
  return problem;
}

/** One packed transform of one axis, out of place and unscaled; change the fields as needed. */
static inline papilio_problem papilio_problem_init_1d(papilio_kind kind, papilio_precision precision, int64_t length,
                                                      int64_t batch) {
  papilio_problem problem = papilio_problem_init();
  problem.kind = kind;
  problem.precision = precision;
  problem.rank = 1;
  problem.lengths[0] = length;
  problem.batch = batch;
  problem.direction = kind == PAPILIO_C2R ? PAPILIO_INVERSE : PAPILIO_FORWARD;
  return problem;
}

/** From a token such as "c2c:f32:4096*512:inverse:scale=1/n" (docs/api.md has the grammar); normalised. */
PAPILIO_API papilio_status papilio_problem_parse(const char* token, papilio_problem* problem);
/** The canonical token, ended with 0 and cut to `capacity` bytes. *length is that of the whole token without the 0; it
 *  may be null, and token may be null when capacity is 0. */
PAPILIO_API papilio_status papilio_problem_to_token(const papilio_problem* problem, char* token, size_t capacity,
                                                    size_t* length);
/** Checks the problem and fills in what its defaults mean: batch, distances, strides, factor, and `scale` in place of
 *  `norm`. */
PAPILIO_API papilio_status papilio_problem_normalise(papilio_problem* problem);
/** Elements that input and output hold, real or complex as their side is, up to the last one that is touched. Either
 *  pointer may be null. */
PAPILIO_API papilio_status papilio_problem_get_elements(const papilio_problem* problem, int64_t* input,
                                                        int64_t* output);
/** The bytes that they take; in place, both are those of the one buffer. Either pointer may be null. */
PAPILIO_API papilio_status papilio_problem_get_bytes(const papilio_problem* problem, size_t* input, size_t* output);

/** What one execution of a problem takes on a device, papilio::Estimate. */
typedef struct papilio_estimate {
  size_t struct_size;
  size_t scratch_bytes;
  int64_t read_bytes;    /**< from global memory, by all kernels together */
  int64_t written_bytes; /**< to global memory */
  int launches;
  double seconds; /**< by the planner's cost model: an order of magnitude */
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

typedef struct papilio_plan papilio_plan;

/** Where the time of a host execution went, in seconds. */
typedef struct papilio_timing {
  double upload;
  double kernels;
  double download;
} papilio_timing;

/** A constant of the callbacks' texts. */
typedef struct papilio_parameter {
  const char* name;
  double value;
} papilio_parameter;

/** Source text that every number passes on its way in or out: papilio/callbacks.hpp documents it. Null: none. */
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
/** plan may be null. */
PAPILIO_API void papilio_plan_destroy(papilio_plan* plan);

/** The problem of a plan, normalised. */
PAPILIO_API papilio_status papilio_plan_get_problem(const papilio_plan* plan, papilio_problem* problem);
/** As papilio_problem_get_elements() and papilio_problem_get_bytes(). */
PAPILIO_API papilio_status papilio_plan_get_elements(const papilio_plan* plan, int64_t* input, int64_t* output);
PAPILIO_API papilio_status papilio_plan_get_bytes(const papilio_plan* plan, size_t* input, size_t* output);
/** Bytes of scratch that one execution needs; 0 for most problems of one pass, 32 for each transform of the batch where
 * two passes share a launch (NVIDIA). */
PAPILIO_API papilio_status papilio_plan_get_scratch_bytes(const papilio_plan* plan, size_t* bytes);
/** The batches that an execution may have instead of the problem's; papilio::Plan::batch_limits(). Either pointer may
 * be null. */
PAPILIO_API papilio_status papilio_plan_get_batch_limits(const papilio_plan* plan, int64_t* least, int64_t* most);
/** The plan as an S-expression; text, capacity and length as in papilio_problem_to_token(). */
PAPILIO_API papilio_status papilio_plan_describe(const papilio_plan* plan, char* text, size_t capacity, size_t* length);

/** The host memory of one execution. */
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
/** The same, enqueued: the host memory must stay, and stay as it is, until the copy has finished. papilio::Stream says
 * which memory is copied faster. */
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
  const papilio_buffer* in_imaginary; /**< of a planar side, where the imaginary parts have a buffer of their own */
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

/** papilio_plan_execute() with everything that an execution may be given. */
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
#undef PAPILIO_INT
#undef PAPILIO_ZERO

#endif
