// SPDX-License-Identifier: Apache-2.0
#include "federation/join/tree_join.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "federation/join/join_instances.h"
#include "federation/join/join_openings.h"
#include "federation/join/join_site.h"
#include "federation/task/task_parts.h"
#include "mining/join/join_tree.h"
#include "mining/tree/tree.h"
#include "protocol/psi/private_intersection.h"
#include "protocol/tell.h"

namespace privet::federation {
namespace {
namespace tree_join {

using namespace join_openings;  // NOLINT(google-build-using-namespace)
using protocol::About;
using protocol::Bound;
using protocol::Occurs;
using protocol::PartyId;

constexpr std::size_t kMostClasses = 256;
constexpr std::array<std::string_view, 2> kReveals{"gains", "winner"};
constexpr std::array<std::string_view, 2> kAlgorithms{"id3", "c45"};
constexpr std::array<std::string_view, 2> kNominal{"multiway", "one-against-rest"};
constexpr std::array<std::string_view, 2> kLimits{"corrected", "normal"};

std::vector<Parameter> parameters() {
  return {
      {.name = "tables",
       .kind = ParameterKind::Text,
       .summary = "Instead of FILE: a table for each party, which join; the others follow the "
                  "first.",
       .placeholder = "FILE...",
       .required = true},
      {.name = "join",
       .kind = ParameterKind::Text,
       .summary = "Which columns are equal in joined rows, as in \"loan.account=account.id\". "
                  "May be given several times.",
       .placeholder = "T.A=U.B",
       .repeatable = true},
      {.name = "class",
       .kind = ParameterKind::Column,
       .summary = "The column to predict, as TABLE.COLUMN.",
       .placeholder = "COLUMN",
       .required = true},
      {.name = "columns",
       .kind = ParameterKind::Columns,
       .summary = "Learn from these columns only, as TABLE.COLUMN.",
       .placeholder = "T.A,U.B,.."},
      {.name = "algorithm",
       .kind = ParameterKind::Choice,
       .summary = "id3 (nominal columns only) or c45 (numeric cuts, pruning); tests are "
                  "compared by information gain.",
       .placeholder = "NAME",
       .default_text = "c45",
       .choices = kAlgorithms},
      {.name = "nominal",
       .kind = ParameterKind::Choice,
       .summary = "How nominal columns are split: one branch per value, or one value against "
                  "the rest.",
       .placeholder = "HOW",
       .default_text = "multiway",
       .choices = kNominal},
      {.name = "min-leaf",
       .kind = ParameterKind::Count,
       .summary = "With c45: a test needs two branches with at least N joined rows each; 2 if "
                  "not given.",
       .placeholder = "N",
       .min = 1},
      {.name = "max-depth",
       .kind = ParameterKind::Count,
       .summary = "The largest number of tests on a path; any number if not given.",
       .placeholder = "N",
       .min = 1},
      {.name = "confidence",
       .kind = ParameterKind::Real,
       .summary = "The confidence of pessimistic pruning; 0 prunes nothing. If not given, 0.25 "
                  "for c45 and 0 for id3.",
       .placeholder = "P",
       .min = 0,
       .max = 0.499},
      {.name = "error-limit",
       .kind = ParameterKind::Choice,
       .summary = "The upper limit of the error rate that pruning uses.",
       .placeholder = "HOW",
       .default_text = "corrected",
       .choices = kLimits},
      {.name = "reveal",
       .kind = ParameterKind::Choice,
       .summary = "How the site that decides at a node is found. gains: the site with the class "
                  "hears the best gain of every other site; winner: by a circuit that tells "
                  "only who it is.",
       .placeholder = "WHAT",
       .default_text = "winner",
       .choices = kReveals}};
}

mining::TreeOptions options_of(const Settings& settings) {
  const bool id3 = settings.text("algorithm") == "id3";
  auto out = id3 ? mining::id3_options() : mining::c45_options();
  out.criterion = mining::Criterion::Gain;
  if (settings.text("nominal") == "one-against-rest") {
    out.nominal = mining::NominalSplit::OneAgainstRest;
  }
  if (settings.given("min-leaf")) {
    if (id3) {
      throw Error(ErrorCode::Usage, "applies only to --algorithm c45", settings.place("min-leaf"));
    }
    out.min_leaf = settings.count("min-leaf");
  }
  if (settings.given("max-depth")) out.max_depth = settings.count("max-depth");
  if (settings.given("confidence")) out.confidence = settings.real("confidence");
  if (settings.text("error-limit") == "normal") out.limit = mining::ErrorLimit::Normal;
  return out;
}

// What all sites know of the join.
struct JoinPlan {
  mining::JoinGraph graph;
  mining::TableColumn cls;
  std::vector<mining::TableColumn> chosen;
};

JoinPlan plan_of(const Settings& settings) {
  JoinPlan out;
  out.graph = mining::join_graph(split_list(settings.text("tables")), settings.list("join"));
  out.cls = mining::parse_table_column(settings.text("class"), out.graph.tables, "--class");
  for (const auto& name : settings.list("columns")) {
    out.chosen.push_back(mining::parse_table_column(name, out.graph.tables, "--columns"));
  }
  return out;
}

const Table& table_in(const DataSet& data) {
  if (const auto* table = table_of(data)) return *table;
  throw Error(ErrorCode::Usage, "a join needs a table of every party");
}

[[noreturn]] void refuse_empty() {
  throw Error(ErrorCode::Input, "the join is empty: no row of every table with equal join values");
}

Answer plain(const DataSet& whole, const Settings& settings, const Run& run) {
  const auto plan = plan_of(settings);
  const auto& set = std::get<TableSet>(whole);
  const auto options = options_of(settings);
  const auto problem = mining::join_problem(set.tables, plan.graph, plan.cls, plan.chosen, run);
  const auto model = mining::learn_join_tree(problem, options, run);
  std::vector<std::string> tables;
  for (std::size_t t = 0; t < problem.tables.size(); ++t) {
    tables.insert(tables.end(), problem.columns[t].size(), plan.graph.tables[t]);
  }
  std::optional<InstanceClasses> classes;
  if (set.instances.columns() > 0) {
    std::vector<std::vector<RowId>> rows;
    for (std::size_t t = 0; t < problem.tables.size(); ++t) {
      rows.push_back(instance_rows(set.instances, plan.graph.tables[t], problem.tables[t].rows()));
    }
    classes = walk_whole_instances({model, problem.tables, problem.columns, rows, options});
  }
  return join_answer({model, model.columns.size(), std::move(tables)}, classes);
}

// The class site tells each other site how many classes there are, and their names.
std::vector<std::string> tell_classes(const session::Session& session,
                                      const protocol::Setting& setting, PartyId site,
                                      const std::vector<std::string>& own) {
  if (setting.own() == site) {
    setting.ledger.add_to_size(kClasses, own.size());
    const std::array<std::uint64_t, 1> count{own.size()};
    for (const auto other : setting.mesh.others()) {
      protocol::tell_numbers_to(setting, other, count, kClassCount);
      protocol::tell_texts_to(setting, other, own, session.largest_frame(other), kClassNames);
    }
    return own;
  }
  const auto count = protocol::numbers_told_by(setting, site, 1, kClassCount).front();
  if (count == 0 || count > kMostClasses) {
    throw Error(ErrorCode::Peer,
                fmt::format("{} sent a number of classes: expected 1 to {}, got {}",
                            session.parties().names[site.index()], kMostClasses, count));
  }
  setting.ledger.add_to_size(kClasses, count);
  return protocol::texts_told_by(setting, site, count, session.largest_frame(site), kClassNames);
}

Answer secure(session::Session& session, const DataSet& part, const Job& job,
              const Settings& settings, const Run& run) {
  const auto plan = plan_of(settings);
  const auto own = session.parties().own.index();
  const auto& table = table_in(part);
  const auto options = options_of(settings);
  if (job.classifies != std::holds_alternative<TablePair>(part)) {
    throw Error(ErrorCode::Input, "this party's instances are not as was agreed on");
  }
  std::optional<AttributeId> class_id;
  mining::ClassColumn column;
  if (own == plan.cls.table) {
    class_id = table.require(plan.cls.column, "--class");
    column = mining::class_column(table, *class_id);
    if (column.classes.size() > kMostClasses) {
      throw Error(ErrorCode::Input,
                  fmt::format("column {} has {} classes, and a tree over sites takes at most {}",
                              quote_for_message(column.name), column.classes.size(), kMostClasses));
    }
  }
  const auto setting = session.setting(run);
  const PartyId class_site(static_cast<std::uint32_t>(plan.cls.table));
  const auto classes = tell_classes(session, setting, class_site, column.classes);
  const auto columns = mining::learned_columns(plan.graph, own, table, class_id, plan.chosen);
  const JoinSiteInput input{plan.graph,    plan.cls.table, table,          columns,
                            column.labels, column.rows,    classes.size(), session.parties().names};
  JoinSite site(setting, input, options,
                settings.text("reveal") == "gains" ? JoinReveal::Gains : JoinReveal::Winner);
  if (site.joined_rows() == 0) refuse_empty();
  mining::TreeModel header;
  header.class_name = plan.graph.tables[plan.cls.table] + "." + plan.cls.column;
  header.classes = classes;
  header.columns = mining::part_columns(plan.graph.tables[own], table, columns, options);
  std::vector<std::string> tables(columns.size(), plan.graph.tables[own]);
  for (const auto& name : plan.graph.tables) {
    header.columns.push_back({name, false, {}});
    tables.push_back(name);
  }
  const auto model = mining::grow_counted_tree(site, header, options, run);
  std::optional<InstanceClasses> answers;
  if (job.classifies) {
    const auto rows =
        instance_rows(std::get<TablePair>(part).more, plan.graph.tables[own], table.rows());
    answers = walk_instances(
        setting, {model, columns.size(), table, columns, rows, options, session.parties().names});
  }
  return join_answer({model, columns.size(), std::move(tables)}, answers);
}

protocol::Forecast forecast(const Job& job) {
  const auto settings = job_settings(tree_join_task(), job);
  const auto plan = plan_of(settings);
  const auto parties = job.parties;
  const PartyId class_site(static_cast<std::uint32_t>(plan.cls.table));
  const auto all = protocol::PartySet::first(parties);
  protocol::Forecast out;
  // What only two sites see is not in the others' ledgers, so none of them waits for it.
  const auto add = [&](const protocol::Forecast& items) {
    for (auto item : items) {
      item.occurs = Occurs::Sometimes;
      out.push_back(std::move(item));
    }
  };
  for (const auto party : all.list()) {
    if (party == class_site) continue;
    out.emplace_back(kClassCount, protocol::PartySet{class_site}, party, 1, Occurs::Sometimes);
    out.emplace_back(kClassNames, protocol::PartySet{class_site}, party, Bound::of(kClasses),
                     Occurs::Sometimes);
  }
  for (std::size_t e = 0; e < plan.graph.edges.size(); ++e) {
    const PartyId first(static_cast<std::uint32_t>(plan.graph.edges[e].first));
    const PartyId second(static_cast<std::uint32_t>(plan.graph.edges[e].second));
    add(protocol::psi::forecast_of(protocol::psi::PsiResult::Alignment, first, second,
                                   protocol::psi::kLargestStore, protocol::psi::kLargestStore));
    const auto values = Bound::of(common_values(plan.graph, e)) * Bound::of(kClasses);
    for (const auto& [from, to] : {std::pair(first, second), std::pair(second, first)}) {
      // Forward or backward, and once more in the second phase.
      out.emplace_back(kClassSummary, protocol::PartySet{from}, to, Bound(2) * values,
                       Occurs::Sometimes);
      out.emplace_back(kSplitSummary, protocol::PartySet{from}, to,
                       Bound::of(kAllBranches) * values, Occurs::Sometimes);
      const auto others = behind(plan.graph, {.edge = e, .from = from.index(), .to = to.index()});
      if (others.empty()) continue;
      out.emplace_back(kPassedOn, others, to, Bound(2) + Bound::of(kSplitLevels),
                       Occurs::Sometimes);
    }
  }
  const auto nodes = Bound::of(kOpenNodes);
  if (settings.text("reveal") == "gains") {
    out.emplace_back(kGain, all.without(class_site), class_site, Bound(parties - 1) * nodes,
                     Occurs::Sometimes);
  }
  add(told_to_all(parties, kWinner, nodes, Occurs::Sometimes, About::All));
  add(told_to_all(parties, kBranches, nodes, Occurs::Sometimes, About::Some));
  if (job.classifies) {
    add(told_to_all(parties, kPath, Bound::of(kInstances) * Bound::of(kLevels), Occurs::Sometimes,
                    About::Some));
  }
  return out;
}

std::string referees(const Job& job) {
  const auto settings = job_settings(tree_join_task(), job);
  if (settings.text("reveal") == "gains") return "none";
  return first_two_referees(job);
}

// What can be said of the tables before they meet.
void place(Job& job, std::span<const DataSet> parts) {
  const auto settings = job_settings(tree_join_task(), job);
  (void)options_of(settings);
  const auto plan = plan_of(settings);
  if (plan.graph.tables.size() != parts.size()) {
    throw Error(ErrorCode::Usage,
                fmt::format("names {} tables, and there are {} parties", plan.graph.tables.size(),
                            parts.size()),
                {.parameter = "--tables"});
  }
  std::vector<Table> tables;
  for (const auto& part : parts) tables.push_back(table_in(part));
  (void)mining::join_problem(std::move(tables), plan.graph, plan.cls, plan.chosen, {});
  job.class_site = plan.cls.table;
  job.classifies = std::holds_alternative<TablePair>(parts.front());
}

}  // namespace tree_join
}  // namespace

Task tree_join_task() {
  using namespace tree_join;
  return {.name = "mine tree",
          .split = Split::Join,
          .parameters = parameters(),
          .protocols = {{.name = "intersection",
                         .summary = "private intersection of join values, then counts by common "
                                    "value between the tables that join"}},
          .forecast = forecast,
          .referees = referees,
          .plain = plain,
          .secure = secure,
          .place = place,
          .join = join_site_answers};
}

}  // namespace privet::federation
