// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// Team: the ranks of a plan and their agreement, whatever they are: processes of an MPI communicator, or threads of one
// process. Members that say so are collective: all ranks call them in the same order.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "failure.hpp"
#include "mpi/memory/region.hpp"
#include "post.hpp"

namespace papilio::mpi {

class Transport;

/// State of a rank's commands, which wait for other ranks' devices.
enum class Progress { done, working, failed };

class Team {
 public:
  virtual ~Team() = default;
  [[nodiscard]] virtual int rank() const = 0;
  [[nodiscard]] virtual int ranks() const = 0;
  /// Collective. Returns on every rank if none has failed; otherwise throws on every rank the error of the lowest rank
  /// that has.
  virtual void agree(const std::optional<Failure>& failure) = 0;
  /// Polls all ranks. Returns `failed` once any rank has failed, even if commands of this rank still run. Call until it
  /// stops returning `working`; then call agree().
  virtual Progress watch(Progress local) { return local; }
  /// Seconds to wait for another rank within an execution; 0: for ever. Throws for a wrong request.
  [[nodiscard]] virtual double wanted_limit() const { return 0; }
  /// From now on waiting for another rank has this limit; 0: none.
  virtual void begin_limit(double /*seconds*/) {}
  [[nodiscard]] virtual double limit() const { return 0; }
  /// Collective. Rank 0's bytes on every rank.
  virtual void broadcast(std::span<std::byte> bytes) = 0;
  /// Collective. The bytes of all ranks on every rank, by rank; each gives as many.
  virtual void gather(std::span<const std::byte> local, std::span<std::byte> all) = 0;
  /// Collective when it is first called: hosts that the ranks run on.
  [[nodiscard]] virtual int hosts() { return 1; }
  /// The name of this rank's host; empty if there is only one.
  [[nodiscard]] virtual std::string host_name() const { return {}; }
  /// True if the ranks are threads of one process, which use each other's memory and objects.
  [[nodiscard]] virtual bool one_process() const = 0;
  /// Collective. Small messages, apart from all others.
  virtual std::unique_ptr<Post> make_post() = 0;
  /// Collective. Messages by the team's own means, from host or device memory; defined beside their transports, in
  /// mpi/carriers.
  virtual std::unique_ptr<Transport> messages(MessageMemory memory) = 0;
  /// True if those can leave from the memory of GPUs.
  [[nodiscard]] virtual bool sends_device_memory() const { return false; }
  /// Collective. Waits for all ranks that still answer, before something that they share is freed.
  virtual void wait_at_end() noexcept = 0;
};

/// The functions below are collective.
template <typename Value>
std::vector<Value> gathered(Team& team, const Value& local) {
  std::vector<Value> all(static_cast<std::size_t>(team.ranks()));
  team.gather(std::as_bytes(std::span(&local, 1)), std::as_writable_bytes(std::span(all)));
  return all;
}
bool all_ranks(Team& team, bool local);
bool any_rank(Team& team, bool local);
/// Returns the largest value of all ranks, on every rank.
double largest(Team& team, double value);
/// Returns rank 0's text on every rank.
std::string broadcast(Team& team, const std::string& text);
/// A value that all ranks pass alike, and what messages call it: "the option carrier", "nccl".
struct NamedValue {
  std::string name;
  std::string value;
};
/// Throws on every rank unless all pass the same values. The message names the first value that differs from rank 0's,
/// and what both ranks have.
void agree_on(Team& team, const std::vector<NamedValue>& values);

/// Returns one object for all ranks of one process, made by rank 0. Collective.
template <typename Object, typename... Arguments>
std::shared_ptr<Object> shared_by_ranks(Team& team, const Arguments&... arguments) {
  std::shared_ptr<Object> object;
  if (team.rank() == 0) object = std::make_shared<Object>(arguments...);
  const std::shared_ptr<Object>* first = &object;
  team.broadcast(std::as_writable_bytes(std::span(&first, 1)));
  if (team.rank() != 0) object = *first;
  team.agree(std::nullopt);
  return object;
}

}  // namespace papilio::mpi
