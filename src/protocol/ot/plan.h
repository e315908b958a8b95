// SPDX-License-Identifier: Apache-2.0
// How oblivious transfers are made on a given link: by which extension, or silently.
// Idea: the ways trade work for bytes (a transfer costs 16, 8, 4 or 2 bytes for pieces of 1, 2, 4
// or 8 bits, and 0.23 when made silently). Work and sending go on at the same time, so a way takes
// the longer of the two for each transfer, and its set-up once; the shortest is taken. Figures of
// the work are measured (bench/micro, docs/performance.md) and only their ratio to the link's speed
// matters. All parties must come to the same plan: compute it from agreed numbers (a declared link,
// or one measured by net/link_speed.h, which tells both sides the same), and put its name into the
// agreement.
#pragma once

#include <cstdint>
#include <string>

namespace privet::protocol {

// Bits of delta a tree covers (correlated_ot.h). Both parties must agree.
enum class OtPiece : std::uint8_t { Fast = 1, Middle = 2, Lean = 4, Thrifty = 8 };

struct OtPlan {
  OtPlan() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): a piece is a plan
  OtPlan(OtPiece with) : piece(with) {}
  [[nodiscard]] static OtPlan silently() {
    OtPlan plan(OtPiece::Thrifty);
    plan.silent = true;
    return plan;
  }

  OtPiece piece = OtPiece::Middle;
  bool silent = false;  // ot/silent.h, from a start made with `piece`
  friend bool operator==(const OtPlan&, const OtPlan&) = default;
};

// What goes into an agreement: "extension 2", "silent".
[[nodiscard]] std::string name_of(const OtPlan& plan);

// The plan that is done first with `transfers` over a line of this many bits per second; 0 means no
// limit.
[[nodiscard]] OtPlan plan_for(double bits_per_second, std::uint64_t transfers);

}  // namespace privet::protocol
