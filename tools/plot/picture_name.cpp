// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "tools/plot/picture_name.hpp"

namespace papilio::tool {

bool names_picture(const std::filesystem::path& path) {
  const std::filesystem::path extension = path.extension();
  return extension == ".png" || extension == ".svg" || extension == ".pdf";
}

}  // namespace papilio::tool
