// SPDX-License-Identifier: Apache-2.0
#include "engine/engine_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"
#include "data/meaning.h"
#include "risk/released_cell.h"

namespace privet::engine {
namespace {

[[noreturn]] void refuses(const std::string& why) {
  throw Error(ErrorCode::Internal,
              fmt::format("the guard refuses the release: {}; nothing was written", why));
}

std::uint64_t sum_of(const std::vector<std::vector<SqlRow>>& answers, std::size_t field = 0) {
  std::uint64_t out = 0;
  for (const auto& answer : answers) out += std::stoull(*answer.front()[field]);
  return out;
}

// Which values of a column a text of it means: the text itself, or the value of the same meaning.
class ValueNumbers {
 public:
  explicit ValueNumbers(const Column& column) : column_(column) {
    const auto size = static_cast<std::uint32_t>(column.dictionary.size());
    for (std::uint32_t v = 0; v < size; ++v) {
      const auto id = static_cast<ValueId>(v);
      const bool missing = column.dictionary.missing(id);
      by_meaning_.try_emplace(missing ? "" : meaning_key(column.dictionary.text(id)), id);
    }
  }
  [[nodiscard]] ValueId of(const std::string& text) const {
    if (const auto exact = column_.dictionary.find(text)) return *exact;
    const auto at = by_meaning_.find(meaning_key(text));
    if (at == by_meaning_.end()) {
      refuses(fmt::format("column {} has a value {} that the original lacks",
                          quote_for_message(column_.name), quote_for_message(text)));
    }
    return at->second;
  }

 private:
  const Column& column_;
  std::unordered_map<std::string, ValueId> by_meaning_;
};

// Where the rows of the release are paired with those of the original.
std::string paired(const std::string& staging, const std::string& origin) {
  return fmt::format("{} r JOIN {} g ON g.own = r.ctid JOIN {} o ON o.ctid = g.place", staging,
                     ShardSet::scratch("guard_pairs"), origin);
}

}  // namespace

CheckedRelease EngineGuard::approve(StagedRelease staged) {
  run_.progress("checking the release: columns and rows");
  check_columns(staged);
  check_rows(staged);
  check_unchanged(staged);
  for (const StagedColumn& column : staged.columns()) {
    if (!column.attribute) continue;
    run_.progress("checking the release: cells");
    check_cells(staged, column);
  }
  run_.progress("checking the release: privacy models");
  judge(staged);
  return CheckedRelease(std::move(staged));
}

void EngineGuard::check_columns(const StagedRelease& staged) {
  const auto answers = shards_.ask(
      fmt::format("SELECT attname FROM pg_attribute WHERE attrelid = {}::regclass AND attnum > 0 "
                  "ORDER BY attnum",
                  quote_sql_text(staged.staging())));
  for (const auto& answer : answers) {
    bool same = answer.size() == staged.columns().size();
    for (std::size_t c = 0; same && c < answer.size(); ++c) {
      same = answer[c].front() == staged.columns()[c].name;
    }
    if (!same) refuses("its columns are not those that were promised");
  }
  std::vector<char> shown(promise_.problem.quasi.size(), 0);
  for (const StagedColumn& column : staged.columns()) {
    if (column.attribute) {
      shown.at(*column.attribute) = 1;
      const auto& quasi = promise_.problem.quasi[*column.attribute];
      if (promise_.problem.table.column(quasi.column).name != column.name) {
        refuses(fmt::format("column {} shows another column", quote_for_message(column.name)));
      }
    }
  }
  if (std::find(shown.begin(), shown.end(), 0) != shown.end()) {
    refuses("it lacks a quasi-identifier");
  }
}

// One row for each row of the original, by a pairing in which none is there twice.
void EngineGuard::check_rows(const StagedRelease& staged) {
  const auto count = [&](const std::string& table) {
    return shards_.ask("SELECT count(*) FROM " + table);
  };
  const auto released = count(staged.staging());
  const auto originals = shards_.ask(
      [](const std::string& origin) { return "SELECT count(*) FROM " + origin + " AS o"; });
  shards_.empty("guard_pairs", "own tid, place tid");
  shards_.execute(fmt::format(
      "INSERT INTO {} SELECT n.own, p.place FROM (SELECT ctid AS own, row_number() OVER (ORDER BY "
      "ctid) AS at FROM {}) n JOIN {} p USING (at)",
      ShardSet::scratch("guard_pairs"), staged.staging(), ShardSet::scratch("placed")));
  const auto pairs =
      shards_.ask(fmt::format("SELECT count(*), count(DISTINCT own), count(DISTINCT place) FROM {}",
                              ShardSet::scratch("guard_pairs")));
  const auto found = shards_.ask([&](const std::string& origin) {
    return fmt::format("SELECT count(*) FROM {}", paired(staged.staging(), origin));
  });
  for (std::size_t s = 0; s < released.size(); ++s) {
    const auto rows = *originals[s].front().front();
    if (*released[s].front().front() != rows) {
      refuses(
          fmt::format("it has {} records, the original {}", *released[s].front().front(), rows));
    }
    for (const auto& number : pairs[s].front()) {
      if (*number != rows) refuses("its records are not those of the original, each once");
    }
    if (*found[s].front().front() != rows) refuses("it has records that the original lacks");
  }
  findings_.records = sum_of(released);
}

void EngineGuard::check_unchanged(const StagedRelease& staged) {
  std::string differs;
  for (const StagedColumn& column : staged.columns()) {
    if (column.attribute) continue;
    const std::string name = quote_sql_name(column.name);
    differs += fmt::format(
        "{0}(r.{1} IS NULL) <> (o.{1} IS NULL) OR pg_catalog.concat(r.{1}) COLLATE \"C\" <> "
        "pg_catalog.concat(o.{1}) COLLATE \"C\"",
        differs.empty() ? "" : " OR ", name);
  }
  if (differs.empty()) return;
  const auto wrong = sum_of(shards_.ask([&](const std::string& origin) {
    return fmt::format("SELECT count(*) FROM {} WHERE {}", paired(staged.staging(), origin),
                       differs);
  }));
  if (wrong > 0) refuses(fmt::format("{} records differ where they must not", wrong));
}

// Every cell covers its original: the different cells come here, are understood, and go back as the
// numbers of the values that they cover.
void EngineGuard::check_cells(const StagedRelease& staged, const StagedColumn& column) {
  const QuasiIdentifier& quasi = promise_.problem.quasi[*column.attribute];
  const Column& original = promise_.problem.table.column(quasi.column);
  const std::string name = quote_sql_name(column.name);
  std::unordered_set<std::string> cells;
  shards_.stream(
      fmt::format("SELECT pg_catalog.concat(r.{}) FROM {} r GROUP BY 1", name, staged.staging()),
      [&](std::size_t, SqlFields fields) { cells.emplace(*fields[0]); });
  const ValueNumbers numbers(original);
  shards_.upload("guard_values", "v text, n int4", [&](const ShardSet::Put& put) {
    std::string number;
    for (const auto& text : promise_.texts[*column.attribute]) {
      number.clear();
      append_int4(static_cast<std::int32_t>(numbers.of(text)), number);
      const std::array<std::optional<std::string_view>, 2> row{text, number};
      put(row);
    }
  });
  const OriginalColumn known(original, quasi.hierarchy);
  shards_.upload("guard_cells", "cell text, low int4, high int4", [&](const ShardSet::Put& put) {
    const std::size_t values = original.dictionary.size();
    for (const auto& text : cells) {
      const Cell cell(text, known);
      for (std::size_t v = 0; v < values;) {
        if (!cell.covers(static_cast<ValueId>(v), known)) {
          ++v;
          continue;
        }
        std::size_t end = v + 1;
        while (end < values && cell.covers(static_cast<ValueId>(end), known)) ++end;
        std::string low;
        std::string high;
        append_int4(static_cast<std::int32_t>(v), low);
        append_int4(static_cast<std::int32_t>(end - 1), high);
        const std::array<std::optional<std::string_view>, 3> row{text, low, high};
        put(row);
        v = end;
      }
    }
  });
  const auto covered = shards_.ask([&](const std::string& origin) {
    return fmt::format(
        "SELECT count(*) FROM {} JOIN {} v ON v.v = pg_catalog.concat(o.{}) JOIN {} c ON c.cell = "
        "pg_catalog.concat(r.{}) AND v.n BETWEEN c.low AND c.high",
        paired(staged.staging(), origin), ShardSet::scratch("guard_values"), name,
        ShardSet::scratch("guard_cells"), name);
  });
  // The spans of one cell do not overlap, so each covered cell counts once.
  const auto sum = sum_of(covered);
  if (sum != findings_.records) {
    refuses(fmt::format("column {}: {} cells do not stand for their originals",
                        quote_for_message(column.name), findings_.records - sum));
  }
}

namespace {

// The rows that show the same, as far as they were counted on one shard.
struct Group {
  std::uint64_t size = 0;
  std::vector<std::map<ValueId, std::uint32_t>> histograms = {};
};

}  // namespace

void EngineGuard::judge(const StagedRelease& staged) {
  const Problem& problem = promise_.problem;
  const std::size_t histograms = promise_.sensitive.size();
  std::string shown;
  std::vector<std::string> names;
  for (const StagedColumn& column : staged.columns()) {
    if (!column.attribute) continue;
    names.push_back(fmt::format("pg_catalog.concat(r.{})", quote_sql_name(column.name)));
    shown += (shown.empty() ? "" : ", ") + names.back();
  }
  std::vector<ValueNumbers> numbers;
  for (std::size_t h = 0; h < histograms; ++h) numbers.emplace_back(problem.counted_column(h));
  std::vector<Judge> judges;
  for (const auto* model : problem.models) judges.emplace_back(*model);
  const std::uint64_t slices = findings_.records / kClassesAtATime + 1;
  std::uint64_t records = 0;
  for (std::uint64_t slice = 0; slice < slices; ++slice) {
    std::unordered_map<std::string, Group> groups;
    // A row of texts has one meaning as an array, whatever is in them.
    const std::string key = fmt::format("pg_catalog.array_to_json(ARRAY[{}])::text", shown);
    const std::string part =
        slices == 1
            ? ""
            : fmt::format(" WHERE (pg_catalog.hashtextextended({}, 0) & 2147483647) % {} = {}", key,
                          slices, slice);
    const auto group_of = [&](const std::optional<std::string_view>& text) -> Group& {
      Group& group = groups[std::string(*text)];
      group.histograms.resize(histograms);
      return group;
    };
    shards_.stream(fmt::format("SELECT {}, count(*) FROM {} r{} GROUP BY {}", key, staged.staging(),
                               part, shown),
                   [&](std::size_t, SqlFields fields) {
                     group_of(fields[0]).size += static_cast<std::uint64_t>(sql_number(*fields[1]));
                   });
    for (std::size_t h = 0; h < histograms; ++h) {
      const std::string value = quote_sql_name(promise_.sensitive[h]);
      shards_.stream(
          fmt::format("SELECT {}, pg_catalog.concat(r.{}), count(*) FROM {} r{} GROUP BY {}, 2",
                      key, value, staged.staging(), part, shown),
          [&](std::size_t, SqlFields fields) {
            const ValueId id = numbers[h].of(std::string(*fields[1]));
            group_of(fields[0]).histograms[h][id] +=
                static_cast<std::uint32_t>(sql_number(*fields[2]));
          });
    }
    std::vector<std::vector<std::uint32_t>> dense;
    for (std::size_t h = 0; h < histograms; ++h) {
      dense.emplace_back(problem.counted_column(h).dictionary.size());
    }
    const std::vector<std::span<const std::uint32_t>> views(dense.begin(), dense.end());
    for (const auto& [text, group] : groups) {
      for (std::size_t h = 0; h < histograms; ++h) {
        std::uint64_t sum = 0;
        for (const auto& [id, count] : group.histograms[h]) {
          dense[h][id] = count;
          sum += count;
        }
        if (sum != group.size) refuses("its classes do not add up");
      }
      const EquivalenceClass cls{.size = static_cast<std::size_t>(group.size), .histograms = views};
      for (Judge& judge : judges) judge.see(cls);
      for (std::size_t h = 0; h < histograms; ++h) {
        for (const auto& [id, count] : group.histograms[h]) dense[h][id] = 0;
      }
      records += group.size;
      ++findings_.classes;
    }
    run_.check_cancelled();
  }
  if (records != findings_.records) refuses("its classes do not add up");
  for (const Judge& judge : judges) {
    findings_.verdicts.push_back(judge.verdict());
    const Verdict& verdict = findings_.verdicts.back();
    if (!verdict.holds) {
      refuses(
          fmt::format("{} does not hold for {} classes", verdict.model, verdict.violating_classes));
    }
  }
}

}  // namespace privet::engine
