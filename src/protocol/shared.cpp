// SPDX-License-Identifier: Apache-2.0
#include "protocol/shared.h"

#include <algorithm>

#include "crypto/secret_vector.h"
#include "protocol/cancelling_masks.h"
#include "protocol/raw_share.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;
using protocol_only::raw;

std::vector<NumberVector> split(std::span<const std::uint64_t> values, std::size_t parts,
                                crypto::Randomness& randomness) {
  PRIVET_CHECK(parts > 0);
  std::vector<NumberVector> out(parts, NumberVector(values.size()));
  std::ranges::copy(values, out.back().begin());
  for (std::size_t i = 0; i + 1 < parts; ++i) {
    randomness.fill_values(std::span(out[i]));
    for (std::size_t j = 0; j < values.size(); ++j) out.back()[j] -= out[i][j];
  }
  return out;
}

Shared<std::uint64_t> part(const Shared<NumberVector>& shares, std::size_t index) {
  return Shared<std::uint64_t>(raw(shares).at(index));
}

Shared<NumberVector> joined(std::span<const Shared<std::uint64_t>> shares) {
  NumberVector out;
  for (const auto& share : shares) out.push_back(raw(share));
  return Shared<NumberVector>(std::move(out));
}

std::optional<NumberVector> open(const Setting& setting, const Shared<NumberVector>& shares,
                                 std::span<const PartyId> recipients, Opening opening) {
  const auto& mesh = setting.mesh;
  const auto recorded = setting.ledger.record_each(opening, mesh.set(), recipients, shares.size());
  // A third party sees several shares: uniform ones, whatever these are. Of two parties each knows
  // the other's share from the sum.
  crypto::SecretVector<std::uint64_t> mine(std::span(raw(shares)));
  if (mesh.parties() > 2) add_cancelling(setting, mesh.set(), mine);
  const PartySet told(recipients);
  const bool learns = told.contains(mesh.own());
  NumberVector sum(mine.begin(), mine.end());
  NumberVector part(mine.size());
  for (const auto other : mesh.others()) {
    exchange_told(recorded, line_to(mesh, other),
                  std::as_bytes(std::span(mine).first(told.contains(other) ? mine.size() : 0)),
                  std::as_writable_bytes(learns ? std::span(part) : std::span(part).first(0)));
    if (!learns) continue;
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += part[j];
  }
  if (!learns) return std::nullopt;
  return sum;
}

NumberVector open_to_all(const Setting& setting, const Shared<NumberVector>& shares,
                         Opening opening) {
  return open(setting, shares, setting.mesh.members(), opening).value();
}

}  // namespace privet::protocol
