// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/signal/sigmf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <papilio/error.hpp>

#include "files/identity.hpp"
#include "files/input_file.hpp"
#include "tools/signal/raw.hpp"

namespace papilio::tool {
namespace {

using nlohmann::json;

constexpr std::size_t longest_metadata = std::size_t{64} << 20U;

constexpr FormatName datatypes[] = {
    {"cf32_le", SignalFormat::cf32}, {"cf64_le", SignalFormat::cf64}, {"ci16_le", SignalFormat::cs16},
    {"ci8", SignalFormat::cs8},      {"cu8", SignalFormat::cu8},      {"rf32_le", SignalFormat::f32},
    {"rf64_le", SignalFormat::f64},  {"ri16_le", SignalFormat::i16},  {"ri8", SignalFormat::i8},
};

SignalFormat format_of_datatype(const std::string& datatype, const std::string& path) {
  const auto* const found = std::find_if(std::begin(datatypes), std::end(datatypes),
                                         [&](const FormatName& known) { return known.name == datatype; });
  if (found != std::end(datatypes)) return found->format;
  std::string known;
  for (const FormatName& type : datatypes) known += (known.empty() ? "" : ", ") + std::string(type.name);
  throw Error::unsupported(path, fmt::format("its core:datatype is '{}'", datatype),
                           "convert the samples to one of " + known);
}

/// The metadata as JSON, with a "global" object; other members may be missing.
json metadata_of(const std::filesystem::path& path) {
  json metadata = json::parse(files::read_text(path, longest_metadata), nullptr, false);
  if (metadata.is_object() && metadata.contains("global") && metadata["global"].is_object()) return metadata;
  throw Error::io(path.string(), "is not SigMF metadata: JSON with the object \"global\"",
                  "name the raw samples with --format, for instance --format cf32");
}

/// A member of a certain type, or none. Throws Error(io) where it has another type.
template <class T>
std::optional<T> member_of(const json& object, const char* name, const std::string& path) {
  if (!object.is_object() || !object.contains(name)) return std::nullopt;
  const json& value = object[name];
  if (std::is_arithmetic_v<T> ? value.is_number() : value.is_string()) return value.get<T>();
  throw Error::io(path, fmt::format("{} is not a {}", name, std::is_arithmetic_v<T> ? "number" : "text"),
                  "correct the metadata");
}

void refuse_if(bool condition, const std::string& path, const char* what) {
  if (condition) {
    throw Error::unsupported(path, what, "convert it to a recording of one channel and one capture, without headers");
  }
}

void refuse_other_layouts(const json& global, const json& captures, const std::string& name) {
  refuse_if(member_of<double>(global, "core:num_channels", name).value_or(1) != 1, name, "it has several channels");
  refuse_if(member_of<double>(global, "core:trailing_bytes", name).value_or(0) != 0, name, "bytes follow its samples");
  refuse_if(global.contains("core:dataset"), name, "core:dataset says that its samples are in another file");
  refuse_if(global.contains("core:metadata_only") && global["core:metadata_only"] == json(true), name,
            "core:metadata_only says that it has no samples");
  for (const json& capture : captures) {
    refuse_if(member_of<double>(capture, "core:header_bytes", name).value_or(0) != 0, name, "its data has headers");
    refuse_if(
        member_of<double>(capture, "core:frequency", name) != member_of<double>(captures[0], "core:frequency", name),
        name, "its captures have different centre frequencies");
  }
}

/// NAME.sigmf-meta or NAME.sigmf-data; in capitals if the given extension is.
std::filesystem::path part_of(const std::filesystem::path& path, const char* extension, const char* capitals) {
  if (format_by_extension(path) != SignalFormat::sigmf) return std::filesystem::path(path) += extension;
  const bool in_capitals = path.extension().string()[1] == 'S';
  return std::filesystem::path(path).replace_extension(in_capitals ? capitals : extension);
}

}  // namespace

std::unique_ptr<SignalReader> open_sigmf(const std::filesystem::path& path, const OpenOptions& options) {
  if (path == "-") {
    throw Error::unsupported(files::name_of_input(path), "a SigMF recording is two files", "name one of them");
  }
  const std::filesystem::path meta = part_of(path, ".sigmf-meta", ".SIGMF-META");
  const std::string name = meta.string();
  const json metadata = metadata_of(meta);
  const json& global = metadata["global"];
  json captures = metadata.value("captures", json::array());
  if (!captures.is_array() || captures.empty()) captures = json::array({json::object()});
  const std::string datatype = member_of<std::string>(global, "core:datatype", name).value_or("missing");
  OpenOptions given = options;
  given.format = format_of_datatype(datatype, name);
  refuse_other_layouts(global, captures, name);
  if (!given.rate) given.rate = member_of<double>(global, "core:sample_rate", name);
  const bool is_complex = datatype.starts_with('c');
  if (!given.centre && is_complex) given.centre = member_of<double>(captures[0], "core:frequency", name);
  return open_signal(part_of(path, ".sigmf-data", ".SIGMF-DATA"), given);
}

}  // namespace papilio::tool
