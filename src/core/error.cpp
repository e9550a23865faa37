// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <papilio/error.hpp>
#include <string_view>

namespace papilio {
namespace {

/// One byte as one or more printable ASCII characters. A token may contain any byte, but a message must be one line.
std::string printable(unsigned char byte) {
  if (byte >= 0x20 && byte < 0x7f) return std::string(1, static_cast<char>(byte));
  return fmt::format("\\x{:02x}", byte);
}

std::string printable(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += printable(static_cast<unsigned char>(c));
  return text;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Makes a message one line, whatever the names in it contain.
std::string one_line(const std::string& message) {
  if (std::none_of(message.begin(), message.end(), is_control)) return message;
  std::string text;
  for (const char c : message) text += is_control(c) ? printable(static_cast<unsigned char>(c)) : std::string(1, c);
  return text;
}

/// Joins the parts of a message. The remedy may contain a compiler's log of several lines.
std::string sentence(const std::string& what, const std::string& why, const std::string& remedy) {
  std::string text = one_line(what);
  if (!why.empty()) text += (text.empty() ? "" : ": ") + one_line(why);
  if (!remedy.empty()) text += (text.empty() ? "" : "; ") + remedy;
  return text;
}

/// The start of a token, for what(): a whole file may have been passed as a token by mistake.
std::string shortened(std::string_view token) {
  constexpr std::size_t limit = 80;
  return printable(token.substr(0, limit)) + (token.size() > limit ? "..." : "");
}

}  // namespace

Error::Error(ErrorCode code, const std::string& what, const std::string& why, const std::string& remedy)
    : std::runtime_error(sentence(what, why, remedy)), code_(code) {}

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
  const std::string before = printable(std::string_view(token_).substr(0, position_));
  return printable(token_) + "\n" + std::string(before.size(), ' ') + "^";
}

}  // namespace papilio
