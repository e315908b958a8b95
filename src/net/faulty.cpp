// SPDX-License-Identifier: Apache-2.0
#include "net/faulty.h"

#include <algorithm>

#include "base/error.h"

namespace privet::net {
namespace {

constexpr std::size_t kExtra = 1000;

}  // namespace

std::vector<std::byte> FaultyChannel::spoil(std::span<const std::byte> bytes) {
  std::vector<std::byte> out(bytes.begin(), bytes.end());
  const auto begin = sent_;
  sent_ += bytes.size();
  if (sent_ <= fault_.at) return out;
  const auto offset = static_cast<std::size_t>(std::max(begin, fault_.at) - begin);
  const auto from = out.begin() + static_cast<std::ptrdiff_t>(offset);
  switch (fault_.kind) {
    case Fault::Kind::Vanish:
      inner_.send(std::span(out).first(offset));
      inner_.flush();
      inner_.close();
      throw Error(ErrorCode::Peer, "this side was made to vanish");
    case Fault::Kind::Stall:
      out.erase(from, out.end());
      break;
    case Fault::Kind::Corrupt:
      if (begin <= fault_.at) *from = ~*from;
      break;
    case Fault::Kind::Extra:
      if (begin <= fault_.at) out.insert(from, kExtra, std::byte{0});
      break;
    case Fault::Kind::Garbage:
      std::fill(from, out.end(), std::byte{0xff});
      break;
  }
  return out;
}

void FaultyChannel::send(std::span<const std::byte> bytes) {
  inner_.send(spoil(bytes));
}

void FaultyChannel::exchange(std::span<const std::byte> out, std::span<std::byte> in) {
  inner_.exchange(spoil(out), in);
}

}  // namespace privet::net
