/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The version and the errors of the C API; <papilio/papilio.h> includes it.
 */
#ifndef PAPILIO_STATUS_H
#define PAPILIO_STATUS_H

#include <papilio/version.h>

#include <papilio/export.hpp>

/* In C++ every int is a value of these types, as in C, so that a wrong one can be refused. */
#ifdef __cplusplus
#define PAPILIO_INT : int
extern "C" {
#else
#define PAPILIO_INT
#endif

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

#ifdef __cplusplus
}
#endif
#undef PAPILIO_INT

#endif
