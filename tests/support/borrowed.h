// SPDX-License-Identifier: Apache-2.0
// A line that a session may own although it belongs to somebody else.
#pragma once

#include <cstddef>
#include <span>

#include "net/channel.h"

namespace privet::testing_support {

class BorrowedChannel final : public net::Channel {
 public:
  explicit BorrowedChannel(net::Channel& inner) : inner_(inner) {}
  void send(std::span<const std::byte> bytes) override { inner_.send(bytes); }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override { inner_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    inner_.exchange(out, in);
  }
  void close() noexcept override { inner_.close(); }

 private:
  net::Channel& inner_;
};

}  // namespace privet::testing_support
