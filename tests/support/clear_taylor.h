// SPDX-License-Identifier: Apache-2.0
// The logarithm by a series in the clear: the circuit of its first phase on plain bits, and the
// polynomial of its second on plain numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "circuit/clear_context.h"
#include "protocol/logarithm/taylor.h"

namespace privet::testing_support {

using Numbers = std::vector<std::uint64_t>;

// Every number of this many bits.
inline Numbers all_of(unsigned bits) {
  Numbers x(std::size_t{1} << bits);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = i;
  return x;
}

struct PhaseOne {
  std::vector<std::int64_t> z;
  Numbers n;
};

inline PhaseOne phase_one_in_the_clear(const protocol::TaylorShape& shape, const Numbers& x) {
  circuit::ClearContext context;
  const auto phase = protocol::taylor_phase_one(context, context.input(x, shape.bits), shape);
  PhaseOne out{{}, context.open(phase[1])};
  for (const auto z : context.open(phase[0].slice(0, 64))) {
    out.z.push_back(static_cast<std::int64_t>(z));
  }
  return out;
}

// sigma ln x, or sigma x ln x, in the clear: the circuit and the polynomial of the protocol.
inline std::vector<protocol::Wide> in_the_clear(const protocol::TaylorShape& shape,
                                                const Numbers& x) {
  using protocol::Wide;
  const auto phase = phase_one_in_the_clear(shape, x);
  const auto coefficients = protocol::taylor_coefficients(shape);
  std::vector<Wide> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (auto c = coefficients.size(); c-- > 0;) {
      out[i] = out[i] * Wide::of_signed(phase.z[i]) + coefficients[c];
    }
    out[i] += Wide(phase.n[i]) * protocol::scaled_ln2(shape);
    if (shape.what == protocol::LogarithmOf::XLnX) out[i] *= Wide(x[i]);
  }
  return out;
}

}  // namespace privet::testing_support
