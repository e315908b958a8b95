// SPDX-License-Identifier: Apache-2.0
#include "job/mining/itemsets_job.h"

#include <map>
#include <numeric>

#include "base/error.h"
#include "engine/counts.h"
#include "job/input/engine_input.h"
#include "job/input/table_input.h"
#include "mining/rules/rules.h"

namespace privet::job {

std::vector<Parameter> mine_itemsets_parameters() {
  Parameter support = mining::min_support_parameter();
  support.required = true;
  return joined({{support,
                  {.name = "max-size",
                   .kind = ParameterKind::Count,
                   .summary = "The largest number of items in an itemset; any number if not given.",
                   .placeholder = "N",
                   .min = 1,
                   .formerly = "max-length"},
                  {.name = "closed",
                   .kind = ParameterKind::Flag,
                   .summary = "Only closed itemsets: no larger set has the same support."},
                  {.name = "maximal",
                   .kind = ParameterKind::Flag,
                   .summary = "Only maximal itemsets: no larger set is frequent."},
                  {.name = "show",
                   .kind = ParameterKind::Count,
                   .summary = "Print at most N itemsets; --json prints all.",
                   .placeholder = "N",
                   .default_text = "50",
                   .min = 0}},
                 basket_parameters(),
                 database_parameters()});
}

MineItemsetsOptions mine_itemsets_options(const Settings& settings) {
  MineItemsetsOptions out{.input = basket_input(settings),
                          .min_support = mining::min_support(settings),
                          .show = settings.count("show")};
  if (settings.given("max-size")) out.max_size = settings.count("max-size");
  if (settings.flag("closed") && settings.flag("maximal")) {
    throw Error(ErrorCode::Usage,
                "cannot be given together with --closed: maximal itemsets are closed",
                settings.place("maximal"));
  }
  if (settings.flag("closed")) out.kind = mining::ItemsetKind::Closed;
  if (settings.flag("maximal")) out.kind = mining::ItemsetKind::Maximal;
  if (wants_engine(settings)) {
    if (out.input.format != BasketFormat::Table) {
      throw Error(ErrorCode::Usage,
                  "inside a database a row is a basket with items COLUMN=VALUE; add --format table",
                  {.parameter = "--engine"});
    }
    out.input.engine = engine_places(out.input.path, settings.list("shard"));
  }
  return out;
}

namespace {

// Which of all frequent itemsets are of the kind: a set that is not closed or maximal has a larger
// one with one item more that says so.
std::vector<bool> of_kind(const std::vector<mining::FrequentSet>& sets, mining::ItemsetKind kind) {
  std::vector<bool> out(sets.size(), true);
  if (kind == mining::ItemsetKind::Frequent) return out;
  std::map<mining::ItemList, std::size_t> place;
  for (std::size_t i = 0; i < sets.size(); ++i) place.emplace(sets[i].items, i);
  for (const auto& larger : sets) {
    for (std::size_t left_out = 0; larger.items.size() > 1 && left_out < larger.items.size();
         ++left_out) {
      mining::ItemList part = larger.items;
      part.erase(part.begin() + static_cast<std::ptrdiff_t>(left_out));
      const std::size_t i = place.at(part);
      if (kind == mining::ItemsetKind::Maximal || sets[i].support == larger.support) out[i] = false;
    }
  }
  return out;
}

MineItemsetsOutcome mine_in_engine(const MineItemsetsOptions& options, const Run& run) {
  MineItemsetsOutcome out{.kind = options.kind};
  engine::ShardSet shards(options.input.engine, run);
  std::vector<engine::Domain> domains;
  std::vector<Column> values;
  for (const auto& name : shards.columns()) {
    run.progress("asking for the values");
    domains.push_back(engine::read_domain(shards, name, run));
    if (domains.back().texts.empty()) {
      throw Error(ErrorCode::Input, "the table has no row", {.file = options.input.path});
    }
    values.push_back(domains.back().column);
    values.back().codes = {static_cast<ValueId>(values.back().dictionary.size() - 1)};
  }
  const Table table(std::move(values));
  std::vector<AttributeId> all(table.columns());
  std::iota(all.begin(), all.end(), AttributeId{0});
  out.baskets = mining::baskets_of(table, all);
  std::vector<engine::LearnedColumn> columns;
  for (const AttributeId id : all) columns.push_back({&domains[id], &table.column(id)});
  engine::SqlSupports supports(shards, std::move(columns));
  PRIVET_CHECK(supports.items() == out.baskets.items());
  out.transactions = supports.transactions();
  out.min_support = options.min_support.of(static_cast<std::size_t>(out.transactions));
  // What is closed or maximal is judged among sets of every size.
  const bool any_size =
      options.kind != mining::ItemsetKind::Frequent || options.max_size == mining::kAnyLength;
  const auto sets = mining::apriori(
      supports, {.min_support = out.min_support, .max_size = any_size ? 0 : options.max_size}, run);
  const auto wanted = of_kind(sets, options.kind);
  out.itemsets.keep_first(options.keep);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (!wanted[i] || sets[i].items.size() > options.max_size) continue;
    out.itemsets.add(sets[i].items, static_cast<std::uint32_t>(sets[i].support));
  }
  out.itemsets.sort();
  return out;
}

}  // namespace

MineItemsetsOutcome run_mine_itemsets(const MineItemsetsOptions& options, const Run& run) {
  if (!options.input.engine.empty()) return mine_in_engine(options, run);
  MineItemsetsOutcome out{.baskets = read_basket_input(options.input, run), .kind = options.kind};
  out.transactions = out.baskets.size();
  out.min_support = options.min_support.of(out.baskets.size());
  out.itemsets = mining::mine_itemsets(
      out.baskets, {out.min_support, options.max_size, options.kind, options.keep}, run);
  out.itemsets.sort();
  return out;
}

}  // namespace privet::job
