// SPDX-License-Identifier: Apache-2.0
#include "protocol/threshold/referees.h"

#include <algorithm>

#include "base/error.h"
#include "protocol/bit_packing.h"
#include "protocol/cancelling_masks.h"
#include "protocol/told.h"

namespace privet::protocol {

using protocol_only::line_to;

Referees Referees::set_up(const Setting& setting) {
  PRIVET_CHECK(setting.mesh.parties() >= 2);
  Referees out(setting);
  if (setting.own() == out.first()) {
    out.garbler_ = std::make_unique<Garbler>(setting, out.second());
    line_to(setting, out.second()).flush();
  } else if (setting.own() == out.second()) {
    out.evaluator_ = std::make_unique<Evaluator>(setting, out.first());
  }
  return out;
}

void Referees::deal(std::span<const std::uint64_t> values) {
  const auto parts = split(values, 2, setting_.randomness);
  for (const std::size_t referee : {0U, 1U}) {
    auto& line = line_to(mesh(), mesh().at(referee));
    net::send_values(line, parts[referee]);
    line.flush();
  }
}

template <class PartOf>
void Referees::receive_parts(PartOf part_of) {
  for (std::size_t other = 2; other < mesh().parties(); ++other) {
    net::receive_values(line_to(mesh(), mesh().at(other)), part_of(other));
  }
}

Shared<NumberVector> Referees::share_sums(std::span<const std::uint64_t> values) {
  std::vector<std::uint64_t> out(values.begin(), values.end());
  if (!is_referee()) {
    // Together the referees see the sums of all who give.
    add_cancelling(setting_, mesh().set().without(first()).without(second()), out);
    deal(out);
    return {};
  }
  // Each part is added when the next one is about to come, and the last one after all.
  std::vector<std::uint64_t> part(out.size());
  const auto take = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += part[i];
  };
  receive_parts([&](std::size_t /*place*/) {
    take();
    return std::span(part);
  });
  take();
  return Shared<NumberVector>(std::move(out));
}

Shared<NumberVector> Referees::share_each(std::span<const std::uint64_t> values) {
  if (!is_referee()) {
    deal(values);
    return {};
  }
  const auto lanes = values.size();
  // The other referee's numbers are all its own: this one's part of them is 0.
  std::vector<std::uint64_t> out(mesh().parties() * lanes);
  const auto part_of = [&](std::size_t place) {
    return std::span(out).subspan(place * lanes, lanes);
  };
  std::ranges::copy(values, part_of(mesh().place()).begin());
  receive_parts(part_of);
  return Shared<NumberVector>(std::move(out));
}

std::optional<std::vector<std::uint64_t>> Referees::send_shares(
    const Recorded& recorded, std::span<const std::uint64_t> shares, std::size_t lanes,
    unsigned bits, std::span<const PartyId> recipients) const {
  const auto hears = [&](PartyId party) {
    return std::ranges::find(recipients, party) != recipients.end();
  };
  const bool mine = hears(mesh().own());
  std::vector<std::uint64_t> sum(packed_words(lanes, bits));
  std::vector<std::uint64_t> theirs(mine ? sum.size() : 0);
  const auto take = [&] {
    for (std::size_t i = 0; i < theirs.size(); ++i) sum[i] ^= theirs[i];
  };
  if (is_referee()) {
    pack_bits(shares, bits, sum);
    const auto other = mesh().own() == first() ? second() : first();
    for (const auto party : mesh().others()) {
      if (party <= second() || !hears(party)) continue;
      send_told(recorded, line_to(mesh(), party), sum);
      line_to(mesh(), party).flush();
    }
    exchange_told(recorded, line_to(mesh(), other),
                  std::as_bytes(std::span(sum).first(hears(other) ? sum.size() : 0)),
                  std::as_writable_bytes(std::span(theirs)));
    take();
  } else if (mine) {
    for (const auto referee : {first(), second()}) {
      net::receive_values(line_to(mesh(), referee), theirs);
      take();
    }
  }
  if (!mine) return std::nullopt;
  std::vector<std::uint64_t> out(lanes);
  unpack_bits(sum, bits, out);
  return out;
}

}  // namespace privet::protocol
