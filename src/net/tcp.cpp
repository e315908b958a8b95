// SPDX-License-Identifier: Apache-2.0
#include "net/tcp.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

int open_socket(const SocketAddress& address) {
  return ::socket(address.family, address.type | SOCK_NONBLOCK | SOCK_CLOEXEC, address.protocol);
}

const sockaddr* raw(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr*>(&address.bytes);
}

// Waits for `events` in slices so that the wish to stop is heard. False at the deadline.
bool poll_until(int descriptor, short events, Clock::time_point deadline,
                const ChannelOptions& options) {
  for (;;) {
    if (options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed)) {
      throw Error(ErrorCode::Interrupted, "interrupted while waiting for " + options.peer);
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd item{.fd = descriptor, .events = events, .revents = 0};
    if (::poll(&item, 1, static_cast<int>(std::min<long>(left, 50))) > 0) return true;
  }
}

// A connected descriptor, or -1 with errno.
int try_connect(const SocketAddress& address, Clock::time_point deadline,
                const ChannelOptions& options) {
  const int descriptor = open_socket(address);
  if (descriptor < 0) return -1;
  int failure = 0;
  if (::connect(descriptor, raw(address), address.size) != 0) failure = errno;
  if (failure == EINPROGRESS) {
    failure = ETIMEDOUT;
    try {
      if (poll_until(descriptor, POLLOUT, deadline, options)) {
        socklen_t size = sizeof(failure);
        ::getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &size);
      }
    } catch (...) {
      ::close(descriptor);
      throw;
    }
  }
  if (failure == 0) return descriptor;
  ::close(descriptor);
  errno = failure;
  return -1;
}

}  // namespace

TcpStream::TcpStream(int descriptor) : descriptor_(descriptor) {
  const int on = 1;
  ::setsockopt(descriptor_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
}

TcpStream::~TcpStream() {
  ::close(descriptor_);
}

std::size_t TcpStream::read_some(std::span<std::byte> bytes) {
  const auto count = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
  if (count > 0) return static_cast<std::size_t>(count);
  if (count == 0 && !bytes.empty()) {
    throw Error(ErrorCode::Peer, "the other party closed the connection");
  }
  if (count == 0 || errno == EAGAIN || errno == EINTR) return 0;
  throw Error(ErrorCode::Peer, std::string("the connection failed: ") + std::strerror(errno));
}

std::size_t TcpStream::write_some(std::span<const std::byte> bytes) {
  const auto count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (count >= 0) return static_cast<std::size_t>(count);
  if (errno == EAGAIN || errno == EINTR) return 0;
  throw Error(ErrorCode::Peer, std::string("the connection failed: ") + std::strerror(errno));
}

void TcpStream::wait(bool for_reading, bool for_writing, std::chrono::milliseconds limit) {
  const int events = (for_reading ? POLLIN : 0) | (for_writing ? POLLOUT : 0);
  pollfd item{.fd = descriptor_, .events = static_cast<short>(events), .revents = 0};
  ::poll(&item, 1, static_cast<int>(limit.count()));
}

void TcpStream::close() noexcept {
  ::shutdown(descriptor_, SHUT_RDWR);
}

TcpListener::TcpListener(const std::string& host, std::uint16_t port) {
  const int on = 1;
  for (const auto& address : look_up_to_listen(host, port)) {
    descriptor_ = open_socket(address);
    if (descriptor_ < 0) continue;
    ::setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (::bind(descriptor_, raw(address), address.size) == 0 &&
        ::listen(descriptor_, SOMAXCONN) == 0) {
      break;
    }
    ::close(descriptor_);
    descriptor_ = -1;
  }
  if (descriptor_ < 0) {
    throw Error(ErrorCode::Usage, "cannot listen on " + quote_for_message(host) + " port " +
                                      std::to_string(port) + ": " + std::strerror(errno));
  }
  sockaddr_storage bound{};
  socklen_t size = sizeof(bound);
  ::getsockname(descriptor_, reinterpret_cast<sockaddr*>(&bound), &size);
  port_ = ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                            : reinterpret_cast<sockaddr_in&>(bound).sin_port);
}

TcpListener::~TcpListener() {
  ::close(descriptor_);
}

std::unique_ptr<TcpStream> TcpListener::try_accept() {
  const int descriptor = ::accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (descriptor >= 0) return std::make_unique<TcpStream>(descriptor);
  // The rest are faults of the one connection (accept(2)): whoever it was, others may come.
  for (const int passing : {EAGAIN, EINTR, ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN,
                            ENONET, EHOSTUNREACH, EOPNOTSUPP, ENETUNREACH, EPERM,
                            // And these pass when callers leave.
                            EMFILE, ENFILE, ENOBUFS, ENOMEM}) {
    if (errno == passing) return nullptr;
  }
  throw Error(ErrorCode::Peer, std::string("cannot accept a connection: ") + std::strerror(errno));
}

std::unique_ptr<TcpStream> TcpListener::accept(const ChannelOptions& options) {
  const auto deadline = Clock::now() + options.timeout;
  for (;;) {
    if (auto stream = try_accept()) return stream;
    if (!poll_until(descriptor_, POLLIN, deadline, options)) {
      throw Error(ErrorCode::Peer, options.peer + " did not connect within " +
                                       std::to_string(options.timeout.count()) + " ms");
    }
  }
}

std::unique_ptr<TcpStream> connect_tcp(const std::string& host, std::uint16_t port,
                                       const ChannelOptions& options, const Resolver& resolver) {
  const auto deadline = Clock::now() + options.timeout;
  const auto addresses = resolve(host, port, deadline, options, resolver);
  for (;;) {
    for (const auto& address : addresses) {
      const int descriptor = try_connect(address, deadline, options);
      if (descriptor >= 0) return std::make_unique<TcpStream>(descriptor);
    }
    const int failure = errno;
    // Parties start in any order, so a refused connection is worth another try; waiting on no
    // descriptor is the pause between tries.
    if (Clock::now() >= deadline) {
      throw Error(ErrorCode::Peer, options.peer + " cannot be reached at " +
                                       quote_for_message(host) + " port " + std::to_string(port) +
                                       ": " + std::strerror(failure));
    }
    (void)poll_until(-1, 0, std::min(deadline, Clock::now() + std::chrono::milliseconds(20)),
                     options);
  }
}

}  // namespace privet::net
