// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// How distributed plans are made, and what an execution reports. Needs no MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <papilio/device.hpp>
#include <papilio/effort.hpp>
#include <papilio/export.hpp>
#include <papilio/host_span.hpp>
#include <papilio/problem.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace papilio::mpi {

/// Where the time of an execution went on this rank, in seconds, and what it sent.
struct ExecutionTimes {
  double seconds = 0;  ///< all of the execution
  /// The three parts. Over NCCL and peer memory of GPUs all are 0: they are commands of the device, which overlap.
  double passes = 0;                ///< transforms, and copies between host and device
  double copies = 0;                ///< gathering and scattering what passes could not
  double exchange = 0;              ///< messages, and waiting for other ranks
  std::int64_t sent_bytes = 0;      ///< to other ranks
  std::int64_t received_bytes = 0;  ///< from other ranks
};

/// Means by which ranks exchange.
enum class Carrier {
  /// The first that can be had, and Plan::describe() notes what could not: peer where all ranks are on one host, with
  /// GPUs of CUDA or with devices that compute in its memory, and no chunks are asked for; nccl for GPUs of one host;
  /// mpi_device where every rank has a CUDA device and MPI says that it takes device memory; mpi_host.
  automatic,
  mpi_host,    ///< MPI, from host memory: data of a GPU is copied to the host and back
  mpi_device,  ///< MPI, from device memory; Error(unsupported) unless MPI says that it can do that
  nccl,        ///< NCCL (libnccl.so.2, opened at run time), from device memory; every rank has a GPU of its own
  /// No messages: passes store their results in the memory of the ranks that need them. For processes of one host,
  /// whose devices are GPUs of CUDA that address each other's memory, or compute in the host's memory (OpenCL's CPUs).
  /// In several chunks, which GPUs alone have, copy engines push messages into that memory.
  /// Long arrays of one axis have messages all the same: by MPI, where peer is asked for.
  peer,
};

/// In which order the axes are transformed. It decides the order of operations, and so the bits of the results; for one
/// order they depend on neither the ranks nor the distributions. The axis that r2c halves comes first, the one that c2r
/// has halved comes last.
struct PAPILIO_API AxisOrder {
  /// How the order is chosen.
  enum class OrderRule {
    fixed,  ///< the last axis first; the first axis first in c2r and inverse c2c
    any,    ///< the plan chooses, with its distributions; Plan::axis_order() and Plan::choice() say which one
    given,  ///< that of `axes`
  };
  OrderRule rule = OrderRule::fixed;
  std::vector<int> axes = {};  ///< of OrderRule::given: every transformed axis once

  /// "fixed", "any", or axes such as "0,2,1". Throws Error(invalid_argument).
  static AxisOrder parse(std::string_view text);
  [[nodiscard]] std::string text() const;
  friend bool operator==(const AxisOrder&, const AxisOrder&) = default;
};

/// Where the arrays of executions are, which says what memory executions need beside them and the work arrays.
enum class ArrayMemory {
  unknown,  ///< the first execution that needs more memory allocates it
  /// On the host: arrays for them in the device's memory are made with the plan. A device that computes in the host's
  /// memory needs none, for addresses that are multiples of 16.
  host,
  /// On the device: arrays for them in the host's memory are made with the plan, where messages leave from there.
  device,
};

/// Whose memory executions work in, beside their arrays.
enum class WorkOwner {
  plan,  ///< the plan allocates it when it is made
  /// The caller gives it to every execution (CallerWork), and the plan allocates none but what other ranks have open
  /// (Carrier::peer) and its tables of constants. Options::arrays says where the arrays of executions are. For devices
  /// of CUDA and for those that compute in the host's memory; Error(unsupported) for others.
  caller,
};

/// Bytes of work memory: of the host, and of the device if it has memory of its own.
struct WorkSizes {
  std::size_t host = 0;
  std::size_t device = 0;
  friend bool operator==(const WorkSizes&, const WorkSizes&) = default;
};

/// Work memory of one execution: at least as many bytes as Plan::caller_work() says, beginning at multiples of 16, and
/// apart from input and output. Its contents do not matter, and are undefined afterwards; between executions it is the
/// caller's, and the next one may have other memory. Executions of several plans may have the same one in turns.
struct PAPILIO_API CallerWork {
  /// On the host, and on the device if it has memory of its own.
  explicit CallerWork(const HostSpan& on_host, const Buffer& on_device = {});
  /// On the device only.
  explicit CallerWork(const Buffer& on_device);
  /// With a device pointer of CUDA; null and 0 if the plan needs no memory of the device.
  CallerWork(const HostSpan& on_host, void* on_device, std::size_t device_bytes);

  HostSpan host;
  Buffer buffer;  ///< on the device; or
  void* address = nullptr;
  std::size_t address_bytes = 0;
};

/// How to plan; the same on all ranks. Only the order of axes changes the bits of the results.
struct Options {
  double bytes_per_second = 10e9;  ///< of the link of one rank, in each direction
  double latency = 2e-6;           ///< seconds for each message
  /// The number of chunks that an exchange is split into, where axes are long enough: while the messages of one chunk
  /// are under way, passes compute the data of the next and use those of an earlier one. More than one chunk may need a
  /// third work array. 0: the plan chooses.
  int chunks = 0;
  Carrier carrier = Carrier::automatic;
  /// With another order than the fixed one some distributions need fewer exchanges or copies: forward c2c from slabs of
  /// the last axis to slabs of the first one takes one exchange instead of three.
  AxisOrder axis_order = {};
  /// estimate: wisdom of an earlier search, else a model. measure: where there is no wisdom, all ranks run whole
  /// transforms of several choices, for about five seconds, and the fastest one becomes wisdom of rank 0 (its process
  /// and its file). exhaustive: for up to a minute, unless the wisdom is from a search as long. Takes memory for two
  /// plans, input and output.
  Effort effort = Effort::estimate;
  /// Unless it is unknown, no execution on such arrays allocates arrays; Plan::work_bytes() counts them from the
  /// beginning.
  ArrayMemory arrays = ArrayMemory::unknown;
  /// A search (`effort`) measures with memory of its own, which it gives back.
  WorkOwner work = WorkOwner::plan;
  /// A choice as Plan::describe() prints it: process grids, chunks, carrier, and the order of axes unless it is the
  /// fixed one. If it is given, chunks, carrier, axis_order and effort above are ignored. Empty: the plan chooses.
  std::string choice = {};
};

}  // namespace papilio::mpi
