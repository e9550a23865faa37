// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "codelet/codelet.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <mutex>
#include <papilio/error.hpp>
#include <utility>

#include "codelet/dft.hpp"

namespace papilio::codelet {
namespace {

Codelet make_dft(int radix, Direction direction, Style style) {
  DftOptions options;
  options.direction = direction;
  options.style = style;
  CodeletProgram program = dft_program(radix, options);
  const int live = max_live(program);
  return {radix, direction, std::move(program.instructions), std::move(program.outputs), live};
}

/// Makes each codelet once, for its first caller.
class CodeletCache {
 public:
  const Codelet& get(int radix, Direction direction, Style style) {
    const std::size_t variant = styles * static_cast<std::size_t>(direction) + static_cast<std::size_t>(style);
    CachedCodelet& cached = codelets_[static_cast<std::size_t>(radix)][variant];
    std::call_once(cached.once, [&] { cached.codelet = make_dft(radix, direction, style); });
    return cached.codelet;
  }

 private:
  struct CachedCodelet {
    std::once_flag once;
    Codelet codelet;
  };
  static constexpr std::size_t styles = 3;
  std::array<std::array<CachedCodelet, 2 * styles>, max_radix + 1> codelets_;
};

}  // namespace

OperationCounts Codelet::counts() const {
  OperationCounts result;
  for (const CodeletInstruction& instruction : instructions) {
    switch (instruction.op) {
      case CodeletOp::add:
      case CodeletOp::sub:
        ++result.adds;
        break;
      case CodeletOp::mul:
        ++result.muls;
        break;
      case CodeletOp::neg:
        ++result.negs;
        break;
      case CodeletOp::fma:
      case CodeletOp::fms:
      case CodeletOp::fnma:
        ++result.fmas;
        break;
    }
  }
  return result;
}

const Codelet& dft(int radix, Direction direction, Style style) {
  if (radix < 1 || radix > max_radix) {
    throw Error::invalid_argument(fmt::format("codelet of radix {}", radix),
                                  fmt::format("the radix must be 1..{}", max_radix),
                                  "split the length into smaller factors");
  }
  static CodeletCache cache;
  return cache.get(radix, direction, style);
}

}  // namespace papilio::codelet
