// SPDX-FileCopyrightText: The Papilio authors
// SPDX-License-Identifier: MIT
//
// The ranks of a communicator of the fake NCCL, threads or processes of one host: their state and the messages that are
// under way are in memory which all of them map.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <memory>

namespace papilio::test {

/// In ncclUniqueId: a file in memory of the process that has made it.
struct CliqueName {
  int process = 0;
  int file = -1;
};

class Clique {
 public:
  static constexpr int most_ranks = 8;

  /// Where the bytes are all 0.
  void begin();
  /// Returns when all ranks have joined.
  void join(int ranks);
  /// What ranks wait for will not come.
  void break_up();
  /// False if the message is too long or there are too many.
  bool post(int from, int to, const void* data, std::size_t bytes);
  /// False if the message will not come.
  bool wait_for(int from, int to);
  /// False if the message has another length.
  bool take(int from, int to, void* data, std::size_t bytes);

 private:
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;
  static constexpr int most_messages = 16;
  struct Mail {
    int first;
    int count;
    std::size_t bytes[most_messages];
    char data[most_messages][most_bytes];
  };

  pthread_mutex_t mutex_;
  pthread_cond_t changed_;
  int joined_;
  bool broken_;
  Mail mail_[most_ranks][most_ranks];  ///< by sender and receiver; memory that is not used is not there
};

/// Writes the name of a new clique, which lasts until it is forgotten, into the bytes of an id.
bool make_clique(char* id);
std::shared_ptr<Clique> open_clique(const char* id);
void forget_clique(const char* id);

}  // namespace papilio::test
