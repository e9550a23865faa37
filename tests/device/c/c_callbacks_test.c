/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Callbacks of host executions, from C. */
#include <stddef.h>

#include "expect.h"

/* A window passed as data and a scale passed as a parameter, in host executions. */
void callback_data_on_the_host(const papilio_device* device) {
  const papilio_parameter scale = {"SCALE", 0.5};
  const papilio_callbacks callbacks = {
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {"
      " return PAPILIO_COMPLEX(x.x * w[i], x.y * w[i]); }",
      "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data w) {"
      " return PAPILIO_COMPLEX(x.x * w[0] * SCALE, x.y * w[0] * SCALE); }",
      &scale, 1};
  const float window[4] = {1, 2, 3, 4}, factor[1] = {3}, right[8] = {15, 0, -3, 3, -3, 0, -3, -3};
  float x[8], y[8];
  papilio_plan* plan = NULL;
  papilio_host_operands host = {0};
  papilio_problem problem = papilio_problem_c2c(PAPILIO_F32, 4);
  int i = 0, in_place = 0;
  for (in_place = 0; in_place < 2; ++in_place) {
    for (i = 0; i < 8; ++i) x[i] = i % 2 == 0 ? 1.0F : 0.0F;
    problem.placement = in_place ? PAPILIO_IN_PLACE : PAPILIO_OUT_OF_PLACE;
    OK(papilio_plan_create_with_callbacks(device, &problem, &callbacks, &plan));
    host.in = x;
    host.out = in_place ? x : y;
    host.in_bytes = host.out_bytes = sizeof(x);
    host.load_data = window;
    host.load_bytes = 3;
    host.store_data = factor;
    host.store_bytes = sizeof(factor);
    INVALID(papilio_plan_execute_host_operands(plan, &host, NULL)); /* not a whole number of floats */
    host.load_bytes = sizeof(window);
    OK(papilio_plan_execute_host_operands(plan, &host, NULL));
    for (i = 0; i < 8; ++i) EXPECT(near((in_place ? x : y)[i], right[i]));
    papilio_plan_destroy(plan);
  }
  INVALID(papilio_plan_execute_host_operands(NULL, &host, NULL));
}
