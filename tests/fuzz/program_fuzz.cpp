// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Programs of the IR that the bytes make: the verifier accepts them, the interpreter finds no fault, every emitter
// takes them, and their PTX computes the same bits.
#include <array>
#include <cmath>
#include <cstddef>

#include "bytes.hpp"
#include "core/storage.hpp"
#include "emitters.hpp"
#include "ir/verify.hpp"
#include "support/ptx_comparison.hpp"
#include "support/random_program.hpp"

namespace {

using papilio::Precision;
using papilio::Storage;
using papilio::fuzz::require_none;
namespace ir = papilio::ir;

constexpr int groups = 2;

std::vector<std::byte> memory_of(Storage storage, Precision precision, std::int64_t count, bool waves) {
  const std::int64_t width = papilio::bytes_of(storage, precision);
  std::vector<std::byte> memory(static_cast<std::size_t>(count * width));
  for (std::int64_t i = 0; i < count; ++i) {
    const double value = waves ? std::sin(static_cast<double>(i)) : 0.5;
    papilio::store_number(storage, precision, value, &memory[static_cast<std::size_t>(i * width)]);
  }
  return memory;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  papilio::fuzz::ByteChoices choices(data, size);
  const auto precision = choices.one_of({Precision::f32, Precision::f64}, "precision");
  const auto storage = precision == Precision::f64
                           ? Storage::native
                           : choices.one_of({Storage::native, Storage::f16, Storage::bf16}, "storage");
  const bool in_place = choices.alternative(2, "in place") == 1;
  const int threads = choices.one_of({5, 8}, "threads");
  const std::int64_t count = groups * threads * papilio::test::random_share;
  const auto element = precision == Precision::f32 ? ir::ScalarKind::f32 : ir::ScalarKind::f64;
  const ir::Module module = papilio::test::random_program([&] { return choices.byte(); }, element, threads, storage);
  require_none(ir::verify(module));
  papilio::fuzz::emit_everywhere(module);
  std::vector<std::byte> in = memory_of(storage, precision, count, true);
  std::vector<std::byte> out = memory_of(storage, precision, count, false);
  const ir::Binding from = {in.data(), count};
  const std::array bindings = {from, in_place ? from : ir::Binding{out.data(), count}};
  require_none(papilio::test::run_as_ptx_too(module, bindings, {}, groups));
  return 0;
}
