// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <limits>

#include "base/error.h"
#include "engine/sql_partitions.h"
#include "engine/working_copy_internal.h"

namespace privet::engine {

std::string small_type(std::size_t values) {
  return values < std::numeric_limits<std::int16_t>::max() ? "int2" : "int4";
}

std::string attribute_name(std::size_t number) {
  return fmt::format("q{}", number);
}

std::string further_name(std::size_t number) {
  return fmt::format("s{}", number);
}

void make_working_copy(ShardSet& shards, std::span<const WorkingColumn> attributes,
                       std::span<const WorkingColumn> further, std::uint64_t rows) {
  std::string columns = "0, o.ctid";
  std::string joins;
  const auto add = [&](const WorkingColumn& column, const std::string& name) {
    const std::string table = "values_" + name;
    const std::string type = small_type(column.values);
    shards.upload(table, "v text, n " + type, [&](const ShardSet::Put& put) {
      std::array<std::optional<std::string_view>, 2> row;
      std::string number;
      for (std::size_t t = 0; t < column.texts.size(); ++t) {
        number.clear();
        const auto value = static_cast<std::int32_t>(column.numbers[t]);
        type == "int2" ? append_int2(value, number) : append_int4(value, number);
        row = {column.texts[t], number};
        put(row);
      }
    });
    columns += fmt::format(", {}.n", name);
    joins += fmt::format(" JOIN {} {} ON {}.v = pg_catalog.concat(o.{})", ShardSet::scratch(table),
                         name, name, quote_sql_name(column.column));
  };
  std::string definition = "node int4, place tid";
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    add(attributes[a], attribute_name(a));
    definition += fmt::format(", {} {}", attribute_name(a), small_type(attributes[a].values));
  }
  for (std::size_t f = 0; f < further.size(); ++f) {
    add(further[f], further_name(f));
    definition += fmt::format(", {} {}", further_name(f), small_type(further[f].values));
  }
  shards.empty("parked", definition);
  shards.execute([&](const std::string& origin) {
    return fmt::format("INSERT INTO {} SELECT {} FROM {} AS o{}", ShardSet::scratch("parked"),
                       columns, origin, joins);
  });
  std::uint64_t copied = 0;
  for (const auto& answer : shards.ask("SELECT count(*) FROM " + ShardSet::scratch("parked"))) {
    copied += std::stoull(*answer.front().front());
  }
  PRIVET_CHECK(copied == rows);
  for (std::size_t a = 0; a < attributes.size(); ++a) shards.clear("values_" + attribute_name(a));
  for (std::size_t f = 0; f < further.size(); ++f) shards.clear("values_" + further_name(f));
}

}  // namespace privet::engine
