// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Measured choices as lines of wisdom (<papilio/wisdom.hpp>), among those of other plans:
//
//   DEVICES TOKEN@ranks=4/hosts=1/in=grid:4x1/out=grid:1x4/carrier=auto CHOICE TIME [exhaustive]
//
// A line holds for one problem between two distributions on as many ranks and hosts, and for what the caller has left
// to be chosen: "carrier=auto", "chunks=4" where the caller fixes them, and "order=any" or "order=0,2,1" where the axes
// need not have the fixed order.
#pragma once

#include <cstdint>
#include <optional>
#include <papilio/mpi_distribution.hpp>
#include <string>
#include <string_view>

#include "request.hpp"

namespace papilio::mpi {

/// Where a request is planned; the same on all ranks.
struct Surroundings {
  std::string devices;  ///< what wisdom calls the device, or a name for all if ranks have different ones
  int hosts = 1;
};

/// FNV-1a.
std::uint64_t hash_of(std::string_view text);
/// "grid:4x1", "rank:2", or "boxes:" and a hash of all boxes.
std::string name_of_boxes(const Distribution& distribution);
/// The request as a line has it, after the devices.
std::string key_of(const Request& request, const Surroundings& around);

struct WisdomLine {
  std::string configuration;
  double seconds = 0;
  bool exhaustive = false;
};
std::string line_of(const std::string& devices, const std::string& key, const WisdomLine& remembered);
/// In the text of wisdom.
std::optional<WisdomLine> find_wisdom_line(std::string_view wisdom, const std::string& devices, const std::string& key);

}  // namespace papilio::mpi
