// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "core/trig_lengths.hpp"

namespace papilio {

std::int64_t dft_length(Kind kind, std::int64_t n) {
  switch (kind) {
    case Kind::dct1:
      return 2 * (n - 1);
    case Kind::dst1:
      return 2 * (n + 1);
    case Kind::dct4:
    case Kind::dst4:
      return n % 2 == 0 ? n / 2 : n;
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
    case Kind::dct2:
    case Kind::dct3:
    case Kind::dst2:
    case Kind::dst3:
    case Kind::dht:
      break;
  }
  return n;
}

std::int64_t signal_length(Kind kind, std::int64_t n) {
  return kind == Kind::dct4 || kind == Kind::dst4 ? 0 : dft_length(kind, n);
}

std::int64_t logical_length(Kind kind, std::int64_t n) {
  switch (kind) {
    case Kind::dct1:
      return 2 * (n - 1);
    case Kind::dst1:
      return 2 * (n + 1);
    case Kind::dct2:
    case Kind::dct3:
    case Kind::dct4:
    case Kind::dst2:
    case Kind::dst3:
    case Kind::dst4:
      return 2 * n;
    case Kind::c2c:
    case Kind::r2c:
    case Kind::c2r:
    case Kind::dht:
      break;
  }
  return n;
}

}  // namespace papilio
