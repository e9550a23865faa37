/* SPDX-FileCopyrightText: The Papilio authors
 * SPDX-License-Identifier: MIT
 *
 * A fake NVML with one GPU, which consumes 1.25 J between readings. */
#include <stdio.h>

int nvmlInit_v2(void) { return 0; }
int nvmlShutdown(void) { return 0; }
int nvmlDeviceGetCount_v2(unsigned* count) { return *count = 1, 0; }
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) { return *device = device, index == 0 ? 0 : 2; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device) { return (void)bus, (void)device, 6; }
int nvmlDeviceGetName(void* device, char* name, unsigned size) {
  return (void)device, snprintf(name, size, "Fake GPU") > 0 ? 0 : 2;
}
int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  static unsigned long long total = 1000;
  (void)device;
  *millijoules = total += 1250;
  return 0;
}
