// SPDX-License-Identifier: Apache-2.0
#include "tests/property/random_case.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/os_random.h"
#include "privacy/k_anonymity.h"

namespace privet::testing_support {
namespace {

using Use = NaiveColumn::Use;

// Texts that are awkward somewhere: in CSV, in cells, as numbers.
constexpr std::array<std::string_view, 30> kOdd{
    "*",    "[1-2]", "{a}", "{a,b}", "a,b", "\"",    "\"\"",     "\"q\"", "a\"b", "a;b",
    "x\ny", "\r",    "a\r", "\r\n",  " ",   " a ",   "\t",       "?",     "NA",   "",
    "null", "[",     "{",   "}",     ",",   "\"*\"", "\xff\xfe", "ä",     "-",    ".."};
constexpr std::array<std::string_view, 20> kNumbers{
    "-1.", ".5", "-.5", "+3",  "1e3",  "1e-3", "-2e-1", "7",  "7.0", "07",
    "-0",  "0",  "5.",  "-7.", "100 ", " 8",   "9e99",  "-5", "3",   "0.1"};

template <class List>
std::string pick(Sampler& sampler, const List& list) {
  return std::string(list[sampler.below(list.size())]);
}

std::string random_text(Sampler& sampler, bool numeric) {
  if (numeric) {
    switch (sampler.below(4)) {
      case 0:
        return pick(sampler, kNumbers);
      case 1:
        return std::to_string(static_cast<int>(sampler.below(41)) - 20);
      case 2:
        return sampler.below(3) == 0 ? "?" : std::to_string(sampler.below(5));
      default:
        return std::to_string(sampler.below(100));
    }
  }
  if (sampler.below(2) == 0) return pick(sampler, kOdd);
  return std::string(1 + sampler.below(2), static_cast<char>('a' + sampler.below(6)));
}

// Random groups above the values: each level merges the labels of the one below into fewer.
void add_hierarchy(Sampler& sampler, const Column& column, NaiveColumn& naive,
                   std::unique_ptr<BoundHierarchy>& bound) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    rows.push_back({std::string(column.dictionary.text(static_cast<ValueId>(v)))});
  }
  const std::size_t levels = 1 + sampler.below(3);
  std::vector<std::size_t> group(rows.size());  // by leaf
  for (std::size_t v = 0; v < rows.size(); ++v) group[v] = v;
  for (std::size_t level = 1; level <= levels; ++level) {
    const std::size_t groups = level == levels ? 1 : 1 + sampler.below(4);
    std::vector<std::size_t> merged(rows.size() + 4);  // by group of the level below
    for (auto& target : merged) target = sampler.below(groups);
    for (std::size_t v = 0; v < rows.size(); ++v) {
      group[v] = merged[group[v]];
      const bool star = level == levels && true;
      rows[v].push_back(star ? "*" : "g" + std::to_string(level) + "." + std::to_string(group[v]));
    }
  }
  HierarchyRows all{.levels = levels + 1, .labels = {}, .source = "random"};
  for (const auto& row : rows) {
    for (const auto& label : row) {
      all.labels.push_back(label);
      naive.groups[label].insert(row[0]);
    }
  }
  bound = std::make_unique<BoundHierarchy>(bind(Hierarchy(all), column, "random"));
}

}  // namespace

Problem RandomCase::problem() const {
  Problem out{table, {}, schema.with(Role::Sensitive), {model.get()}};
  for (const AttributeId id : schema.with(Role::Quasi)) {
    out.quasi.push_back({id, hierarchies[id].get()});
  }
  return out;
}

std::unique_ptr<RandomCase> random_case(Sampler& sampler) {
  auto out = std::make_unique<RandomCase>();
  const std::size_t columns = 1 + sampler.below(5);
  const std::size_t records = 1 + sampler.below(40);
  std::vector<std::vector<std::string>> by_column(columns);
  std::vector<Column> made;
  out->schema = Schema(columns);
  out->hierarchies.resize(columns);
  out->original.rows.assign(records, std::vector<std::string>(columns));
  for (std::size_t c = 0; c < columns; ++c) {
    const bool numbers = sampler.below(2) == 0;
    const bool constant = sampler.below(12) == 0;
    for (std::size_t r = 0; r < records; ++r) {
      by_column[c].push_back(constant && r > 0 ? by_column[c][0] : random_text(sampler, numbers));
      out->original.rows[r][c] = by_column[c][r];
    }
    made.push_back(make_column("c\"" + std::to_string(c), by_column[c]));
    NaiveColumn naive{.name = made[c].name, .numeric = made[c].type() == ColumnType::Numeric};
    constexpr std::array kRoles{Role::Quasi, Role::Quasi, Role::Quasi,     Role::Sensitive,
                                Role::Plain, Role::Class, Role::Identifier};
    const Role role = c == 0 ? Role::Quasi : kRoles[sampler.below(kRoles.size())];
    out->schema.assign(static_cast<AttributeId>(c), role);
    if (role == Role::Identifier) naive.use = Use::Dropped;
    if (role == Role::Quasi) naive.use = Use::Quasi;
    if (role == Role::Quasi && sampler.below(3) == 0) {
      add_hierarchy(sampler, made[c], naive, out->hierarchies[c]);
    }
    out->original.columns.push_back(std::move(naive));
  }
  out->table = Table(std::move(made));
  out->original.k = 1 + sampler.below(std::min<std::size_t>(records, 8));
  out->model = make_k_anonymity(out->original.k);
  out->style = {.delimiter = ",;\t|"[sampler.below(4)],
                .header = sampler.below(4) != 0,
                .crlf = sampler.below(3) == 0,
                .bom = sampler.below(3) == 0,
                .final_newline = sampler.below(3) != 0};
  return out;
}

std::uint64_t property_seed() {
  if (const char* given = std::getenv("PRIVET_SEED")) return std::strtoull(given, nullptr, 10);
  const char* ci = std::getenv("CI");
  const std::uint64_t seed =
      ci != nullptr && std::string_view(ci) == "true" ? os_random_u64() : 20240517;
  std::printf("PRIVET_SEED=%llu\n", static_cast<unsigned long long>(seed));
  return seed;
}

}  // namespace privet::testing_support
