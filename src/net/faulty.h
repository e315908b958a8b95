// SPDX-License-Identifier: Apache-2.0
// A channel that goes wrong at a chosen byte, to test what the other side makes of it.
#pragma once

#include <cstdint>
#include <vector>

#include "net/channel.h"

namespace privet::net {

struct Fault {
  enum class Kind {
    Vanish,   // the connection ends before the byte is sent, and this side fails too
    Stall,    // nothing is sent from the byte on, the connection stays
    Corrupt,  // the byte is sent with all its bits flipped, once
    Extra,    // a thousand bytes that nobody expects are sent before it, once
    Garbage,  // every byte from there on is sent as 0xff: lengths become huge, points invalid
  };
  Kind kind = Kind::Vanish;
  std::uint64_t at = 0;  // counted over the bytes sent
};

class FaultyChannel final : public Channel {
 public:
  // `inner` must outlive this.
  FaultyChannel(Channel& inner, Fault fault) : inner_(inner), fault_(fault) {}

  void send(std::span<const std::byte> bytes) override;
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override { inner_.receive(bytes); }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override;
  void close() noexcept override { inner_.close(); }

 private:
  // What is to be sent in the place of `bytes`.
  std::vector<std::byte> spoil(std::span<const std::byte> bytes);

  Channel& inner_;
  Fault fault_;
  std::uint64_t sent_ = 0;
};

}  // namespace privet::net
