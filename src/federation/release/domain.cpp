// SPDX-License-Identifier: Apache-2.0
#include "federation/release/domain.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>

#include "base/error.h"
#include "data/meaning.h"
#include "federation/release/lanes.h"
#include "protocol/tell.h"
#include "protocol/union/set_union.h"

namespace privet::federation {
namespace {

using namespace release_openings;  // NOLINT(google-build-using-namespace)
using protocol::NumberVector;

constexpr std::size_t kMostDecimals = 6;
constexpr std::int64_t kLargest = std::int64_t{1} << 40U;  // of a number in units of the grid
constexpr unsigned kRangeBits = 43;

[[noreturn]] void refuse(const Column& column, const std::string& what) {
  throw Error(ErrorCode::Input, fmt::format("column {} {}", quote_for_message(column.name), what));
}

std::size_t decimals_of(std::string_view text) {
  const auto dot = text.find('.');
  return dot == std::string_view::npos ? 0 : text.size() - dot - 1;
}

// The number in units of 10^-decimals, without its last zeros.
std::string text_on_grid(std::int64_t units, std::size_t decimals) {
  auto digits = fmt::format("{:0{}}", units < 0 ? -units : units, decimals + 1);
  std::string out = units < 0 ? "-" : "";
  out += digits.substr(0, digits.size() - decimals);
  auto fraction = digits.substr(digits.size() - decimals);
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (!fraction.empty()) out += "." + fraction;
  return out;
}

std::int64_t units_of(const Column& column, std::string_view text, std::size_t decimals) {
  std::string digits(text);
  const auto missing = decimals - decimals_of(text);
  std::erase(digits, '.');
  digits.append(missing, '0');
  std::int64_t out = 0;
  const auto end = digits.data() + digits.size();
  const auto parsed = std::from_chars(digits.data(), end, out);
  if (parsed.ec != std::errc() || parsed.ptr != end || out <= -kLargest || out >= kLargest ||
      text_on_grid(out, decimals) != text) {
    refuse(column,
           fmt::format("has the number {}, which sites cannot count together: write numbers "
                       "as 12 or 12.5, below 10^12 with all their decimals",
                       quote_for_message(std::string(text))));
  }
  return out;
}

// What this site knows of a column of numbers.
struct OwnNumbers {
  const Column* column;
  std::size_t decimals = 0;
  bool missing = false;
};

OwnNumbers own_numbers(const Column& column) {
  OwnNumbers out{&column, 0, column.dictionary.missing_count() > 0};
  const auto& dictionary = column.dictionary;
  for (std::size_t v = 0; v < dictionary.size(); ++v) {
    const auto text = dictionary.text(static_cast<ValueId>(v));
    if (v >= dictionary.missing_count()) {
      out.decimals = std::max(out.decimals, decimals_of(text));
    } else if (!is_missing_text(text)) {
      refuse(column, fmt::format("marks missing numbers by {}, which other sites may take for a "
                                 "number: write ? or leave the cell empty",
                                 quote_for_message(std::string(text))));
    }
  }
  if (out.decimals > kMostDecimals) {
    refuse(column, fmt::format("has numbers with {} decimals, and sites count with at most {}: "
                               "round it",
                               out.decimals, kMostDecimals));
  }
  for (auto v = dictionary.missing_count(); v < dictionary.size(); ++v) {
    (void)units_of(column, dictionary.text(static_cast<ValueId>(v)), out.decimals);
  }
  return out;
}

struct Grid {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::size_t decimals = 0;
  bool missing = false;  // at any site
};

// The own records over all values of the grid, and the texts that stand for a missing one.
Column on_grid(const Column& own, const Grid& grid, std::vector<std::string> texts) {
  const auto steps = static_cast<std::uint64_t>(grid.high - grid.low) + 1;
  if (steps > kWidestDomain) {
    refuse(own, fmt::format("takes {} steps from {} to {} over all sites, and sites cut at most {} "
                            "together: round it, or leave it out",
                            steps, text_on_grid(grid.low, grid.decimals),
                            text_on_grid(grid.high, grid.decimals), kWidestDomain));
  }
  for (auto units = grid.low; units <= grid.high; ++units) {
    texts.push_back(text_on_grid(units, grid.decimals));
  }
  auto out = make_column(own.name, texts, ColumnType::Numeric);
  out.codes.clear();
  for (std::size_t r = 0; r < own.codes.size(); ++r) {
    out.codes.push_back(out.dictionary.find(own.text(static_cast<RowId>(r))).value());
  }
  return out;
}

Column over_names(const Column& own, const std::vector<std::string>& names) {
  auto out = make_column(own.name, names, ColumnType::Text);
  out.codes.clear();
  for (std::size_t r = 0; r < own.codes.size(); ++r) {
    out.codes.push_back(out.dictionary.find(own.text(static_cast<RowId>(r))).value());
  }
  return out;
}

bool numeric(const Column& column) {
  return column.type() == ColumnType::Numeric;
}

// The grids of all columns of numbers: decimals are disclosed, ends are the largest and smallest.
template <class Way>
std::vector<Grid> agree_on_grids(const protocol::Setting& setting, Way& way,
                                 std::span<const OwnNumbers> own) {
  std::vector<std::uint64_t> mine;
  for (const auto& column : own) mine.push_back(column.decimals);
  const std::vector<std::size_t> counts(setting.mesh.ids(), own.size());
  std::vector<Grid> out(own.size());
  const auto told = protocol::tell_numbers(setting, mine, counts, kDecimals);
  for (std::size_t site = 0; site < told.size(); ++site) {
    for (std::size_t c = 0; c < out.size(); ++c) {
      if (told[site][c] > kMostDecimals) {
        throw Error(ErrorCode::Peer,
                    fmt::format("site {} sent a number of decimals: expected at most {}, got {}",
                                site + 1, kMostDecimals, told[site][c]));
      }
      out[c].decimals = std::max<std::size_t>(out[c].decimals, told[site][c]);
    }
  }
  NumberVector ends(3 * own.size());
  for (std::size_t c = 0; c < own.size(); ++c) {
    const auto& dictionary = own[c].column->dictionary;
    ends[2 * own.size() + c] = own[c].missing ? 1 : 0;
    for (auto v = dictionary.missing_count(); v < dictionary.size(); ++v) {
      const auto units =
          units_of(*own[c].column, dictionary.text(static_cast<ValueId>(v)), out[c].decimals);
      ends[c] = std::max(ends[c], static_cast<std::uint64_t>(kLargest - units));
      ends[own.size() + c] =
          std::max(ends[own.size() + c], static_cast<std::uint64_t>(kLargest + units));
    }
  }
  std::vector<typename Way::Numbers> candidates;
  for (const auto site : way.sites()) {
    const auto values = site == setting.own() ? std::span<const std::uint64_t>(ends)
                                              : std::span<const std::uint64_t>();
    candidates.push_back(way.numbers_of(site, values, ends.size()));
  }
  const auto all = way.tell(ends.size(), kRangeBits, kRanges, [&](auto& arithmetic) {
    return largest(arithmetic, candidates, kRangeBits);
  });
  for (std::size_t c = 0; c < own.size(); ++c) {
    out[c].low = kLargest - static_cast<std::int64_t>(all[c]);
    out[c].high = static_cast<std::int64_t>(all[own.size() + c]) - kLargest;
    out[c].missing = all[2 * own.size() + c] != 0;
    if (out[c].low > out[c].high) {
      throw Error(ErrorCode::Peer,
                  "another site sent its part of a range: expected a smallest number below the "
                  "largest, got the reverse");
    }
  }
  return out;
}

// A name with its column, so that one union serves all columns.
std::string labelled(std::size_t column, std::string_view name) {
  return fmt::format("{}:{}", column, name);
}

void add_name(std::set<std::string>& names, const Column& column, std::size_t number,
              std::string_view name) {
  if (name.size() > kLongestName) {
    refuse(column, fmt::format("has a value of {} bytes, and sites exchange at most {}: shorten it",
                               name.size(), kLongestName));
  }
  names.insert(labelled(number, name));
}

std::vector<std::vector<std::string>> agree_on_names(const protocol::Setting& setting,
                                                     const std::set<std::string>& own,
                                                     const DomainColumns& recoded) {
  const auto columns = recoded.quasi.size() + 1;  // the last is the sensitive one
  if (own.size() > recoded.most_names) {
    throw Error(
        ErrorCode::Input,
        fmt::format("the columns that are recoded have {} different names here, and it was agreed "
                    "that no site has more than {}: allow more with --most-names, or group the "
                    "values of the longest column",
                    own.size(), recoded.most_names));
  }
  protocol::unions::UnionShape shape;
  shape.row_bytes = kLongestName + 8;
  shape.most_rows = recoded.most_names;
  shape.two = protocol::unions::TwoParties::Accept;
  const std::vector<std::string> rows(own.begin(), own.end());
  const auto everybody = setting.mesh.members();
  const auto all = protocol::unions::set_union(setting, shape, rows, everybody, kNames).value();
  std::vector<std::vector<std::string>> out(columns);
  for (const auto& row : all) {
    const auto colon = row.find(':');
    std::size_t column = columns;
    std::from_chars(row.data(), row.data() + std::min(colon, row.size()), column);
    if (colon == std::string::npos || column >= columns) {
      throw Error(ErrorCode::Peer,
                  "another site sent a name: expected one of a column that is "
                  "recoded, got one of none");
    }
    out[column].push_back(row.substr(colon + 1));
  }
  return out;
}

}  // namespace

Column leaf_column(const Column& own, const Hierarchy& hierarchy) {
  std::vector<std::string> leaves;
  for (std::size_t leaf = 0; leaf < hierarchy.leaves(); ++leaf) {
    leaves.emplace_back(hierarchy.label(static_cast<NodeId>(leaf)));
  }
  auto out = make_column(own.name, leaves, ColumnType::Text);
  out.codes.clear();
  for (std::size_t r = 0; r < own.codes.size(); ++r) {
    const auto text = own.text(static_cast<RowId>(r));
    const auto found = out.dictionary.find(text);
    if (!found) {
      refuse(own,
             fmt::format("has the value {}, which is not a leaf of its hierarchy: add a line for "
                         "it",
                         quote_for_message(std::string(text))));
    }
    out.codes.push_back(*found);
  }
  return out;
}

template <class Way>
SharedDomain agree_on_domain(const protocol::Setting& setting, Way& way, const Table& table,
                             const DomainColumns& columns) {
  std::vector<OwnNumbers> numbers;
  std::set<std::string> own_names;
  bool names = columns.sensitive.has_value();
  for (std::size_t c = 0; c < columns.quasi.size(); ++c) {
    const auto& column = table.column(columns.quasi[c]);
    if (columns.hierarchies[c]) continue;
    if (numeric(column)) {
      numbers.push_back(own_numbers(column));
    } else {
      names = true;
    }
    // Of numbers the texts of those that are missing.
    const auto texts =
        numeric(column) ? column.dictionary.missing_count() : column.dictionary.size();
    for (std::size_t v = 0; v < texts; ++v) {
      add_name(own_names, column, c, column.dictionary.text(static_cast<ValueId>(v)));
    }
  }
  if (columns.sensitive) {
    const auto& column = table.column(*columns.sensitive);
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      const auto key = meaning_key(column.dictionary.text(static_cast<ValueId>(v)));
      if (!key.empty()) add_name(own_names, column, columns.quasi.size(), key);
    }
  }
  std::vector<Grid> grids;
  if (!numbers.empty()) grids = agree_on_grids(setting, way, numbers);
  for (const auto& grid : grids) names = names || grid.missing;
  std::vector<std::vector<std::string>> lists(columns.quasi.size() + 1);
  if (names) lists = agree_on_names(setting, own_names, columns);
  SharedDomain out;
  std::size_t next = 0;
  for (std::size_t c = 0; c < columns.quasi.size(); ++c) {
    const auto& column = table.column(columns.quasi[c]);
    out.hierarchies.emplace_back();
    if (columns.hierarchies[c]) {
      out.quasi.push_back(column);
      out.hierarchies.back() =
          std::make_unique<BoundHierarchy>(bind(*columns.hierarchies[c], column, {}));
      continue;
    }
    out.quasi.push_back(numeric(column) ? on_grid(column, grids[next++], lists[c])
                                        : over_names(column, lists[c]));
  }
  if (columns.sensitive) {
    out.sensitive = lists.back();
    std::ranges::sort(out.sensitive);
  }
  return out;
}

template SharedDomain agree_on_domain(const protocol::Setting&, PanelSites&, const Table&,
                                      const DomainColumns&);
template SharedDomain agree_on_domain(const protocol::Setting&, TrioSites&, const Table&,
                                      const DomainColumns&);

}  // namespace privet::federation
