// SPDX-License-Identifier: Apache-2.0
// Parts of data as bytes, for the process of a party.
#include <array>
#include <cstring>
#include <set>

#include "base/codec.h"
#include "base/error.h"
#include "federation/task/data_set.h"

namespace privet::federation {
namespace {

constexpr std::uint8_t kTable = 1;
constexpr std::uint8_t kBaskets = 2;
constexpr std::uint8_t kTablePair = 3;
constexpr std::uint8_t kCellPart = 4;
constexpr std::uint8_t kModelPart = 5;

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
