// SPDX-License-Identifier: Apache-2.0
#include "baskets/cohorts.h"

#include <algorithm>
#include <bit>

namespace privet::baskets {
namespace {

using mining::Word;

// Above this many private items their bitmaps cost more than walking the cohort.
constexpr std::size_t kFewSecrets = 64;

// How many leading items two prefixes share.
std::size_t shared_length(std::span<const Rank> a, std::span<const Rank> b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(x - a.begin());
}

template <class Visit>
void each_bit(std::span<const Word> words, const Visit& visit) {
  for (std::size_t w = 0; w < words.size(); ++w) {
    for (Word left = words[w]; left != 0; left &= left - 1) {
      visit(w * 64 + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }
}

}  // namespace

PublicData::PublicData(const Baskets& baskets, const ItemKinds& kinds,
                       std::span<const ItemId> ranked, bool bitmaps)
    : items(ranked.begin(), ranked.end()) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> code(baskets.items(), kNone);
  for (Rank rank = 0; rank < items.size(); ++rank) code[items[rank]] = rank;
  std::vector<std::uint64_t> holders_count(items.size());
  for (BasketId id = 0; id < baskets.size(); ++id) {
    const auto begin = static_cast<std::ptrdiff_t>(rows.size());
    for (const ItemId item : baskets.basket(id)) {
      if (kinds[item] == ItemKind::Private) {
        if (code[item] == kNone) {
          code[item] = static_cast<std::uint32_t>(secrets.size());
          secrets.push_back(item);
        }
        secret_rows.push_back(code[item]);
      } else if (kinds[item] == ItemKind::Public && code[item] != kNone) {
        rows.push_back(code[item]);
        ++holders_count[code[item]];
      }
    }
    std::sort(rows.begin() + begin, rows.end());
    row_ends.push_back(rows.size());
    secret_ends.push_back(secret_rows.size());
  }
  std::vector<std::uint64_t> next(items.size());
  std::uint64_t total = 0;
  for (Rank rank = 0; rank < items.size(); ++rank) {
    next[rank] = total;
    total += holders_count[rank];
    holder_ends.push_back(total);
  }
  holder_rows.resize(total);
  for (std::uint32_t id = 0; id < size(); ++id) {
    for (const Rank rank : row(id)) holder_rows[next[rank]++] = id;
  }
  words = mining::words_for(size());
  // Below about one bit in 64 a list is shorter to walk.
  if (!bitmaps || items.empty() || rows.size() * 64 < size() * items.size()) return;
  bits.assign(words * items.size(), 0);
  if (secrets.size() <= kFewSecrets) secret_bits.assign(words * secrets.size(), 0);
  for (std::size_t id = 0; id < size(); ++id) {
    const Word bit = Word{1} << (id % 64);
    for (const Rank rank : row(id)) bits[rank * words + id / 64] |= bit;
    if (secret_bits.empty()) continue;
    for (const std::uint32_t secret : secrets_of(id)) secret_bits[secret * words + id / 64] |= bit;
  }
}

ListCounter::ListCounter(const PublicData& data)
    : data_(data),
      seen_(data.items.size()),
      slot_(data.items.size()),
      secret_counts_(data.secrets.size()) {}

void ListCounter::enter(std::span<const Rank> prefix) {
  const std::size_t keep = shared_length(prefix_, prefix);
  prefix_.assign(prefix.begin(), prefix.end());
  if (cohorts_.size() < prefix.size()) cohorts_.resize(prefix.size());
  for (std::size_t i = keep; i < prefix.size(); ++i) {
    auto& cohort = cohorts_[i];
    cohort.clear();
    if (i == 0) {
      const auto all = data_.holders(prefix[0]);
      cohort.assign(all.begin(), all.end());
      continue;
    }
    for (const std::uint32_t id : cohorts_[i - 1]) {
      const auto row = data_.row(id);
      if (std::binary_search(row.begin(), row.end(), prefix[i])) cohort.push_back(id);
    }
  }
}

void ListCounter::count(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) {
  const auto& cohort = cohorts_[prefix_.size() - 1];
  const Rank last = prefix_.back();
  for (const std::uint32_t id : cohort) {
    const auto row = data_.row(id);
    for (auto it = row.rbegin(); it != row.rend() && *it > last; ++it) ++seen_[*it];
  }
  supports.resize(extensions.size());
  ends_.resize(extensions.size());
  std::uint32_t total = 0;
  constexpr std::uint32_t kUnwanted = UINT32_MAX;
  for (const std::uint32_t id : cohort) {
    const auto row = data_.row(id);
    for (auto it = row.rbegin(); it != row.rend() && *it > last; ++it) slot_[*it] = kUnwanted;
  }
  for (std::size_t i = 0; i < extensions.size(); ++i) {
    supports[i] = seen_[extensions[i]];
    slot_[extensions[i]] = total;
    total += supports[i];
    ends_[i] = total;
  }
  if (delivered_.size() < total) delivered_.resize(total);
  for (const std::uint32_t id : cohort) {
    const auto row = data_.row(id);
    for (auto it = row.rbegin(); it != row.rend() && *it > last; ++it) {
      seen_[*it] = 0;
      if (slot_[*it] != kUnwanted) delivered_[slot_[*it]++] = id;
    }
  }
}

void ListCounter::raise(std::size_t i, Breach& best) {
  const std::uint32_t begin = i == 0 ? 0 : ends_[i - 1];
  const std::uint32_t support = ends_[i] - begin;
  const auto cohort = std::span(delivered_).subspan(begin, support);
  for (const std::uint32_t id : cohort) {
    for (const std::uint32_t secret : data_.secrets_of(id)) ++secret_counts_[secret];
  }
  for (const std::uint32_t id : cohort) {
    for (const std::uint32_t secret : data_.secrets_of(id)) {
      const Breach here{secret_counts_[secret], support, data_.secrets[secret]};
      if (here.above(best)) best = here;
      secret_counts_[secret] = 0;
    }
  }
}

BitmapCounter::BitmapCounter(const PublicData& data)
    : data_(data),
      seen_(data.items.size()),
      scratch_(data.words),
      secret_counts_(data.secrets.size()),
      tally_(data.secrets.size()) {}

void BitmapCounter::enter(std::span<const Rank> prefix) {
  const std::size_t keep = shared_length(prefix_, prefix);
  prefix_.assign(prefix.begin(), prefix.end());
  secrets_counted_ = false;
  while (cohorts_.size() < prefix.size()) cohorts_.emplace_back(data_.words);
  for (std::size_t i = keep; i < prefix.size(); ++i) {
    const auto column = data_.column(prefix[i]);
    if (i == 0) {
      std::copy(column.begin(), column.end(), cohorts_[0].begin());
    } else {
      mining::intersect(cohorts_[i - 1], column, cohorts_[i]);
    }
  }
}

bool BitmapCounter::walking_pays(std::size_t extensions) const {
  const auto& cohort = cohorts_[prefix_.size() - 1];
  const std::size_t baskets = mining::count_common(cohort, cohort);
  const std::size_t mean = data_.rows.size() / std::max<std::size_t>(1, data_.size()) + 1;
  // A row is walked twice, item by item; bitmaps are counted several words at a time.
  constexpr std::size_t kWordsAtOnce = 8;
  return 2 * baskets * mean < extensions * (data_.words / kWordsAtOnce + 1);
}

void BitmapCounter::walk(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) {
  const Rank last = prefix_.back();
  const auto each_further = [&](const auto& visit) {
    each_bit(cohorts_[prefix_.size() - 1], [&](std::size_t id) {
      const auto row = data_.row(static_cast<std::uint32_t>(id));
      for (auto it = row.rbegin(); it != row.rend() && *it > last; ++it) visit(*it);
    });
  };
  each_further([&](Rank rank) { ++seen_[rank]; });
  for (std::size_t i = 0; i < extensions.size(); ++i) supports[i] = seen_[extensions[i]];
  each_further([&](Rank rank) { seen_[rank] = 0; });
}

void BitmapCounter::count(std::span<const Rank> extensions, std::vector<std::uint32_t>& supports) {
  const auto& cohort = cohorts_[prefix_.size() - 1];
  supports.resize(extensions.size());
  if (walking_pays(extensions.size())) {
    walk(extensions, supports);
  } else {
    for (std::size_t i = 0; i < extensions.size(); ++i) {
      supports[i] =
          static_cast<std::uint32_t>(mining::count_common(cohort, data_.column(extensions[i])));
    }
  }
  extensions_.assign(extensions.begin(), extensions.end());
  supports_ = supports;
}

void BitmapCounter::count_secrets() {
  const auto& cohort = cohorts_[prefix_.size() - 1];
  if (!data_.secret_bits.empty()) {
    for (std::size_t s = 0; s < data_.secrets.size(); ++s) {
      secret_counts_[s] =
          static_cast<std::uint32_t>(mining::count_common(cohort, data_.secret_column(s)));
    }
  } else {
    std::fill(secret_counts_.begin(), secret_counts_.end(), 0);
    each_bit(cohort, [&](std::size_t id) {
      for (const std::uint32_t secret : data_.secrets_of(id)) ++secret_counts_[secret];
    });
  }
  secrets_counted_ = true;
}

void BitmapCounter::raise(std::size_t i, Breach& best) {
  if (data_.secrets.empty() || supports_[i] == 0) return;
  if (!secrets_counted_) count_secrets();
  const std::uint32_t support = supports_[i];
  // A private item cannot be in more baskets of the extension than in those of the prefix.
  const auto may_raise = [&](std::size_t s) {
    return Breach{std::min(secret_counts_[s], support), support, 0}.above(best);
  };
  bool built = false;
  bool walked = false;
  for (std::size_t s = 0; s < data_.secrets.size(); ++s) {
    if (!may_raise(s)) continue;
    if (!built) {
      mining::intersect(cohorts_[prefix_.size() - 1], data_.column(extensions_[i]), scratch_);
      built = true;
    }
    if (data_.secret_bits.empty() && !walked) {
      each_bit(scratch_, [&](std::size_t id) {
        for (const std::uint32_t secret : data_.secrets_of(id)) ++tally_[secret];
      });
      walked = true;
    }
    const auto count =
        walked ? tally_[s]
               : static_cast<std::uint32_t>(mining::count_common(scratch_, data_.secret_column(s)));
    const Breach here{count, support, data_.secrets[s]};
    if (here.above(best)) best = here;
  }
  if (walked) std::fill(tally_.begin(), tally_.end(), 0);
}

}  // namespace privet::baskets
