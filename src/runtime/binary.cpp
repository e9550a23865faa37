// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "runtime/binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string_view>

#include "core/hash.hpp"
#include "runtime/environment.hpp"

namespace papilio::runtime {

std::vector<std::byte> seal(std::span<const std::byte> native) {
  const std::string hash = hash_hex(as_text(native));
  std::vector<std::byte> sealed(hash.size() + native.size());
  const auto* begin = reinterpret_cast<const std::byte*>(hash.data());
  std::copy(native.begin(), native.end(), std::copy(begin, begin + hash.size(), sealed.begin()));
  return sealed;
}

std::span<const std::byte> unseal(std::span<const std::byte> sealed) {
  constexpr std::size_t hash_size = 32;
  if (sealed.size() <= hash_size) return {};
  const std::string_view hash(reinterpret_cast<const char*>(sealed.data()), hash_size);
  const std::span<const std::byte> native = sealed.subspan(hash_size);
  return hash == hash_hex(as_text(native)) ? native : std::span<const std::byte>();
}

std::string first_message(const std::string& log) {
  const auto line_at = [&](std::size_t position) {
    const std::size_t newline = log.rfind('\n', position);
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    return log.substr(begin, log.find('\n', position) - begin);
  };
  if (const std::size_t error = log.find("error"); error != std::string::npos) return line_at(error);
  const std::size_t text = log.find_first_not_of(" \t\r\n");
  return text != std::string::npos ? line_at(text) : "the compiler gave no reason";
}

void throw_build_failed(const DeviceInfo& device, const std::string& entry, const std::string& why,
                        const std::string& log) {
  const char* debug = environment_variable("PAPILIO_DEBUG");
  const bool whole = debug != nullptr && *debug != '\0' && !log.empty();
  throw Error::build_failed(
      fmt::format("compiling kernel '{}' for {} ({})", entry, device.id, device.name), why,
      whole ? "the whole log follows\n" + log : "set PAPILIO_DEBUG=1 to see the compiler's whole log");
}

void throw_wrong_dialect(const DeviceInfo& device, Dialect dialect) {
  throw Error::internal("compiling for " + device.id, fmt::format("it takes no {}", to_string(dialect)));
}

}  // namespace papilio::runtime
