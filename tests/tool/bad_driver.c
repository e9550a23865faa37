/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A driver's library that crashes when it is loaded, or hangs where PAPILIO_TEST_DRIVER_HANGS is set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void loaded(void) {
  if (getenv("PAPILIO_TEST_DRIVER_HANGS") != NULL) {
    for (;;) pause();
  }
  fputs("bad_driver: an assertion failed\n", stderr);
  abort();
}
