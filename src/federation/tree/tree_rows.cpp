// SPDX-License-Identifier: Apache-2.0
#include "federation/tree/tree_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/json.h"
#include "base/sampling.h"
#include "federation/rows/row_sums.h"
#include "federation/task/column_cuts.h"
#include "federation/task/task_parts.h"
#include "federation/tree/row_tree.h"
#include "federation/tree/tree_parts.h"
#include "federation/tree/tree_task.h"
#include "mining/tree/training_rows.h"
#include "mining/tree/tree.h"

namespace privet::federation {
namespace {
namespace tree_rows {

using protocol::About;
using protocol::Bound;
using protocol::Occurs;

constexpr std::size_t kMostValues = 1024;  // of a column
constexpr std::size_t kMostClasses = 256;
constexpr std::size_t kMostRows = std::size_t{1} << 22U;  // of all parties: a table has that many
constexpr SumOpening kRows{
    {"how many rows with a class all parties have together, and how many lack a column that is cut",
     "counts have as many digits as they need; a missing value is a branch"},
    "numbers of rows"};

std::vector<Parameter> parameters() {
  auto out = id3_parameters();
  out.push_back({.name = "nominal",
                 .kind = ParameterKind::Columns,
                 .summary = "Numeric columns whose numbers are categories; all parties know their "
                            "values.",
                 .placeholder = "A,B,.."});
  return out;
}

std::vector<std::string> categories(const Settings& settings) {
  auto out = settings.list("nominal");
  out.push_back(settings.text("class"));
  return out;
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = std::get_if<Table>(&data)) return *table;
  throw Error(ErrorCode::Usage, "a tree needs a table, not baskets");
}

// The table by categories that all parties have, and how many rows have a class.
struct Coded {
  Table table;
  AttributeId class_id;
  std::size_t rows;
};

Coded coded(const DataSet& data, const Settings& settings, mining::Census& census) {
  const auto& table = table_in(data);
  const auto cuts = cuts_of(settings);
  const auto class_id = table.require(settings.text("class"), "--class");
  std::vector<std::uint64_t> counts(1 + cuts.size());
  for (RowId row = 0; row < table.rows(); ++row) {
    if (table.column(class_id).missing(row)) continue;
    ++counts[0];
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      counts[1 + i] += table.column(table.require(cuts[i].column, "--cuts")).missing(row) ? 1 : 0;
    }
  }
  counts = census.count(std::move(counts));
  std::vector<bool> missing;
  for (std::size_t i = 0; i < cuts.size(); ++i) missing.push_back(counts[1 + i] > 0);
  return {with_all_intervals(table, cuts, missing), class_id, counts[0]};
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  mining::OwnCensus all;
  const auto [table, class_id, rows] = coded(whole, settings, all);
  return whole_tree(mining::learn_tree(table, class_id, id3_options_of(settings), run),
                    std::nullopt);
}

RowTreePart own_part(const Table& table, AttributeId class_id) {
  RowTreePart out;
  const auto classes = mining::class_column(table, class_id);
  out.classes = classes.classes.size();
  for (const RowId row : classes.rows) out.labels.push_back(classes.labels[row]);
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c == class_id) continue;
    const auto& column = table.column(c);
    auto& codes = out.codes.emplace_back();
    for (const RowId row : classes.rows) codes.push_back(column.codes[row]);
    out.values.push_back(column.dictionary.size());
  }
  return out;
}

template <class Way>
mining::TreeModel grow(const protocol::Setting& setting, const Coded& data,
                       const Settings& settings, const Run& run) {
  const auto options = id3_options_of(settings);
  check_opened("the number of rows with a class", kMostRows, data.rows);
  const auto own = own_part(data.table, data.class_id);
  Way way(setting);
  RowTree<Way> oracle(setting, way, own, data.rows, options.max_depth);
  return mining::grow_tree(oracle, mining::tree_header(data.table, data.class_id, options), options,
                           run);
}

// Columns of one tree of a forest, drawn from a seed that everybody knows, and the class.
std::vector<std::vector<AttributeId>> drawn_columns(const Table& table, AttributeId class_id,
                                                    const Settings& settings) {
  std::vector<AttributeId> all;
  for (AttributeId c = 0; c < table.columns(); ++c) {
    if (c != class_id) all.push_back(c);
  }
  const std::size_t asked = settings.given("columns-per-tree") ? settings.count("columns-per-tree")
                                                               : (all.size() + 1) / 2;
  const auto count = static_cast<std::ptrdiff_t>(std::min(asked, all.size()));
  Sampler sampler(settings.count("seed"));
  std::vector<std::vector<AttributeId>> out;
  for (std::size_t t = 0; t < settings.count("trees"); ++t) {
    auto columns = all;
    sampler.shuffle(std::span(columns));
    columns.erase(columns.begin() + count, columns.end());
    columns.push_back(class_id);
    std::sort(columns.begin(), columns.end());
    out.push_back(std::move(columns));
  }
  return out;
}

// `grow(table)` learns a tree of a table with some of the columns.
template <class Grow>
Answer forest_of(const Coded& data, const Settings& settings, const Run& run, const Grow& grow) {
  Json trees = Json::array();
  std::size_t nodes = 0;
  const auto drawn = drawn_columns(data.table, data.class_id, settings);
  for (const auto& columns : drawn) {
    run.progress("growing trees",
                 static_cast<double>(trees.size()) / static_cast<double>(drawn.size()));
    const mining::TreeModel model = grow(data.table.select_columns(columns));
    nodes += model.nodes.size();
    trees.push_back(Json::parse(whole_tree(model, std::nullopt).json));
  }
  const auto gist = fmt::format("a forest of {} {} with {} nodes", trees.size(),
                                trees.size() == 1 ? "tree" : "trees", nodes);
  return {.json = Json{{"trees", std::move(trees)}}.dump(), .gist = gist};
}

Answer plain_forest(const DataSet& whole, const Settings& settings, const Run& run) {
  mining::OwnCensus all;
  const auto data = coded(whole, settings, all);
  return forest_of(data, settings, run, [&](const Table& some) {
    return mining::learn_tree(some, some.require(settings.text("class"), "--class"),
                              id3_options_of(settings), run);
  });
}

template <class Way>
Answer grow_forest(const protocol::Setting& setting, const Coded& data, const Settings& settings,
                   const Run& run) {
  const auto options = id3_options_of(settings);
  check_opened("the number of rows with a class", kMostRows, data.rows);
  Way way(setting);
  return forest_of(data, settings, run, [&](const Table& some) {
    const auto class_id = some.require(settings.text("class"), "--class");
    const auto own = own_part(some, class_id);
    RowTree<Way> oracle(setting, way, own, data.rows, options.max_depth);
    return mining::grow_tree(oracle, mining::tree_header(some, class_id, options), options, run);
  });
}

Answer secure_forest(session::Session& session, const DataSet& part, const Job& job,
                     const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  SummedCensus census(sums, kRows);
  const auto data = coded(part, settings, census);
  return job.trust == Trust::HonestMajority
             ? grow_forest<ReplicatedRows>(setting, data, settings, run)
             : grow_forest<RefereedRows>(setting, data, settings, run);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto setting = session.setting(run);
  const RowSums sums(setting, job.trust);
  SummedCensus census(sums, kRows);
  const auto data = coded(part, settings, census);
  return whole_tree(job.trust == Trust::HonestMajority
                        ? grow<ReplicatedRows>(setting, data, settings, run)
                        : grow<RefereedRows>(setting, data, settings, run),
                    std::nullopt);
}

protocol::Forecast forecast(const Job& job) {
  using namespace row_tree_openings;  // NOLINT(google-build-using-namespace)
  auto out = sums_forecast(job.parties, kRows);
  const auto add = [&](protocol::Opening opening, std::string_view size, Occurs occurs) {
    const auto items = told_to_all(job.parties, opening, Bound::of(size), occurs, About::All);
    out.insert(out.end(), items.begin(), items.end());
  };
  add(kFinished, kNodes, Occurs::Always);
  add(kColumn, kInnerNodes, Occurs::Sometimes);  // a tree may be a single leaf
  add(kClass, kLeaves, Occurs::Always);
  return out;
}

// Every column must be one of categories at every party.
void place(const Settings& settings, std::span<const DataSet> parts) {
  const auto nominal = categories(settings);
  const auto cuts = cuts_of(settings);
  const auto& first = table_in(parts.front());
  (void)first.require(settings.text("class"), "--class");
  for (const auto& one : cuts) {
    if (one.column == settings.text("class")) {
      throw Error(ErrorCode::Input, "the class is not cut", {.parameter = "--cuts"});
    }
    (void)first.require(one.column, "--cuts");
  }
  for (const auto& column : first.all()) {
    const bool cut = std::ranges::find(cuts, column.name, &ColumnCuts::column) != cuts.end();
    const bool named = std::ranges::find(nominal, column.name) != nominal.end();
    if (column.type() == ColumnType::Numeric && !cut && !named) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has numbers, and parties agree on categories: give its "
                              "thresholds with --cuts, name it in --nominal to let all know its "
                              "values, or leave it out",
                              quote_for_message(column.name)));
    }
    const auto most = column.name == settings.text("class") ? kMostClasses : kMostValues;
    if (!cut && column.dictionary.size() > most) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has {} different values, and a tree over parties takes at "
                              "most {}: leave it out, or group its values",
                              quote_for_message(column.name), column.dictionary.size(), most));
    }
  }
}

std::vector<Parameter> forest_parameters() {
  auto out = parameters();
  out.push_back({.name = "trees",
                 .kind = ParameterKind::Count,
                 .summary = "The number of trees.",
                 .placeholder = "N",
                 .default_text = "10",
                 .min = 1,
                 .max = 1000});
  out.push_back({.name = "columns-per-tree",
                 .kind = ParameterKind::Count,
                 .summary =
                     "How many columns each tree has, drawn at random; half of them, rounded "
                     "up, if not given. Every tree has all rows.",
                 .placeholder = "N",
                 .min = 1});
  out.push_back({.name = "seed",
                 .kind = ParameterKind::Count,
                 .summary = "The seed of the columns of the trees, which all parties know.",
                 .placeholder = "N",
                 .default_text = "1"});
  return out;
}

}  // namespace tree_rows
}  // namespace

Task forest_rows_task() {
  using namespace tree_rows;
  auto out = tree_rows_task();
  out.name = "mine forest";
  out.parameters = forest_parameters();
  out.plain = plain_forest;
  out.secure = secure_forest;
  out.place = [](Job& job, std::span<const DataSet> parts) {
    place(job_settings(forest_rows_task(), job), parts);
  };
  return out;
}

Task tree_rows_task() {
  using namespace tree_rows;
  return {.name = "mine tree",
          .split = Split::Horizontal,
          .parameters = parameters(),
          .protocols = {{.name = "row-shares",
                         .summary = "each party's counts of its rows are shares, and the first two "
                                    "parties compute on them by circuits of shared bits"},
                        among_three("replicated-rows",
                                    "the same by replicated shares of three parties who do not "
                                    "collude")},
          .forecast = forecast,
          .referees = first_two_referees,
          .plain = plain,
          .secure = secure,
          .place =
              [](Job& job, std::span<const DataSet> parts) {
                place(job_settings(tree_rows_task(), job), parts);
              },
          .categories = categories,
          .codebook = true};
}

}  // namespace privet::federation
