/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: the allocation number PAPILIO_TEST_FAIL_MALLOC, counted from 1 over malloc, calloc, realloc and
 * aligned_alloc, fails with ENOMEM, and so do all after it while PAPILIO_TEST_FAIL_MALLOC_ALL is set. With
 * PAPILIO_TEST_COUNT_MALLOC, a file, their number is written to it at the end. Those of pixman, which cairo loads, are
 * left out: its constructor writes to null where they fail.
 */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): glibc reads it */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* NOLINTBEGIN(bugprone-reserved-identifier): glibc's own names */
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
/* NOLINTEND(bugprone-reserved-identifier) */

static long done;
static long failing = -1; /* not yet known */
static int all_after;

static int fails(const void* caller) {
  Dl_info object;
  if (dladdr(caller, &object) != 0 && strstr(object.dli_fname, "libpixman") != NULL) return 0;
  if (failing < 0) {
    failing = 0;
    const char* number = getenv("PAPILIO_TEST_FAIL_MALLOC");
    if (number != NULL) failing = atol(number);
    all_after = getenv("PAPILIO_TEST_FAIL_MALLOC_ALL") != NULL;
  }
  const long mine = __atomic_add_fetch(&done, 1, __ATOMIC_RELAXED);
  if (failing == 0 || mine < failing || (mine > failing && !all_after)) return 0;
  errno = ENOMEM;
  return 1;
}

void* malloc(size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) { return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size); }
void* aligned_alloc(size_t alignment, size_t size) {
  return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(alignment, size);
}

__attribute__((destructor)) static void tell(void) {
  const char* file = getenv("PAPILIO_TEST_COUNT_MALLOC");
  if (file == NULL) return;
  char digits[24];
  size_t at = sizeof digits;
  long rest = __atomic_load_n(&done, __ATOMIC_RELAXED);
  do {
    digits[--at] = (char)('0' + rest % 10);
    rest /= 10;
  } while (rest > 0);
  const int out = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (out < 0) return;
  if (write(out, digits + at, sizeof digits - at) < 0) _exit(99);
  close(out);
}
