// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string_view>

#include "core/presentable.hpp"

namespace papilio {
namespace {

// Every message has its parts escaped and shortened here, and nowhere else (core/presentable.hpp).

constexpr std::string_view ellipsis = "...";
constexpr std::size_t longest_token = 80;     // of what()
constexpr std::size_t longest_context = 120;  // of explanation(), on either side of the place

/// Joins the parts of a message.
std::string sentence(ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy) {
  std::string text = presentable(what);
  if (!why.empty()) text += (text.empty() ? "" : ": ") + presentable(why);
  if (!remedy.empty()) text += text.empty() ? "" : "; ";
  // A compiler's log of many lines, where the user has asked for it.
  const bool log = code == ErrorCode::build_failed && remedy.find('\n') != std::string::npos;
  return text + (log ? remedy : presentable(remedy));
}

/// One byte as one or more printable ASCII characters. A token may contain any byte, and is counted in bytes.
std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += c >= 0x20 && c < 0x7f ? std::string(1, c) : escaped_bytes({&c, 1});
  return text;
}

/// The start of a token, for what(): a whole file may have been passed as a token by mistake.
std::string shortened(std::string_view token) {
  return printable(token.substr(0, longest_token)) + (token.size() > longest_token ? "..." : "");
}

}  // namespace

Error::Error(ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy)
    : std::runtime_error(sentence(code, what, why, remedy)), code_(code) {}

Error Error::invalid_argument(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::invalid_argument, what, why, remedy};
}

Error Error::unsupported(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::unsupported, what, why, remedy};
}

Error Error::no_device(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::no_device, what, why, remedy};
}

Error Error::out_of_memory(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::out_of_memory, what, why, remedy};
}

Error Error::build_failed(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::build_failed, what, why, remedy};
}

Error Error::io(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::io, what, why, remedy};
}

Error Error::device_failed(const std::string& what, const std::string& why, const std::string& remedy) {
  return {ErrorCode::device_failed, what, why, remedy};
}

Error Error::internal(const std::string& what, const std::string& why) {
  return {ErrorCode::internal, what, why, "this is a defect of Papilio, please report it with the problem token"};
}

TokenError::TokenError(std::string token, std::size_t position, const std::string& why, const std::string& remedy)
    : Error(ErrorCode::invalid_token, fmt::format("token \"{}\" at byte {}", shortened(token), position),
            printable(why), printable(remedy)),
      token_(std::move(token)),
      position_(position) {}

std::string TokenError::explanation() const {
  const std::string_view token = token_;
  const std::size_t place = std::min(position_, token.size());
  const std::size_t begin = place > longest_context ? place - longest_context : 0;
  const std::string_view behind = token.substr(place);
  const std::string before = (begin > 0 ? std::string(ellipsis) : "") + printable(token.substr(begin, place - begin));
  const std::string_view dots = behind.size() > longest_context ? ellipsis : "";
  return fmt::format("{}{}{}\n{:{}}^", before, printable(behind.substr(0, longest_context)), dots, "", before.size());
}

}  // namespace papilio
