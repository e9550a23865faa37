// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/fake_nccl/fake_nccl.hpp"

#include <condition_variable>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "mpi/nccl_library.hpp"

using papilio::mpi::NcclComm;
using papilio::mpi::NcclUniqueId;
using papilio::test::FakeNccl;

namespace {

constexpr int success = 0;
constexpr int internal_error = 3;
constexpr int invalid_usage = 5;

/// All ranks of a communicator.
struct Clique {
  int ranks = 0;
  int joined = 0;
  bool broken = false;  ///< a rank has failed or aborted; what others wait for will not come
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> mail;  ///< by sender and receiver
};

struct Operation {
  bool send = false;
  const void* from = nullptr;
  void* to = nullptr;
  std::size_t bytes = 0;
  int peer = 0;
  NcclComm comm = nullptr;
};

std::mutex& mutex() {
  static std::mutex instance;
  return instance;
}
std::condition_variable& changed() {
  static std::condition_variable instance;
  return instance;
}
std::map<int, std::shared_ptr<Clique>>& cliques() {
  static std::map<int, std::shared_ptr<Clique>> all;
  return all;
}
FakeNccl& state() {
  static FakeNccl instance;
  return instance;
}

thread_local bool in_group = false;
thread_local std::vector<Operation> group;

}  // namespace

namespace papilio::mpi {
struct NcclCommObject {
  std::shared_ptr<Clique> clique;
  int rank = 0;
};
}  // namespace papilio::mpi

namespace {

/// True if this call is to fail; the rank of a group is that of its operations.
bool fails(const char* call, int rank) {
  FakeNccl& fake = state();
  if (fake.failing_call != call || fake.failing_rank != rank || fake.skip-- > 0) return false;
  fake.failing_call.clear();
  return true;
}

int break_up(Clique& clique) {
  clique.broken = true;
  changed().notify_all();
  return internal_error;
}

int add(const char* call, Operation operation) {
  const std::lock_guard lock(mutex());
  if (!in_group || operation.comm == nullptr) return invalid_usage;
  if (fails(call, operation.comm->rank)) return break_up(*operation.comm->clique);
  group.push_back(operation);
  return success;
}

}  // namespace

extern "C" {

FakeNccl* fake_nccl_state() { return &state(); }
/// Of the fake CUDA runtime: from here on kernels run, as the real NCCL brings a runtime along.
int cudaSetDevice(int device);

int ncclGetVersion(int* version) {
  *version = 22703;
  return success;
}
const char* ncclGetErrorString(int status) { return status == invalid_usage ? "invalid usage" : "internal error"; }
const char* ncclGetLastError(NcclComm /*comm*/) { return "as the fake NCCL tells"; }

int ncclGetUniqueId(NcclUniqueId* id) {
  cudaSetDevice(0);
  const std::lock_guard lock(mutex());
  static int made = 0;
  ++made;
  std::memcpy(id->internal, &made, sizeof made);
  cliques()[made] = std::make_shared<Clique>();
  return success;
}

int ncclCommInitRank(NcclComm* comm, int ranks, NcclUniqueId id, int rank) {
  std::unique_lock lock(mutex());
  int number = 0;
  std::memcpy(&number, id.internal, sizeof number);
  const std::shared_ptr<Clique> clique = cliques()[number];
  clique->ranks = ranks;
  ++clique->joined;
  changed().notify_all();
  changed().wait(lock, [&] { return clique->joined == ranks; });
  if (fails("ncclCommInitRank", rank)) return internal_error;
  *comm = new papilio::mpi::NcclCommObject{clique, rank};
  ++state().alive;
  return success;
}

int ncclCommDestroy(NcclComm comm) {
  const std::lock_guard lock(mutex());
  delete comm;
  --state().alive;
  return success;
}
int ncclCommAbort(NcclComm comm) {
  const std::lock_guard lock(mutex());
  break_up(*comm->clique);
  delete comm;
  --state().alive;
  ++state().aborted;
  return success;
}
int ncclCommGetAsyncError(NcclComm /*comm*/, int* status) {
  *status = success;
  return success;
}

int ncclGroupStart() {
  in_group = true;
  group.clear();
  return success;
}

int ncclSend(const void* from, std::size_t count, int type, int peer, NcclComm comm, void* /*stream*/) {
  return type != 0 ? invalid_usage : add("ncclSend", {true, from, nullptr, count, peer, comm});
}
int ncclRecv(void* to, std::size_t count, int type, int peer, NcclComm comm, void* /*stream*/) {
  return type != 0 ? invalid_usage : add("ncclRecv", {false, nullptr, to, count, peer, comm});
}

int ncclGroupEnd() {
  std::unique_lock lock(mutex());
  in_group = false;
  ++state().groups;
  if (!group.empty() && fails("ncclGroupEnd", group.front().comm->rank)) return break_up(*group.front().comm->clique);
  for (const Operation& operation : group) {
    if (!operation.send) continue;
    const char* const from = static_cast<const char*>(operation.from);
    operation.comm->clique->mail[{operation.comm->rank, operation.peer}].emplace_back(from, from + operation.bytes);
    state().bytes += static_cast<std::int64_t>(operation.bytes);
  }
  changed().notify_all();
  for (const Operation& operation : group) {
    if (operation.send) continue;
    Clique& clique = *operation.comm->clique;
    std::deque<std::vector<char>>& mail = clique.mail[{operation.peer, operation.comm->rank}];
    changed().wait(lock, [&] { return !mail.empty() || clique.broken; });
    // The real one would only have enqueued it, and the stream would never finish.
    if (mail.empty()) break;
    if (mail.front().size() != operation.bytes) return invalid_usage;
    std::memcpy(operation.to, mail.front().data(), operation.bytes);
    mail.pop_front();
  }
  return success;
}

}  // extern "C"
