// SPDX-License-Identifier: Apache-2.0
#include "federation/task/data_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"

namespace privet::federation {
namespace {

constexpr std::array<std::string_view, 4> kSplitNames{"vertical", "horizontal", "join",
                                                      "arbitrary"};

constexpr std::array<std::string_view, 3> kDealNames{"round-robin", "neighbours", "random"};

// Which of `count` things each party gets, ascending.
std::vector<std::vector<std::uint32_t>> deal_out(std::size_t count, std::size_t parties, Deal deal,
                                                 std::uint64_t seed) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  if (deal == Deal::Random) {
    Sampler sampler(seed);
    sampler.shuffle(std::span(order));
  }
  std::vector<std::vector<std::uint32_t>> out(parties);
  for (std::size_t i = 0; i < count; ++i) {
    // Party p has the things from count * p / parties on.
    const std::size_t party =
        deal == Deal::Neighbours ? (parties * (i + 1) - 1) / count : i % parties;
    out[party].push_back(order[i]);
  }
  for (auto& own : out) std::ranges::sort(own);
  return out;
}

DataSet some_items(const Baskets& whole, std::span<const std::uint32_t> items) {
  Baskets out;
  std::vector<ItemId> place(whole.items(), static_cast<ItemId>(whole.items()));
  for (std::size_t i = 0; i < items.size(); ++i) {
    place[items[i]] = static_cast<ItemId>(i);
    out.add_item(whole.name(static_cast<ItemId>(items[i])));
  }
  std::vector<ItemId> kept;
  for (BasketId b = 0; b < whole.size(); ++b) {
    kept.clear();
    for (const ItemId item : whole.basket(b)) {
      if (place[item] < items.size()) kept.push_back(place[item]);
    }
    out.add(kept);
  }
  return out;
}

DataSet some_baskets(const Baskets& whole, std::span<const std::uint32_t> baskets) {
  Baskets out;
  for (const auto& name : whole.names()) out.add_item(name);
  for (const auto b : baskets) out.add(whole.basket(static_cast<BasketId>(b)));
  return out;
}

template <class Id>
std::vector<Id> ids_of(std::span<const std::uint32_t> numbers) {
  std::vector<Id> out;
  for (const auto number : numbers) out.push_back(static_cast<Id>(number));
  return out;
}

struct Pieces {
  std::size_t count;
  std::string_view what;
};

Pieces pieces_of(const DataSet& data, Split split) {
  const auto* table = table_of(data);
  if (split != Split::Vertical) return {rows_of(data), table != nullptr ? "row" : "basket"};
  return table != nullptr ? Pieces{table->columns(), "column"}
                          : Pieces{std::get<Baskets>(data).items(), "item"};
}

}  // namespace

std::string_view split_name(Split split) {
  return kSplitNames.at(static_cast<std::size_t>(split));
}

Split split_of(std::string_view name) {
  const auto found = std::ranges::find(kSplitNames, name);
  if (found == kSplitNames.end()) {
    throw Error(ErrorCode::Usage,
                fmt::format("must be one of {}, not {}", fmt::join(kSplitNames, ", "),
                            quote_for_message(std::string(name))),
                {.parameter = "--split"});
  }
  return static_cast<Split>(found - kSplitNames.begin());
}

const Table* table_of(const DataSet& data) {
  if (const auto* both = std::get_if<TablePair>(&data)) return &both->table;
  if (const auto* cells = std::get_if<CellPart>(&data)) return &cells->table;
  if (const auto* model = std::get_if<ModelPart>(&data)) return &model->rows;
  return std::get_if<Table>(&data);
}

std::size_t rows_of(const DataSet& data) {
  if (const auto* set = std::get_if<TableSet>(&data)) {
    std::size_t out = 0;
    for (const auto& table : set->tables) out += table.rows();
    return out;
  }
  if (const auto* model = std::get_if<ModelPart>(&data)) return model->count;
  const auto* table = table_of(data);
  return table != nullptr ? table->rows() : std::get<Baskets>(data).size();
}

std::vector<DataSet> with_rows_to_classify(std::span<const DataSet> parts, const Table& more) {
  std::vector<DataSet> out;
  for (const auto& part : parts) {
    const auto* table = table_of(part);
    PRIVET_CHECK(table != nullptr);
    std::vector<AttributeId> columns;
    for (const auto& column : table->all()) {
      if (const auto found = more.find(column.name)) columns.push_back(*found);
    }
    out.emplace_back(TablePair{*table, more.select_columns(columns), more.rows()});
  }
  return out;
}

std::span<const std::string_view> deal_names() {
  return kDealNames;
}

Deal deal_of(std::string_view name) {
  const auto found = std::ranges::find(kDealNames, name);
  PRIVET_CHECK(found != kDealNames.end());
  return static_cast<Deal>(found - kDealNames.begin());
}

std::vector<DataSet> split_data(const DataSet& whole, Split split, std::size_t parties, Deal deal,
                                std::uint64_t seed) {
  const auto [count, what] = pieces_of(whole, split);
  if (count < parties) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("{} parties cannot share {}: ask for fewer", parties, counted(count, what)),
        {.parameter = "--parties"});
  }
  std::vector<DataSet> out;
  for (const auto& own : deal_out(count, parties, deal, seed)) {
    if (const auto* table = std::get_if<Table>(&whole)) {
      out.emplace_back(split == Split::Vertical ? table->select_columns(ids_of<AttributeId>(own))
                                                : table->select_rows(ids_of<RowId>(own)));
    } else {
      const auto& baskets = std::get<Baskets>(whole);
      out.push_back(split == Split::Vertical ? some_items(baskets, own)
                                             : some_baskets(baskets, own));
    }
  }
  return out;
}

std::vector<DataSet> split_columns(const Table& whole,
                                   std::span<const std::vector<std::string>> parts) {
  const Place place{.parameter = "--parts"};
  std::vector<DataSet> out;
  std::set<std::string> taken;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (parts[p].empty()) {
      throw Error(ErrorCode::Usage, fmt::format("party-{} has no column", p + 1), place);
    }
    std::vector<AttributeId> columns;
    for (const auto& name : parts[p]) {
      columns.push_back(whole.require(name, "--parts"));
      if (!taken.insert(name).second) {
        throw Error(ErrorCode::Usage,
                    fmt::format("column {} is named twice", quote_for_message(name)), place);
      }
    }
    out.emplace_back(whole.select_columns(columns));
  }
  return out;
}

Table join_columns(std::span<const DataSet> parts) {
  std::vector<Column> columns;
  std::set<std::string> taken;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto* table = table_of(parts[p]);
    if (table == nullptr) {
      throw Error(ErrorCode::Input, fmt::format("party-{} has no table", p + 1));
    }
    if (p > 0 && table->rows() != rows_of(parts[0])) {
      throw Error(
          ErrorCode::Input,
          fmt::format("party-{} has {} and party-1 {}: the same rows must be at every "
                      "party, in the same order",
                      p + 1, counted(table->rows(), "row"), counted(rows_of(parts[0]), "row")));
    }
    for (const auto& column : table->all()) {
      if (!taken.insert(column.name).second) {
        throw Error(ErrorCode::Input,
                    fmt::format("party-{} has a column {}, as another party does: leave it out of "
                                "one, or give it another name",
                                p + 1, quote_for_message(column.name)));
      }
      columns.push_back(column);
    }
  }
  return Table(std::move(columns));
}

std::string describe_part(const DataSet& part, Split split) {
  if (const auto* cells = std::get_if<CellPart>(&part)) {
    std::size_t count = 0;
    for (const auto& column : cells->owned) {
      count += static_cast<std::size_t>(std::ranges::count(column, true));
    }
    return counted(count, "cell");
  }
  const auto [count, what] = pieces_of(part, split);
  if (split == Split::Join) {
    return fmt::format("{} of {}", counted(count, what),
                       counted(table_of(part)->columns(), "column"));
  }
  if (split == Split::Horizontal || std::holds_alternative<Baskets>(part)) {
    return counted(count, what);
  }
  if (table_of(part)->columns() == 0) return "no column";
  std::vector<std::string_view> names;
  for (const auto& column : table_of(part)->all()) names.push_back(column.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace privet::federation
