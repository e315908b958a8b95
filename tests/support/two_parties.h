// SPDX-License-Identifier: Apache-2.0
// Runs the two sides of a protocol in two threads over any kind of line, and gives the first
// error back to the test.
#pragma once

#include <array>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <stdexcept>
#include <utility>

#include "net/memory.h"
#include "net/tcp.h"
#include "net/tls.h"

namespace privet::testing_support {

enum class Line { Memory, Tcp, Tls };
inline constexpr std::array kAllLines{Line::Memory, Line::Tcp, Line::Tls};

inline net::ChannelOptions quick(int milliseconds = 120'000) {
  net::ChannelOptions options;
  options.timeout = std::chrono::milliseconds(milliseconds);
  return options;
}

inline net::ChannelPair make_tcp_pair(const net::ChannelOptions& options) {
  net::TcpListener listener("127.0.0.1", 0);
  auto first = net::connect_tcp("127.0.0.1", listener.port(), options);
  auto second = listener.accept(options);
  return {net::make_channel(std::move(first), options),
          net::make_channel(std::move(second), options)};
}

inline net::ChannelPair make_tls_pair(const net::ChannelOptions& options) {
  const auto left = net::make_identity("left", std::chrono::hours(1));
  const auto right = net::make_identity("right", std::chrono::hours(1));
  net::TcpListener listener("127.0.0.1", 0);
  auto carrier = net::connect_tcp("127.0.0.1", listener.port(), options);
  auto accepted = listener.accept(options);
  auto server = std::async(std::launch::async, [&] {
    const net::PinnedPeer peer{"left", left.certificate};
    return net::accept_tls(std::move(accepted), right, std::span(&peer, 1), options).stream;
  });
  auto client = net::connect_tls(std::move(carrier), left, {"right", right.certificate}, options);
  return {net::make_channel(std::move(client), options), net::make_channel(server.get(), options)};
}

inline net::ChannelPair make_pair(Line line, const net::ChannelOptions& options = quick()) {
  if (line == Line::Memory) return net::make_memory_pair(options);
  return line == Line::Tcp ? make_tcp_pair(options) : make_tls_pair(options);
}

// first(channel) in this thread, second(channel) in another; a side that fails closes the line, as
// a session does, so that the other ends too.
template <class First, class Second>
auto run_two(net::Channel& left, net::Channel& right, First first, Second second) {
  auto other = std::async(std::launch::async, [&] {
    try {
      return second(right);
    } catch (...) {
      right.close();
      throw;
    }
  });
  try {
    auto mine = first(left);
    return std::make_pair(std::move(mine), other.get());
  } catch (...) {
    left.close();
    throw;
  }
}

template <class First, class Second>
auto run_two(Line line, First first, Second second) {
  auto [left, right] = make_pair(line);
  return run_two(*left, *right, std::move(first), std::move(second));
}

}  // namespace privet::testing_support
