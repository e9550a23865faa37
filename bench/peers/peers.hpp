// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The peers by name. A library that is not installed is not an error; it is reported with the reason.
#pragma once

#include <papilio/plan.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/device_arena.hpp"
#include "bench/host_arena.hpp"
#include "bench/measurement_mode.hpp"
#include "bench/peers/peer.hpp"

namespace papilio::bench {

struct Arenas {
  DeviceArena& device;
  HostArena& host;
};

struct OpenPeer {
  std::string name;
  PeerRole role = PeerRole::device_library;
  std::unique_ptr<Peer> peer;  ///< null if it is not available
  std::string why_not;         ///< set if it is not available
};

/// "cufft, vkfft, …", for messages and --help.
extern const char* const peer_names;

/// The default peers: the device's own libraries, and FFTW if the device is a CPU.
std::vector<std::string> default_peers(const Device& device);
/// Adds finufft for non-uniform transforms, if the device is a CPU, and cuFINUFFT for CUDA.
void add_nonuniform_peers(const Device& device, std::vector<std::string>& names);

/// Papilio first, then the peers in the order of `names`, for problems that are measured in one way. Libraries other
/// than Papilio are left out of round trips. Throws Error(invalid_argument) for an unknown name.
std::vector<OpenPeer> open_peers(std::span<const std::string> names, const Arenas& arenas, MeasurementMode mode);
/// "sequential", Papilio's single calls; left out if the way has none.
OpenPeer open_single_calls(const Arenas& arenas, MeasurementMode mode);

// One for each file here; each throws Error(unsupported) with the reason when the library is not available.

/// Papilio itself on the device of the arenas; with executions that are verified, "papilio-verified".
std::unique_ptr<Peer> make_papilio_peer(const Arenas& arenas, MeasurementMode mode,
                                        Verification verification = Verification::off);
/// Papilio on another device, with an arena of its own: for example another driver of the same chip.
std::unique_ptr<Peer> make_papilio_peer(const std::string& device, HostArena& host, MeasurementMode mode);
std::unique_ptr<Peer> make_single_calls_peer(const Arenas& arenas, MeasurementMode mode);
std::unique_ptr<Peer> make_cufft_peer(DeviceArena& arena);
std::unique_ptr<Peer> make_clfft_peer(DeviceArena& arena);
std::unique_ptr<Peer> make_cufinufft_peer(DeviceArena& arena);
/// threads: 0 for as many as the machine has processors.
std::unique_ptr<Peer> make_fftw_peer(HostArena& arena, int threads);
std::unique_ptr<Peer> make_mkl_peer(HostArena& arena, int threads);
std::unique_ptr<Peer> make_ducc_peer(HostArena& arena, int threads);
std::unique_ptr<Peer> make_scipy_peer(HostArena& arena, int threads);
std::unique_ptr<Peer> make_finufft_peer(HostArena& arena, int threads);
/// Whether a problem that may end the process is tried in another one first (module_trial.hpp).
enum class ModuleTrials { first, none };
/// A library that was compiled into a module of its own (module_abi.hpp): "vkfft-cuda", "vkfft-opencl".
std::unique_ptr<Peer> make_module_peer(DeviceArena& arena, const std::string& module,
                                       ModuleTrials trials = ModuleTrials::first);

}  // namespace papilio::bench
