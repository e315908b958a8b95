// SPDX-License-Identifier: Apache-2.0
#include "net/counting.h"

namespace privet::net {

void CountingChannel::send(std::span<const std::byte> bytes) {
  inner_.send(bytes);
  traffic_.sent += bytes.size();
  spoke_ = spoke_ || !bytes.empty();
}

void CountingChannel::receive(std::span<std::byte> bytes) {
  inner_.receive(bytes);
  traffic_.received += bytes.size();
  if (spoke_ && !bytes.empty()) {
    ++traffic_.rounds;
    spoke_ = false;
  }
}

void CountingChannel::exchange(std::span<const std::byte> out, std::span<std::byte> in) {
  inner_.exchange(out, in);
  traffic_.sent += out.size();
  traffic_.received += in.size();
  if ((spoke_ || !out.empty()) && !in.empty()) {
    ++traffic_.rounds;
    spoke_ = false;
  } else {
    spoke_ = spoke_ || !out.empty();
  }
}

}  // namespace privet::net
