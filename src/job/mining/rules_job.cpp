// SPDX-License-Identifier: Apache-2.0
#include "job/mining/rules_job.h"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <memory>

#include "base/error.h"
#include "data/csv/write_csv.h"
#include "job/input/basket_input.h"
#include "job/input/engine_input.h"
#include "job/mining/engine_table.h"

namespace privet::job {
namespace {

Baskets read_baskets(const RuleInput& input, const Run& run) {
  if (input.baskets) return read_fimi_baskets(input.table.table.path, run);
  const Table table = read_plain_table(input.table.table, run).table;
  return mining::baskets_of(table, chosen_columns(input.table, table, {}));
}

void stage(const std::optional<std::string>& path, const std::function<void(const Sink&)>& write,
           OutputFiles& outputs) {
  if (!path || *path == "-") return;
  auto file = std::make_unique<AtomicFile>(*path);
  write([&](std::string_view text) { file->write(text); });
  outputs.add(std::move(file));
}

void write_rules_csv(const MineRulesOutcome& found, const Sink& sink, const Run& run) {
  constexpr std::size_t kPiece = 1U << 16U;
  std::string piece = "if,then,support,confidence,lift\n";
  found.rules(run)([&](const mining::RulePlaces& places) {
    const mining::Rule rule = found.model.rule(places);
    const std::array<std::string, 5> fields{
        mining::items_text(found.model, rule.antecedent),
        mining::items_text(found.model, rule.consequent), fmt::format("{}", rule.support),
        fmt::format("{}", rule.confidence), fmt::format("{}", rule.lift)};
    append_csv_row(piece, fields, ',');
    if (piece.size() < kPiece) return;
    sink(piece);
    piece.clear();
  });
  sink(piece);
}

}  // namespace

std::vector<Parameter> mine_rules_parameters() {
  return mining_parameters(
      joined({{{.name = "baskets",
                .kind = ParameterKind::Flag,
                .summary = "The file has one basket per line, items separated by spaces, instead "
                           "of a table whose items are column=value. Assumed for .dat files."}},
              mining::rule_parameters(),
              {save_parameter(),
               {.name = "output",
                .kind = ParameterKind::File,
                .summary = "Write the rules to this CSV file: if, then, support, confidence, lift.",
                .placeholder = "RULES.csv",
                .letter = 'o'}},
              database_parameters()}));
}

MineRulesOptions mine_rules_options(const Settings& settings) {
  if (wants_engine(settings)) {
    static constexpr std::array<std::string_view, 1> kBaskets{"baskets"};
    refuse_settings(settings, kBaskets);
  }
  return {.input = rule_input(settings),
          .request = mining::rule_request(settings),
          .files = model_files(settings),
          .csv = given_text(settings, "output")};
}

RuleInput rule_input(const Settings& settings) {
  const std::string file = settings.text("file");
  return {
      .table = mining_input(settings),
      .baskets = settings.flag("baskets") || file.ends_with(".dat") || file.ends_with(".dat.gz")};
}

mining::RuleSource MineRulesOutcome::rules(const Run& run) const {
  return [this, &run](const mining::RuleVisitor& visit) {
    if (found_again()) {
      mining::each_rule(model, options, visit, run);
      return;
    }
    for (const auto& rule : model.rules) visit(rule);
  };
}

namespace {

// The itemsets of a table that stays in its database.
mining::RuleModel frequent_in_engine(const MineRulesOptions& options, mining::RuleOptions& asked,
                                     const Run& run) {
  EngineTable table(options.input.table, {}, run);
  std::vector<engine::LearnedColumn> columns;
  std::vector<AttributeId> all;
  for (AttributeId c = 0; c < table.values().columns(); ++c) {
    columns.push_back(table.column(c));
    all.push_back(c);
  }
  mining::RuleModel out;
  const Baskets names = mining::baskets_of(table.values(), all);
  out.items.assign(names.names().begin(), names.names().end());
  engine::SqlSupports supports(table.shards(), std::move(columns));
  PRIVET_CHECK(supports.items() == out.items.size());
  out.transactions = supports.transactions();
  asked = mining::rule_options(options.request, out.transactions);
  out.itemsets = mining::apriori(supports, asked, run);
  return out;
}

}  // namespace

MineRulesOutcome run_mine_rules(const MineRulesOptions& options, const Run& run) {
  RunFiles names = mining_files(options.input.table, options.files);
  names.writes(options.csv, "the rules", "output");
  names.check();
  MineRulesOutcome out;
  if (!options.input.table.engine.empty()) {
    out.model = frequent_in_engine(options, out.options, run);
  } else {
    const Baskets baskets = read_baskets(options.input, run);
    out.options = mining::rule_options(options.request, baskets.size());
    out.model = mining::frequent_items(baskets, out.options, run);
  }
  if (!out.found_again()) out.model.rules = mining::rules_of(out.model, out.options, run);
  const auto model = [&](const Sink& sink) { mining::save_rules(out.model, out.rules(run), sink); };
  const auto table = [&](const Sink& sink) { write_rules_csv(out, sink, run); };
  OutputFiles outputs;
  stage(options.files.save, model, outputs);
  stage(options.csv, table, outputs);
  outputs.commit(run);
  if (options.files.save == "-") model(options.standard_output);
  if (options.csv == "-") table(options.standard_output);
  return out;
}

}  // namespace privet::job
