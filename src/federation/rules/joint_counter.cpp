// SPDX-License-Identifier: Apache-2.0
#include "federation/rules/joint_counter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/error.h"
#include "circuit/compare.h"
#include "protocol/bit_packing.h"
#include "protocol/columns/panel.h"
#include "protocol/number_operations.h"

namespace privet::federation {
namespace {

// The counts stay shared among all parties; the referees compare shares of them with the threshold,
// and only the counts that reach it are opened.
class SharesCounter final : public JointCounter {
 public:
  explicit SharesCounter(const CountingPlace& place)
      : setting_(place.setting), threshold_(place.threshold) {}

  std::vector<std::uint64_t> count(std::span<const JointQuestion> questions,
                                   std::span<const protocol::BitVector> vectors,
                                   std::size_t rows) override {
    if (threshold_ > rows) return std::vector<std::uint64_t>(questions.size());
    std::vector<protocol::BooleanProduct> products;
    for (const auto& question : questions) products.push_back(question.product);
    const auto shares = protocol::boolean_products(setting_, products, vectors, rows);
    const auto width = protocol::boolean_dot_width(rows);
    const auto places = frequent_places(setting_, tell_frequent(shares, width));
    std::vector<protocol::Shared<std::uint64_t>> frequent;
    for (const auto place : places) frequent.push_back(protocol::part(shares, place));
    auto counts = protocol::open_to_all(setting_, protocol::joined(frequent), kFrequentSupports);
    for (auto& one : counts) one &= protocol::low_bits(width);
    return frequent_counts(places, counts, questions.size(), threshold_, rows);
  }

 private:
  using Bits = protocol::Panel::Arithmetic::Bits;
  // Candidates that are compared together.
  static constexpr std::size_t kAtOnce = std::size_t{1} << 17U;

  std::vector<std::uint64_t> tell_frequent(const protocol::Shared<protocol::NumberVector>& shares,
                                           unsigned width) {
    if (!panel_) panel_.emplace(setting_);
    const auto gathered = panel_->gather(shares);
    const auto compare = [&](protocol::Panel::Arithmetic& a) {
      circuit::Word<Bits> out(1, gathered.size());
      for (std::size_t at = 0; at < gathered.size(); at += kAtOnce) {
        const auto count = std::min(kAtOnce, gathered.size() - at);
        const auto part = protocol::Panel::Arithmetic::slice(gathered, at, count);
        const auto word = protocol::to_bits(a, part, width);
        const auto limit = circuit::constant(a.bits(), threshold_, width, count);
        const auto enough = circuit::negation(a.bits(), circuit::less(a.bits(), word, limit));
        std::ranges::copy(enough.bit(0), out.bit(0).subspan(at, count).begin());
      }
      return out;
    };
    return panel_->tell(shares.size(), 1, setting_.mesh.members(), kFrequent, compare).value();
  }

  const protocol::Setting& setting_;
  std::uint64_t threshold_;
  std::optional<protocol::Panel> panel_;
};

}  // namespace

std::vector<CountingWay> counting_ways() {
  return {count_by_shares(), count_by_paillier(), count_by_ring(),       count_by_tree(),
          count_once(),      count_by_algebra(),  count_by_replication()};
}

CountingWay count_by_shares() {
  return {.choice = {.name = "shares", .summary = "oblivious transfer"},
          .forecast = frequent_supports,
          .make = [](const CountingPlace& place) -> std::unique_ptr<JointCounter> {
            return std::make_unique<SharesCounter>(place);
          },
          .referees =
              [](std::size_t parties) {
                return parties == 2
                           ? std::string("none")
                           : fmt::format("{} and {} compare", protocol::Panel::kPlaces[0] + 1,
                                         protocol::Panel::kPlaces[1] + 1);
              }};
}

std::string no_referees(std::size_t /*parties*/) {
  return "none";
}

std::string for_each_pair(std::size_t parties,
                          protocol::PartyId (*chosen)(std::span<const protocol::PartyId>,
                                                      std::span<const protocol::PartyId>)) {
  std::string out;
  const auto all = protocol::PartySet::first(parties).list();
  for (std::size_t a = 0; a < parties; ++a) {
    for (std::size_t b = a + 1; b < parties; ++b) {
      const std::array pair{all[a], all[b]};
      out += fmt::format("{}{} and {}: {}", out.empty() ? "" : ", ", a + 1, b + 1,
                         chosen(pair, all).index() + 1);
    }
  }
  return out;
}

protocol::Forecast joint_supports(std::size_t parties) {
  return told_to_all(parties, kJointSupports, protocol::Bound::of(kSpanningCandidates),
                     protocol::Occurs::Sometimes, protocol::About::All);
}

protocol::Forecast frequent_supports(std::size_t parties) {
  auto out = told_to_all(parties, kFrequent, protocol::Bound::of(kSpanningCandidates),
                         protocol::Occurs::Sometimes, protocol::About::All);
  const auto supports =
      told_to_all(parties, kFrequentSupports, protocol::Bound::of(kSpanningFrequent),
                  protocol::Occurs::Sometimes, protocol::About::All);
  out.insert(out.end(), supports.begin(), supports.end());
  return out;
}

std::vector<std::size_t> frequent_places(const protocol::Setting& setting,
                                         std::span<const std::uint64_t> bits) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] != 0) out.push_back(i);
  }
  setting.ledger.add_to_size(kSpanningFrequent, out.size());
  return out;
}

std::vector<std::uint64_t> frequent_counts(std::span<const std::size_t> places,
                                           std::span<const std::uint64_t> counts,
                                           std::size_t candidates, std::uint64_t threshold,
                                           std::size_t rows) {
  std::vector<std::uint64_t> out(candidates);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (counts[i] < threshold || counts[i] > rows) {
      throw Error(ErrorCode::Peer,
                  fmt::format("another party sent its part of a support: expected a sum of {} to "
                              "{}, got {}",
                              threshold, rows, counts[i]));
    }
    out[places[i]] = counts[i];
  }
  return out;
}

void check_counts(std::span<const std::uint64_t> counts, std::size_t rows) {
  for (const auto count : counts) {
    if (count <= rows) continue;
    throw Error(ErrorCode::Peer,
                "another party sent its part of a support: expected a sum of at most " +
                    std::to_string(rows) + ", got " + std::to_string(count));
  }
}

std::vector<std::uint64_t> open_counts(const protocol::Setting& setting,
                                       const protocol::Shared<protocol::NumberVector>& shares,
                                       std::size_t rows) {
  auto counts = protocol::open_to_all(setting, shares, kJointSupports);
  const auto mask = protocol::low_bits(protocol::boolean_dot_width(rows));
  for (auto& count : counts) count &= mask;
  check_counts(counts, rows);
  return counts;
}

}  // namespace privet::federation
