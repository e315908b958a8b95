// SPDX-License-Identifier: Apache-2.0
// Runs the same text at several parties, each in its thread, joined in memory.
#pragma once

#include <cstdint>
#include <future>
#include <memory>
#include <vector>

#include "net/memory.h"
#include "protocol/shared.h"
#include "tests/support/two_parties.h"

namespace privet::testing_support {

// side(mesh) at every party; the results in the order of the parties.
template <class Side>
auto run_many(std::size_t parties, Side side, Line line = Line::Memory) {
  std::vector<std::vector<std::unique_ptr<net::Channel>>> lines(parties);
  for (auto& row : lines) row.resize(parties);
  for (std::size_t i = 0; i < parties; ++i) {
    for (std::size_t j = i + 1; j < parties; ++j) {
      auto [a, b] = make_pair(line);
      lines[i][j] = std::move(a);
      lines[j][i] = std::move(b);
    }
  }
  using Result = decltype(side(std::declval<const protocol::Mesh&>()));
  std::vector<std::future<Result>> running;
  for (std::uint32_t i = 0; i < parties; ++i) {
    running.push_back(std::async(std::launch::async, [&lines, &side, i] {
      std::vector<net::Channel*> own;
      for (auto& channel : lines[i]) own.push_back(channel.get());
      const protocol::Mesh mesh(protocol::PartyId(i), own);
      try {
        return side(mesh);
      } catch (...) {
        for (auto* channel : own) {
          if (channel != nullptr) channel->close();
        }
        throw;
      }
    }));
  }
  for (auto& one : running) one.wait();
  std::vector<Result> results;
  for (auto& one : running) results.push_back(one.get());
  return results;
}

}  // namespace privet::testing_support
