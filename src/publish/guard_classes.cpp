// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.h"
#include "base/os_random.h"
#include "publish/guard_classes_internal.h"
#include "risk/value_meaning.h"

namespace privet::detail {

GuardClasses::GuardClasses(const Problem& problem, const ShownRecords& shown, const Run& run)
    : problem_(problem), shown_(shown), run_(run), seed_(os_random_u64() | 1U) {
  read_meanings();
  read_persons();
}

// Who each record is about, by the original column; records that do not say are about one person.
void GuardClasses::read_persons() {
  if (!problem_.unit) return;
  const Column& column = problem_.unit_column();
  std::size_t count = 0;
  const auto number = number_meanings(column.dictionary, problem_.exact_text, count);
  for (const ValueId code : column.codes) person_of_.push_back(number[code]);
}

// The models judge histograms of the meanings that the maker found. Where the guard finds others,
// one of both is wrong, and nothing is released.
void GuardClasses::read_meanings() {
  const bool needed = std::any_of(problem_.models.begin(), problem_.models.end(),
                                  [](const auto* model) { return model->needs_histograms(); });
  if (!needed) return;
  for (std::size_t s = 0; s < problem_.sensitive.size(); ++s) {
    const Column& column = problem_.table.column(problem_.sensitive[s]);
    std::size_t count = 0;
    meaning_of_.push_back(number_meanings(column.dictionary, problem_.exact_text, count));
    meanings_.push_back(count);
    bool missing = false;
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      const auto value = static_cast<ValueId>(v);
      missing = missing || column.dictionary.missing(value) ||
                same_meaning_text(column.dictionary.text(value)).empty();
    }
    first_is_missing_.push_back(missing);
    std::vector<std::uint32_t> here(count);
    for (const ValueId code : column.codes) ++here[meaning_of_[s][code]];
    const Column& made = problem_.meant.empty() ? problem_.counted_column(s) : *problem_.meant[s];
    std::vector<std::uint32_t> there(made.dictionary.size());
    for (const ValueId code : made.codes) ++there[code];
    if (here == there) continue;
    guard_refuses(fmt::format("the values of column {} were not counted by what they mean",
                              privet::quote_for_message(column.name)));
  }
}

// Column by column: records of one class so far stay together if their texts agree. Two numbers
// make an exact key, so classes are never merged by accident.
Classes GuardClasses::group(Quasi quasi) const {
  std::vector<std::uint32_t> class_of(shown_.records, 0);
  std::uint32_t classes = 1;
  for (const std::size_t q : quasi) classes = refine(*shown_.quasi[q], classes, class_of);
  return finish(std::move(class_of), classes);
}

Classes GuardClasses::finish(std::vector<std::uint32_t> class_of, std::uint32_t classes) const {
  Classes out;
  out.class_of = std::move(class_of);
  out.sizes.assign(classes, 0);
  out.first.assign(classes, 0);
  bool some = false;
  for (std::size_t r = 0; r < shown_.records; ++r) {
    if (shown_.suppressed[r] != 0) continue;
    some = true;
    if (out.sizes[out.class_of[r]]++ == 0) out.first[out.class_of[r]] = static_cast<RowId>(r);
  }
  PRIVET_CHECK(!some || std::find(out.sizes.begin(), out.sizes.end(), 0U) == out.sizes.end());
  if (!some) out.sizes.clear();
  return out;
}

// Splits every class by the column's texts; returns how many there are then. Suppressed records
// take no part.
std::uint32_t GuardClasses::refine(const ScannedColumn& column, std::uint32_t classes,
                                   std::vector<std::uint32_t>& class_of) const {
  run_.check_cancelled();
  const std::vector<std::uint32_t>& texts = column.text_of_row;
  const std::size_t distinct = column.texts.size();
  const std::uint64_t keys = std::uint64_t{classes} * distinct;
  std::uint32_t next = 0;
  if (keys <= 8 * shown_.records) {  // few enough to look each key up in an array
    std::vector<std::uint32_t> number(keys, 0);
    for (std::size_t r = 0; r < shown_.records; ++r) {
      if (shown_.suppressed[r] != 0) continue;
      std::uint32_t& named = number[class_of[r] * distinct + texts[r]];
      if (named == 0) named = ++next;
      class_of[r] = named - 1;
    }
    return next;
  }
  std::vector<Slot> slots(std::bit_ceil(2 * shown_.records + 2));
  for (std::size_t r = 0; r < shown_.records; ++r) {
    if (shown_.suppressed[r] != 0) continue;
    const std::uint64_t key = std::uint64_t{class_of[r]} << 32U | texts[r];
    std::size_t at = (key * seed_ >> 20U) & (slots.size() - 1);
    while (slots[at].number != 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
    if (slots[at].number == 0) slots[at] = {key, ++next};
    class_of[r] = slots[at].number - 1;
  }
  return next;
}

void GuardClasses::each(Quasi quasi, const Classes& classes,
                        const std::function<void(std::size_t, const Rows&)>& visit) const {
  std::vector<std::size_t> begin(classes.sizes.size() + 1);
  std::partial_sum(classes.sizes.begin(), classes.sizes.end(), begin.begin() + 1,
                   std::plus<std::size_t>());
  Rows order(begin.back());
  std::vector<std::size_t> next = begin;
  for (std::size_t r = 0; r < shown_.records; ++r) {
    if (shown_.suppressed[r] == 0) order[next[classes.class_of[r]]++] = static_cast<RowId>(r);
  }
  const auto others = matches(quasi, classes);
  Rows rows;
  for (std::size_t c = 0; c < classes.sizes.size(); ++c) {
    if (c % 1024 == 0) run_.check_cancelled();
    const auto add = [&](std::size_t cls) {
      rows.insert(rows.end(), order.begin() + static_cast<std::ptrdiff_t>(begin[cls]),
                  order.begin() + static_cast<std::ptrdiff_t>(begin[cls + 1]));
    };
    rows.clear();
    add(c);
    if (!others.empty()) {
      for (const std::uint32_t other : others[c]) add(other);
    }
    visit(c, rows);
  }
}

std::vector<std::vector<std::uint32_t>> GuardClasses::empty_counts() const {
  std::vector<std::vector<std::uint32_t>> counts;
  for (const std::size_t meanings : meanings_) counts.emplace_back(meanings);
  return counts;
}

std::size_t GuardClasses::count(const Rows& rows, std::vector<std::vector<std::uint32_t>>& counts,
                                std::uint32_t step) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;  // person and value
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const auto& codes = problem_.table.column(problem_.sensitive[s]).codes;
    const auto& meaning = meaning_of_[s];
    if (person_of_.empty()) {
      for (const std::uint32_t row : rows) counts[s][meaning[codes[row]]] += step;
      continue;
    }
    pairs.clear();
    for (const std::uint32_t row : rows) pairs.emplace_back(person_of_[row], meaning[codes[row]]);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto& pair : pairs) counts[s][pair.second] += step;
  }
  if (person_of_.empty()) return rows.size();
  std::vector<std::uint32_t> persons;
  for (const std::uint32_t row : rows) persons.push_back(person_of_[row]);
  std::sort(persons.begin(), persons.end());
  return static_cast<std::size_t>(std::unique(persons.begin(), persons.end()) - persons.begin());
}

std::vector<std::vector<std::uint32_t>> GuardClasses::one_value_each(
    const Rows& rows, const std::vector<std::vector<std::uint32_t>>& counts) const {
  auto out = counts;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    const std::size_t begin = first_is_missing_[s] ? 1 : 0;
    const auto& codes = problem_.table.column(problem_.sensitive[s]).codes;
    std::vector<std::uint32_t> known;  // persons with a value
    for (const std::uint32_t row : rows) {
      if (meaning_of_[s][codes[row]] >= begin) known.push_back(person_of_[row]);
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    std::size_t nobody_yet = known.size();
    std::vector<bool> done(out[s].size());
    for (;;) {  // the commonest that is left
      std::size_t best = out[s].size();
      for (std::size_t v = begin; v < out[s].size(); ++v) {
        if (!done[v] && (best == out[s].size() || counts[s][v] > counts[s][best])) best = v;
      }
      if (best == out[s].size()) break;
      done[best] = true;
      if (out[s][best] > nobody_yet) out[s][best] = static_cast<std::uint32_t>(nobody_yet);
      nobody_yet -= out[s][best];
      if (nobody_yet > 0) continue;
      for (std::size_t v = begin; v < out[s].size(); ++v) {
        if (!done[v]) out[s][v] = 0;
      }
      break;
    }
  }
  return out;
}

bool GuardClasses::holds_for(const Rows& rows) const {
  auto counts = empty_counts();
  const std::size_t size = count(rows, counts, 1);
  const auto single = person_of_.empty() ? counts : one_value_each(rows, counts);
  const Views views(counts.begin(), counts.end());
  const Views single_views(single.begin(), single.end());
  const std::size_t people = problem_.population == nullptr ? 0 : problem_.population->people;
  return std::all_of(
      problem_.models.begin(), problem_.models.end(), [&](const PrivacyModel* model) {
        const PrivacyModel& promised = model->promise();
        const bool each = promised.several_values() == SeveralValues::Each;
        return promised.holds(
            {.size = size, .histograms = each ? views : single_views, .population = people});
      });
}

}  // namespace privet::detail
