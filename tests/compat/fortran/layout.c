/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * Sizes of the C API's structures, in the order in which layout_test.f90 asks for them. */
#include <papilio/convolution.h>

size_t papilio_test_size(int which);

size_t papilio_test_size(int which) {
  const size_t sizes[] = {
      sizeof(papilio_range),
      sizeof(papilio_problem),
      sizeof(papilio_device_info),
      sizeof(papilio_estimate),
      sizeof(papilio_timing),
      sizeof(papilio_parameter),
      sizeof(papilio_callbacks),
      sizeof(papilio_host_operands),
      sizeof(papilio_operands),
      sizeof(papilio_array_layout),
      sizeof(papilio_convolution_problem),
      sizeof(papilio_values),
      sizeof(papilio_overlap_save_options),
  };
  return sizes[which];
}
