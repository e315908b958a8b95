// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/rehearse_data.h"

#include "base/error.h"
#include "data/file_bytes.h"
#include "federation/task/cell_parts.h"
#include "federation/task/model_part.h"
#include "federation/tasks.h"
#include "job/input/basket_input.h"
#include "job/mining/join_input.h"

namespace privet::job {
namespace {

federation::DataSet read_whole(const RuleInput& input, const Run& run) {
  if (input.baskets) return read_fimi_baskets(input.table.table.path, run);
  return read_chosen(input.table, run);
}

// The part with a column that names the party.
Table with_site(const Table& part, std::size_t party) {
  if (part.find(kSiteColumn)) {
    throw Error(ErrorCode::Input,
                "a column is called (site): name the column of sites with --site");
  }
  std::vector<Column> columns(part.all().begin(), part.all().end());
  const std::vector<std::string> names(part.rows(), "party-" + std::to_string(party + 1));
  columns.push_back(make_column(std::string(kSiteColumn), names, ColumnType::Text));
  return Table(std::move(columns));
}

// Parties with rows of one table: its columns and categories are known to all of them.
Pooled read_rows(const RehearseOptions& options, const Run& run) {
  Pooled out;
  if (options.inputs.empty()) {
    out.whole = read_whole(options.input, run);
    out.parts = federation::split_rows(out.whole, options.job.parties, options.rows);
  } else {
    for (const auto& source : options.inputs) {
      out.parts.emplace_back(read_chosen({source, options.input.table.columns}, run));
    }
  }
  if (std::holds_alternative<Baskets>(out.parts.front())) return out;
  for (std::size_t p = 0; options.names_sites && p < out.parts.size(); ++p) {
    out.parts[p] = with_site(std::get<Table>(out.parts[p]), p);
  }
  const auto task = federation::find_task(options.job.task, options.job.split);
  std::vector<std::string> categories;
  if (task.categories) categories = task.categories(federation::job_settings(task, options.job));
  out.parts = federation::with_codebook(
      out.parts, categories, task.codebook ? options.codebook : federation::Codebook::Own);
  out.whole = federation::join_rows(out.parts);
  return out;
}

// Two parties of whom each has some cells.
Pooled read_cells(const RehearseOptions& options, const Run& run) {
  Pooled out;
  if (options.inputs.empty()) {
    const auto whole = read_chosen(options.input.table, run);
    out.parts = federation::split_cells(whole, options.rehearsal.seed);
    out.whole = whole;
    return out;
  }
  std::vector<Table> tables;
  for (const auto& source : options.inputs) {
    tables.push_back(read_chosen({source, options.input.table.columns}, run));
  }
  out.parts = federation::cells_of_tables(tables);
  out.whole = federation::join_cells(out.parts);
  return out;
}

// One table is divided without its key column, which every party then gets.
Pooled divide_keyed(const Table& table, const RehearseOptions& options) {
  const auto key = table.require(options.job.key, "--key");
  std::vector<AttributeId> others;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != key) others.push_back(c);
  }
  const auto rest = table.select_columns(others);
  const auto split = options.parts.empty()
                         ? federation::split_data(rest, options.job.split, options.job.parties,
                                                  options.rehearsal.deal, options.rehearsal.seed)
                         : federation::split_columns(rest, options.parts);
  Pooled out{table, {}};
  for (const auto& part : split) {
    std::vector<Column> columns{table.column(key)};
    for (const auto& column : federation::table_of(part)->all()) columns.push_back(column);
    out.parts.emplace_back(Table(std::move(columns)));
  }
  return out;
}

// Each party has its table; all of them know the instances by their numbers.
Pooled read_tables(const RehearseOptions& options, const Run& run) {
  Pooled out;
  federation::TableSet whole{read_joined_tables(*options.join, run), {}};
  if (options.predict) whole.instances = read_plain_table(*options.predict, run).table;
  for (const auto& table : whole.tables) {
    if (options.predict) {
      out.parts.emplace_back(federation::TablePair{table, whole.instances, 0});
    } else {
      out.parts.emplace_back(table);
    }
  }
  out.whole = std::move(whole);
  return out;
}

Pooled read_learned_from(const RehearseOptions& options, const Run& run) {
  if (options.job.split == federation::Split::Horizontal) return read_rows(options, run);
  if (options.job.split == federation::Split::Arbitrary) return read_cells(options, run);
  Pooled out;
  const bool keyed = !options.job.key.empty();
  if (!options.inputs.empty()) {
    for (const auto& source : options.inputs) {
      out.parts.emplace_back(read_chosen({source, {}}, run));
    }
    // Rows that are found by a key are joined when the run has its name.
    out.whole = keyed ? out.parts.front() : federation::join_columns(out.parts);
    return out;
  }
  out.whole = read_whole(options.input, run);
  if (keyed) {
    const auto* table = std::get_if<Table>(&out.whole);
    if (table == nullptr || options.job.split != federation::Split::Vertical) {
      throw Error(ErrorCode::Usage, "applies to the columns of a table", {.parameter = "--key"});
    }
    return divide_keyed(*table, options);
  }
  if (options.parts.empty()) {
    out.parts = federation::split_data(out.whole, options.job.split, options.job.parties,
                                       options.rehearsal.deal, options.rehearsal.seed);
    if (federation::find_task(options.job.task, options.job.split).first_column_wins) {
      out.whole = federation::join_columns(out.parts);
    }
    return out;
  }
  const auto* table = std::get_if<Table>(&out.whole);
  if (table == nullptr || options.job.split != federation::Split::Vertical) {
    throw Error(ErrorCode::Usage, "applies to the columns of a table", {.parameter = "--parts"});
  }
  out.parts = federation::split_columns(*table, options.parts);
  out.whole = federation::join_columns(out.parts);
  return out;
}

}  // namespace

namespace {

Pooled read_saved(const RehearseOptions& options, const Run& run) {
  std::vector<std::string> models;
  for (const auto& path : options.saved) models.emplace_back(FileBytes(path, run).view());
  auto all = federation::parts_with_rows(models, read_chosen({*options.predict, {}}, run));
  Pooled out{std::move(all.back()), std::move(all)};
  out.parts.pop_back();
  return out;
}

}  // namespace

Pooled read_data(const RehearseOptions& options, const Run& run) {
  if (!options.saved.empty()) return read_saved(options, run);
  if (options.join) return read_tables(options, run);
  auto out = read_learned_from(options, run);
  if (!options.predict) return out;
  const auto* table = federation::table_of(out.whole);
  PRIVET_CHECK(table != nullptr);  // a tree is learned from a table
  const auto more = read_chosen({*options.predict, {}}, run);
  out.parts = federation::with_rows_to_classify(out.parts, more);
  out.whole = federation::TablePair{*table, more};
  return out;
}

}  // namespace privet::job
