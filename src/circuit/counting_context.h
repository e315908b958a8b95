// SPDX-License-Identifier: Apache-2.0
// Prices a circuit without evaluating it: AND gates, and the layers that depend on each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "circuit/word.h"

namespace privet::circuit {

// Shallow prices the circuit as built for contexts where depth matters.
template <bool Shallow>
class BasicCountingContext {
 public:
  static constexpr bool kShallow = Shallow;
  struct Wire {
    std::uint32_t depth = 0;
  };

  Wire constant(bool /*value*/) { return {}; }
  Wire exclusive_or(Wire a, Wire b) { return {std::max(a.depth, b.depth)}; }
  Wire negation(Wire a) { return a; }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i].depth = std::max(a[i].depth, b[i].depth) + 1;
      depth_ = std::max(depth_, out[i].depth);
    }
    gates_ += out.size();
    calls_ += out.empty() ? 0 : 1;
  }

  Word<BasicCountingContext> input(std::size_t bits, std::size_t lanes) { return {bits, lanes}; }

  [[nodiscard]] std::uint64_t gates() const noexcept { return gates_; }
  [[nodiscard]] std::uint32_t depth() const noexcept { return depth_; }
  // Calls of conjunction(): the rounds of a context that sends a message for each.
  [[nodiscard]] std::uint64_t calls() const noexcept { return calls_; }

 private:
  std::uint64_t gates_ = 0;
  std::uint64_t calls_ = 0;
  std::uint32_t depth_ = 0;
};

using CountingContext = BasicCountingContext<false>;
using ShallowCountingContext = BasicCountingContext<true>;

}  // namespace privet::circuit
