// SPDX-License-Identifier: Apache-2.0
// A peer that sends given bytes, whatever it receives, and closes when they are used up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/error.h"
#include "net/channel.h"

namespace privet::testing_support {

class ReplayChannel final : public net::Channel {
 public:
  // `bytes` must outlive this.
  explicit ReplayChannel(std::span<const std::byte> bytes) : bytes_(bytes) {}

  void send(std::span<const std::byte> /*bytes*/) override {}
  void flush() override {}
  void receive(std::span<std::byte> bytes) override {
    if (bytes.size() > bytes_.size()) throw Error(ErrorCode::Peer, "the replay is over");
    std::ranges::copy(bytes_.first(bytes.size()), bytes.begin());
    bytes_ = bytes_.subspan(bytes.size());
  }
  void exchange(std::span<const std::byte> /*out*/, std::span<std::byte> in) override {
    receive(in);
  }
  void close() noexcept override { bytes_ = {}; }

  [[nodiscard]] std::size_t left() const { return bytes_.size(); }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace privet::testing_support
