// SPDX-License-Identifier: Apache-2.0
#include "net/resolve.h"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;

// The addresses, or none and the reason.
std::pair<SocketAddresses, int> ask(const std::string& host, std::uint16_t port, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = flags;
  addrinfo* first = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &first);
  if (failure != 0) return {{}, failure};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(first, freeaddrinfo);
  SocketAddresses out;
  for (const addrinfo* at = first; at != nullptr; at = at->ai_next) {
    auto& address = out.emplace_back();
    address.family = at->ai_family;
    address.type = at->ai_socktype;
    address.protocol = at->ai_protocol;
    address.size = at->ai_addrlen;
    std::memcpy(&address.bytes, at->ai_addr, at->ai_addrlen);
  }
  return {std::move(out), 0};
}

SocketAddresses found(const std::string& host, std::uint16_t port, int flags) {
  auto [addresses, failure] = ask(host, port, flags);
  if (failure != 0) {
    throw Error(ErrorCode::Usage, "the host " + quote_for_message(host) +
                                      " cannot be found: " + gai_strerror(failure));
  }
  return addresses;
}

// What the asker and the thread share; it lasts as long as either.
struct Lookup {
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  SocketAddresses addresses;
  std::exception_ptr error;
};

void run(const std::shared_ptr<Lookup>& lookup, const Resolver& resolver, const std::string& host,
         std::uint16_t port) noexcept {
  SocketAddresses addresses;
  std::exception_ptr error;
  try {
    addresses = resolver(host, port);
  } catch (...) {
    error = std::current_exception();
  }
  const std::lock_guard lock(lookup->mutex);
  lookup->addresses = std::move(addresses);
  lookup->error = std::move(error);  // whoever waits is to be the only one who holds it
  lookup->done = true;
  lookup->ended.notify_all();
}

}  // namespace

SocketAddresses look_up_host(const std::string& host, std::uint16_t port) {
  return found(host, port, 0);
}

SocketAddresses look_up_to_listen(const std::string& host, std::uint16_t port) {
  return found(host, port, AI_PASSIVE);
}

SocketAddresses resolve(const std::string& host, std::uint16_t port, Clock::time_point deadline,
                        const ChannelOptions& options, const Resolver& resolver) {
  if (auto numeric = ask(host, port, AI_NUMERICHOST).first; !numeric.empty()) return numeric;
  const auto lookup = std::make_shared<Lookup>();
  std::thread([lookup, resolver, host, port] { run(lookup, resolver, host, port); }).detach();
  std::unique_lock lock(lookup->mutex);
  while (!lookup->done) {
    if (options.cancelled != nullptr && options.cancelled->load(std::memory_order_relaxed)) {
      throw Error(ErrorCode::Interrupted, "interrupted while looking up the host " +
                                              quote_for_message(host) + " of " + options.peer);
    }
    const auto now = Clock::now();
    if (now >= deadline) {
      throw Error(ErrorCode::Peer, "the host " + quote_for_message(host) + " of " + options.peer +
                                       " was not found in time: no name server answered");
    }
    // In slices, so that the wish to stop is heard.
    lookup->ended.wait_until(lock, std::min(deadline, now + std::chrono::milliseconds(50)));
  }
  if (auto error = std::exchange(lookup->error, nullptr)) {
    std::rethrow_exception(std::move(error));
  }
  return std::move(lookup->addresses);
}

}  // namespace privet::net
