// SPDX-License-Identifier: Apache-2.0
// Lines to a program on this machine, through a socket in the file system.
// Security: the socket is made for its owner only, and whoever calls must run as the same user or
// as root (SO_PEERCRED), whatever became of the file's mode.
#pragma once

#include <memory>
#include <string>

#include "net/stream.h"

namespace privet::net {

class LocalListener {
 public:
  // Takes the place of a socket that nobody answers any more. Throws Error{Usage} if another
  // program answers there, or the path is too long for a socket.
  explicit LocalListener(std::string path);
  ~LocalListener();  // removes the socket
  LocalListener(const LocalListener&) = delete;
  LocalListener& operator=(const LocalListener&) = delete;

  // The next caller who may call, or null after this time.
  [[nodiscard]] std::unique_ptr<Stream> next(std::chrono::milliseconds limit);

 private:
  std::string path_;
  int descriptor_ = -1;
};

// Null if nobody answers there. Throws Error{Usage} for a path that cannot be a socket's.
[[nodiscard]] std::unique_ptr<Stream> connect_local(const std::string& path);

}  // namespace privet::net
