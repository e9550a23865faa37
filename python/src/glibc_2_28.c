// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Lets a module that is linked with a newer glibc run with glibc 2.28, for wheels (docs/adr/0172). A function whose
// default version is younger is defined here and calls the version that x86-64 has had from the beginning. The linker
// prefers these definitions, also for libstdc++, and --exclude-libs and the hidden visibility keep them in the module.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <time.h>

#if !defined(__x86_64__) || !defined(__GLIBC__)
#error "these are the versions of glibc on x86-64: build with PAPILIO_GLIBC_2_28=OFF"
#endif

#pragma GCC visibility push(hidden)

#define OLD(result, name, version, parameters)               \
  __asm__(".symver old_" #name "," #name "@GLIBC_" version); \
  extern result old_##name parameters __attribute__((visibility("default")))
#define PASS_ON(result, name, parameters, arguments) \
  OLD(result, name, "2.2.5", parameters);            \
  result name parameters { return old_##name arguments; }

PASS_ON(double, exp, (double x), (x))
PASS_ON(double, exp2, (double x), (x))
PASS_ON(double, log, (double x), (x))
PASS_ON(double, log2, (double x), (x))
PASS_ON(double, pow, (double x, double y), (x, y))
PASS_ON(void*, dlopen, (const char* file, int mode), (file, mode))
PASS_ON(void*, dlsym, (void* restrict handle, const char* restrict name), (handle, name))
PASS_ON(int, dlclose, (void* handle), (handle))
PASS_ON(char*, dlerror, (void), ())
PASS_ON(int, pthread_create, (pthread_t * thread, const pthread_attr_t* attributes, void* (*start)(void*), void* given),
        (thread, attributes, start, given))
PASS_ON(int, pthread_join, (pthread_t thread, void** result), (thread, result))
PASS_ON(int, pthread_detach, (pthread_t thread), (thread))
PASS_ON(int, pthread_once, (pthread_once_t * once, void (*start)(void)), (once, start))

// Before glibc 2.33 these were functions of the headers around a numbered layout: 1 on x86-64.
OLD(int, __xstat, "2.2.5", (int layout, const char* path, struct stat* facts));
OLD(int, __lxstat, "2.2.5", (int layout, const char* path, struct stat* facts));
OLD(int, __fxstat, "2.2.5", (int layout, int file, struct stat* facts));
int stat(const char* restrict path, struct stat* restrict facts) { return old___xstat(1, path, facts); }
int lstat(const char* restrict path, struct stat* restrict facts) { return old___lxstat(1, path, facts); }
int fstat(int file, struct stat* facts) { return old___fxstat(1, file, facts); }
int fstat64(int file, struct stat64* facts) { return old___fxstat(1, file, (struct stat*)facts); }

// libstdc++ counts references without atomic instructions if this is not 0.
char __libc_single_threaded = 0;

// Waits by the clock of the day, as libstdc++ does with glibc 2.28. If that clock is set meanwhile, the wait ends early
// or late; callers look at their own clock afterwards.
OLD(int, pthread_cond_timedwait, "2.3.2",
    (pthread_cond_t * condition, pthread_mutex_t* mutex, const struct timespec* end));
int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const struct timespec* end) {
  struct timespec now;
  struct timespec day;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &day);
  const long second = 1000000000;
  const long nanoseconds = end->tv_nsec - now.tv_nsec + day.tv_nsec;  // -1 to 2 seconds
  day.tv_sec += end->tv_sec - now.tv_sec + (nanoseconds + second) / second - 1;
  day.tv_nsec = (nanoseconds + second) % second;
  return old_pthread_cond_timedwait(condition, mutex, &day);
}
