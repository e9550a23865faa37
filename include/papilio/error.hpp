// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The one exception type of Papilio. Every message is one line: what failed, why, and what to do about it.
#pragma once

#include <papilio/export.hpp>
#include <stdexcept>
#include <string>

namespace papilio {

/// The kind of failure; the same numbers are the C API's status codes and the tool's exit codes.
enum class ErrorCode : int {
  invalid_argument = 2,  ///< a value that no device could accept: a length of 0, a span of the wrong size
  invalid_token = 3,     ///< a problem token that does not parse
  unsupported = 4,       ///< a sound problem that this version or this device cannot do
  no_device = 5,         ///< no driver, platform or device of the kind asked for
  out_of_memory = 6,     ///< host or device memory; later calls may succeed
  build_failed = 7,      ///< the device's compiler rejected a kernel
  io = 8,                ///< a file that cannot be read, understood or written
  device_failed = 9,     ///< the driver reported a failure while executing
  check_failed = 10,     ///< `papilio check` found a result outside its bound
  internal = 11,         ///< a defect of Papilio itself; please report the problem token
};

/// The exception that every function of the library throws; what() is the message.
class PAPILIO_API Error : public std::runtime_error {
 public:
  /// The message reads "WHAT: WHY; REMEDY". Empty parts are left out. Control characters in them, and bytes that are no
  /// UTF-8, are shown as \xHH; a part of more than 400 characters loses its middle. Only the remedy of build_failed may
  /// have several lines, a compiler's log.
  Error(ErrorCode code, const std::string& what, const std::string& why = {}, const std::string& remedy = {});

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }

  /// An error of the code with the function's name; the arguments are the message's parts.
  static Error invalid_argument(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error unsupported(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error no_device(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error out_of_memory(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error build_failed(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error io(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error device_failed(const std::string& what, const std::string& why, const std::string& remedy = {});
  static Error internal(const std::string& what, const std::string& why = {});

 private:
  ErrorCode code_;
};

/// A token that does not parse. what() is one line; explanation() shows the token, or what is within 120 bytes of the
/// place, with a caret under the place.
class PAPILIO_API TokenError : public Error {
 public:
  /// position: of the first byte that is not understood.
  TokenError(std::string token, std::size_t position, const std::string& why, const std::string& remedy);

  [[nodiscard]] std::size_t position() const noexcept { return position_; }
  /// Two lines: the token, and a caret under the offending character.
  [[nodiscard]] std::string explanation() const;

 private:
  std::string token_;
  std::size_t position_;
};

}  // namespace papilio
