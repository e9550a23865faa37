/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: write number PAPILIO_TEST_FULL_WRITE to files of the folder PAPILIO_TEST_FULL_FOLDER fills the disk:
 * half of its bytes fit, and nothing after them. Other folders, such as those of caches, are not affected.
 */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): glibc reads it */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long writes;

/* Bytes of `count` that fit. */
static size_t room_for(int file, size_t count) {
  const char* folder = getenv("PAPILIO_TEST_FULL_FOLDER");
  const char* last = getenv("PAPILIO_TEST_FULL_WRITE");
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  if (folder == NULL || last == NULL || length <= 0 || strncmp(path, folder, strlen(folder)) != 0) return count;
  const long number = __atomic_add_fetch(&writes, 1, __ATOMIC_RELAXED);
  return number < atol(last) ? count : number == atol(last) ? count / 2 : 0;
}

ssize_t write(int file, const void* bytes, size_t count) {
  const size_t fits = room_for(file, count);
  if (count > 0 && fits == 0) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_write, file, bytes, fits);
}

ssize_t pwrite(int file, const void* bytes, size_t count, off_t position) {
  const size_t fits = room_for(file, count);
  if (count > 0 && fits == 0) {
    errno = ENOSPC;
    return -1;
  }
  return syscall(SYS_pwrite64, file, bytes, fits, position);
}
