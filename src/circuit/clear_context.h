// SPDX-License-Identifier: Apache-2.0
// Evaluates circuits on plain bits, in the open: the reference that every other context is tested
// against.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "circuit/word.h"

namespace privet::circuit {

class ClearContext {
 public:
  static constexpr bool kShallow = false;
  class Wire {
   public:
    Wire() = default;

   private:
    friend class ClearContext;
    explicit Wire(bool value) : value_(value) {}
    bool value_ = false;
  };

  Wire constant(bool value) { return Wire(value); }
  Wire exclusive_or(Wire a, Wire b) { return Wire(a.value_ != b.value_); }
  Wire negation(Wire a) { return Wire(!a.value_); }
  void conjunction(std::span<const Wire> a, std::span<const Wire> b, std::span<Wire> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = Wire(a[i].value_ && b[i].value_);
  }

  // One number a lane.
  Word<ClearContext> input(std::span<const std::uint64_t> values, std::size_t bits) {
    Word<ClearContext> out(bits, values.size());
    for (std::size_t i = 0; i < bits; ++i) {
      for (std::size_t lane = 0; lane < values.size(); ++lane) {
        out.bit(i)[lane] = Wire(((values[lane] >> i) & 1U) != 0);
      }
    }
    return out;
  }
  std::vector<std::uint64_t> open(const Word<ClearContext>& word) {
    PRIVET_CHECK(word.bits() <= 64);
    std::vector<std::uint64_t> out(word.lanes());
    for (std::size_t i = 0; i < word.bits(); ++i) {
      for (std::size_t lane = 0; lane < out.size(); ++lane) {
        out[lane] |= std::uint64_t{word.bit(i)[lane].value_} << i;
      }
    }
    return out;
  }
};

}  // namespace privet::circuit
