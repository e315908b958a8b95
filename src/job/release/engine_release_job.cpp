// SPDX-License-Identifier: Apache-2.0
#include "job/release/engine_release_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <utility>

#include "anonymize/mondrian/mondrian.h"
#include "base/error.h"
#include "catalog/cut_score.h"
#include "data/meaning.h"
#include "engine/domains.h"
#include "engine/engine_guard.h"
#include "engine/recode.h"
#include "engine/shard_set.h"
#include "engine/sql_partitions.h"
#include "engine/staged_release.h"
#include "job/column_list.h"
#include "job/input/engine_input.h"
#include "job/prepare.h"
#include "job/release/decided_roles.h"
#include "job/release/method_settings.h"
#include "job/value_order.h"

namespace privet::job {
namespace {

// What is understood beside the parameters of the models.
constexpr std::array<std::string_view, 27> kUnderstood{
    "file",       "output",           "engine",      "shard",      "policy",
    "quasi",      "sensitive",        "identifier",  "class",      "plain",
    "hierarchy",  "method",           "relaxed",     "priority",   "score",
    "cut-by",     "accept-unchanged", "accept-sets", "exact-text", "rows-are-persons",
    "keep-order", "long-sets",        "order",       "type",       "date-format",
    "decimal",    "max-suppression"};

double since(std::chrono::steady_clock::time_point& start) {
  const auto last = std::exchange(start, std::chrono::steady_clock::now());
  return std::chrono::duration<double>(start - last).count();
}

// What the models are promised for, from the values and their counts.
struct EnginePromises {
  ModelContext context;
  std::vector<AttributeId> columns;
  std::vector<const Column*> counted;
  std::vector<std::unique_ptr<const Column>> merged;
  std::vector<std::unique_ptr<const BoundHierarchy>> hierarchies;
  std::vector<std::unique_ptr<PrivacyModel>> models;
};

class EngineRelease {
 public:
  EngineRelease(const ReleaseOptions& options, const Catalog& catalog, const Run& run)
      : options_(options),
        catalog_(catalog),
        run_(run),
        settings_(release_settings(options, catalog)),
        policy_(load_policy(settings_, catalog, run)) {
    refuse_what_is_not_done();
    places_ = engine_places(options.input, options.shards);
  }

  EngineReleaseOutcome make(const engine::ShardSet::Watch& watch) {
    run_.progress("asking for the values");
    auto clock = std::chrono::steady_clock::now();
    engine::ShardSet shards(std::move(places_), run_);
    shards.watch(watch);
    shards_ = &shards;
    const engine::StagedName name = engine::release_name(options_.output, shards);
    rows_ = engine::count_rows(shards);
    prepared_ =
        prepare_values(options_.input, settings_, policy_,
                       {shards.columns(),
                        [&](const std::string& column) {
                          return domains_.emplace(column, engine::read_domain(shards, column, run_))
                              .first->second.column;
                        }},
                       Purpose::Release, run_);
    add_time_hierarchies(prepared_);
    check_columns();
    make_models();
    const Problem problem = make_problem();
    const auto orders = make_orders(problem);
    out_.seconds_values = since(clock);
    const engine::RecodedClasses classes = search(problem, orders);
    refuse_long_sets(problem, classes);
    out_.seconds_search = since(clock);
    run_.progress("writing");
    auto staged =
        engine::stage_release(shards, name, released_columns(problem), options_.keep_order);
    out_.seconds_write = since(clock);
    engine::EngineGuard guard = check(problem);
    engine::CheckedRelease checked = guard.approve(std::move(staged));
    run_.check_cancelled();
    checked.commit(shards);
    out_.seconds_guard = since(clock);
    finish(name, classes, guard.findings());
    return std::move(out_);
  }

 private:
  void refuse_what_is_not_done() {
    std::vector<std::string_view> understood(kUnderstood.begin(), kUnderstood.end());
    const auto models = catalog_.model_parameters();
    for (const auto& parameter : models) understood.push_back(parameter.name);
    refuse_other_settings(settings_, understood);
    choose_method(settings_, catalog_);
    if (settings_.text("method") != "mondrian") {
      throw Error(
          ErrorCode::Usage,
          "with --engine database the method is mondrian; leave out --engine to use another",
          settings_.place("method"));
    }
    refuse_unused_settings(settings_, policy_, catalog_);
    refuse_suggested_quasi(settings_);
    if (!settings_.flag("rows-are-persons")) {
      throw Error(ErrorCode::Usage,
                  "inside a database it is not looked for persons who have several rows; add "
                  "--rows-are-persons if each row is about another person");
    }
  }

  // Every column has a role that somebody gave it, and what is shown as it is was accepted.
  void check_columns() {
    std::vector<std::string> undecided;
    std::vector<std::string> open;
    const auto accepted = accepted_columns(prepared_, settings_, policy_);
    for (std::size_t c = 0; c < prepared_.table().columns(); ++c) {
      const auto id = static_cast<AttributeId>(c);
      const std::string& name = prepared_.table().column(id).name;
      if (prepared_.decided[c] == 0 && !accepted.contains(id)) undecided.push_back(name);
      const Role role = prepared_.schema.role(id);
      if (role == Role::Plain && !accepted.contains(id)) open.push_back(name);
      if (role == Role::Quasi || role == Role::Sensitive || role == Role::Class) {
        const std::string looks = look_at(id);
        const bool shown = role != Role::Quasi && (!looks.empty() || is_key(name));
        if (shown && !accepted.contains(id)) open.push_back(name);
      }
    }
    if (!undecided.empty()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("nothing says what {} is for, and inside a database no roles are "
                              "suggested; name each column with --quasi, --sensitive, "
                              "--identifier, --class or --plain, or in the policy",
                              fmt::join(undecided, ", ")));
    }
    if (open.empty() && others_are_key(accepted)) {
      for (const Role role : {Role::Sensitive, Role::Class}) {
        for (const AttributeId id : prepared_.schema.with(role)) {
          if (!accepted.contains(id)) open.push_back(prepared_.table().column(id).name);
        }
      }
    }
    if (open.empty()) return;
    throw Error(
        ErrorCode::Policy,
        fmt::format("{} would be released unchanged, and inside a database it is not "
                    "counted how many rows they make unique beside the quasi-identifiers "
                    "(or they do so alone, or look like a person's name or number). Nothing "
                    "was written. If that is wanted, add --accept-unchanged {}; otherwise "
                    "make them coarser with --quasi or leave them out with --identifier",
                    fmt::join(open, ", "), flag_list(open)));
  }

  // By a few rows with each value, as unique as in the table.
  std::string look_at(AttributeId id) {
    const engine::Domain& domain = domains_.at(prepared_.table().column(id).name);
    Column column = engine::few_rows(domain);
    roles::SuggestOptions options;
    options.search_sets = false;
    auto looks = roles::suggest_roles(Table({std::move(column)}), options, run_).front();
    looks.column = id;
    return judge_looks(prepared_, looks, settings_, policy_);
  }

  // Smaller tables say little: most values occur once, whatever the column is.
  static constexpr std::uint64_t kFewRows = 20;

  bool is_key(const std::string& name) {
    const auto& counts = domains_.at(name).counts;
    const auto alone = static_cast<std::uint64_t>(std::count(counts.begin(), counts.end(), 1U));
    return rows_ >= kFewRows && 2 * alone > rows_;
  }

  // Sensitive columns and classes together. Over several shards more seem unique than are.
  bool others_are_key(const std::set<AttributeId>& accepted) {
    std::string together;
    std::size_t columns = 0;
    for (const Role role : {Role::Sensitive, Role::Class}) {
      for (const AttributeId id : prepared_.schema.with(role)) {
        if (accepted.contains(id)) continue;
        together +=
            (together.empty() ? "" : ", ") + engine::shown_sql(prepared_.table().column(id).name);
        ++columns;
      }
    }
    if (columns < 2 || rows_ < kFewRows) return false;
    std::uint64_t unique = 0;
    for (const auto& answer : shards_->ask([&](const std::string& origin) {
           return fmt::format(
               "SELECT count(*) FROM (SELECT 1 FROM {} AS o GROUP BY {} HAVING "
               "count(*) = 1) u",
               origin, together);
         })) {
      unique += std::stoull(*answer.front().front());
    }
    return 2 * unique > rows_;
  }

  void make_models() {
    const bool exact = settings_.flag("exact-text");
    check_value_orders(prepared_, settings_);
    promises_.context.records = rows_;
    for (const AttributeId id : prepared_.schema.with(Role::Sensitive)) {
      const Column* column = &prepared_.table().column(id);
      const BoundHierarchy* hierarchy = prepared_.hierarchies[id].get();
      if (auto merged = by_meaning(*column, exact)) {
        if (hierarchy != nullptr) {
          hierarchy = promises_.hierarchies
                          .emplace_back(std::make_unique<BoundHierarchy>(
                              privet::bind(hierarchy->hierarchy, *merged, options_.input)))
                          .get();
        }
        column = promises_.merged.emplace_back(std::make_unique<Column>(std::move(*merged))).get();
      }
      promises_.columns.push_back(id);
      promises_.counted.push_back(column);
      CountedAttribute attribute = count_attribute(*column, hierarchy);
      const engine::Domain& domain = domains_.at(column->name);
      const auto codes = engine::codes_in(domain, *column, exact);
      for (std::size_t t = 0; t < codes.size(); ++t) {
        attribute.counts[codes[t]] += static_cast<std::uint32_t>(domain.counts[t]);
      }
      set_value_order(prepared_, id, settings_, *column, attribute);
      promises_.context.sensitive.push_back(std::move(attribute));
    }
    promises_.models = catalog_.make_models(settings_, promises_.context);
  }

  Problem make_problem() {
    Problem out{prepared_.table(), {}, promises_.columns, {}, 0, {}};
    out.counted = promises_.counted;
    out.meant = promises_.counted;
    out.exact_text = settings_.flag("exact-text");
    const bool by_order = settings_.text("cut-by") == "order";
    for (const AttributeId id : require_quasi(prepared_.schema)) {
      const BoundHierarchy* hierarchy = by_order ? nullptr : prepared_.hierarchies[id].get();
      if (prepared_.hierarchies[id] != nullptr && prepared_.hierarchies[id]->hierarchy.bounded()) {
        throw Error(
            ErrorCode::Usage,
            fmt::format("column {} has generalization boundaries, which are not kept inside "
                        "a database; remove them, or leave out --engine database",
                        quote_for_message(prepared_.table().column(id).name)));
      }
      out.quasi.push_back({id, hierarchy});
    }
    const auto classes = prepared_.schema.with(Role::Class);
    if (classes.size() == 1) out.class_column = classes.front();
    for (const auto& model : promises_.models) {
      if (model->needs_population() || model->fixed_scheme()) {
        throw Error(ErrorCode::Usage,
                    fmt::format("{} is not promised inside a database; leave it out, or leave out "
                                "--engine database",
                                model->name()));
      }
      model->check_feasible(rows_);
      out.models.push_back(model.get());
    }
    return out;
  }

  engine::RecodedClasses search(const Problem& problem, std::span<const AttributeOrder> orders) {
    MondrianOptions options{.relaxed = settings_.flag("relaxed"),
                            .smallest_class = problem.smallest_class(),
                            .score = read_cut_score(settings_, problem)};
    refuse_unpromised(*make_mondrian(options), "mondrian", problem);
    if (problem.class_column) {
      options.class_values = problem.table.column(*problem.class_column).dictionary.size();
    }
    const bool exact = settings_.flag("exact-text");
    std::vector<engine::WorkingColumn> attributes;
    for (std::size_t a = 0; a < orders.size(); ++a) {
      const Column& column = problem.table.column(problem.quasi[a].column);
      attributes.push_back(working(column, exact));
      for (auto& number : attributes.back().numbers) {
        number = orders[a].position(static_cast<ValueId>(number));
      }
    }
    std::vector<engine::WorkingColumn> further;
    for (const Column* column : problem.further_columns())
      further.push_back(working(*column, exact));
    run_.progress("copying positions");
    engine::make_working_copy(*shards_, attributes, further, rows_);
    return engine::recode_in_engine(*shards_, problem, orders, options, {}, run_);
  }

  engine::WorkingColumn working(const Column& column, bool exact) {
    const engine::Domain& domain = domains_.at(column.name);
    engine::WorkingColumn out{
        .column = column.name, .texts = domain.texts, .values = column.dictionary.size()};
    for (const ValueId code : engine::codes_in(domain, column, exact)) out.numbers.push_back(code);
    return out;
  }

  // As of a release in this process (job/release/long_sets.h), by the counts of the values.
  void refuse_long_sets(const Problem& problem, const engine::RecodedClasses& classes) const {
    constexpr double kMost = 32e6;
    constexpr double kMostTimes = 20;
    for (std::size_t a = 0; a < problem.quasi.size() && !options_.long_sets; ++a) {
      const std::string& name = problem.table.column(problem.quasi[a].column).name;
      const engine::Domain& domain = domains_.at(name);
      double texts = 0;
      for (std::size_t t = 0; t < domain.texts.size(); ++t) {
        texts +=
            static_cast<double>(domain.texts[t].size() + 1) * static_cast<double>(domain.counts[t]);
      }
      if (classes.set_bytes[a] <= std::max(kMost, kMostTimes * texts)) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} has no hierarchy and would be released as sets of about "
                              "{:.0f} MB; give it one with --hierarchy, leave it out with "
                              "--identifier, or say --long-sets to have them written",
                              quote_for_message(name), classes.set_bytes[a] / 1e6));
    }
  }

  std::vector<engine::StagedColumn> released_columns(const Problem& problem) {
    std::vector<engine::StagedColumn> out;
    for (std::size_t c = 0; c < prepared_.table().columns(); ++c) {
      const auto id = static_cast<AttributeId>(c);
      const std::string& name = prepared_.table().column(id).name;
      if (!prepared_.schema.released(id)) {
        out_.left_out.push_back(name);
        continue;
      }
      engine::StagedColumn column{.name = name};
      for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
        if (problem.quasi[a].column == id) column.attribute = a;
      }
      out_.columns.emplace_back(name, column.attribute ? "generalized" : "released unchanged");
      out.push_back(std::move(column));
    }
    return out;
  }

  engine::EngineGuard check(const Problem& problem) {
    promise_.emplace(engine::EnginePromise{.problem = problem});
    for (const auto& quasi : problem.quasi) {
      promise_->texts.emplace_back(domains_.at(problem.table.column(quasi.column).name).texts);
    }
    for (const Column* column : promises_.counted) promise_->sensitive.push_back(column->name);
    return {*shards_, *promise_, run_};
  }

  void finish(const engine::StagedName& name, const engine::RecodedClasses& classes,
              const engine::EngineFindings& findings) {
    out_.input = options_.input;
    out_.output = name.schema + "." + name.table;
    out_.shards = shards_->size();
    out_.records = findings.records;
    out_.classes = findings.classes;
    out_.smallest = classes.smallest;
    out_.largest = classes.largest;
    out_.shuffled = !options_.keep_order;
    out_.guarantees = findings.verdicts;
    out_.statements = shards_->statements();
  }

  const ReleaseOptions& options_;
  const Catalog& catalog_;
  const Run& run_;
  Settings settings_;
  std::optional<Policy> policy_;
  std::vector<PostgresPlace> places_;
  engine::ShardSet* shards_ = nullptr;
  std::uint64_t rows_ = 0;
  std::map<std::string, engine::Domain> domains_;
  PreparedTable prepared_;
  EnginePromises promises_;
  std::optional<engine::EnginePromise> promise_;
  EngineReleaseOutcome out_;
};

}  // namespace

EngineReleaseOutcome run_engine_release(const ReleaseOptions& options, const Catalog& catalog,
                                        const Run& run, const engine::ShardSet::Watch& watch) {
  return EngineRelease(options, catalog, run).make(watch);
}

}  // namespace privet::job
