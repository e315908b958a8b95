// SPDX-License-Identifier: Apache-2.0
#include "anonymize/cells/cell_table.h"

#include <fmt/format.h>

#include <bit>

#include "anonymize/classes/merge_for_population.h"
#include "base/error.h"

namespace privet {
namespace {

std::uint64_t mixed(std::uint64_t word) {
  word += 0x9E3779B97F4A7C15U;
  word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
  word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
  return word ^ (word >> 31U);
}

}  // namespace

CellTable::CellTable(const Problem& problem, const CellSuppressionOptions& options)
    : problem_(problem),
      levels_(make_levels(problem)),
      level_of_(problem.quasi.size()),
      weights_(options.weights.empty() ? std::vector<double>(problem.quasi.size(), 1.0)
                                       : options.weights) {
  if (problem.quasi.size() > kMostColumns) {
    throw Error(ErrorCode::Usage,
                fmt::format("cells takes at most {} quasi-identifiers, and there are {}; use "
                            "another method",
                            kMostColumns, problem.quasi.size()),
                {.parameter = "--method"});
  }
  for (std::size_t c = 0; c < levels_.size(); ++c) {
    const Column& column = problem.table.column(problem.quasi[c].column);
    if (!options.levels.empty() && options.levels[c]) level_of_[c] = *options.levels[c];
    if (level_of_[c] > levels_[c].height()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} has {} levels above its values, not {}",
                              quote_for_message(column.name), levels_[c].height(), level_of_[c]),
                  {.parameter = "--min-level"});
    }
    const auto names = levels_[c].names(level_of_[c]);
    auto& values = values_.emplace_back();
    values.reserve(column.codes.size());
    for (const ValueId code : column.codes) values.push_back(names[code]);
    if (!asks_for_population(problem)) continue;
    auto& people = people_.emplace_back();
    for (const ValueId code : problem.population->codes[c]) people.push_back(names[code]);
  }
}

double CellTable::cost(StarSet stars) const {
  double out = 0;
  for (; stars != 0; stars &= stars - 1) {
    out += weights_[static_cast<std::size_t>(std::countr_zero(stars))];
  }
  return out;
}

StarSet CellTable::difference(RowId a, RowId b) const {
  StarSet out = 0;
  for (std::size_t c = 0; c < columns(); ++c) {
    if (values_[c][a] != values_[c][b]) out |= StarSet{1} << c;
  }
  return out;
}

std::string CellTable::key(RowId row, StarSet stars) const {
  std::string out;
  out.reserve(columns() * sizeof(ValueId));
  for (std::size_t c = 0; c < columns(); ++c) {
    const std::uint32_t value = (stars >> c & 1U) != 0 ? ~std::uint32_t{0} : values_[c][row];
    for (unsigned byte = 0; byte < sizeof(ValueId); ++byte) {
      out += static_cast<char>(value >> (8 * byte) & 255U);
    }
  }
  return out;
}

namespace {

std::uint64_t hash_shown(const std::vector<std::vector<ValueId>>& values, std::size_t at,
                         StarSet stars) {
  std::uint64_t out = 0;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if ((stars >> c & 1U) != 0) continue;
    out += mixed(std::uint64_t{values[c][at]} << 8U | c);
  }
  return out;
}

}  // namespace

std::uint64_t CellTable::hash(RowId row, StarSet stars) const {
  return hash_shown(values_, row, stars);
}

std::unordered_map<std::uint64_t, std::uint32_t> CellTable::people(StarSet stars) const {
  std::unordered_map<std::uint64_t, std::uint32_t> out;
  for (std::size_t p = 0; p < problem_.population->people; ++p) {
    ++out[hash_shown(people_, p, stars)];
  }
  return out;
}

GeneralizedValue CellTable::shown(std::size_t column, ValueId value) const {
  return levels_[column].shown(level_of_[column], value);
}

CellClasses::CellClasses(const CellTable& table)
    : table_(table),
      counts_(table.problem()),
      by_people_(asks_for_population(table.problem())),
      codes_(table.problem().histograms()) {}

void CellClasses::add(std::span<const RowId> rows, StarSet stars) {
  PRIVET_CHECK(!rows.empty());
  const auto [at, fresh] = number_.try_emplace(table_.key(rows.front(), stars), classes_.size());
  if (fresh) classes_.push_back({.stars = stars});
  auto& into = classes_[at->second].rows;
  into.insert(into.end(), rows.begin(), rows.end());
}

CellClass* CellClasses::find(RowId row, StarSet stars) {
  const auto at = number_.find(table_.key(row, stars));
  if (at == number_.end() || classes_[at->second].rows.empty()) return nullptr;
  return &classes_[at->second];
}

void CellClasses::count(std::span<const RowId> rows) {
  for (const RowId row : rows) {
    for (std::size_t s = 0; s < codes_.size(); ++s) {
      codes_[s] = table_.problem().counted_column(s).codes[row];
    }
    counts_.add(codes_.data());
  }
}

std::size_t CellClasses::people(RowId row, StarSet stars) {
  constexpr std::size_t kMostKept = 4'000'000;
  auto at = people_.find(stars);
  if (at == people_.end()) {
    if (people_kept_ > kMostKept) {
      people_.clear();
      people_kept_ = 0;
    }
    at = people_.try_emplace(stars, table_.people(stars)).first;
    people_kept_ += at->second.size();
  }
  const auto found = at->second.find(table_.hash(row, stars));
  return found == at->second.end() ? 0 : found->second;
}

bool CellClasses::hold(std::span<const RowId> rows, std::span<const RowId> more, StarSet stars,
                       const CellClass* self) {
  std::span<const RowId> there;
  if (by_people_) {
    const CellClass* same = find(rows.front(), stars);
    if (same != nullptr && same != self) there = same->rows;
  }
  const std::size_t size = rows.size() + more.size() + there.size();
  if (size < table_.problem().smallest_class()) return false;
  if (counts_.needed()) {
    counts_.clear();
    count(rows);
    count(more);
    count(there);
  }
  return counts_.holds(size, by_people_ ? people(rows.front(), stars) : 0);
}

Recoding CellClasses::recoding() const {
  Recoding out;
  out.class_of.assign(table_.rows(), kSuppressed);
  std::vector<const CellClass*> kept;
  for (const auto& cls : classes_) {
    if (cls.rows.empty()) continue;
    for (const RowId row : cls.rows) out.class_of[row] = ClassId(kept.size());
    out.class_sizes.push_back(static_cast<std::uint32_t>(cls.rows.size()));
    kept.push_back(&cls);
  }
  for (std::size_t c = 0; c < table_.columns(); ++c) {
    RecodedAttribute& attribute = out.attributes.emplace_back();
    attribute.column = table_.problem().quasi[c].column;
    attribute.values.push_back({.kind = GeneralizedValue::Kind::Any});
    std::unordered_map<ValueId, std::uint32_t> index;
    for (const auto* cls : kept) {
      if ((cls->stars >> c & 1U) != 0) {
        attribute.value_of_class.push_back(0);
        continue;
      }
      const ValueId value = table_.value(c, cls->rows.front());
      const auto next = static_cast<std::uint32_t>(attribute.values.size());
      const auto [at, fresh] = index.try_emplace(value, next);
      if (fresh) attribute.values.push_back(table_.shown(c, value));
      attribute.value_of_class.push_back(at->second);
    }
  }
  return out;
}

}  // namespace privet
