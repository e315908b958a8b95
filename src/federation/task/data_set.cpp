// SPDX-License-Identifier: Apache-2.0
#include "federation/task/data_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <set>

#include "base/codec.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/sampling.h"

namespace privet::federation {
namespace {

constexpr std::uint8_t kTable = 1;
constexpr std::uint8_t kBaskets = 2;
constexpr std::uint8_t kTablePair = 3;
constexpr std::uint8_t kCellPart = 4;
constexpr std::uint8_t kModelPart = 5;
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

template <class Code>
void put_codes(ByteWriter& out, std::span<const Code> codes) {
  out.put(static_cast<std::uint64_t>(codes.size()));
  out.put_bytes(std::as_bytes(codes));
}

template <class Code>
std::vector<Code> get_codes(ByteReader& in, std::size_t below) {
  const auto count = in.get<std::uint64_t>();
  if (count > in.left() / sizeof(Code)) {
    throw Error(ErrorCode::Input, "the data ends in the middle of a column");
  }
  const auto raw = in.get_bytes(count * sizeof(Code));
  std::vector<Code> out(count);
  if (count > 0) std::memcpy(out.data(), raw.data(), raw.size());
  for (const auto code : out) {
    if (code >= below) throw Error(ErrorCode::Input, "the data names a value that it lacks");
  }
  return out;
}

void put_column(ByteWriter& out, const Column& column) {
  out.put_text(column.name);
  out.put(static_cast<std::uint8_t>(column.type() == ColumnType::Numeric ? 1 : 0));
  out.put(static_cast<std::uint32_t>(column.dictionary.size()));
  out.put(static_cast<std::uint32_t>(column.dictionary.missing_count()));
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    out.put_text(column.dictionary.text(static_cast<ValueId>(v)));
  }
  put_codes(out, std::span(column.codes));
}

Column get_column(ByteReader& in) {
  Column out;
  out.name = in.get_text();
  const auto type = in.get<std::uint8_t>() == 1 ? ColumnType::Numeric : ColumnType::Text;
  const auto size = in.get<std::uint32_t>();
  const auto missing_count = in.get<std::uint32_t>();
  std::vector<std::string> texts;
  for (std::uint32_t v = 0; v < size; ++v) texts.push_back(in.get_text());
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<bool> missing(size);
  for (std::uint32_t v = 0; v < missing_count && v < size; ++v) missing[v] = true;
  for (std::uint32_t v = 0; type == ColumnType::Numeric && v < size; ++v) {
    if (!missing[v] && !parse_number(texts[v])) {
      throw Error(ErrorCode::Input, "the data has a column of numbers with a text in it");
    }
  }
  // The values come in the dictionary's own order, so the codes stay as they are.
  out.dictionary = Dictionary(type, views, missing);
  out.codes = get_codes<ValueId>(in, size);
  return out;
}

void put_table(ByteWriter& out, const Table& table) {
  out.put(static_cast<std::uint32_t>(table.columns()));
  for (const auto& column : table.all()) put_column(out, column);
}

Table get_table(ByteReader& in) {
  std::vector<Column> columns;
  const auto count = in.get<std::uint32_t>();
  std::set<std::string> names;
  for (std::uint32_t c = 0; c < count; ++c) {
    columns.push_back(get_column(in));
    if (columns.back().codes.size() != columns.front().codes.size() ||
        !names.insert(columns.back().name).second) {
      throw Error(ErrorCode::Input, "the data's columns do not make a table");
    }
  }
  return Table(std::move(columns));
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

std::vector<std::byte> encode_data(const DataSet& data) {
  PRIVET_CHECK(!std::holds_alternative<TableSet>(data));  // no party has that
  ByteWriter out;
  if (const auto* table = std::get_if<Table>(&data)) {
    out.put(kTable);
    put_table(out, *table);
    return out.take();
  }
  if (const auto* both = std::get_if<TablePair>(&data)) {
    out.put(kTablePair);
    put_table(out, both->table);
    put_table(out, both->more);
    out.put(static_cast<std::uint64_t>(both->classified));
    return out.take();
  }
  if (const auto* cells = std::get_if<CellPart>(&data)) {
    out.put(kCellPart);
    put_table(out, cells->table);
    for (const auto& column : cells->owned) {
      for (const bool own : column) out.put(static_cast<std::uint8_t>(own ? 1 : 0));
    }
    return out.take();
  }
  if (const auto* model = std::get_if<ModelPart>(&data)) {
    PRIVET_CHECK(model->models.size() == 1);
    out.put(kModelPart);
    out.put_text(model->models.front());
    put_table(out, model->rows);
    out.put(static_cast<std::uint64_t>(model->count));
    return out.take();
  }
  const auto& baskets = std::get<Baskets>(data);
  out.put(kBaskets);
  out.put(static_cast<std::uint32_t>(baskets.items()));
  for (const auto& name : baskets.names()) out.put_text(name);
  out.put(static_cast<std::uint32_t>(baskets.size()));
  for (BasketId b = 0; b < baskets.size(); ++b) put_codes(out, baskets.basket(b));
  return out.take();
}

DataSet decode_data(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  const auto kind = in.get<std::uint8_t>();
  if (kind == kTable) return get_table(in);
  if (kind == kTablePair) {
    TablePair out;
    out.table = get_table(in);
    out.more = get_table(in);
    out.classified = in.get<std::uint64_t>();
    return out;
  }
  if (kind == kCellPart) {
    CellPart out{get_table(in), {}};
    if (in.left() != out.table.rows() * out.table.columns()) {
      throw Error(ErrorCode::Input, "the data does not say whose each cell is");
    }
    out.owned.assign(out.table.columns(), std::vector<bool>(out.table.rows()));
    for (auto& column : out.owned) {
      for (std::size_t row = 0; row < column.size(); ++row) {
        column[row] = in.get<std::uint8_t>() != 0;
      }
    }
    return out;
  }
  if (kind == kModelPart) {
    ModelPart out;
    out.models.push_back(in.get_text());
    out.rows = get_table(in);
    out.count = in.get<std::uint64_t>();
    return out;
  }
  if (kind != kBaskets) throw Error(ErrorCode::Input, "the data is neither a table nor baskets");
  Baskets out;
  const auto items = in.get<std::uint32_t>();
  for (std::uint32_t i = 0; i < items; ++i) out.add_item(in.get_text());
  const auto count = in.get<std::uint32_t>();
  for (std::uint32_t b = 0; b < count; ++b) out.add(get_codes<ItemId>(in, items));
  return out;
}

}  // namespace privet::federation
