// SPDX-License-Identifier: Apache-2.0
#include "net/local_socket.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "net/tcp.h"

namespace privet::net {
namespace {

sockaddr_un address_of(const std::string& path) {
  sockaddr_un out{};
  out.sun_family = AF_UNIX;
  if (path.size() >= sizeof(out.sun_path)) {
    throw Error(ErrorCode::Usage,
                "the path is too long for a socket (" + std::to_string(path.size()) +
                    " characters, at most " + std::to_string(sizeof(out.sun_path) - 1) +
                    "): take a folder with a shorter one",
                {.file = path});
  }
  std::memcpy(out.sun_path, path.c_str(), path.size() + 1);
  return out;
}

int local_socket() {
  return ::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

[[noreturn]] void fail_local(const std::string& path) {
  throw Error(ErrorCode::Usage, std::string("cannot listen here: ") + std::strerror(errno),
              {.file = path});
}

bool may_call(int descriptor) {
  ucred caller{};
  socklen_t size = sizeof(caller);
  if (::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &caller, &size) != 0) return false;
  return caller.uid == ::geteuid() || caller.uid == 0;
}

}  // namespace

LocalListener::LocalListener(std::string path) : path_(std::move(path)) {
  const auto address = address_of(path_);
  if (connect_local(path_) != nullptr) {
    throw Error(ErrorCode::Usage, "another daemon answers here already", {.file = path_});
  }
  ::unlink(path_.c_str());
  descriptor_ = local_socket();
  if (descriptor_ < 0) fail_local(path_);
  // The mode comes before anybody can call.
  if (::fchmod(descriptor_, S_IRUSR | S_IWUSR) != 0 ||
      ::bind(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0 ||
      ::chmod(path_.c_str(), S_IRUSR | S_IWUSR) != 0 || ::listen(descriptor_, SOMAXCONN) != 0) {
    const int failure = errno;
    ::close(descriptor_);
    errno = failure;
    fail_local(path_);
  }
}

LocalListener::~LocalListener() {
  ::unlink(path_.c_str());
  ::close(descriptor_);
}

std::unique_ptr<Stream> LocalListener::next(std::chrono::milliseconds limit) {
  pollfd item{.fd = descriptor_, .events = POLLIN, .revents = 0};
  if (::poll(&item, 1, static_cast<int>(limit.count())) <= 0) return nullptr;
  const int caller = ::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (caller < 0) return nullptr;
  auto out = std::make_unique<TcpStream>(caller);
  if (!may_call(caller)) return nullptr;
  return out;
}

std::unique_ptr<Stream> connect_local(const std::string& path) {
  const auto address = address_of(path);
  const int descriptor = local_socket();
  if (descriptor < 0) return nullptr;
  auto out = std::make_unique<TcpStream>(descriptor);
  // EAGAIN: its queue is full, so somebody is there; the caller tries again.
  for (int tries = 0; tries < 100; ++tries) {
    if (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) {
      return out;
    }
    if (errno != EAGAIN && errno != EINTR) return nullptr;
    ::poll(nullptr, 0, 20);
  }
  return nullptr;
}

}  // namespace privet::net
