// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/fake_nccl/fake_nccl.hpp"

#include <memory>
#include <mutex>
#include <vector>

#include "mpi/carriers/nccl_library.hpp"
#include "support/fake_nccl/clique.hpp"

using papilio::mpi::NcclComm;
using papilio::mpi::NcclUniqueId;
using papilio::test::Clique;
using papilio::test::FakeNccl;

namespace {

constexpr int success = 0;
constexpr int internal_error = 3;
constexpr int invalid_usage = 5;

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
  const std::lock_guard lock(mutex());
  FakeNccl& fake = state();
  if (fake.failing_call != call || fake.failing_rank != rank || fake.skip-- > 0) return false;
  fake.failing_call.clear();
  return true;
}

int break_up(Clique& clique) {
  clique.break_up();
  return internal_error;
}

int add(const char* call, Operation operation) {
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
/// Of the fake driver: streams do not wait any more.
void fake_cuda_finish();

int ncclGetVersion(int* version) {
  *version = 22703;
  return success;
}
const char* ncclGetErrorString(int status) { return status == invalid_usage ? "invalid usage" : "internal error"; }
const char* ncclGetLastError(NcclComm /*comm*/) { return "as the fake NCCL tells"; }

int ncclGetUniqueId(NcclUniqueId* id) {
  static_assert(sizeof(papilio::test::CliqueName) <= sizeof(id->internal));
  return papilio::test::make_clique(id->internal) ? success : internal_error;
}

int ncclCommInitRank(NcclComm* comm, int ranks, NcclUniqueId id, int rank) {
  cudaSetDevice(0);
  const std::shared_ptr<Clique> clique = papilio::test::open_clique(id.internal);
  if (!clique) return internal_error;
  clique->join(ranks);
  if (rank == 0) papilio::test::forget_clique(id.internal);
  if (fails("ncclCommInitRank", rank)) return internal_error;
  *comm = new papilio::mpi::NcclCommObject{clique, rank};
  const std::lock_guard lock(mutex());
  ++state().alive;
  return success;
}

int ncclCommDestroy(NcclComm comm) {
  delete comm;
  const std::lock_guard lock(mutex());
  --state().alive;
  return success;
}
int ncclCommAbort(NcclComm comm) {
  break_up(*comm->clique);
  delete comm;
  const std::lock_guard lock(mutex());
  --state().alive;
  ++state().aborted;
  fake_cuda_finish();
  return success;
}
int ncclCommGetAsyncError(NcclComm /*comm*/, int* status) {
  const std::lock_guard lock(mutex());
  *status = state().broken ? internal_error : success;
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
  in_group = false;
  if (!group.empty() && fails("ncclGroupEnd", group.front().comm->rank)) return break_up(*group.front().comm->clique);
  std::int64_t bytes = 0;
  for (const Operation& operation : group) {
    if (!operation.send) continue;
    if (!operation.comm->clique->post(operation.comm->rank, operation.peer, operation.from, operation.bytes)) {
      return invalid_usage;
    }
    bytes += static_cast<std::int64_t>(operation.bytes);
  }
  {
    const std::lock_guard lock(mutex());
    ++state().groups;
    state().bytes += bytes;
  }
  for (const Operation& operation : group) {
    if (operation.send) continue;
    Clique& clique = *operation.comm->clique;
    // The real one would only have enqueued it, and the stream would never finish.
    if (!clique.wait_for(operation.peer, operation.comm->rank)) break;
    if (!clique.take(operation.peer, operation.comm->rank, operation.to, operation.bytes)) return invalid_usage;
  }
  return success;
}

}  // extern "C"
