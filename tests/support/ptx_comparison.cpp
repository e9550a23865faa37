// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/ptx_comparison.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "core/storage.hpp"
#include "emit/emit.hpp"
#include "support/ptx_machine.hpp"

namespace papilio::test {
namespace {

bool is_nan(const ir::Buffer& buffer, const std::byte* number) {
  const bool real = buffer.element == ir::ScalarKind::f32 || buffer.element == ir::ScalarKind::f64;
  return real && !is_integer(buffer.storage) &&
         std::isnan(load_number(buffer.storage, ir::precision_of(buffer), number));
}

/// The byte where the first number begins that differs. The sign and the payload of a NaN follow from the order of
/// operands, which neither IEEE 754 nor the PTX ISA defines: all NaNs are equal.
std::optional<std::size_t> first_difference(const ir::Buffer& buffer, std::span<const std::byte> one,
                                            const std::byte* other) {
  const auto width = static_cast<std::size_t>(ir::size_of(buffer));
  for (std::size_t at = 0; at < one.size(); at += width) {
    const bool same = std::memcmp(&one[at], other + at, width) == 0;
    if (!same && !(is_nan(buffer, &one[at]) && is_nan(buffer, other + at))) return at;
  }
  return std::nullopt;
}

/// Copies of all buffers; buffers that share memory share a copy.
class Copy {
 public:
  Copy(const ir::Module& module, std::span<const ir::Binding> buffers) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      std::vector<std::byte>& bytes = bytes_[buffers[i].data];
      if (bytes.empty())
        bytes.assign(buffers[i].data, buffers[i].data + buffers[i].elements * ir::size_of(*module.buffers[i]));
      launch.buffers.push_back({bytes.data(), static_cast<std::int64_t>(bytes.size())});
    }
  }

  /// Differences from the current contents of the buffers.
  [[nodiscard]] std::vector<std::string> differences(const ir::Module& module,
                                                     std::span<const ir::Binding> buffers) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      const std::vector<std::byte>& bytes = bytes_.at(buffers[i].data);
      const std::optional<std::size_t> place = first_difference(*module.buffers[i], bytes, buffers[i].data);
      if (!place) continue;
      result.push_back(
          fmt::format("buffer '{}' is not what the IR says, at byte {} first", module.buffers[i]->name, *place));
    }
    return result;
  }

  PtxLaunch launch;

 private:
  std::map<const std::byte*, std::vector<std::byte>> bytes_;
};

}  // namespace

std::vector<std::string> run_as_ptx_too(const ir::Module& module, std::span<const ir::Binding> buffers,
                                        std::span<const std::int64_t> scalars, std::int64_t groups) {
  const std::vector<int> architectures = module.cluster > 1 ? std::vector{90} : std::vector{70, 90};
  std::vector<Copy> copies;
  for ([[maybe_unused]] const int architecture : architectures) copies.emplace_back(module, buffers);
  std::vector<std::string> faults = ir::interpret(module, buffers, scalars, 0, groups).faults;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    PtxLaunch& launch = copies[i].launch;
    launch.scalars.assign(scalars.begin(), scalars.end());
    launch.shared_bytes = module.shared_bytes();
    launch.blocks = groups;
    std::vector<std::string> found = run_ptx(emit::emit(module, Dialect::ptx, architectures[i]).bytes, launch).faults;
    for (const std::string& difference : copies[i].differences(module, buffers)) found.push_back(difference);
    for (const std::string& fault : found) faults.push_back(fmt::format("{} (sm_{})", fault, architectures[i]));
  }
  return faults;
}

}  // namespace papilio::test
