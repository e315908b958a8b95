// SPDX-License-Identifier: Apache-2.0
#include "net/measure_link.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

#include "base/error.h"

namespace privet::net {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::array<std::size_t, 5> kBursts{16U << 10U, 64U << 10U, 256U << 10U, 1U << 20U,
                                             4U << 20U};
constexpr Seconds kLongEnough{0.05};
constexpr std::byte kMore{1};
constexpr std::byte kDone{0};

void send_byte(Channel& channel, std::byte value) {
  channel.send(std::span(&value, 1));
  channel.flush();
}

std::byte receive_byte(Channel& channel) {
  std::byte value{};
  channel.receive(std::span(&value, 1));
  return value;
}

// Sends a burst and waits for its answer.
Seconds time_burst(Channel& channel, std::span<const std::byte> burst) {
  const auto start = Clock::now();
  channel.send(burst);
  channel.flush();
  (void)receive_byte(channel);
  return Clock::now() - start;
}

MeasuredLink lead(Channel& channel) {
  const std::vector<std::byte> bytes(kBursts.back());
  const auto delay = time_burst(channel, std::span(bytes).first(1));
  MeasuredLink link;
  link.delay_microseconds = static_cast<std::uint64_t>(delay.count() * 1e6);
  for (const auto size : kBursts) {
    send_byte(channel, kMore);
    const auto taken = time_burst(channel, std::span(bytes).first(size));
    // A burst that seems faster than the delay says only that the line is fast.
    const double busy = std::max((taken - delay).count(), 1e-6);
    link.bits_per_second = static_cast<std::uint64_t>(8.0 * static_cast<double>(size) / busy);
    if (taken - delay > kLongEnough) break;
  }
  send_byte(channel, kDone);
  const std::array told{link.bits_per_second, link.delay_microseconds};
  send_values(channel, told);
  channel.flush();
  return link;
}

MeasuredLink follow(Channel& channel) {
  (void)receive_byte(channel);
  send_byte(channel, kDone);
  std::vector<std::byte> burst;
  for (const auto size : kBursts) {
    if (receive_byte(channel) != kMore) break;
    burst.resize(size);
    channel.receive(burst);
    send_byte(channel, kDone);
    if (size == kBursts.back()) (void)receive_byte(channel);
  }
  std::array<std::uint64_t, 2> told{};
  receive_values(channel, told);
  if (told[0] == 0)
    throw Error(ErrorCode::Peer,
                "the other party sent the speed of the line: expected more than 0, got 0");
  return {told[0], told[1]};
}

}  // namespace

MeasuredLink measure_link(Channel& channel, bool first) {
  return first ? lead(channel) : follow(channel);
}

}  // namespace privet::net
