// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
#include "support/fake_nccl/clique.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstring>
#include <string>

namespace papilio::test {
namespace {

class Lock {
 public:
  explicit Lock(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  ~Lock() { pthread_mutex_unlock(&mutex_); }

 private:
  pthread_mutex_t& mutex_;
};

CliqueName name_in(const char* id) {
  CliqueName name;
  std::memcpy(&name, id, sizeof name);
  return name;
}

std::shared_ptr<Clique> map(int file) {
  void* const memory = ::mmap(nullptr, sizeof(Clique), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (memory == MAP_FAILED) return nullptr;
  return {static_cast<Clique*>(memory), [](Clique* clique) { ::munmap(clique, sizeof(Clique)); }};
}

}  // namespace

void Clique::begin() {
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&mutex_, &mutex);
  pthread_mutexattr_destroy(&mutex);
  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&changed_, &condition);
  pthread_condattr_destroy(&condition);
}

void Clique::join(int ranks) {
  const Lock lock(mutex_);
  ++joined_;
  pthread_cond_broadcast(&changed_);
  while (joined_ < ranks) pthread_cond_wait(&changed_, &mutex_);
}

void Clique::break_up() {
  const Lock lock(mutex_);
  broken_ = true;
  pthread_cond_broadcast(&changed_);
}

bool Clique::post(int from, int to, const void* data, std::size_t bytes) {
  const Lock lock(mutex_);
  Mail& mail = mail_[from][to];
  if (bytes > most_bytes || mail.count == most_messages) return false;
  const int place = (mail.first + mail.count++) % most_messages;
  mail.bytes[place] = bytes;
  std::memcpy(mail.data[place], data, bytes);
  pthread_cond_broadcast(&changed_);
  return true;
}

bool Clique::wait_for(int from, int to) {
  const Lock lock(mutex_);
  while (mail_[from][to].count == 0 && !broken_) pthread_cond_wait(&changed_, &mutex_);
  return mail_[from][to].count > 0;
}

bool Clique::take(int from, int to, void* data, std::size_t bytes) {
  const Lock lock(mutex_);
  Mail& mail = mail_[from][to];
  if (mail.bytes[mail.first] != bytes) return false;
  std::memcpy(data, mail.data[mail.first], bytes);
  mail.first = (mail.first + 1) % most_messages;
  --mail.count;
  return true;
}

bool make_clique(char* id) {
  const CliqueName name{::getpid(), ::memfd_create("fake-nccl", MFD_CLOEXEC)};
  if (name.file < 0 || ::ftruncate(name.file, sizeof(Clique)) != 0) return false;
  const std::shared_ptr<Clique> clique = map(name.file);
  if (!clique) return false;
  clique->begin();
  std::memcpy(id, &name, sizeof name);
  return true;
}

std::shared_ptr<Clique> open_clique(const char* id) {
  const CliqueName name = name_in(id);
  const std::string path = "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) return nullptr;
  std::shared_ptr<Clique> clique = map(file);
  ::close(file);
  return clique;
}

void forget_clique(const char* id) {
  if (name_in(id).process == ::getpid()) ::close(name_in(id).file);
}

}  // namespace papilio::test
