// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "message_tiles.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/tiles.hpp>
#include <utility>

#include "chirps.hpp"
#include "six_step.hpp"

namespace papilio::mpi {
namespace {

constexpr std::int64_t number_bytes = 4;
constexpr std::int64_t unit_bytes = 2;  // of TileRange::packed
/// Where packed messages begin.
constexpr std::int64_t alignment = 64;

/// One exchange as steps.
class TiledExchange {
 public:
  explicit TiledExchange(Exchange plain, int rank) : plain_(std::move(plain)), rank_(rank) {}

  void append_to(Program& program) {
    Exchange exchange{Place::packed_source, Place::packed_target, plain_.turns, {}, {}, plain_.kept};
    Repacking pack{Repacking::RepackTask::pack, plain_.source, exchange.source, {}};
    Repacking unpack{Repacking::RepackTask::unpack, exchange.target, plain_.target, {}};
    const std::int64_t sent = put(plain_.sends, exchange.sends, pack);
    const std::int64_t received = put(plain_.receives, exchange.receives, unpack);
    program.packed_source_bytes = std::max(program.packed_source_bytes, sent);
    program.packed_target_bytes = std::max(program.packed_target_bytes, received);
    for (const Message& message : exchange.sends) program.sent_bytes += message.bytes;
    for (const Message& message : exchange.receives) program.received_bytes += message.bytes;
    Copy own = own_copy();
    unpack.beside_copy = !own.boxes.empty();
    for (const BoxCopy& box : own.boxes) program.copied_bytes += box.extents[0] * own.element_bytes;
    program.steps.emplace_back(std::move(pack));
    program.steps.emplace_back(std::move(exchange));
    if (!own.boxes.empty()) program.steps.emplace_back(std::move(own));
    program.steps.emplace_back(std::move(unpack));
  }

 private:
  /// Messages to or from other ranks, one after the other; the bytes of all.
  std::int64_t put(const std::vector<Message>& messages, std::vector<Message>& packed, Repacking& repacking) const {
    std::int64_t end = 0;
    for (const Message& message : messages) {
      if (message.peer == rank_) continue;
      packed.push_back({message.peer, end, packed_message_bytes(message.bytes), message.turn});
      repacking.ranges.push_back({message.bytes / number_bytes, message.offset / number_bytes, end / unit_bytes});
      end = (end + packed.back().bytes + alignment - 1) / alignment * alignment;
    }
    return end;
  }

  /// What would be a message to the rank itself.
  [[nodiscard]] Copy own_copy() const {
    Copy copy{plain_.source, plain_.target, number_bytes, {}};
    const auto own = [&](const Message& message) { return message.peer == rank_; };
    const auto from = std::ranges::find_if(plain_.sends, own);
    const auto to = std::ranges::find_if(plain_.receives, own);
    if (from == plain_.sends.end() || to == plain_.receives.end()) return copy;
    copy.boxes.push_back(
        {{from->bytes / number_bytes}, {from->offset / number_bytes, {1}}, {to->offset / number_bytes, {1}}});
    return copy;
  }

  Exchange plain_;
  int rank_;
};

void refuse(bool condition, const std::string& why, const std::string& remedy) {
  if (condition) throw Error::unsupported("messages in tiles of 16-bit numbers", why, remedy);
}

bool is_f32(const Problem& problem) {
  const auto plain = [](Storage storage) { return storage == Storage::native || storage == Storage::f32; };
  return problem.precision == Precision::f32 && plain(problem.in_storage) && plain(problem.out_storage);
}

}  // namespace

std::string_view name_of_messages(Storage messages) {
  if (messages == Storage::native) return "";
  return messages == Storage::f16 ? "f16" : "bf16";
}

Storage messages_of_name(std::string_view name) {
  for (const Storage messages : {Storage::f16, Storage::bf16}) {
    if (name == name_of_messages(messages)) return messages;
  }
  throw Error::invalid_argument("messages of '" + std::string(name) + "'", "tiles have numbers of f16 or bf16",
                                "write one of the two, or nothing");
}

double numbers_in_tiles(const Options& options) {
  constexpr std::int64_t tile = TilePacker::tile;
  return tiled(options) ? static_cast<double>(number_bytes * tile) / static_cast<double>(TilePacker::packed_bytes(tile))
                        : 1;
}

std::int64_t packed_message_bytes(std::int64_t bytes) { return TilePacker::packed_bytes(bytes / number_bytes); }

void validate_messages(const Request& request) {
  const Options& options = request.options;
  if (!tiled(options)) return;
  if (options.messages != Storage::f16 && options.messages != Storage::bf16) {
    throw Error::invalid_argument("the type of messages", "tiles have numbers of 16 bits",
                                  "use Storage::f16, Storage::bf16 or Storage::native");
  }
  refuse(!is_f32(request.problem), request.problem.token() + " exchanges other numbers than f32",
         "leave the type of messages out, or transform f32 numbers");
  refuse(request.problem.scratch_storage != Storage::native, "scratch= says already how numbers are sent",
         "choose one of the two");
  refuse(matrix_of(request.problem) || convolution_of(request.problem),
         "an array of one axis takes six steps or a convolution", "leave them out");
  check_messages(options, options.turns, options.carrier);
}

void check_messages(const Options& options, int turns, Carrier carrier) {
  if (!tiled(options)) return;
  refuse(turns > 1, "exchanges in several turns do not pack them", "use one turn");
  refuse(carrier == Carrier::peer, "ranks that store in each other's memory send none",
         "use the carrier mpi, mpi-device or nccl");
}

Program with_tiles(Program program, Storage messages, int rank) {
  Program result = std::move(program);
  std::vector<Step> steps = std::exchange(result.steps, {});
  result.messages = messages;
  result.sent_bytes = result.received_bytes = 0;
  for (Step& step : steps) {
    if (auto* const exchange = std::get_if<Exchange>(&step)) {
      TiledExchange(std::move(*exchange), rank).append_to(result);
    } else {
      result.steps.push_back(std::move(step));
    }
  }
  return result;
}

double error_in_tile(Storage messages) {
  constexpr double of_f16 = 0x1p-11;
  constexpr double of_bf16 = 0x1p-8;
  return messages == Storage::f16 ? of_f16 : of_bf16;
}

double error_of_messages(const Problem& problem, const Schedule& schedule, Storage messages) {
  // f16's numbers below its normal ones have errors of 2^-38 of their tile's largest one: sqrt(64) times that for all.
  constexpr double of_small_numbers = 0x1p-35;
  const auto exchanges = static_cast<double>(schedule.stages.size() - 1);
  return exchanges * (error_in_tile(messages) + of_small_numbers) * growth_of(problem);
}

}  // namespace papilio::mpi
