// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "transfers.hpp"

namespace papilio::mpi {
namespace {

std::vector<BoxBlock> common_boxes(const Box& mine, const Distribution& others) {
  std::vector<BoxBlock> blocks;
  if (mine.empty()) return blocks;
  for (int peer = 0; peer < others.ranks(); ++peer) {
    Box common = intersection(mine, others.boxes[static_cast<std::size_t>(peer)]);
    if (!common.empty()) blocks.push_back({peer, std::move(common)});
  }
  return blocks;
}

}  // namespace

std::vector<BoxBlock> blocks_sent(const Distribution& from, const Distribution& to, int rank) {
  return common_boxes(from.boxes[static_cast<std::size_t>(rank)], to);
}

std::vector<BoxBlock> blocks_received(const Distribution& from, const Distribution& to, int rank) {
  return common_boxes(to.boxes[static_cast<std::size_t>(rank)], from);
}

Volume volume_exchanged(const Distribution& from, const Distribution& to, int rank) {
  Volume volume;
  for (const BoxBlock& block : blocks_sent(from, to, rank)) {
    if (block.peer == rank) continue;
    volume.sent += block.box.volume();
    ++volume.messages;
  }
  for (const BoxBlock& block : blocks_received(from, to, rank)) {
    if (block.peer == rank) continue;
    volume.received += block.box.volume();
    ++volume.messages;
  }
  return volume;
}

}  // namespace papilio::mpi
