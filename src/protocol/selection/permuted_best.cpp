// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/permuted_best.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "protocol/bit_packing.h"
#include "protocol/garbled/evaluator.h"
#include "protocol/garbled/garbler.h"
#include "protocol/selection/add_and_compare.h"
#include "protocol/threshold/sum_width.h"
#include "protocol/told.h"

namespace privet::protocol {
namespace {

using protocol_only::line_to;
using Numbers = std::vector<std::uint64_t>;
using Order = std::vector<std::uint32_t>;

unsigned index_bits(std::size_t candidates) {
  return static_cast<unsigned>(std::bit_width(candidates - 1));
}

class Search {
 public:
  Search(const Setting& setting, const crypto::PaillierSecretKey& key, const PermutedShape& shape,
         std::span<const std::uint64_t> values)
      : setting_(setting),
        key_(key),
        shape_(shape),
        roles_(permuted_roles(setting.mesh.set(), shape.permuters)),
        questions_(values.size() / shape.candidates) {
    PRIVET_CHECK(shape.candidates > 0 && values.size() % shape.candidates == 0);
    // With the index in it, a difference would tell which candidates it is of.
    const auto index = tells() ? 0 : index_bits(shape.candidates);
    // One bit more, so that a difference has a sign.
    width_ = sum_width(values, shape.bits, setting.mesh.parties()) + index + 1;
    if (width_ > 64) {
      throw Error(ErrorCode::Usage, "sums of " + std::to_string(shape.bits) + " bits with " +
                                        std::to_string(index) + " bits of an index are too long");
    }
    mine_.reserve(values.size());
    const bool names = !tells() && setting.own() == roles_.permuters.front();
    for (std::size_t i = 0; i < values.size(); ++i) {
      mine_.push_back(values[i] << index | (names ? i % shape.candidates : 0));
    }
  }

  Numbers run(Opening opening) {
    for (std::size_t p = 0; p < roles_.permuters.size(); ++p) permute(p);
    gather();
    return name(tells() ? smallest_seen() : smallest_compared(), opening);
  }

 private:
  [[nodiscard]] PartyId own() const { return setting_.own(); }
  [[nodiscard]] bool tells() const { return shape_.differences == Differences::ToLast; }
  [[nodiscard]] std::uint64_t cut(std::uint64_t x) const { return x & low_bits(width_); }

  // An order of the candidates of each question by itself.
  [[nodiscard]] Order fresh_order() const {
    Order out;
    out.reserve(mine_.size());
    for (std::size_t q = 0; q < questions_; ++q) {
      for (const auto place : random_order(shape_.candidates, setting_.randomness)) {
        out.push_back(static_cast<std::uint32_t>(q * shape_.candidates + place));
      }
    }
    return out;
  }

  // Stage 1. Masks add up to zero, or to one number for each question if differences are disclosed.
  void permute(std::size_t which) {
    const auto permuter = roles_.permuters[which];
    // What two parties do with each other, the others note: all have the same ledger of it.
    for (const auto other : setting_.mesh.others()) {
      if (own() == permuter || other == permuter) continue;
      (void)setting_.ledger.record(kPermutedSums, {permuter}, other, mine_.size());
    }
    if (own() != permuter) {
      mine_ = add_and_permute_x(setting_, permuter, key_, mine_, width_);
      return;
    }
    order_ = fresh_order();
    Numbers left(mine_.size(), 0);
    const bool last = which + 1 == roles_.permuters.size();
    if (tells() && last) {
      for (std::size_t q = 0; q < questions_; ++q) {
        std::fill_n(left.begin() + static_cast<std::ptrdiff_t>(q * shape_.candidates),
                    shape_.candidates, cut(setting_.randomness.u64()));
      }
    }
    Numbers masks(mine_.size());
    for (const auto other : setting_.mesh.others()) {
      for (std::size_t i = 0; i < masks.size(); ++i) {
        masks[i] = cut(setting_.randomness.u64());
        left[i] -= masks[i];
      }
      add_and_permute_v(setting_, other, masks, order_, width_, key_.public_key().modulus().bits());
    }
    crypto::wipe(std::as_writable_bytes(std::span(masks)));
    Numbers permuted(mine_.size());
    for (std::size_t i = 0; i < permuted.size(); ++i) {
      permuted[i] = cut(mine_[order_[i]] + left[order_[i]]);
    }
    mine_ = std::move(permuted);
  }

  // Stage 2. What the last gets is uniform, as long as the second keeps its part; if not, it knows
  // the sums except for one number for each question.
  void gather() {
    const bool all = tells();
    std::optional<Recorded> recorded;
    if (all) {
      recorded =
          setting_.ledger.record(kDifferences, setting_.mesh.set(), roles_.last, mine_.size());
    }
    const auto words = packed_words(mine_.size(), width_);
    if (own() != roles_.last) {
      if (own() == roles_.second && !all) return;
      Numbers packed(words);
      pack_bits(mine_, width_, packed);
      auto& line = line_to(setting_, roles_.last);
      if (recorded) {
        send_told(*recorded, line, packed);
      } else {
        net::send_values(line, packed);
      }
      line.flush();
      return;
    }
    Numbers packed(words);
    Numbers theirs(mine_.size());
    for (const auto other : setting_.mesh.others()) {
      if (other == roles_.second && !all) continue;
      net::receive_values(line_to(setting_, other), packed);
      unpack_bits(packed, width_, theirs);
      for (std::size_t i = 0; i < mine_.size(); ++i) mine_[i] = cut(mine_[i] + theirs[i]);
    }
  }

  // The last party alone: the sums of a question are off by one number, so their differences count.
  // A 1 at every candidate that is not larger than another.
  [[nodiscard]] Numbers smallest_seen() const {
    if (own() != roles_.last) return {};
    Numbers out(mine_.size(), 0);
    const auto sign = std::uint64_t{1} << (width_ - 1);
    for (std::size_t q = 0; q < questions_; ++q) {
      const auto sums = std::span(mine_).subspan(q * shape_.candidates, shape_.candidates);
      std::size_t best = 0;
      for (std::size_t c = 1; c < sums.size(); ++c) {
        if ((cut(sums[c] - sums[best]) & sign) != 0) best = c;
      }
      for (std::size_t c = 0; c < sums.size(); ++c) {
        out[q * shape_.candidates + c] = sums[c] == sums[best] ? 1 : 0;
      }
    }
    return out;
  }

  // Whether the left one of each pair is larger, at the second and the last party.
  template <class Context>
  [[nodiscard]] Numbers left_is_larger(Context& context, std::span<const std::uint64_t> values) {
    const auto answer = detail::positive_of_inputs(context, values, width_);
    const auto first = context.reveal(circuit::Side::First, answer, kMetCandidates);
    const auto second = context.reveal(circuit::Side::Second, answer, kMetCandidates);
    return first ? *first : second.value();
  }

  template <class Context>
  [[nodiscard]] Numbers tournament(Context& context) {
    // Of each question, the places that are still in it.
    std::vector<Numbers> in(questions_);
    for (auto& one : in) {
      for (std::size_t c = 0; c < shape_.candidates; ++c) one.push_back(c);
    }
    for (std::size_t count = shape_.candidates; count > 1; count = (count + 1) / 2) {
      Numbers differences;
      for (std::size_t q = 0; q < questions_; ++q) {
        const auto sums = std::span(mine_).subspan(q * shape_.candidates, shape_.candidates);
        for (std::size_t pair = 0; pair < count / 2; ++pair) {
          differences.push_back(cut(sums[in[q][2 * pair]] - sums[in[q][2 * pair + 1]]));
        }
      }
      const auto larger = left_is_larger(context, differences);
      for (std::size_t q = 0; q < questions_; ++q) {
        Numbers next;
        for (std::size_t pair = 0; pair < count / 2; ++pair) {
          next.push_back(in[q][2 * pair + larger[q * (count / 2) + pair]]);
        }
        if (count % 2 == 1) next.push_back(in[q].back());
        in[q] = std::move(next);
      }
    }
    Numbers out(mine_.size(), 0);
    for (std::size_t q = 0; q < questions_; ++q) out[q * shape_.candidates + in[q].front()] = 1;
    return out;
  }

  // Stage 3. The others note what the two see.
  [[nodiscard]] Numbers smallest_compared() {
    if (shape_.candidates == 1) return Numbers(questions_, 1);
    if (own() == roles_.second) {
      Garbler garbler(setting_, roles_.last);
      return tournament(garbler);
    }
    if (own() == roles_.last) {
      Evaluator evaluator(setting_, roles_.second);
      return tournament(evaluator);
    }
    for (std::size_t count = shape_.candidates; count > 1; count = (count + 1) / 2) {
      for (const auto recipient : {roles_.second, roles_.last}) {
        (void)setting_.ledger.record(kMetCandidates, setting_.mesh.set(), recipient,
                                     questions_ * (count / 2));
      }
    }
    return {};
  }

  [[noreturn]] static void wrong(PartyId from, const std::string& expected,
                                 const std::string& got) {
    throw Error(ErrorCode::Peer, "party " + std::to_string(from.index() + 1) +
                                     " sent the nearest candidates: expected " + expected +
                                     ", got " + got);
  }

  // A bit for each candidate; several of a question only if they tie.
  [[nodiscard]] Numbers receive_marks(PartyId from) const {
    Numbers packed(packed_words(mine_.size(), 1));
    net::receive_values(line_to(setting_, from), packed);
    Numbers out(mine_.size());
    unpack_bits(packed, 1, out);
    for (std::size_t q = 0; q < questions_; ++q) {
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(q * shape_.candidates);
      const auto marked = std::count(first, first + static_cast<std::ptrdiff_t>(shape_.candidates),
                                     std::uint64_t{1});
      if (marked < 1 || (marked > 1 && !tells())) {
        wrong(from, tells() ? "one or more of a question" : "one of a question",
              std::to_string(marked));
      }
    }
    return out;
  }

  void send_marks(const Recorded& recorded, PartyId to, const Numbers& marks) const {
    Numbers packed(packed_words(marks.size(), 1));
    pack_bits(marks, 1, packed);
    auto& line = line_to(setting_, to);
    send_told(recorded, line, packed);
    line.flush();
  }

  // Stage 4. From the last party back through the permuters, each of which undoes its own order.
  [[nodiscard]] Numbers name(Numbers marks, Opening opening) {
    auto from = roles_.last;
    for (std::size_t p = roles_.permuters.size(); p-- > 0;) {
      const auto permuter = roles_.permuters[p];
      const auto recorded =
          setting_.ledger.record(kPermutedPlace, setting_.mesh.set(), permuter, questions_);
      if (own() == from) send_marks(recorded, permuter, marks);
      if (own() == permuter) {
        const auto received = receive_marks(from);
        marks.assign(received.size(), 0);
        for (std::size_t i = 0; i < received.size(); ++i) marks[order_[i]] = received[i];
      }
      from = permuter;
    }
    return tell(marks, opening);
  }

  // The first permuter has undone the last order, and tells the first of each question.
  [[nodiscard]] Numbers tell(const Numbers& marks, Opening opening) {
    const auto from = roles_.permuters.front();
    const auto recorded = setting_.ledger.record_each(opening, setting_.mesh.set(),
                                                      setting_.mesh.members(), questions_);
    Numbers places(questions_, 0);
    if (own() != from) {
      net::receive_values(line_to(setting_, from), places);
      for (const auto place : places) {
        if (place < shape_.candidates) continue;
        wrong(from, "places below " + std::to_string(shape_.candidates), std::to_string(place));
      }
      return places;
    }
    for (std::size_t q = 0; q < questions_; ++q) {
      while (marks[q * shape_.candidates + places[q]] == 0) ++places[q];
    }
    for (const auto other : setting_.mesh.others()) {
      auto& line = line_to(setting_, other);
      send_told(recorded, line, places);
      line.flush();
    }
    return places;
  }

  const Setting& setting_;
  const crypto::PaillierSecretKey& key_;
  PermutedShape shape_;
  PermutedRoles roles_;
  std::size_t questions_;
  unsigned width_ = 0;
  Numbers mine_;  // this party's numbers, later masked and in an order it does not know
  Order order_;   // at a permuter
};

}  // namespace

PermutedRoles permuted_roles(PartySet parties, std::size_t permuters) {
  const auto all = parties.list();
  PRIVET_CHECK(all.size() >= 3 && permuters >= 1 && permuters < all.size());
  PermutedRoles out{{all.front()}, all[1], all.back()};
  for (std::size_t i = 2; i + 1 < all.size() && out.permuters.size() < permuters; ++i) {
    out.permuters.push_back(all[i]);
  }
  if (out.permuters.size() < permuters) out.permuters.push_back(out.second);
  return out;
}

Forecast permuted_forecast(PartySet parties, const PermutedShape& shape, const Bound& numbers,
                           const Bound& questions) {
  const auto roles = permuted_roles(parties, shape.permuters);
  Forecast out;
  for (const auto permuter : roles.permuters) {
    for (const auto other : parties.without(permuter).list()) {
      out.emplace_back(kPermutedSums, PartySet{permuter}, other, numbers);
    }
    out.emplace_back(kPermutedPlace, parties.without(permuter), permuter, questions);
  }
  if (shape.differences == Differences::ToLast) {
    out.emplace_back(kDifferences, parties.without(roles.last), roles.last, numbers);
    return out;
  }
  // One candidate meets nobody.
  for (const auto recipient : {roles.second, roles.last}) {
    out.emplace_back(kMetCandidates, parties.without(recipient), recipient, numbers,
                     shape.candidates > 1 ? Occurs::Always : Occurs::Sometimes);
  }
  return out;
}

std::vector<std::uint64_t> permuted_best(const Setting& setting,
                                         const crypto::PaillierSecretKey& key,
                                         std::span<const std::uint64_t> values,
                                         const PermutedShape& shape, Opening opening) {
  return Search(setting, key, shape, values).run(opening);
}

}  // namespace privet::protocol
