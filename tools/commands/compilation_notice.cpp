// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdio>

#include "api/run/compilation_watch.hpp"
#include "core/presentable.hpp"
#include "runtime/cache_files.hpp"
#include "tools/commands/commands.hpp"
#include "tools/doctor/system.hpp"
#include "tools/terminal/terminal.hpp"

namespace papilio::tool {
namespace {

constexpr const char* erased_line = "\r\x1b[K";  // a progress bar may be there, which draws itself again

void tell(const std::string& folder) {
  std::string later = "they are not kept, for the cache is off";
  if (!folder.empty()) {
    const bool kept =
        runtime::make_private_directory(folder) && runtime::directory_is_safe(folder) && can_be_written(folder);
    const std::string shown = presentable(folder);
    later = kept ? "later ones find them in " + shown : fmt::format("they are not kept, for {} cannot be used", shown);
  }
  std::fputs(fmt::format("{}papilio: kernels are compiled for their first use; {}\n", erased_line, later).c_str(),
             stderr);
}

}  // namespace

void tell_of_compilation() {
  if (is_terminal(StandardStream::error)) api::on_slow_compilation(tell);
}

}  // namespace papilio::tool
