// SPDX-License-Identifier: Apache-2.0
#include "anonymize/classes/class_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "base/error.h"
#include "base/os_random.h"

namespace privet {
namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t kWordBits = 64;

template <std::size_t Words>
std::uint64_t hash(const std::uint64_t* key, std::uint64_t seed) {
  std::uint64_t h = seed;
  for (std::size_t w = 0; w < Words; ++w) {
    h = (h ^ key[w]) * 0x9e3779b97f4a7c15U;
    h ^= h >> 32U;
  }
  return h * (seed | 1U) >> 20U;
}

// How many people of a population some model wants counted.
std::size_t people_asked(const Problem& problem) {
  const bool asked = std::any_of(problem.models.begin(), problem.models.end(),
                                 [](const auto* model) { return model->needs_population(); });
  if (!asked) return 0;
  PRIVET_CHECK(problem.population != nullptr);
  return problem.population->people;
}

}  // namespace

KeyLayout::KeyLayout(std::span<const AttributeLevels> levels) {
  std::size_t word = 0;
  std::uint32_t used = 0;
  for (const auto& attribute : levels) {
    const auto last = static_cast<std::uint64_t>(std::max<std::size_t>(1, attribute.values()) - 1);
    const auto bits = static_cast<std::uint32_t>(std::bit_width(last));
    if (used + bits > kWordBits) {
      ++word;
      used = 0;
    }
    // A field of no bits may stand at the very end of a word: a shift by 64 would be undefined.
    const std::uint32_t shift = bits == 0 ? 0 : used;
    fields_.push_back(
        {static_cast<std::uint32_t>(word), shift, (std::uint64_t{1} << bits) - std::uint64_t{1}});
    used += bits;
  }
  words_ = std::bit_ceil(word + 1);
  if (words_ > kMaxWords) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} quasi-identifiers are too many for this method; name fewer with "
                            "--quasi, or use another method",
                            levels.size()),
                {.parameter = "--method"});
  }
}

std::vector<std::uint32_t> sensitive_starts(const Problem& problem) {
  const bool needed = std::any_of(problem.models.begin(), problem.models.end(),
                                  [](const auto* model) { return model->needs_histograms(); });
  if (!needed) return {0};
  std::vector<std::uint32_t> out{0};
  for (std::size_t h = 0; h < problem.histograms(); ++h) {
    const std::size_t values = problem.counted_column(h).dictionary.size();
    PRIVET_CHECK(values < kNone - out.back());
    out.push_back(out.back() + static_cast<std::uint32_t>(values));
  }
  return out;
}

RollUp::RollUp(std::span<const AttributeLevels> levels, const KeyLayout& layout, std::size_t values)
    : levels_(levels), layout_(layout), seed_(os_random_u64()), tally_(values) {}

template <std::size_t Words>
void RollUp::number(std::size_t keys, ClassTable& out) {
  const std::size_t mask = std::bit_ceil(2 * keys + 2) - 1;
  slots_.assign(mask + 1, kNone);
  class_of_.resize(keys);
  std::uint32_t classes = 0;
  for (std::size_t i = 0; i < keys; ++i) {
    const std::uint64_t* key = keys_.data() + i * Words;
    std::size_t slot = hash<Words>(key, seed_) & mask;
    while (slots_[slot] != kNone &&
           !std::equal(key, key + Words, out.keys.data() + std::size_t{slots_[slot]} * Words)) {
      slot = (slot + 1) & mask;
    }
    if (slots_[slot] == kNone) {
      slots_[slot] = classes++;
      out.keys.insert(out.keys.end(), key, key + Words);
    }
    class_of_[i] = slots_[slot];
  }
  out.sizes.assign(classes, 0);
}

void RollUp::number_keys(std::size_t keys, ClassTable& out) {
  PRIVET_CHECK(keys < kNone);
  out.words = layout_.words();
  switch (out.words) {
    case 1:
      return number<1>(keys, out);
    case 2:
      return number<2>(keys, out);
    case 4:
      return number<4>(keys, out);
    case 8:
      return number<8>(keys, out);
    case 16:
      return number<16>(keys, out);
    default:
      return number<KeyLayout::kMaxWords>(keys, out);
  }
}

ClassTable RollUp::from_records(const Problem& problem, std::span<const RowId> rows,
                                std::span<const Level> at, std::vector<std::uint32_t>& class_of,
                                const Run& run) {
  const std::size_t people = people_asked(problem);
  keys_.assign((rows.size() + people) * layout_.words(), 0);
  for (std::size_t a = 0; a < levels_.size(); ++a) {
    run.check_cancelled();
    const auto& codes = problem.table.column(problem.quasi[a].column).codes;
    const auto names = levels_[a].names(at[a]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      layout_.set(keys_.data() + i * layout_.words(), a, names[codes[rows[i]]]);
    }
    for (std::size_t p = 0; p < people; ++p) {
      layout_.set(keys_.data() + (rows.size() + p) * layout_.words(), a,
                  names[problem.population->codes[a][p]]);
    }
  }
  ClassTable out;
  number_keys(rows.size() + people, out);
  for (std::size_t i = 0; i < rows.size(); ++i) ++out.sizes[class_of_[i]];
  if (people > 0) {
    out.people.assign(out.classes(), 0);
    for (std::size_t p = 0; p < people; ++p) ++out.people[class_of_[rows.size() + p]];
  }
  class_of_.resize(rows.size());
  class_of = class_of_;
  if (tally_.empty()) return out;
  // Each record as a class of its own, then rolled up.
  const auto starts = sensitive_starts(problem);
  ClassTable single;
  single.sizes.assign(rows.size(), 1);
  for (const RowId row : rows) {
    single.begin.push_back(single.counts.size());
    for (std::size_t s = 0; s + 1 < starts.size(); ++s) {
      single.counts.push_back({starts[s] + problem.counted_column(s).codes[row], 1});
    }
  }
  single.begin.push_back(single.counts.size());
  merge_counts(single, out);
  return out;
}

ClassTable RollUp::from_finer(const ClassTable& finer, std::span<const LevelChange> changes) {
  const std::size_t words = layout_.words();
  keys_ = finer.keys;
  for (const auto& change : changes) {
    const auto names = levels_[change.attribute].names(change.level);
    for (std::size_t c = 0; c < finer.classes(); ++c) {
      std::uint64_t* key = keys_.data() + c * words;
      layout_.set(key, change.attribute, names[layout_.name(key, change.attribute)]);
    }
  }
  ClassTable out;
  number_keys(finer.classes(), out);
  for (std::size_t c = 0; c < finer.classes(); ++c) out.sizes[class_of_[c]] += finer.sizes[c];
  if (!finer.people.empty()) {
    out.people.assign(out.classes(), 0);
    for (std::size_t c = 0; c < finer.classes(); ++c) out.people[class_of_[c]] += finer.people[c];
  }
  if (!tally_.empty()) merge_counts(finer, out);
  return out;
}

void RollUp::merge_counts(const ClassTable& finer, ClassTable& out) {
  first_.assign(out.classes(), kNone);
  next_.resize(finer.classes());
  for (std::size_t c = finer.classes(); c-- > 0;) {
    next_[c] = first_[class_of_[c]];
    first_[class_of_[c]] = static_cast<std::uint32_t>(c);
  }
  out.begin.reserve(out.classes() + 1);
  out.counts.reserve(finer.counts.size());
  for (const std::uint32_t first : first_) {
    out.begin.push_back(out.counts.size());
    touched_.clear();
    for (std::uint32_t c = first; c != kNone; c = next_[c]) {
      for (const auto& count : finer.counted(c)) {
        if (tally_[count.value] == 0) touched_.push_back(count.value);
        tally_[count.value] += count.records;
      }
    }
    for (const std::uint32_t value : touched_) {
      out.counts.push_back({value, tally_[value]});
      tally_[value] = 0;
    }
  }
  out.begin.push_back(out.counts.size());
}

}  // namespace privet
