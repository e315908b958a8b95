// SPDX-License-Identifier: Apache-2.0
#include "federation/cells/cell_families.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "federation/tree/tree_counts.h"
#include "mining/numbers/log_units.h"
#include "protocol/columns/table_look_up.h"
#include "protocol/product/boolean_products.h"

namespace privet::federation {

using mining::Family;
using namespace cell_openings;  // NOLINT(google-build-using-namespace)

namespace {

constexpr std::size_t kMostCombinations = std::size_t{1} << 12U;  // of a family

std::size_t values_of(const CellPart& part, AttributeId column) {
  return std::max<std::size_t>(part.table.column(column).dictionary.size(), 1);
}

}  // namespace

CellFamilies::CellFamilies(const protocol::Setting& setting, const CellPart& own)
    : setting_(setting),
      own_(own),
      way_(setting),
      bits_(protocol::boolean_dot_width(own.table.rows())) {
  std::size_t values = 1;
  for (AttributeId c = 0; c < own_.table.columns(); ++c) {
    values = std::max(values, values_of(own_, c));
  }
  const std::size_t limit = (std::size_t{1} << bits_) + values;
  // Room for sums over combinations that no row has.
  const mining::LogUnits units(4 * (limit + kMostCombinations));
  factorials_.resize(limit);
  for (std::size_t n = 1; n < limit; ++n) factorials_[n] = factorials_[n - 1] + units[n] / n;
}

CellFamilies::Shape CellFamilies::shape_of(const Family& family) const {
  Shape out;
  out.columns = family.parents;
  out.columns.push_back(family.child);
  for (const AttributeId c : out.columns) {
    out.combinations *= values_of(own_, c);
    if (out.combinations > kMostCombinations) {
      throw Error(
          ErrorCode::Infeasible,
          fmt::format("column {} and its possible parents have more than {} combinations of "
                      "values: allow fewer parents, or group values",
                      quote_for_message(own_.table.column(family.child).name), kMostCombinations));
    }
  }
  out.child_values = values_of(own_, family.child);
  return out;
}

// Shares of how many rows have each combination, shape after shape, the child's value fastest.
CellFamilies::Numbers CellFamilies::count(std::span<const Shape> shapes) {
  const auto rows = own_.table.rows();
  std::vector<crypto::BitVector> vectors;
  for (const auto& shape : shapes) {
    const auto first = vectors.size();
    vectors.insert(vectors.end(), shape.combinations, crypto::BitVector(rows));
    std::vector<std::size_t> allowed;
    for (std::size_t row = 0; row < rows; ++row) {
      allowed.assign(1, 0);
      for (const AttributeId c : shape.columns) {
        const auto values = values_of(own_, c);
        std::vector<std::size_t> next;
        for (const auto before : allowed) {
          if (own_.owned[c][row]) {
            next.push_back(before * values + own_.table.column(c).codes[row]);
            continue;
          }
          for (std::size_t v = 0; v < values; ++v) next.push_back(before * values + v);
        }
        allowed.swap(next);
      }
      for (const auto place : allowed) vectors[first + place].put(row, 1);
    }
  }
  std::vector<protocol::BooleanProduct> products;
  for (std::uint32_t i = 0; i < vectors.size(); ++i) {
    products.push_back({{setting_.mesh.at(0), i}, {setting_.mesh.at(1), i}});
  }
  return protocol::boolean_products(setting_, products, vectors, rows);
}

std::vector<std::uint64_t> CellFamilies::table_from(std::size_t added) const {
  const auto begin = factorials_.begin() + static_cast<std::ptrdiff_t>(added);
  return {begin, begin + (std::ptrdiff_t{1} << bits_)};
}

CellFamilies::Numbers CellFamilies::look_up(const Numbers& places,
                                            const std::vector<std::uint64_t>& table) {
  constexpr std::size_t kAtOnce = std::size_t{1} << 12U;
  auto& a = *way_.arithmetic();
  Numbers out;
  for (std::size_t at = 0; at < places.size(); at += kAtOnce) {
    const auto piece = std::min(kAtOnce, places.size() - at);
    const auto bits = protocol::to_bits(a, Arithmetic::slice(places, at, piece), bits_);
    const auto found = protocol::table_look_up(a, bits, table, mining::LogUnits::kBits);
    Arithmetic::append(out, from_bits(a, found, piece));
  }
  return out;
}

void CellFamilies::score(std::span<const Family> families) {
  std::vector<Shape> shapes;
  for (const auto& family : families) shapes.push_back(shape_of(family));
  if (shapes.empty()) return;
  const auto counts = count(shapes);
  const auto of_counts = look_up(counts, table_from(0));
  // Rows of each combination of the parents, by how many values the child has.
  std::map<std::size_t, Numbers> rows;
  std::size_t at = 0;
  for (const auto& shape : shapes) {
    Arithmetic::append(
        rows[shape.child_values],
        Arithmetic::sums(Arithmetic::slice(counts, at, shape.combinations), shape.child_values));
    at += shape.combinations;
  }
  for (auto& [values, places] : rows) places = look_up(places, table_from(values - 1));
  auto& a = *way_.arithmetic();
  std::map<std::size_t, std::size_t> next;
  at = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const auto& shape = shapes[i];
    const auto of_parents = shape.combinations / shape.child_values;
    auto& begin = next[shape.child_values];
    const auto above = Arithmetic::slice(rows.at(shape.child_values), begin, of_parents);
    begin += of_parents;
    const auto below = Arithmetic::slice(of_counts, at, shape.combinations);
    at += shape.combinations;
    const auto free = a.constant(factorials_[shape.child_values - 1] * of_parents, 1);
    costs_[{families[i].child, families[i].parents}] =
        Arithmetic::sums(above, of_parents) - Arithmetic::sums(below, shape.combinations) - free;
  }
}

std::vector<std::optional<AttributeId>> CellFamilies::best_parents(
    std::span<const mining::ParentQuestion> questions) {
  setting_.ledger.add_to_size(kQuestions, questions.size());
  std::vector<Family> families;
  std::size_t most = 0;
  const auto need = [&](Family family) {
    if (!costs_.contains({family.child, family.parents})) families.push_back(std::move(family));
  };
  for (const auto& [family, candidates] : questions) {
    need(family);
    for (const AttributeId added : candidates) need(mining::with_parent(family, added));
    most = std::max(most, candidates.size());
  }
  score(families);
  // The family as it is comes first, so that it stays where nothing is better.
  const auto bits = static_cast<unsigned>(std::bit_width(most));
  const auto told =
      way_.tell(questions.size(), bits, setting_.mesh.members(), kParent, [&](Arithmetic& a) {
        std::vector<Numbers> costs(most + 1);
        for (const auto& [family, candidates] : questions) {
          Arithmetic::append(costs[0], costs_.at({family.child, family.parents}));
          for (std::size_t i = 0; i < most; ++i) {
            if (i < candidates.size()) {
              const auto more = mining::with_parent(family, candidates[i]);
              Arithmetic::append(costs[i + 1], costs_.at({more.child, more.parents}));
            } else {
              Arithmetic::append(costs[i + 1], a.constant(kExcluded, 1));
            }
          }
        }
        const auto chosen = least_of<Arithmetic>(a, costs);
        std::vector<std::uint64_t> codes(most + 1);
        for (std::size_t i = 0; i <= most; ++i) codes[i] = i;
        return code_of(a.bits(), chosen, codes, bits);
      });
  std::vector<std::optional<AttributeId>> out;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const auto place = told->at(q);
    protocol::check_opened("the place of a parent", questions[q].candidates.size(), place);
    out.push_back(place == 0 ? std::nullopt : std::optional(questions[q].candidates[place - 1]));
  }
  return out;
}

}  // namespace privet::federation
