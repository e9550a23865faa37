// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "api/run/callbacks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <papilio/error.hpp>
#include <set>

#include "runtime/device.hpp"

namespace papilio::api {
namespace {

bool is_part_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void require_callback(const std::string& text, const std::string& function) {
  if (text.empty()) return;
  for (std::size_t at = text.find(function); at != std::string::npos; at = text.find(function, at + 1)) {
    const std::size_t end = at + function.size();
    if (end < text.size() && !is_part_of_name(text[end]) && (at == 0 || !is_part_of_name(text[at - 1]))) return;
  }
  throw Error::invalid_argument("a callback", fmt::format("its text does not define {}", function),
                                "see papilio/callbacks.hpp for what it is given");
}

bool is_identifier(const std::string& name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::all_of(name.begin(), name.end(), is_part_of_name);
}

}  // namespace

void validate(const Callbacks& callbacks) {
  require_callback(callbacks.load, "papilio_load");
  require_callback(callbacks.store, "papilio_store");
  std::set<std::string> names;
  for (const auto& [name, value] : callbacks.parameters) {
    if (!names.insert(name).second) {
      throw Error::invalid_argument(fmt::format("callback parameter \"{}\"", name), "it is given twice",
                                    "give it once");
    }
    if (!is_identifier(name)) {
      throw Error::invalid_argument(fmt::format("callback parameter \"{}\"", name), "it is no identifier",
                                    "use letters, digits and _");
    }
    if (!std::isfinite(value)) {
      throw Error::invalid_argument(fmt::format("callback parameter {} = {}", name, value), "it is not finite",
                                    "give a finite number");
    }
  }
}

std::int64_t max_elements(const Callbacks& callbacks, Backend backend) {
  const bool none = callbacks.load.empty() && callbacks.store.empty();
  return none || backend != Backend::vulkan ? std::numeric_limits<std::int64_t>::max()
                                            : std::numeric_limits<std::int32_t>::max();
}

void require_countable(const Callbacks& callbacks, Backend backend, const std::string& token, std::int64_t elements) {
  if (elements <= max_elements(callbacks, backend)) return;
  throw Error::unsupported(token + " with callbacks",
                           fmt::format("it has {} elements, and on Vulkan callbacks count 2^31 - 1", elements),
                           "use a smaller batch or another device");
}

void check_callback_buffers(const Memories& memories) {
  for (const runtime::Memory* data : {memories.load_data, memories.store_data}) {
    for (const runtime::Memory* written : {memories.out, memories.out_imaginary, memories.scratch}) {
      if (data == nullptr || written == nullptr || !data->overlaps(*written)) continue;
      throw Error::invalid_argument("callback data that is also output or scratch",
                                    "it would be overwritten while it is read", "give it a buffer of its own");
    }
  }
}

}  // namespace papilio::api
