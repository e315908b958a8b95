// SPDX-License-Identifier: Apache-2.0
#include "protocol/replicated/trio.h"

#include <algorithm>

#include "base/error.h"
#include "crypto/secret_vector.h"

namespace privet::protocol::replicated {

using protocol_only::line_to;

using crypto::Block;

Trio Trio::set_up(const Setting& setting) {
  const auto& mesh = setting.mesh;
  const auto& all = mesh.members();
  if (all.size() != kParties) {
    throw Error(ErrorCode::Usage, "an honest majority is for exactly 3 parties, not for " +
                                      std::to_string(all.size()));
  }
  const std::array parties{all[0], all[1], all[2]};
  const auto place = mesh.place();
  std::array<net::Channel*, kParties> lines{};
  for (std::size_t i = 0; i < kParties; ++i) {
    lines.at(i) = i == place ? nullptr : &line_to(mesh, parties.at(i));
  }
  // Each party draws the key of its own place and tells the one before it.
  Block mine = setting.randomness.block();
  Block next{};
  auto& previous = *lines.at((place + 2) % kParties);
  net::send_values(previous, std::span(&mine, 1));
  previous.flush();
  net::receive_values(*lines.at((place + 1) % kParties), std::span(&next, 1));
  Trio out(place, parties, lines, setting.ledger, mine, next);
  crypto::wipe(std::as_writable_bytes(std::span(&mine, 1)));
  crypto::wipe(std::as_writable_bytes(std::span(&next, 1)));
  return out;
}

std::size_t Trio::place_of(PartyId party) const {
  const auto found = std::ranges::find(parties_, party);
  if (found == parties_.end()) {
    throw Error(ErrorCode::Usage,
                "party " + std::to_string(party.index()) + " is none of the three");
  }
  return static_cast<std::size_t>(found - parties_.begin());
}

net::Channel& Trio::to(std::size_t place) const {
  auto* line = lines_.at(place % kParties);
  PRIVET_CHECK(line != nullptr);
  return *line;
}

// By whole blocks, straight into place; the last one may be used in half only.
void Trio::draw(crypto::Prg& key, std::span<std::uint64_t> out) {
  constexpr std::size_t kAtOnce = 256;
  std::array<Block, kAtOnce> blocks;
  for (std::size_t at = 0; at < out.size(); at += 2 * kAtOnce) {
    const auto words = out.subspan(at, std::min(2 * kAtOnce, out.size() - at));
    const auto drawn = std::span(blocks).first((words.size() + 1) / 2);
    key.fill_blocks(drawn);
    std::copy_n(std::as_bytes(drawn).begin(), words.size_bytes(),
                std::as_writable_bytes(words).begin());
  }
}

void Trio::zero_sum(std::span<std::uint64_t> out) {
  scratch_.resize(std::max(scratch_.size(), out.size()));
  const auto next = std::span(scratch_).first(out.size());
  draw_mine(out);
  draw_next(next);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= next[i];
}

void Trio::zero_xor(std::span<std::uint64_t> out) {
  scratch_.resize(std::max(scratch_.size(), out.size()));
  const auto next = std::span(scratch_).first(out.size());
  draw_mine(out);
  draw_next(next);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] ^= next[i];
}

Forecast masked_forecast() {
  Forecast out;
  const auto all = PartySet::first(kParties);
  for (const auto party : all.list()) {
    out.emplace_back(kMaskedAmongThree, all.without(party), party, UINT64_MAX, Occurs::Sometimes);
  }
  return out;
}

Recorded Trio::record(Opening opening, std::span<const PartyId> recipients, std::size_t count) {
  return ledger_->record_each(opening, PartySet(std::span<const PartyId>(parties_)), recipients,
                              count);
}

void Trio::pass_bytes(Way way, const net::RingMessage& message) {
  const bool back = way == Way::ToPrevious;
  to(place_ + (back ? 2 : 1)).exchange_around(message, to(place_ + (back ? 1 : 2)));
}

}  // namespace privet::protocol::replicated
