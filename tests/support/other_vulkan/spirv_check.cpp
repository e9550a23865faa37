// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/other_vulkan/spirv_check.hpp"

#include <algorithm>
#include <map>
#include <spirv/unified1/spirv.hpp11>
#include <vector>

namespace papilio::test {
namespace {

constexpr std::size_t header_words = 5;

/// Of types: numbers that the driver has no arithmetic for, and of operations between work-items.
constexpr spv::Capability missing[] = {spv::Capability::Int64,   spv::Capability::Float64,
                                       spv::Capability::Int16,   spv::Capability::Int8,
                                       spv::Capability::Float16, spv::Capability::StorageBufferArrayDynamicIndexing};
constexpr spv::Capability shuffles[] = {spv::Capability::GroupNonUniformVote,
                                        spv::Capability::GroupNonUniformArithmetic,
                                        spv::Capability::GroupNonUniformBallot,
                                        spv::Capability::GroupNonUniformShuffle,
                                        spv::Capability::GroupNonUniformShuffleRelative,
                                        spv::Capability::GroupNonUniformQuad};

class Reader {
 public:
  explicit Reader(const OtherDevice& device) : device_(device) {}

  void take(std::span<const std::uint32_t> words) {
    switch (static_cast<spv::Op>(words[0] & 0xffff)) {
      case spv::Op::OpCapability:
        return capability(static_cast<spv::Capability>(words[1]));
      case spv::Op::OpExecutionMode:
        if (words[2] == static_cast<std::uint32_t>(spv::ExecutionMode::LocalSize))
          invocations_ = std::uint64_t{words[3]} * words[4] * words[5];
        return;
      case spv::Op::OpTypeInt:
      case spv::Op::OpTypeFloat:
        bytes_[words[1]] = words[2] / 8;
        return;
      case spv::Op::OpTypeVector:
        bytes_[words[1]] = bytes_[words[2]] * words[3];
        return;
      case spv::Op::OpConstant:
        constants_[words[2]] = words[3];
        return;
      case spv::Op::OpTypeArray:
        bytes_[words[1]] = bytes_[words[2]] * constants_[words[3]];
        return;
      case spv::Op::OpTypePointer:
        pointee_[words[1]] = words[3];
        return;
      case spv::Op::OpVariable:
        if (words[3] == static_cast<std::uint32_t>(spv::StorageClass::Workgroup)) shared_ += bytes_[pointee_[words[1]]];
        return;
      default:
        return;
    }
  }

  [[nodiscard]] std::string fault() const {
    if (!fault_.empty()) return fault_;
    if (invocations_ > most_invocations) return "a work-group of " + std::to_string(invocations_) + " invocations";
    if (shared_ > shared_bytes) return std::to_string(shared_) + " bytes of shared memory";
    return {};
  }

 private:
  void capability(spv::Capability which) {
    const bool is_missing = std::ranges::find(missing, which) != std::end(missing) ||
                            (!device_.shuffles && std::ranges::find(shuffles, which) != std::end(shuffles));
    if (is_missing) fault_ = "capability " + std::to_string(static_cast<int>(which));
  }

  const OtherDevice& device_;
  std::string fault_;
  std::uint64_t invocations_ = 0;
  std::uint64_t shared_ = 0;
  std::map<std::uint32_t, std::uint64_t> bytes_;
  std::map<std::uint32_t, std::uint64_t> constants_;
  std::map<std::uint32_t, std::uint32_t> pointee_;
};

}  // namespace

std::string fault_of(std::span<const std::uint32_t> module, const OtherDevice& device) {
  Reader reader(device);
  for (std::size_t i = header_words; i < module.size() && (module[i] >> 16) != 0; i += module[i] >> 16)
    reader.take(module.subspan(i, module[i] >> 16));
  return reader.fault();
}

}  // namespace papilio::test
