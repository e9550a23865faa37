// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Options::messages: f32 numbers that go to other ranks as f16 or bf16, in tiles with an exponent each
// (papilio/tiles.hpp). Tiles begin with each message, so the bits of results depend on the ranks and the distributions.
// Numbers that stay on their rank are not rounded.
#pragma once

#include <cstdint>
#include <papilio/mpi_options.hpp>
#include <string_view>

#include "program.hpp"
#include "request.hpp"
#include "rounding.hpp"

namespace papilio::mpi {

inline bool tiled(const Options& options) { return options.messages != Storage::native; }
/// "f16" or "bf16"; empty for messages of the numbers' own type.
std::string_view name_of_messages(Storage messages);
/// The other way round. Throws Error(invalid_argument) for other names.
Storage messages_of_name(std::string_view name);
/// How many times as many numbers a link carries in tiles as in f32.
double numbers_in_tiles(const Options& options);
/// Bytes of a message of so many bytes of f32 numbers.
std::int64_t packed_message_bytes(std::int64_t bytes);

/// What cannot have such messages. Throws Error(invalid_argument) or Error(unsupported) with the remedy.
void validate_messages(const Request& request);
/// The same for what a plan has chosen.
void check_messages(const Options& options, Carrier carrier);

/// The same program with packed messages (Packing).
Program with_tiles(Program program, Storage messages, int rank);

/// The error of one number, relative to the largest one of its tile.
double error_in_tile(Storage messages);
/// What all exchanges add to the result, as Roundings::error.
double error_of_messages(const Problem& problem, const Schedule& schedule, Storage messages);

}  // namespace papilio::mpi
