// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// As XLA does it: the library is opened by its name and its functions are looked up; plans by cufftMakePlanMany64 and
// cufftPlan1d to 3d, with work areas of the caller's.
#include <dlfcn.h>

#include "client.hpp"

using namespace client;

namespace {

void* library() {
  static void* const opened = dlopen("libcufft.so.12", RTLD_LAZY);
  if (opened == nullptr) fail(dlerror());
  return opened;
}

template <typename Function>
Function* function(Function& /*declared*/, const char* name) {
  void* found = dlsym(library(), name);
  if (found == nullptr) fail(std::string(name) + " is not found");
  return reinterpret_cast<Function*>(found);
}
#define CUFFT(name) function(name, #name)

void many(const std::string& title, const Case& c, cufftType type) {
  cufftHandle plan = 0;
  std::size_t bytes = 0;
  std::size_t asked = 0;
  std::vector<long long> n = c.lengths;
  const Side in(c, true);
  const Side out(c, false);
  std::vector<long long> inembed = in.layout.embed;
  std::vector<long long> onembed = out.layout.embed;
  const int rank = static_cast<int>(n.size());
  check(CUFFT(cufftCreate)(&plan), "cufftCreate");
  check(CUFFT(cufftSetAutoAllocation)(plan, 0), "cufftSetAutoAllocation");
  check(CUFFT(cufftGetSizeMany64)(plan, rank, n.data(), inembed.data(), 1, in.layout.distance, onembed.data(), 1,
                                  out.layout.distance, type, c.batch, &asked),
        "cufftGetSizeMany64");
  check(CUFFT(cufftMakePlanMany64)(plan, rank, n.data(), inembed.data(), 1, in.layout.distance, onembed.data(), 1,
                                   out.layout.distance, type, c.batch, &bytes),
        "cufftMakePlanMany64");
  expect(asked == bytes, "cufftGetSizeMany64 and cufftMakePlanMany64 differ");
  check(CUFFT(cufftGetSize)(plan, &asked), "cufftGetSize");
  expect(asked == bytes, "cufftGetSize and cufftMakePlanMany64 differ");
  const DeviceBytes work(bytes);
  check(CUFFT(cufftSetWorkArea)(plan, work.get()), "cufftSetWorkArea");
  check(CUFFT(cufftSetStream)(plan, nullptr), "cufftSetStream");
  verify<float>(title, c, [&](void* from, void* to) {
    auto* a = static_cast<cufftComplex*>(from);
    auto* b = static_cast<cufftComplex*>(to);
    switch (c.kind) {
      case Kind::c2c:
        check(CUFFT(cufftExecC2C)(plan, a, b, c.direction), "cufftExecC2C");
        break;
      case Kind::r2c:
        check(CUFFT(cufftExecR2C)(plan, static_cast<float*>(from), b), "cufftExecR2C");
        break;
      case Kind::c2r:
        check(CUFFT(cufftExecC2R)(plan, a, static_cast<float*>(to)), "cufftExecC2R");
        break;
    }
  });
  check(CUFFT(cufftDestroy)(plan), "cufftDestroy");
}

}  // namespace

int main(int count, char** arguments) {
  const bool large = is_large(count, arguments);
  int version = 0;
  check(CUFFT(cufftGetVersion)(&version), "cufftGetVersion");
  expect(version >= 12000 && version < 13000, "cufftGetVersion");
  many("c2c", {Kind::c2c, {30}, 5}, CUFFT_C2C);
  many("r2c 2-D", {Kind::r2c, {4, 12}, 2}, CUFFT_R2C);
  many("c2r 3-D", {Kind::c2r, {3, 4, 7}, 2}, CUFFT_C2R);
  if (large) many("c2c of two passes", {Kind::c2c, {1 << 15}, 1}, CUFFT_C2C);
  std::printf("passed\n");
}
