// SPDX-License-Identifier: Apache-2.0
// Byte lines over TCP. Unprotected: for tests, and as the carrier of net/tls.h.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "net/resolve.h"
#include "net/stream.h"

namespace privet::net {

// A connected socket. Owns the descriptor.
class TcpStream final : public Stream {
 public:
  explicit TcpStream(int descriptor);
  ~TcpStream() override;
  TcpStream(const TcpStream&) = delete;
  TcpStream& operator=(const TcpStream&) = delete;

  std::size_t read_some(std::span<std::byte> bytes) override;
  std::size_t write_some(std::span<const std::byte> bytes) override;
  void wait(bool for_reading, bool for_writing, std::chrono::milliseconds limit) override;
  void close() noexcept override;
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_;
};

class TcpListener {
 public:
  // Port 0: any free one; port() says which. Throws Error{Usage} if the address cannot be used.
  TcpListener(const std::string& host, std::uint16_t port);
  ~TcpListener();
  TcpListener(const TcpListener&) = delete;
  TcpListener& operator=(const TcpListener&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  // Waits for the next connection. Throws Error{Peer} at the timeout, Error{Interrupted} if asked
  // to stop.
  [[nodiscard]] std::unique_ptr<TcpStream> accept(const ChannelOptions& options);
  // The next connection if there is one, without waiting; else null.
  [[nodiscard]] std::unique_ptr<TcpStream> try_accept();
  [[nodiscard]] int descriptor() const noexcept { return descriptor_; }

 private:
  int descriptor_ = -1;
  std::uint16_t port_ = 0;
};

// Connects, trying again until the timeout while nobody listens yet. The timeout is for all of it,
// looking up the name of the host (net/resolve.h) included. Throws Error{Usage} if there is no such
// host, Error{Peer} at the timeout, Error{Interrupted} if asked to stop.
[[nodiscard]] std::unique_ptr<TcpStream> connect_tcp(const std::string& host, std::uint16_t port,
                                                     const ChannelOptions& options,
                                                     const Resolver& resolver = look_up_host);

}  // namespace privet::net
