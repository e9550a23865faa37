// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "bench/peers/peers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <papilio/error.hpp>
#include <thread>

#include "backend/cuda/backend.hpp"
#include "bench/peers/wrapped.hpp"

namespace papilio::bench {
namespace {

constexpr int max_threads = 1024;
constexpr std::string_view papilio_elsewhere = "papilio@";
constexpr std::string_view papilio_verified = "papilio-verified";

struct HostLibrary {
  std::string_view name;
  std::unique_ptr<Peer> (*make)(HostArena& arena, int threads);
};
constexpr HostLibrary host_libraries[] = {{"fftw", make_fftw_peer},
                                          {"mkl", make_mkl_peer},
                                          {"ducc", make_ducc_peer},
                                          {"scipy", make_scipy_peer},
                                          {"finufft", make_finufft_peer}};

/// The N of "NAME-Nt"; the number of processors if the name stands alone.
std::optional<int> threads_of(std::string_view peer, std::string_view name) {
  if (peer == name) return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  if (!peer.starts_with(name) || !peer.ends_with('t') || peer.size() < name.size() + 3 || peer[name.size()] != '-')
    return std::nullopt;
  const std::string_view digits = peer.substr(name.size() + 1, peer.size() - name.size() - 2);
  int threads = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), threads);
  if (error != std::errc{} || end != digits.data() + digits.size() || threads < 1 || threads > max_threads) {
    return std::nullopt;
  }
  return threads;
}

std::unique_ptr<Peer> make_vkfft_peer(DeviceArena& arena) {
  if (arena.native().driver == Driver::opencl) return make_module_peer(arena, "vkfft-opencl");
  if (arena.native().driver == Driver::vulkan) return make_module_peer(arena, "vkfft-vulkan");
  // The module is linked with NVRTC. Once Papilio has found and opened NVRTC, the loader uses that copy.
  backend::cuda::has_nvrtc();
  return make_module_peer(arena, "vkfft-cuda");
}

struct DeviceLibrary {
  std::string_view name;
  std::unique_ptr<Peer> (*make)(DeviceArena& arena);
};
constexpr DeviceLibrary device_libraries[] = {{"cufft", make_cufft_peer},
                                              {"vkfft", make_vkfft_peer},
                                              {"clfft", make_clfft_peer},
                                              {"cufinufft", make_cufinufft_peer}};

OpenPeer open_peer(const std::string& name, const Arenas& arenas, MeasurementMode mode) {
  for (const DeviceLibrary& library : device_libraries) {
    if (name != library.name) continue;
    std::unique_ptr<Peer> peer = library.make(arenas.device);
    if (mode.end_to_end) peer = with_transfers(std::move(peer), arenas.host);
    return {name, PeerRole::device_library, std::move(peer), {}};
  }
  for (const HostLibrary& library : host_libraries) {
    if (const std::optional<int> threads = threads_of(name, library.name))
      return {name, PeerRole::other, library.make(arenas.host, *threads), {}};
  }
  if (name.starts_with(papilio_elsewhere) && name.size() > papilio_elsewhere.size()) {
    return {name, PeerRole::other, make_papilio_peer(name.substr(papilio_elsewhere.size()), arenas.host, mode), {}};
  }
  if (name == papilio_verified) return {name, PeerRole::other, make_papilio_peer(arenas, mode, Verification::on), {}};
  throw Error::invalid_argument(fmt::format("peer '{}'", name), "there is no such peer",
                                fmt::format("use some of: {}", peer_names));
}

}  // namespace

const char* const peer_names =
    "cufft, vkfft, clfft, cufinufft, fftw, mkl, ducc, scipy, finufft, papilio@DEVICE, papilio-verified; fftw-Nt, "
    "mkl-Nt, ducc-Nt, "
    "scipy-Nt, finufft-Nt (N threads, up to 1024)";

std::vector<std::string> default_peers(const Device& device) {
  if (device.info().backend == Backend::cuda) return {"cufft", "vkfft"};
  if (device.info().backend == Backend::vulkan) return {"vkfft"};
  if (device.info().kind == DeviceKind::cpu) return {"clfft", "vkfft", "fftw-1t", "fftw"};
  return {"clfft", "vkfft"};
}

void add_nonuniform_peers(const Device& device, std::vector<std::string>& names) {
  if (device.info().kind == DeviceKind::cpu) names.insert(names.end(), {"finufft-1t", "finufft"});
  if (device.info().backend == Backend::cuda) names.emplace_back("cufinufft");
}

std::vector<OpenPeer> open_peers(std::span<const std::string> names, const Arenas& arenas, MeasurementMode mode) {
  std::vector<OpenPeer> peers;
  peers.push_back({"papilio", PeerRole::papilio, make_papilio_peer(arenas, mode), {}});
  for (const std::string& name : names) {
    try {
      peers.push_back(open_peer(name, arenas, mode));
      if (mode.round_trip && !name.starts_with(papilio_elsewhere)) {
        peers.back().peer = left_out(std::move(peers.back().peer));
      }
    } catch (const Error& error) {
      if (error.code() == ErrorCode::invalid_argument) throw;
      peers.push_back({name, PeerRole::other, nullptr, error.what()});
    }
  }
  return peers;
}

OpenPeer open_single_calls(const Arenas& arenas, MeasurementMode mode) {
  std::unique_ptr<Peer> peer = make_single_calls_peer(arenas, mode);
  if (!mode.sequential) peer = left_out(std::move(peer));
  return {single_calls_name, PeerRole::single_calls, std::move(peer), {}};
}

}  // namespace papilio::bench
