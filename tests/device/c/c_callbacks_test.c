/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Callbacks of host executions, from C. */
#include <stddef.h>

#include "expect.h"

/* A window passed as data and a scale passed as a parameter, in host executions. */
void callback_data_on_the_host(const papilio_device* device) {
  const papilio_parameter scale = {"SCALE", 0.5};
  static const char* load =
      "PAPILIO_FUNCTION papilio_complex papilio_load(papilio_complex x, papilio_index i, papilio_data w) {"
      " return PAPILIO_COMPLEX(x.x * w[i], x.y * w[i]); }";
  static const char* store =
      "PAPILIO_FUNCTION papilio_complex papilio_store(papilio_complex x, papilio_index i, papilio_data w) {"
      " return PAPILIO_COMPLEX(x.x * w[0] * SCALE, x.y * w[0] * SCALE); }";
  papilio_callbacks callbacks = papilio_callbacks_init();
  const float window[4] = {1, 2, 3, 4}, factor[1] = {3}, right[8] = {15, 0, -3, 3, -3, 0, -3, -3};
  float x[8], y[8];
  papilio_plan* plan = NULL;
  papilio_problem problem = papilio_problem_init_1d(PAPILIO_C2C, PAPILIO_F32, 4, 1);
  int i = 0, in_place = 0;
  papilio_host_operands host;
  callbacks.load = load;
  callbacks.store = store;
  callbacks.parameters = &scale;
  callbacks.parameter_count = 1;
  for (in_place = 0; in_place < 2; ++in_place) {
    for (i = 0; i < 8; ++i) x[i] = i % 2 == 0 ? 1.0F : 0.0F;
    problem.placement = in_place ? PAPILIO_IN_PLACE : PAPILIO_OUT_OF_PLACE;
    OK(papilio_plan_create_with_callbacks(device, &problem, &callbacks, &plan));
    host = papilio_host_operands_init(x, sizeof(x), in_place ? x : y, sizeof(x));
    host.load_data = window;
    host.load_bytes = 3;
    host.store_data = factor;
    host.store_bytes = sizeof(factor);
    INVALID(papilio_plan_execute_host(plan, &host, NULL)); /* not a whole number of floats */
    host.load_bytes = sizeof(window);
    OK(papilio_plan_execute_host(plan, &host, NULL));
    for (i = 0; i < 8; ++i) EXPECT(near((in_place ? x : y)[i], right[i]));
    papilio_plan_destroy(plan);
  }
  INVALID(papilio_plan_execute_host(NULL, &host, NULL));
}
