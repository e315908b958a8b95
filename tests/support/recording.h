// SPDX-License-Identifier: Apache-2.0
// Keeps every byte that passes, each way: what a curious party or a wiretapper has to work with.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "net/channel.h"

namespace privet::testing_support {

class RecordingChannel final : public net::Channel {
 public:
  explicit RecordingChannel(net::Channel& inner) : inner_(inner) {}

  void send(std::span<const std::byte> bytes) override {
    sent_.insert(sent_.end(), bytes.begin(), bytes.end());
    inner_.send(bytes);
  }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override {
    inner_.receive(bytes);
    received_.insert(received_.end(), bytes.begin(), bytes.end());
  }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    sent_.insert(sent_.end(), out.begin(), out.end());
    inner_.exchange(out, in);
    received_.insert(received_.end(), in.begin(), in.end());
  }
  void close() noexcept override { inner_.close(); }

  [[nodiscard]] const std::vector<std::byte>& sent() const { return sent_; }
  [[nodiscard]] const std::vector<std::byte>& received() const { return received_; }

 private:
  net::Channel& inner_;
  std::vector<std::byte> sent_;
  std::vector<std::byte> received_;
};

}  // namespace privet::testing_support
