// SPDX-License-Identifier: Apache-2.0
// A protocol of two parties, run again and again with one of them killed at another step: where it
// turns from speaking to listening, and in the middle of what it says.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <future>
#include <optional>
#include <vector>

#include "base/error.h"
#include "circuit/context.h"
#include "net/faulty.h"
#include "tests/support/two_parties.h"

namespace privet::testing_support {

// Notes how much was sent whenever it is this side's turn to listen.
class StepsChannel final : public net::Channel {
 public:
  explicit StepsChannel(net::Channel& inner) : inner_(inner) {}
  void send(std::span<const std::byte> bytes) override {
    sent_ += bytes.size();
    inner_.send(bytes);
  }
  void flush() override { inner_.flush(); }
  void receive(std::span<std::byte> bytes) override {
    note();
    inner_.receive(bytes);
  }
  void exchange(std::span<const std::byte> out, std::span<std::byte> in) override {
    note();
    sent_ += out.size();
    inner_.exchange(out, in);
  }
  void close() noexcept override { inner_.close(); }

  // The first byte of each step, and one in its middle; at most `most` of them, spread evenly.
  [[nodiscard]] std::vector<std::uint64_t> places(std::size_t most) {
    note();
    std::vector<std::uint64_t> all;
    std::uint64_t start = 0;
    for (const auto end : steps_) {
      if (end > start) all.insert(all.end(), {start, start + (end - start) / 2});
      start = end;
    }
    std::vector<std::uint64_t> out;
    const auto stride = std::max<std::size_t>(1, all.size() / most);
    for (std::size_t i = 0; i < all.size(); i += stride) out.push_back(all[i]);
    return out;
  }

 private:
  void note() {
    if (steps_.empty() || steps_.back() != sent_) steps_.push_back(sent_);
  }
  net::Channel& inner_;
  std::uint64_t sent_ = 0;
  std::vector<std::uint64_t> steps_;
};

struct KilledPeer {
  const char* name;
  std::function<void(net::Channel&, circuit::Side)> run;
  std::size_t places;  // to try, at most
};

// The error's code, or nothing if the side came to its end.
inline std::optional<ErrorCode> outcome(net::Channel& channel, circuit::Side own,
                                        const KilledPeer& one) {
  try {
    one.run(channel, own);
    return std::nullopt;
  } catch (const Error& error) {
    channel.close();
    return error.code();
  }
}

inline std::vector<std::uint64_t> places(const KilledPeer& one, circuit::Side faulty) {
  using circuit::Side;
  auto [left, right] = make_pair(Line::Memory);
  StepsChannel steps(*left);
  const auto other = faulty == Side::First ? Side::Second : Side::First;
  run_two(
      steps, *right, [&](net::Channel& channel) { return one.run(channel, faulty), 0; },
      [&](net::Channel& channel) { return one.run(channel, other), 0; });
  return steps.places(one.places);
}

// Both sides end with Error{Peer}, whichever is killed and wherever.
inline void expect_both_end(const KilledPeer& one) {
  using circuit::Side;
  for (const auto faulty_side : {Side::First, Side::Second}) {
    const auto sound_side = faulty_side == Side::First ? Side::Second : Side::First;
    for (const auto at : places(one, faulty_side)) {
      auto [left, right] = make_pair(Line::Memory);
      net::FaultyChannel faulty(*left, {net::Fault::Kind::Vanish, at});
      auto other = std::async(std::launch::async, [&] { return outcome(*right, sound_side, one); });
      const auto mine = outcome(faulty, faulty_side, one);
      EXPECT_EQ(mine, ErrorCode::Peer) << one.name << " at " << at;
      const auto theirs = other.get();
      // Who has heard all it needs may be done before the other dies with its last word unsaid.
      EXPECT_EQ(theirs.value_or(ErrorCode::Peer), ErrorCode::Peer) << one.name << " at " << at;
      EXPECT_TRUE(at > 0 || theirs.has_value()) << one.name;
    }
  }
}

}  // namespace privet::testing_support
