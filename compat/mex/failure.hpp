// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// A failure with the identifier that Octave and MATLAB give to catch: "papilio:type". Identifiers of the library's own
// errors are "papilio:" and the name of the error's code: "papilio:no_device".
#pragma once

#include <stdexcept>
#include <string>

namespace papilio::mex {

class MexFailure : public std::runtime_error {
 public:
  MexFailure(std::string identifier, const std::string& message)
      : std::runtime_error(message), identifier_("papilio:" + std::move(identifier)) {}
  [[nodiscard]] const std::string& identifier() const { return identifier_; }

 private:
  std::string identifier_;
};

}  // namespace papilio::mex
