// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <papilio/error.hpp>
#include <papilio/tiles.hpp>

#include "api/access.hpp"
#include "api/run/kernels.hpp"
#include "kernel/tile_kernel.hpp"

namespace papilio {
namespace {

using kernel::TileSpec;

constexpr int gpu_threads = 256;
constexpr std::int64_t groups_per_unit = 16;

void check(const Buffer& buffer, const char* which, std::int64_t begin, std::int64_t bytes) {
  const auto size = static_cast<std::int64_t>(buffer.size_bytes());
  if (begin >= 0 && bytes >= 0 && bytes <= size && begin <= size - bytes) return;
  throw Error::invalid_argument(
      fmt::format("the {} numbers", which),
      fmt::format("they are {} bytes from byte {} on, and the buffer has {}", bytes, begin, size),
      "give a range inside of the buffer");
}

}  // namespace

struct TilePacker::Impl {
  Device device;
  std::array<TileSpec, 2> specs;  ///< by TileSpec::TileTask
  std::array<std::shared_ptr<runtime::Program>, 2> programs;

  void launch(TileSpec::TileTask task, const Stream& stream, const std::array<const Buffer*, 2>& buffers,
              const TileRange& range) const {
    const bool packs = task == TileSpec::TileTask::pack;
    check(packs ? *buffers[0] : *buffers[1], "unpacked", 4 * range.unpacked, 4 * range.numbers);
    check(packs ? *buffers[1] : *buffers[0], "packed", 2 * range.packed, packed_bytes(range.numbers));
    if (range.numbers == 0) return;
    if (api::unwrap(*buffers[0]).overlaps(api::unwrap(*buffers[1]))) {
      throw Error::invalid_argument("packed and unpacked numbers in one buffer",
                                    "work-items would write what others read", "give two buffers");
    }
    const TileSpec& spec = specs[static_cast<std::size_t>(task)];
    const std::int64_t tiles = (range.numbers + tile - 1) / tile;
    const std::int64_t most = groups_per_unit * api::unwrap(device).caps().compute_units;
    const std::int64_t repeat = spec.threads == 1 ? (tiles + most - 1) / most : 1;
    const std::int64_t of_a_group = spec.tiles_of_group(repeat);
    const std::array<runtime::Argument, 6> arguments = {memory_of(*buffers[0]),
                                                        memory_of(*buffers[1]),
                                                        range.numbers,
                                                        packs ? range.unpacked : range.packed,
                                                        packs ? range.packed : range.unpacked,
                                                        repeat};
    api::unwrap(stream).launch({.program = programs[static_cast<std::size_t>(task)].get(),
                                .groups = (tiles + of_a_group - 1) / of_a_group,
                                .threads = spec.threads,
                                .arguments = arguments,
                                .waits = true});
  }

 private:
  static const runtime::Memory* memory_of(const Buffer& buffer) { return &api::unwrap(buffer); }
};

TilePacker::TilePacker(const Device& device, Storage storage) {
  if (!is_half(storage)) {
    throw Error::invalid_argument("tiles of " + std::string(to_string(storage, Precision::f32)),
                                  "their numbers have 16 bits", "use Storage::f16 or Storage::bf16");
  }
  api::require_device(device, "tiles");
  auto impl = std::make_shared<Impl>();
  impl->device = device;
  runtime::Device& dev = api::unwrap(device);
  for (const TileSpec::TileTask task : {TileSpec::TileTask::pack, TileSpec::TileTask::unpack}) {
    TileSpec& spec = impl->specs[static_cast<std::size_t>(task)];
    spec.task = task;
    spec.storage = storage;
    spec.tile = tile;
    const bool cpu = dev.caps().device_class == DeviceClass::cpu;
    spec.lanes = cpu ? dev.caps().lanes_f32 : 1;
    spec.threads = cpu ? 1 : std::min(gpu_threads, dev.caps().max_threads / TileSpec::sharers * TileSpec::sharers);
    if (spec.threads == 0) {
      throw Error::unsupported(
          "tiles on " + dev.caps().name,
          fmt::format("{} work-items share a tile, and a work-group there has fewer", TileSpec::sharers),
          "use another device");
    }
    impl->programs[static_cast<std::size_t>(task)] =
        api::program_of_module(dev, spec.name(), [&] { return kernel::build_tiles(spec); });
  }
  impl_ = std::move(impl);
}

void TilePacker::pack(const Stream& stream, const Buffer& from, const Buffer& to, const TileRange& range) const {
  impl_->launch(TileSpec::TileTask::pack, stream, {&from, &to}, range);
}

void TilePacker::unpack(const Stream& stream, const Buffer& from, const Buffer& to, const TileRange& range) const {
  impl_->launch(TileSpec::TileTask::unpack, stream, {&from, &to}, range);
}

}  // namespace papilio
