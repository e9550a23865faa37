/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * For LD_PRELOAD: the disk of the folder PAPILIO_TEST_FULL_FOLDER has room for 20 more bytes. Other folders, such as
 * those of caches, are not affected.
 */
#define _GNU_SOURCE /* NOLINT(bugprone-reserved-identifier): glibc reads it */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static long room = 20;

static int is_full(int file) {
  const char* folder = getenv("PAPILIO_TEST_FULL_FOLDER");
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  const ssize_t length = readlink(link, path, sizeof path - 1);
  return folder != NULL && length > 0 && strncmp(path, folder, strlen(folder)) == 0;
}

ssize_t write(int file, const void* bytes, size_t count) {
  if (is_full(file)) {
    if (room == 0) {
      errno = ENOSPC;
      return -1;
    }
    if ((long)count > room) count = (size_t)room;
    room -= (long)count;
  }
  return syscall(SYS_write, file, bytes, count);
}
