// SPDX-License-Identifier: Apache-2.0
#include "engine/domains.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "data/csv/column_builder.h"
#include "data/meaning.h"

namespace privet::engine {

Column few_rows(const Domain& domain) {
  constexpr std::uint64_t kTimes = 3;
  Column out = domain.column;
  for (std::size_t t = 0; t < domain.texts.size(); ++t) {
    const auto code = out.dictionary.find(domain.texts[t]);
    PRIVET_CHECK(code.has_value());
    out.codes.insert(out.codes.end(), std::min(kTimes, domain.counts[t]), *code);
  }
  return out;
}

std::string shown_sql(const std::string& column, std::string_view of) {
  return fmt::format("pg_catalog.concat({}.{})", of, quote_sql_name(column));
}

Domain read_domain(ShardSet& shards, const std::string& column, const Run& run) {
  Domain out;
  std::unordered_map<std::string, std::size_t> place;
  shards.stream(
      [&](const std::string& origin) {
        return fmt::format("SELECT {} AS value, count(*) FROM {} AS o GROUP BY 1",
                           shown_sql(column), origin);
      },
      [&](std::size_t, SqlFields fields) {
        const auto [at, fresh] = place.try_emplace(std::string(*fields[0]), out.texts.size());
        if (fresh) {
          out.texts.emplace_back(*fields[0]);
          out.counts.push_back(0);
        }
        out.counts[at->second] += static_cast<std::uint64_t>(sql_number(*fields[1]));
      });
  ColumnBuilder builder;
  for (const auto& text : out.texts) builder.add(text);
  out.column = builder.finish(column, std::nullopt, run);
  out.column.codes.clear();
  return out;
}

std::uint64_t count_rows(ShardSet& shards) {
  std::uint64_t out = 0;
  const auto answers = shards.ask(
      [](const std::string& origin) { return "SELECT count(*) FROM " + origin + " AS o"; });
  for (const auto& answer : answers) out += std::stoull(*answer.front().front());
  return out;
}

std::vector<ValueId> codes_in(const Domain& domain, const Column& column, bool exact_text) {
  const Dictionary& before = domain.column.dictionary;
  const Meanings meanings = find_meanings(before, exact_text);
  std::vector<ValueId> out;
  out.reserve(domain.texts.size());
  for (const auto& text : domain.texts) {
    auto code = column.dictionary.find(text);
    if (!code) {  // another spelling stands for it
      const auto own = before.find(text);
      PRIVET_CHECK(own.has_value());
      code = column.dictionary.find(before.text(meanings.first[meanings.of[*own]]));
    }
    PRIVET_CHECK(code.has_value());
    out.push_back(*code);
  }
  return out;
}

}  // namespace privet::engine
