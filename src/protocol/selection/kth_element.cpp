// SPDX-License-Identifier: Apache-2.0
#include "protocol/selection/kth_element.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "protocol/threshold/check_threshold.h"

namespace privet::protocol {
namespace {

using Numbers = std::span<const std::uint64_t>;

constexpr unsigned kCountBits = 31;  // of a rank, and of one party's numbers

void check(std::span<const Numbers> numbers, Numbers ranks, unsigned bits) {
  PRIVET_CHECK(numbers.size() == ranks.size() && bits >= 1 && bits <= 64);
  for (const auto rank : ranks) {
    if (rank == 0 || rank >= (std::uint64_t{1} << kCountBits)) {
      throw Error(ErrorCode::Usage,
                  "the rank " + std::to_string(rank) + " is not between 1 and 2147483647");
    }
  }
  for (const auto& collection : numbers) {
    PRIVET_CHECK(std::ranges::is_sorted(collection));
    if ((collection.size() >> kCountBits) != 0) {
      throw Error(ErrorCode::Usage, "there are more than 2147483647 numbers to rank");
    }
    if (!collection.empty() && bits < 64 && (collection.back() >> bits) != 0) {
      throw Error(ErrorCode::Usage,
                  "a number has more than the agreed " + std::to_string(bits) + " bits");
    }
  }
}

}  // namespace

std::vector<std::optional<std::uint64_t>> kth_elements(const Setting& setting,
                                                       std::span<const Numbers> numbers,
                                                       Numbers ranks, unsigned bits,
                                                       Opening opening) {
  const auto& mesh = setting.mesh;
  PRIVET_CHECK(mesh.parties() >= 2);
  check(numbers, ranks, bits);
  const auto collections = numbers.size();
  // Its answers (kRankAnswers) are recorded as they come; together they tell this.
  (void)setting.ledger.record_each(opening, mesh.set(), mesh.members(), collections);
  if (collections == 0) return {};
  auto referees = Referees::set_up(setting);
  // "Are there as many as the rank?", one bit a collection, the same at all parties.
  // All parties' counts together may have more bits than one party's: the comparison has room for
  // as many parties as there are.
  const auto reached = [&](Numbers own) {
    return check_thresholds(referees, own, kCountBits, {ranks, Compared::AtLeast},
                            referees.everybody(), kRankAnswers)
        .value();
  };
  std::vector<std::uint64_t> counts(collections);
  for (std::size_t c = 0; c < collections; ++c) counts[c] = numbers[c].size();
  const auto exists = reached(counts);
  std::vector<std::uint64_t> found(collections);
  for (unsigned bit = bits; bit-- > 0;) {
    for (std::size_t c = 0; c < collections; ++c) {
      const auto middle = found[c] | std::uint64_t{1} << bit;
      counts[c] = static_cast<std::uint64_t>(std::ranges::lower_bound(numbers[c], middle) -
                                             numbers[c].begin());
    }
    const auto below = reached(counts);
    for (std::size_t c = 0; c < collections; ++c) {
      found[c] |= (1 - below[c]) << bit;
    }
  }
  std::vector<std::optional<std::uint64_t>> out(collections);
  for (std::size_t c = 0; c < collections; ++c) {
    if (exists[c] == 1) out[c] = found[c];
  }
  return out;
}

}  // namespace privet::protocol
