// SPDX-License-Identifier: Apache-2.0
#include "job/risk/engine_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "engine/sql_partitions.h"
#include "job/input/engine_input.h"

namespace privet::job {
namespace {

constexpr std::uint64_t kMostClassCells = 1'000'000'000;

// What is understood of a table that stays in its database, beside the parameters of the models.
constexpr std::array<std::string_view, 20> kUnderstoodOfClasses{
    "file",      "report",          "engine", "shard", "policy",          "quasi",
    "sensitive", "identifier",      "class",  "plain", "hierarchy",       "threshold",
    "worst",     "exact-text",      "order",  "type",  "population-size", "sampling-fraction",
    "dp",        "rows-are-persons"};

std::uint32_t class_code(const std::optional<std::string_view>& field) {
  return static_cast<std::uint32_t>(sql_number(*field));
}

// The shard and the place that the server sends: four bytes of block, two of the row in it.
std::uint64_t first_place(std::size_t shard, std::string_view field) {
  PRIVET_CHECK(field.size() == 6);
  std::uint64_t out = shard;
  for (const char c : field) out = out << 8U | static_cast<unsigned char>(c);
  return out;
}

}  // namespace

void refuse_what_needs_rows(const Settings& settings, const Catalog& catalog) {
  std::vector<std::string_view> understood(kUnderstoodOfClasses.begin(),
                                           kUnderstoodOfClasses.end());
  const auto parameters = catalog.model_parameters();
  for (const auto& parameter : parameters) understood.push_back(parameter.name);
  refuse_other_settings(settings, understood);
  static constexpr std::array<std::string_view, 2> kOfRows{"site", "site-diversity"};
  refuse_settings(settings, kOfRows);
  refuse_suggested_quasi(settings);
}

EngineClasses::EngineClasses(std::vector<PostgresPlace> places, const Run& run)
    : shards_(std::move(places), run), run_(run) {}

PreparedTable EngineClasses::prepare(const std::string& path, const Settings& settings,
                                     const std::optional<Policy>& policy) {
  rows_ = engine::count_rows(shards_);
  PreparedTable out =
      prepare_values(path, settings, policy,
                     {shards_.columns(),
                      [&](const std::string& column) {
                        run_.progress("asking for the values");
                        return domains_.emplace(column, engine::read_domain(shards_, column, run_))
                            .first->second.column;
                      }},
                     Purpose::Check, run_);
  quasi_ = require_quasi(out.schema);
  sensitive_ = out.schema.with(Role::Sensitive);
  const std::uint64_t columns = quasi_.size() + sensitive_.size();
  if (rows_ > kMostClassCells / columns || rows_ > std::numeric_limits<RowId>::max()) {
    throw Error(ErrorCode::Infeasible,
                fmt::format("the table has {} rows, of which {} columns are looked at, and at most "
                            "{} cells are; measure a part of it",
                            rows_, columns, kMostClassCells));
  }
  run_.progress("grouping");
  copy_codes(out, settings.flag("exact-text"));
  leave_suppressed_out(out);
  find_classes();
  std::vector<Column> all(out.table().all().begin(), out.table().all().end());
  const std::uint64_t records = ends_.empty() ? 0 : ends_.back();
  for (Column& column : all) column.codes.assign(records, ValueId{0});
  for (std::size_t a = 0; a < quasi_.size(); ++a) {
    auto& codes = all[quasi_[a]].codes;
    codes.clear();
    for (const Class& one : classes_) {
      codes.insert(codes.end(), one.size, static_cast<ValueId>(one.codes[a]));
    }
  }
  for (std::size_t s = 0; s < sensitive_.size(); ++s) {
    all[sensitive_[s]].codes = sensitive_codes(s);
  }
  // What nobody looks at has one value, so that records have a cell there.
  for (std::size_t c = 0; c < all.size(); ++c) {
    if (domains_.contains(all[c].name)) continue;
    std::vector<std::string_view> none{""};
    all[c].dictionary = Dictionary(ColumnType::Text, none, {true});
  }
  out.file.table = Table(std::move(all));
  return out;
}

void EngineClasses::copy_codes(const PreparedTable& prepared, bool exact) {
  std::vector<engine::WorkingColumn> working;
  const auto add = [&](AttributeId id, bool merged) {
    const Column& column = prepared.table().column(id);
    const engine::Domain& domain = domains_.at(column.name);
    engine::WorkingColumn& out = working.emplace_back();
    out.column = column.name;
    out.texts = domain.texts;
    out.values = column.dictionary.size();
    for (const ValueId code : engine::codes_in(domain, column, exact || !merged)) {
      out.numbers.push_back(code);
    }
  };
  for (const AttributeId id : quasi_) add(id, true);
  for (const AttributeId id : sensitive_) add(id, false);
  engine::make_working_copy(shards_, {}, working, rows_);
}

// Rows that show "*" in all these columns were suppressed, unless that is all the table has.
void EngineClasses::leave_suppressed_out(const PreparedTable& prepared) {
  std::string hidden;
  std::size_t number = 0;
  for (const auto* columns : {&quasi_, &sensitive_}) {
    for (const AttributeId id : *columns) {
      const auto star = prepared.table().column(id).dictionary.find("*");
      if (!star) return;
      hidden += fmt::format("{}w.{} = {}", hidden.empty() ? "" : " AND ",
                            engine::further_name(number++), std::uint32_t{*star});
    }
  }
  const std::string rows = engine::ShardSet::scratch("parked");
  std::uint64_t found = 0;
  for (const auto& answer :
       shards_.ask(fmt::format("SELECT count(*) FROM {} w WHERE {}", rows, hidden))) {
    found += std::stoull(*answer.front().front());
  }
  if (found == 0 || found == rows_) return;
  suppressed_ = found;
  shards_.execute(fmt::format("DELETE FROM {} w WHERE {}", rows, hidden));
}

std::string EngineClasses::class_sql(const std::string& of) const {
  std::string out;
  for (std::size_t a = 0; a < quasi_.size(); ++a) {
    out += fmt::format("{}{}.{}::int4", a == 0 ? "" : ", ", of, engine::further_name(a));
  }
  return out;
}

void EngineClasses::find_classes() {
  const std::string shown = class_sql("w");
  std::vector<std::uint32_t> codes(quasi_.size());
  shards_.stream(fmt::format("SELECT {0}, count(*), min(w.place) FROM {1} w GROUP BY {0}", shown,
                             engine::ShardSet::scratch("parked")),
                 [&](std::size_t shard, SqlFields fields) {
                   for (std::size_t a = 0; a < codes.size(); ++a) codes[a] = class_code(fields[a]);
                   const auto first = first_place(shard, *fields[codes.size() + 1]);
                   const auto [at, fresh] = number_of_.try_emplace(codes, classes_.size());
                   if (fresh) classes_.push_back({codes, 0, first});
                   Class& one = classes_[at->second];
                   one.size += static_cast<std::uint64_t>(sql_number(*fields[codes.size()]));
                   one.first = std::min(one.first, first);
                 });
  std::sort(classes_.begin(), classes_.end(),
            [](const Class& a, const Class& b) { return a.first < b.first; });
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    number_of_[classes_[i].codes] = i;
    ends_.push_back(end += classes_[i].size);
  }
  PRIVET_CHECK(end == rows_ - suppressed_);
}

std::vector<ValueId> EngineClasses::sensitive_codes(std::size_t number) {
  struct Count {
    std::size_t of_class;
    std::uint32_t value;
    std::uint64_t records;
    std::uint64_t first;
  };
  std::vector<Count> counts;
  std::vector<std::uint32_t> codes(quasi_.size());
  const std::string shown = class_sql("w");
  const std::string value = fmt::format("w.{}::int4", engine::further_name(quasi_.size() + number));
  shards_.stream(fmt::format("SELECT {0}, {1}, count(*), min(w.place) FROM {2} w GROUP BY {0}, {1}",
                             shown, value, engine::ShardSet::scratch("parked")),
                 [&](std::size_t shard, SqlFields fields) {
                   const std::size_t width = codes.size();
                   for (std::size_t a = 0; a < width; ++a) codes[a] = class_code(fields[a]);
                   counts.push_back({number_of_.at(codes), class_code(fields[width]),
                                     static_cast<std::uint64_t>(sql_number(*fields[width + 1])),
                                     first_place(shard, *fields[width + 2])});
                 });
  // Of shards the same value comes again: the first one says where it stands.
  std::sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) {
    if (a.of_class != b.of_class) return a.of_class < b.of_class;
    return a.value != b.value ? a.value < b.value : a.first < b.first;
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const bool again = kept > 0 && counts[kept - 1].of_class == counts[i].of_class &&
                       counts[kept - 1].value == counts[i].value;
    if (again) {
      counts[kept - 1].records += counts[i].records;
    } else {
      counts[kept++] = counts[i];
    }
  }
  counts.resize(kept);
  std::sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) {
    return a.of_class != b.of_class ? a.of_class < b.of_class : a.first < b.first;
  });
  std::vector<ValueId> out;
  for (const Count& count : counts) {
    out.insert(out.end(), count.records, static_cast<ValueId>(count.value));
  }
  PRIVET_CHECK(out.size() == (ends_.empty() ? 0 : ends_.back()));
  return out;
}

std::vector<std::size_t> EngineClasses::rows_of(std::span<const RowId> records) {
  std::set<std::size_t> wanted;
  for (const RowId record : records) {
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), std::uint64_t{record});
    wanted.insert(static_cast<std::size_t>(end - ends_.begin()));
  }
  std::string definition;
  std::string same;
  for (std::size_t a = 0; a < quasi_.size(); ++a) {
    definition += fmt::format("{}c{} int4", a == 0 ? "" : ", ", a);
    same += fmt::format("{}c.c{} = w.{}", a == 0 ? "" : " AND ", a, engine::further_name(a));
  }
  shards_.upload("wanted", definition, [&](const engine::ShardSet::Put& put) {
    std::vector<std::optional<std::string_view>> row(quasi_.size());
    std::string bytes;
    for (const std::size_t i : wanted) {
      bytes.clear();
      for (const std::uint32_t code : classes_[i].codes) {
        append_int4(static_cast<std::int32_t>(code), bytes);
      }
      for (std::size_t a = 0; a < row.size(); ++a) {
        row[a] = std::string_view(bytes).substr(4 * a, 4);
      }
      put(row);
    }
  });
  std::vector<std::uint64_t> before(shards_.size() + 1, 0);  // rows of the shards before
  const auto sizes = shards_.ask(
      [](const std::string& origin) { return "SELECT count(*) FROM " + origin + " AS o"; });
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    before[s + 1] = before[s] + std::stoull(*sizes[s].front().front());
  }
  std::vector<std::size_t> out;
  shards_.stream(
      [&](const std::string& origin) {
        return fmt::format(
            "SELECT n.at FROM (SELECT o.ctid AS place, row_number() OVER (ORDER BY o.ctid) AS at "
            "FROM {} o) n JOIN {} w ON w.place = n.place JOIN {} c ON {}",
            origin, engine::ShardSet::scratch("parked"), engine::ShardSet::scratch("wanted"), same);
      },
      [&](std::size_t shard, SqlFields fields) {
        out.push_back(static_cast<std::size_t>(before[shard]) +
                      static_cast<std::size_t>(sql_number(*fields[0])));
      });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace privet::job
