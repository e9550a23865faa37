// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Words in colours: green for what is right, yellow for warnings, bold red for what is wrong. The words say the same
// without them.
#pragma once

#include <string>
#include <string_view>

#include "tools/terminal/terminal.hpp"

namespace papilio::tool {

enum class Colours { off, on };

/// on, if CLICOLOR_FORCE is set and not 0, or if the stream is a terminal that shows colours; always off if NO_COLOR is
/// set and not empty (no-color.org).
Colours colours_of(StandardStream stream);

/// The same for a stream of which nobody knows whether a person sees it: on only by CLICOLOR_FORCE.
Colours colours_on_demand();

class Paint {
 public:
  Paint() = default;  ///< leaves words as they are
  explicit Paint(Colours colours) : colours_(colours) {}
  /// For text that goes to the stream.
  explicit Paint(StandardStream stream) : Paint(colours_of(stream)) {}

  [[nodiscard]] std::string right(std::string_view text) const;
  [[nodiscard]] std::string warning(std::string_view text) const;
  [[nodiscard]] std::string wrong(std::string_view text) const;

 private:
  Colours colours_ = Colours::off;
};

}  // namespace papilio::tool
