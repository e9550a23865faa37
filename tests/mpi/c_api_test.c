/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * The C API of distributed transforms: forward and back, and failures, on any number of ranks.
 */
#include <math.h>
#include <papilio/mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int condition, const char* what) {
  if (condition) return;
  printf("failed: %s (%s)\n", what, papilio_mpi_get_last_error());
  ++failures;
}

static void there_and_back(int rank, int ranks, const char* device) {
  const int64_t lengths[3] = {6, 8, 10};
  const int64_t spectrum[3] = {6, 8, 6};
  papilio_mpi_box in, out;
  papilio_mpi_plan *there = NULL, *back = NULL;
  papilio_mpi_timing timing;
  size_t bytes = 0, modes_bytes = 0, length = 0, i;
  char text[64];
  double *x, *y, *modes;
  expect(papilio_mpi_box_slab(3, lengths, ranks, rank, 0, &in) == PAPILIO_OK, "slab of the input");
  expect(papilio_mpi_box_slab(3, spectrum, ranks, rank, 1, &out) == PAPILIO_OK, "slab of the output");
  expect(papilio_mpi_plan_create(MPI_COMM_WORLD, device, "r2c:f64:6x8x10", &in, &out, &there) == PAPILIO_OK, "plan");
  expect(papilio_mpi_plan_create(MPI_COMM_WORLD, device, "c2r:f64:6x8x10:scale=1/n", &out, &in, &back) == PAPILIO_OK,
         "plan back");
  if (there == NULL || back == NULL) return;
  expect(papilio_mpi_plan_get_bytes(there, &bytes, &modes_bytes) == PAPILIO_OK, "bytes");
  expect(papilio_mpi_plan_describe(there, text, sizeof(text), &length) == PAPILIO_OK, "describe");
  expect(strncmp(text, "(mpi r2c:f64:6x8x10 ", 20) == 0 && length > strlen(text), "the text of a plan");
  x = malloc(bytes + 16);
  y = malloc(bytes + 16);
  modes = malloc(modes_bytes + 16);
  for (i = 0; i < bytes / sizeof(double); ++i) x[i] = sin((double)(i * (size_t)(rank + 3)));
  expect(papilio_mpi_plan_execute(there, x, modes, &timing) == PAPILIO_OK, "execute");
  expect(timing.seconds > 0 && (ranks == 1) == (timing.sent_bytes == 0 && timing.received_bytes == 0), "timing");
  expect(papilio_mpi_plan_execute(back, modes, y, NULL) == PAPILIO_OK, "execute back");
  for (i = 0; i < bytes / sizeof(double); ++i) {
    if (fabs(x[i] - y[i]) > 1e-14) expect(0, "the way back");
  }
  free(x);
  free(y);
  free(modes);
  papilio_mpi_plan_destroy(there);
  papilio_mpi_plan_destroy(back);
}

static void orders(int rank, int ranks, const char* device) {
  const int64_t lengths[3] = {6, 8, 10};
  papilio_mpi_box in, out;
  papilio_mpi_plan* plan = NULL;
  papilio_mpi_options options = {0};
  char text[4096];
  papilio_mpi_box_slab(3, lengths, ranks, rank, 2, &in);
  papilio_mpi_box_slab(3, lengths, ranks, rank, 0, &out);
  options.axis_order = "1,2,0";
  expect(papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &plan) ==
             PAPILIO_OK,
         "a plan with an order of axes");
  expect(papilio_mpi_plan_describe(plan, text, sizeof(text), NULL) == PAPILIO_OK, "describe an order");
  expect(strstr(text, "/order=1,2,0 from=model") != NULL, "the order in the text of a plan");
  papilio_mpi_plan_destroy(plan);
  options.axis_order = "1,2";
  expect(papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &plan) ==
             PAPILIO_INVALID_ARGUMENT,
         "an order of too few axes");
  expect(plan == NULL, "no plan of a wrong order");
  options.axis_order = rank == 0 ? "some" : "any";
  expect(papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &plan) ==
             PAPILIO_INVALID_ARGUMENT,
         "a word on one rank that is no order");
  expect(strstr(papilio_mpi_get_last_error(), "rank 0: the order of axes 'some'") != NULL, "the word is named");
}

/** Executions in work memory of the caller's, between guard zones, have the bits of the plan's own. */
static void work_of_the_caller(int rank, int ranks, const char* device) {
  enum { zone = 4096 };
  const int64_t lengths[3] = {6, 8, 10};
  papilio_mpi_box in, out;
  papilio_mpi_plan *own = NULL, *plan = NULL;
  papilio_mpi_options options = {0};
  papilio_mpi_work work = {0};
  papilio_status status;
  size_t bytes = 0, host = 1, on_device = 1, i;
  unsigned char *x, *y, *z, *memory;
  papilio_mpi_box_slab(3, lengths, ranks, rank, 0, &in);
  papilio_mpi_box_slab(3, lengths, ranks, rank, 2, &out);
  options.choice = "input=2/output=1/chunks=1/carrier=mpi";
  expect(papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &own) ==
             PAPILIO_OK,
         "a plan with its own work memory");
  expect(papilio_mpi_plan_get_work_bytes(own, &host, &on_device) == PAPILIO_OK && host == 0 && on_device == 0,
         "no work memory of the caller's");
  options.work = PAPILIO_MPI_WORK_OF_CALLER;
  status = papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &plan);
  if (status == PAPILIO_UNSUPPORTED) { /* neither CUDA nor memory of the host */
    papilio_mpi_plan_destroy(own);
    return;
  }
  expect(status == PAPILIO_OK, "a plan without work memory");
  expect(papilio_mpi_plan_get_work_bytes(plan, &host, &on_device) == PAPILIO_OK && host > 0, "bytes of work memory");
  if (on_device > 0) { /* it would take CUDA to allocate it */
    papilio_mpi_plan_destroy(own);
    papilio_mpi_plan_destroy(plan);
    return;
  }
  papilio_mpi_plan_get_bytes(plan, NULL, &bytes);
  papilio_mpi_plan_get_bytes(plan, &i, NULL);
  x = calloc(1, i + 16);
  while (i-- > 0) x[i] = (unsigned char)(i % 4 == 3 ? 0x3f : i * 7 + (size_t)rank);
  y = calloc(1, bytes + 16);
  z = calloc(1, bytes + 16);
  memory = malloc(host + 2 * zone);
  memset(memory, 0xa5, host + 2 * zone);
  memset(memory + zone, 0xff, host);
  work.host = memory + zone;
  work.host_bytes = host;
  expect(papilio_mpi_plan_execute(own, x, y, NULL) == PAPILIO_OK, "execute in the plan's memory");
  expect(papilio_mpi_plan_execute_with_work(plan, x, z, &work, NULL) == PAPILIO_OK, "execute in the caller's memory");
  expect(memcmp(y, z, bytes) == 0, "the bits of the plan's memory");
  for (i = 0; i < zone; ++i) {
    if (memory[i] != 0xa5 || memory[zone + host + i] != 0xa5) expect(0, "nothing is written beside the work memory");
  }
  expect(papilio_mpi_plan_execute(plan, x, z, NULL) == PAPILIO_INVALID_ARGUMENT, "no work memory");
  expect(strstr(papilio_mpi_get_last_error(), "an execution without work memory") != NULL, "it is missed");
  expect(papilio_mpi_plan_execute_with_work(own, x, z, &work, NULL) == PAPILIO_INVALID_ARGUMENT, "work memory twice");
  if (rank == 0) work.host_bytes = 16;
  expect(papilio_mpi_plan_execute_with_work(plan, x, z, &work, NULL) == PAPILIO_INVALID_ARGUMENT, "too little memory");
  expect(strstr(papilio_mpi_get_last_error(), "rank 0: the work memory on the host: it has 16 bytes") != NULL,
         "the rank and the size are named");
  papilio_mpi_plan_destroy(own);
  papilio_mpi_plan_destroy(plan);
  options.work = (papilio_mpi_work_owner)2;
  expect(papilio_mpi_plan_create_with_options(MPI_COMM_WORLD, device, "c2c:f32:6x8x10", &in, &out, &options, &plan) ==
             PAPILIO_INVALID_ARGUMENT,
         "an owner that there is not");
  free(x);
  free(y);
  free(z);
  free(memory);
}

static void wrong_arguments(int rank, int ranks, const char* device) {
  const int64_t lengths[2] = {8, 8};
  papilio_mpi_box box;
  papilio_mpi_plan* plan = NULL;
  expect(papilio_mpi_box_slab(2, lengths, ranks, ranks, 0, &box) == PAPILIO_INVALID_ARGUMENT, "a rank too many");
  papilio_mpi_box_slab(2, lengths, ranks, rank, 0, &box);
  expect(papilio_mpi_plan_create(MPI_COMM_WORLD, device, "c2c:f33:8x8", &box, &box, &plan) == PAPILIO_INVALID_TOKEN,
         "a wrong token");
  expect(plan == NULL, "no plan of a wrong token");
  expect(papilio_mpi_plan_create(MPI_COMM_WORLD, device, "c2c:f32:8x8", &box, rank == 0 ? NULL : &box, &plan) ==
             PAPILIO_INVALID_ARGUMENT,
         "null on one rank");
  expect(strstr(papilio_mpi_get_last_error(), "rank 0") != NULL, "the rank is named");
  expect(papilio_mpi_plan_create_with_effort(MPI_COMM_WORLD, device, "c2c:f32:8x8", &box, &box, (papilio_effort)3,
                                             &plan) == PAPILIO_INVALID_ARGUMENT,
         "an effort that there is not");
  expect(papilio_mpi_plan_create_with_effort(MPI_COMM_WORLD, device, "c2c:f32:8x8", &box, &box, PAPILIO_EFFORT_MEASURE,
                                             &plan) == PAPILIO_OK,
         "a plan that measures");
  papilio_mpi_plan_destroy(plan);
  plan = NULL;
  if (rank == 0) --box.end[0];
  expect(papilio_mpi_plan_create(MPI_COMM_WORLD, device, "c2c:f32:8x8", &box, &box, &plan) == PAPILIO_INVALID_ARGUMENT,
         "boxes that leave elements out");
  papilio_mpi_plan_destroy(NULL);
}

int main(int argc, char** argv) {
  int rank = 0, ranks = 1;
  const char* device = getenv("PAPILIO_TEST_DEVICE");
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (device == NULL || *device == '\0') device = "auto";
  there_and_back(rank, ranks, device);
  orders(rank, ranks, device);
  work_of_the_caller(rank, ranks, device);
  wrong_arguments(rank, ranks, device);
  if (rank == 0) printf("%d failures\n", failures);
  MPI_Finalize();
  return failures == 0 ? 0 : 1;
}
