// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/codec.h"
#include "base/error.h"
#include "base/thread_pool.h"
#include "crypto/digest.h"
#include "crypto/secret_vector.h"
#include "protocol/sets/set_intersection.h"
#include "protocol/sets/set_parcels.h"

namespace privet::protocol {

using protocol_only::line_to;
namespace {

using Key = std::array<std::byte, 32>;

// Both of a pair know the key, so a keyed hash does without the group. It is a function of the
// elements, and fillers differ by party.
HashedSet keyed_set(std::span<const std::uint64_t> elements, std::uint64_t question,
                    std::uint32_t party, std::size_t size, const Key& key, ThreadPool& pool) {
  if (elements.size() > size) {
    throw Error(ErrorCode::Usage, "a set has more elements than was agreed");
  }
  HashedSet out(size);
  pool.parallel_ranges(size, 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      ByteWriter text;
      const bool real = i < elements.size();
      text.put(question);
      text.put(real ? std::uint32_t{0} : party + 1);
      text.put(real ? elements[i] : std::uint64_t{i});
      const std::array<std::span<const std::byte>, 2> parts{key, text.bytes()};
      out[i] = crypto::digest_of(parts);
    }
  });
  std::ranges::sort(out);
  return out;
}

// What every helper learns, at the helper and the two it is about.
Recorded record(const Setting& place, std::span<const SetQuestion> questions) {
  auto out = place.ledger.record_each(kHelperSizes, {}, {}, 0);
  for (const auto& [pair, largest] : questions) {
    const auto helper = helper_of(pair, place.mesh.members());
    const auto concerned = PartySet(std::span(pair)).with(helper);
    if (!concerned.contains(place.own())) continue;
    out = place.ledger.record(kHelperSizes, PartySet(std::span(pair)), helper, 1);
  }
  return out;
}

}  // namespace

PartyId helper_of(std::span<const PartyId> question, std::span<const PartyId> everybody) {
  for (const auto party : everybody) {
    if (std::ranges::find(question, party) == question.end()) return party;
  }
  throw Error(ErrorCode::Usage, "two parties alone have no helper: a third one must take part");
}

SetSizes intersect_with_helper(const Setting& place, std::span<const SetQuestion> questions,
                               OwnSets own, std::uint64_t threshold) {
  const auto& mesh = place.mesh;
  PRIVET_CHECK(own.size() == questions.size());
  const auto recorded = record(place, questions);
  // The first of each pair draws the key that the two share, once for all their questions.
  std::vector<std::optional<Key>> keys(mesh.ids());
  for (const auto& question : questions) {
    PRIVET_CHECK(question.parties.size() == 2 && question.parties[0] < question.parties[1]);
    const auto at = std::ranges::find(question.parties, mesh.own());
    if (at == question.parties.end()) continue;
    const auto other = at == question.parties.begin() ? question.parties[1] : question.parties[0];
    auto& key = keys[other.index()];
    if (key) continue;
    key.emplace();
    if (mesh.own() < other) {
      place.randomness.fill(*key);
      line_to(mesh, other).send(*key);
      line_to(mesh, other).flush();
    } else {
      line_to(mesh, other).receive(*key);
    }
  }
  SetParcels parcels(mesh);
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const auto& pair = questions[q].parties;
    const auto helper = helper_of(questions[q].parties, mesh.members());
    if (helper == mesh.own()) {
      for (const auto party : pair) parcels.expect(party, questions[q].largest);
    } else if (mesh.own() == pair[0] || mesh.own() == pair[1]) {
      const auto other = mesh.own() == pair[0] ? pair[1] : pair[0];
      parcels.send(helper, keyed_set(own[q], q, mesh.own().index(), questions[q].largest,
                                     keys[other.index()].value(), place.pool));
    }
  }
  for (auto& key : keys) {
    if (key) crypto::wipe(*key);
  }
  parcels.exchange(recorded);
  SetSizes out(questions.size());
  for (std::size_t q = 0; q < questions.size(); ++q) {
    if (helper_of(questions[q].parties, mesh.members()) != mesh.own()) continue;
    const auto first = parcels.next(questions[q].parties[0]);
    const auto second = parcels.next(questions[q].parties[1]);
    const auto size = intersection(first, second).size();
    if (size >= threshold) out[q] = size;
  }
  return out;
}

}  // namespace privet::protocol
