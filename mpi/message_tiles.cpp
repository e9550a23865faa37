// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "message_tiles.hpp"

#include <algorithm>
#include <papilio/error.hpp>
#include <papilio/tiles.hpp>
#include <utility>

namespace papilio::mpi {
namespace {

constexpr std::int64_t number_bytes = 4;
constexpr std::int64_t unit_bytes = 2;  // of TileRange::packed
/// Where packed messages begin.
constexpr std::int64_t alignment = 64;

/// Messages to or from other ranks, one after the other in a place of their own.
struct Packed {
  std::vector<Message> messages;
  std::vector<TileRange> ranges;
  std::int64_t extent = 0;  ///< bytes of the place
};

Packed packed(const std::vector<Message>& messages, int rank) {
  Packed result;
  for (const Message& message : messages) {
    if (message.peer == rank) continue;
    result.messages.push_back({message.peer, result.extent, packed_message_bytes(message.bytes), message.turn});
    result.ranges.push_back({message.bytes / number_bytes, message.offset / number_bytes, result.extent / unit_bytes});
    result.extent = (result.extent + result.messages.back().bytes + alignment - 1) / alignment * alignment;
  }
  return result;
}

/// What would be messages to the rank itself, one a turn.
Copy own_copy(const Exchange& plain, int rank) {
  Copy copy{plain.source, plain.target, number_bytes, {}};
  for (const Message& from : plain.sends) {
    if (from.peer != rank) continue;
    const auto to = std::ranges::find_if(
        plain.receives, [&](const Message& message) { return message.peer == rank && message.turn == from.turn; });
    if (to == plain.receives.end()) continue;
    copy.boxes.push_back(
        {{from.bytes / number_bytes}, {from.offset / number_bytes, {1}}, {to->offset / number_bytes, {1}}});
  }
  return copy;
}

/// Adds its places and its bytes to the program.
Exchange with_tiles(const Exchange& plain, int rank, Program& program) {
  Packed sent = packed(plain.sends, rank);
  Packed received = packed(plain.receives, rank);
  program.packed_source_bytes = std::max(program.packed_source_bytes, sent.extent);
  program.packed_target_bytes = std::max(program.packed_target_bytes, received.extent);
  for (const Message& message : sent.messages) program.sent_bytes += message.bytes;
  for (const Message& message : received.messages) program.received_bytes += message.bytes;
  Packing packing{plain.source, plain.target, std::move(sent.ranges), std::move(received.ranges),
                  own_copy(plain, rank)};
  for (const BoxCopy& box : packing.own.boxes) program.copied_bytes += box.extents[0] * number_bytes;
  return {Place::packed_source,         Place::packed_target, plain.turns,       std::move(sent.messages),
          std::move(received.messages), plain.kept,           std::move(packing)};
}

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
  check_messages(options, options.carrier);
}

void check_messages(const Options& options, Carrier carrier) {
  if (!tiled(options)) return;
  refuse(carrier == Carrier::peer, "ranks that store in each other's memory send none",
         "use the carrier mpi, mpi-device or nccl");
}

Program with_tiles(Program program, Storage messages, int rank) {
  program.messages = messages;
  program.sent_bytes = program.received_bytes = 0;
  for (Step& step : program.steps) {
    if (auto* const exchange = std::get_if<Exchange>(&step)) *exchange = with_tiles(*exchange, rank, program);
  }
  return program;
}

double error_in_tile(Storage messages) {
  constexpr double of_f16 = 0x1p-11;
  constexpr double of_bf16 = 0x1p-8;
  return messages == Storage::f16 ? of_f16 : of_bf16;
}

double error_of_messages(const Problem& problem, const Schedule& schedule, Storage messages) {
  // f16's numbers below its normal ones have errors of 2^-38 of their tile's largest one: sqrt(64) times that for all.
  constexpr double of_small_numbers = 0x1p-35;
  if (schedule.stages.front().entry.ranks() == 1) return 0;  // nothing is sent
  const auto exchanges = static_cast<double>(schedule.stages.size() - 1);
  const double growth = schedule.method == Method::convolution ? growth_of_convolution(problem) : growth_of(problem);
  return exchanges * (error_in_tile(messages) + of_small_numbers) * growth;
}

}  // namespace papilio::mpi
