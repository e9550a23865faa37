// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "files/descriptor.hpp"

#include <cerrno>
#include <utility>

#include "files/system_calls.hpp"

namespace papilio::files {

Descriptor::~Descriptor() { close(); }
Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = std::exchange(other.number_, -1);
  }
  return *this;
}
int Descriptor::close() noexcept {
  if (number_ < 0) return 0;
  return system::close_file(std::exchange(number_, -1)) ? 0 : errno;
}

}  // namespace papilio::files
