/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Wisdom in C: shapes of kernels that were measured, kept as text for this and later processes. papilio/wisdom.hpp says
 * what it is, where its file lies and which files are trusted; docs/tuning.md is the guide. Errors and threads as in
 * papilio/papilio.h.
 */
#ifndef PAPILIO_WISDOM_H
#define PAPILIO_WISDOM_H

#include <papilio/papilio.h>
#include <stddef.h>

#include <papilio/export.hpp>

#ifdef __cplusplus
#define PAPILIO_INT : int
extern "C" {
#else
#define PAPILIO_INT
#endif

/** Time that planning may take. Existing wisdom is used with any effort. */
typedef enum papilio_effort PAPILIO_INT {
  PAPILIO_EFFORT_ESTIMATE = 0,  /**< the planner's model decides, in milliseconds; what papilio_plan_create() does */
  PAPILIO_EFFORT_MEASURE = 1,   /**< plans are timed for up to five seconds, and the fastest one is remembered */
  PAPILIO_EFFORT_EXHAUSTIVE = 2 /**< for up to a minute */
} papilio_effort;

/** How long wisdom is kept. */
typedef enum papilio_wisdom_scope PAPILIO_INT {
  PAPILIO_WISDOM_PROCESS = 0, /**< this process, until it ends */
  PAPILIO_WISDOM_FILE = 1     /**< the file too */
} papilio_wisdom_scope;

/** papilio_plan_create() with an effort. The plan keeps its device alive. */
PAPILIO_API papilio_status papilio_plan_create_with_effort(const papilio_device* device, const papilio_problem* problem,
                                                           papilio_effort effort, papilio_plan** plan);

/** All wisdom that this process has, as lines of text; text, capacity and length as in papilio_problem_to_token(). */
PAPILIO_API papilio_status papilio_wisdom_export(char* text, size_t capacity, size_t* length);
/** Adds lines as papilio_wisdom_export() gives them. taken and refused are numbers of lines; either may be null. A line
 * that is not understood is no error. PAPILIO_IO if the file cannot be written. */
PAPILIO_API papilio_status papilio_wisdom_import(const char* text, papilio_wisdom_scope scope, size_t* taken,
                                                 size_t* refused);
/** This process forgets all wisdom, that of the file too. PAPILIO_WISDOM_FILE: the file is emptied as well. */
PAPILIO_API papilio_status papilio_wisdom_forget(papilio_wisdom_scope scope);

#undef PAPILIO_INT
#ifdef __cplusplus
}
#endif

#endif
