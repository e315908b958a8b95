// SPDX-License-Identifier: Apache-2.0
#include "protocol/threshold/referees.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/secret_buffer.h"
#include "protocol/ot/bit_packing.h"

namespace privet::protocol {

Referees Referees::set_up(const Mesh& mesh, PairwiseTransfers& transfers,
                          crypto::Randomness& randomness) {
  PRIVET_CHECK(mesh.parties() >= 2);
  Referees out(mesh, randomness);
  constexpr std::array kSides{kFirst, kSecond};
  if (mesh.own() == kFirst) {
    auto& second = mesh.to(kSecond);
    out.garbler_ = std::make_unique<Garbler>(second, randomness, transfers.sender(kSecond), kSides);
    second.flush();
  } else if (mesh.own() == kSecond) {
    out.evaluator_ =
        std::make_unique<Evaluator>(mesh.to(kFirst), transfers.receiver(kFirst), kSides);
  } else {
    out.agree_on_seeds();
  }
  return out;
}

void Referees::agree_on_seeds() {
  const auto own = mesh_.own().index();
  const auto count = static_cast<std::uint32_t>(mesh_.parties());
  for (auto later = own + 1; later < count; ++later) {
    auto seed = randomness_.block();
    common_.push_back({true, crypto::Prg(seed)});
    net::send_values(mesh_.to(PartyId(later)), std::span(&seed, 1));
    mesh_.to(PartyId(later)).flush();
    crypto::wipe(std::as_writable_bytes(std::span(&seed, 1)));
  }
  for (std::uint32_t earlier = 2; earlier < own; ++earlier) {
    crypto::Block seed{};
    net::receive_values(mesh_.to(PartyId(earlier)), std::span(&seed, 1));
    common_.push_back({false, crypto::Prg(seed)});
    crypto::wipe(std::as_writable_bytes(std::span(&seed, 1)));
  }
}

std::vector<PartyId> Referees::everybody() const {
  std::vector<PartyId> out;
  for (std::uint32_t i = 0; i < mesh_.parties(); ++i) out.emplace_back(i);
  return out;
}

void Referees::add_noise(std::span<std::uint64_t> values) {
  std::vector<std::uint64_t> noise(values.size());
  for (auto& [add, numbers] : common_) {
    numbers.fill(std::as_writable_bytes(std::span(noise)));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += add ? noise[i] : 0 - noise[i];
  }
}

void Referees::deal(std::span<const std::uint64_t> values) {
  const auto parts = split(values, 2, randomness_);
  for (const auto referee : {kFirst, kSecond}) {
    net::send_values(mesh_.to(referee), parts[referee.index()]);
    mesh_.to(referee).flush();
  }
}

template <class PartOf>
void Referees::receive_parts(PartOf part_of) {
  for (std::uint32_t other = 2; other < mesh_.parties(); ++other) {
    net::receive_values(mesh_.to(PartyId(other)), part_of(other));
  }
}

std::vector<std::uint64_t> Referees::share_sums(std::span<const std::uint64_t> values) {
  std::vector<std::uint64_t> out(values.begin(), values.end());
  if (!is_referee()) {
    add_noise(out);
    deal(out);
    return {};
  }
  // Each part is added when the next one is about to come, and the last one after all.
  std::vector<std::uint64_t> part(out.size());
  const auto take = [&] {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] += part[i];
  };
  receive_parts([&](std::uint32_t /*party*/) {
    take();
    return std::span(part);
  });
  take();
  return out;
}

std::vector<std::uint64_t> Referees::share_each(std::span<const std::uint64_t> values) {
  if (!is_referee()) {
    deal(values);
    return {};
  }
  const auto lanes = values.size();
  // The other referee's numbers are all its own: this one's part of them is 0.
  std::vector<std::uint64_t> out(mesh_.parties() * lanes);
  const auto place = [&](std::uint32_t party) {
    return std::span(out).subspan(party * lanes, lanes);
  };
  std::ranges::copy(values, place(mesh_.own().index()).begin());
  receive_parts(place);
  return out;
}

std::optional<std::vector<std::uint64_t>> Referees::send_shares(
    std::span<const std::uint64_t> shares, std::size_t lanes, unsigned bits,
    std::span<const PartyId> recipients) const {
  const auto hears = [&](PartyId party) {
    return std::ranges::find(recipients, party) != recipients.end();
  };
  const bool mine = hears(mesh_.own());
  std::vector<std::uint64_t> sum(packed_words(lanes, bits));
  std::vector<std::uint64_t> theirs(mine ? sum.size() : 0);
  const auto take = [&] {
    for (std::size_t i = 0; i < theirs.size(); ++i) sum[i] ^= theirs[i];
  };
  if (is_referee()) {
    pack_bits(shares, bits, sum);
    const auto other = mesh_.own() == kFirst ? kSecond : kFirst;
    for (const auto party : mesh_.others()) {
      if (party <= kSecond || !hears(party)) continue;
      net::send_values(mesh_.to(party), sum);
      mesh_.to(party).flush();
    }
    mesh_.to(other).exchange(std::as_bytes(std::span(sum).first(hears(other) ? sum.size() : 0)),
                             std::as_writable_bytes(std::span(theirs)));
    take();
  } else if (mine) {
    for (const auto referee : {kFirst, kSecond}) {
      net::receive_values(mesh_.to(referee), theirs);
      take();
    }
  }
  if (!mine) return std::nullopt;
  std::vector<std::uint64_t> out(lanes);
  unpack_bits(sum, bits, out);
  return out;
}

}  // namespace privet::protocol
