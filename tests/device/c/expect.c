/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT */
#include "expect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures = 0;

void expect(int condition, const char* what, const char* file, int line) {
  if (condition) return;
  ++failures;
  fprintf(stderr, "%s:%d: %s; the last error: %s\n", file, line, what, papilio_get_last_error());
}

void expect_status(papilio_status got, papilio_status wanted, const char* call, const char* file, int line) {
  const char* message = papilio_get_last_error();
  if (got == wanted && (got == PAPILIO_OK || (message[0] != '\0' && strchr(message, '\n') == NULL))) return;
  ++failures;
  fprintf(stderr, "%s:%d: %s gives %s: %s\n", file, line, call, papilio_status_get_name(got), message);
}

int callbacks_run(void) { return getenv("PAPILIO_FAKE_CUDA_RUNS") == NULL; }

int near(double x, double y) { return x - y < 1e-4 && y - x < 1e-4; }
