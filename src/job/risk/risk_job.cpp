// SPDX-License-Identifier: Apache-2.0
#include "job/risk/risk_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "data/group_rows.h"
#include "data/meaning.h"
#include "job/earlier.h"
#include "job/input/engine_input.h"
#include "job/outputs.h"
#include "job/persons.h"
#include "job/prepare.h"
#include "job/promises.h"
#include "job/record_order.h"
#include "job/release/decided_roles.h"
#include "job/release/files_read.h"
#include "job/risk/beside.h"
#include "job/risk/boundaries.h"
#include "job/risk/comparison.h"
#include "job/risk/engine_classes.h"
#include "job/risk/estimates.h"
#include "job/risk/outside.h"
#include "job/risk/record_risk.h"
#include "job/risk/violations.h"
#include "job/settings_without.h"
#include "risk/check_models.h"
#include "risk/matching_groups.h"
#include "risk/order_attack.h"
#include "risk/persons_in_groups.h"

namespace privet::job {
namespace {

class RiskJob {
 public:
  RiskJob(const RiskOptions& options, const Catalog& catalog, const Run& run)
      : settings_(risk_settings(options, catalog)), catalog_(catalog), run_(run) {
    summary_.input = options.input;
  }

  RiskSummary measure() {
    if (wants_engine(settings_)) return measure_in_engine();
    policy_ = load_policy(settings_, catalog_, run_);
    refuse_replacing(settings_, policy_, std::array<std::string_view, 2>{"report", "records"});
    prepared_ = prepare_table(summary_.input, settings_, policy_, Purpose::Check, run_);
    pass_over_sites();
    pass_over_making();
    quasi_ = require_quasi(prepared_.schema);
    doubt_persons();
    Table as_in_file = put_in_original_order();
    if (boundaries_wanted(settings_)) {
      summary_.boundaries = check_release_boundaries(prepared_, settings_, policy_, run_);
    }
    for (const AttributeId id : quasi_) summary_.quasi.push_back(table().column(id).name);
    summary_.rows = table().rows();
    summary_.comparison = compare_with_original(prepared_, settings_, policy_, run_);
    if (as_in_file.columns() > 0) prepared_.file.table = std::move(as_in_file);
    wildcard_ = missing_matches(settings_);
    leave_suppressed_out();
    run_.progress("grouping");
    groups_ = group_rows(table(), quasi_, run_);
    summary_.class_sizes = groups_.sizes;
    if (prepared_.unit) summary_.counted = prepared_.unit_word;
    const auto matching = matching_sizes();
    summary_.prosecutor = measure_risk(groups_.sizes, matching, threshold());
    summary_.estimates = estimate_risk(prepared_, settings_, groups_, matching, threshold());
    if (settings_.given("records")) add_records(matching);
    summary_.order = measure_order(table(), quasi_, summary_.prosecutor.smallest_class, run_);
    for (const AttributeId id : prepared_.schema.with(Role::Sensitive)) add_sensitive(id);
    if (settings_.given("population")) meet_population();
    if (settings_.given("against")) {
      summary_.linkage = link_with(measured(), summary_.means, run_);
    }
    if (settings_.given("earlier")) meet();
    check_if_asked();
    return std::move(summary_);
  }

 private:
  // The same by the classes that the database counts. What the order of the records gives away, and
  // whether persons have several records, is not looked for.
  RiskSummary measure_in_engine() {
    policy_ = load_policy(settings_, catalog_, run_);
    refuse_replacing(settings_, policy_, std::array<std::string_view, 1>{"report"});
    pass_over_making();
    refuse_what_needs_rows(settings_, catalog_);
    in_engine_ = std::make_unique<EngineClasses>(
        engine_places(summary_.input, settings_.list("shard")), run_);
    prepared_ = in_engine_->prepare(summary_.input, settings_, policy_);
    quasi_ = require_quasi(prepared_.schema);
    for (const AttributeId id : quasi_) summary_.quasi.push_back(table().column(id).name);
    summary_.rows = static_cast<std::size_t>(in_engine_->rows());
    summary_.suppressed = static_cast<std::size_t>(in_engine_->suppressed());
    groups_ = group_rows(table(), quasi_, run_);
    summary_.class_sizes = groups_.sizes;
    summary_.prosecutor = measure_risk(groups_.sizes, groups_.sizes, threshold());
    summary_.estimates = estimate_risk(prepared_, settings_, groups_, groups_.sizes, threshold());
    for (const AttributeId id : prepared_.schema.with(Role::Sensitive)) add_sensitive(id);
    check_if_asked();
    return std::move(summary_);
  }

  void check_if_asked() {
    const auto& models = catalog_.models();
    if (std::any_of(models.begin(), models.end(),
                    [&](const ModelEntry& entry) { return entry.wanted(settings_); })) {
      check();
    }
  }

  [[nodiscard]] const Table& table() const { return prepared_.table(); }
  [[nodiscard]] double threshold() const { return settings_.real("threshold"); }

  // Moves the records of a shuffled release to where the original has them; returns the table as it
  // was, or an empty one if nothing moved.
  [[nodiscard]] Table put_in_original_order() {
    if (!settings_.given("original-order")) return {};
    const RecordOrder order = read_order(settings_.text("original-order"), table().rows(), run_);
    std::vector<RowId> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<RowId>(i);
    Table moved = table().select_rows(place);
    return std::exchange(prepared_.file.table, std::move(moved));
  }

  // A release does not show the sites: what a policy says of them cannot be checked on it.
  void pass_over_sites() {
    if (!settings_.given("site") || settings_.place("site").file.empty()) return;
    if (table().find(settings_.text("site"))) return;
    run_.warn("site-diversity is not checked: the table does not show the sites");
    constexpr std::array<std::string_view, 2> kSites{"site", "site-diversity"};
    settings_ = settings_without(settings_, kSites);
  }

  // How a release was made cannot be seen in it.
  void pass_over_making() {
    if (!settings_.given("dp")) return;
    if (settings_.place("dp").file.empty()) {
      throw Error(ErrorCode::Usage,
                  "differential privacy is a promise about how a release is made, which a finished "
                  "table cannot show; leave it out",
                  settings_.place("dp"));
    }
    run_.warn("differential privacy is not checked: a finished table cannot show how it was made");
    constexpr std::array<std::string_view, 2> kMaking{"dp", "dp-sampling"};
    settings_ = settings_without(settings_, kMaking);
  }

  // Where records are counted and may not be one person each, that is said.
  void doubt_persons() {
    if (prepared_.unit && !settings_.flag("rows-are-persons")) return;
    roles::SuggestOptions options;
    options.search_sets = false;
    doubt_records(prepared_, settings_, roles::suggest_roles(table(), options, run_),
                  Purpose::Check, run_);
  }

  // Records that show "*" everywhere were suppressed, unless that is all the table has.
  void leave_suppressed_out() {
    std::vector<AttributeId> hidden = quasi_;
    const auto sensitive = prepared_.schema.with(Role::Sensitive);
    hidden.insert(hidden.end(), sensitive.begin(), sensitive.end());
    std::vector<std::optional<ValueId>> star;
    for (const AttributeId id : hidden) star.push_back(table().column(id).dictionary.find("*"));
    if (std::any_of(star.begin(), star.end(), [](const auto& code) { return !code; })) return;
    for (std::size_t r = 0; r < table().rows(); ++r) {
      bool shows = false;
      for (std::size_t c = 0; c < hidden.size() && !shows; ++c)
        shows = table().column(hidden[c]).codes[r] != *star[c];
      if (shows) kept_.push_back(static_cast<RowId>(r));
    }
    if (kept_.size() == table().rows()) kept_.clear();
    if (kept_.empty()) return;
    summary_.suppressed = table().rows() - kept_.size();
    prepared_.file.table = table().select_rows(kept_);
  }

  // A row's number in the file.
  [[nodiscard]] RowId in_file(RowId row) const { return kept_.empty() ? row : kept_[row]; }

  [[nodiscard]] std::vector<std::uint32_t> matching_sizes() const {
    std::vector<std::uint32_t> out = groups_.sizes;
    std::vector<std::vector<std::uint32_t>> others;
    if (wildcard_) others = matching_groups(table(), quasi_, groups_, run_);
    if (prepared_.unit) {
      return persons_in_groups(table().column(*prepared_.unit), settings_.flag("exact-text"),
                               groups_, others);
    }
    for (std::size_t g = 0; g < others.size(); ++g) {
      for (const std::uint32_t other : others[g]) out[g] += groups_.sizes[other];
    }
    return out;
  }

  [[nodiscard]] ShownClass shown_class(std::span<const AttributeId> columns, RowId row) const {
    ShownClass out;
    for (const AttributeId id : columns) {
      out.emplace_back(table().column(id).name, table().column(id).text(row));
    }
    return out;
  }

  void add_records(std::span<const std::uint32_t> matching) {
    const RecordSource source{
        .prepared = prepared_,
        .quasi = quasi_,
        .groups = groups_,
        .matching = matching,
        .estimates = summary_.estimates,
        .number_of = [&](RowId row) { return std::size_t{in_file(row)} + 1; }};
    summary_.records = measure_records(source, settings_, run_);
  }

  void add_sensitive(AttributeId id) {
    SensitiveSummary& out = summary_.sensitive.emplace_back();
    const auto merged = by_meaning(table().column(id), settings_.flag("exact-text"));
    const Column& values = merged ? *merged : table().column(id);
    std::vector<ValueId> persons;
    if (prepared_.unit) {
      persons = meaning_of_rows(table().column(*prepared_.unit), settings_.flag("exact-text"));
    }
    out.risk = measure_sensitive(values, groups_, run_, persons);
    if (out.risk.gain.factor == 0) return;
    out.value = values.dictionary.text(out.risk.gain.value);
    out.gained_class = shown_class(quasi_, out.risk.gain.first_row);
  }

  // What tables from outside are compared with.
  [[nodiscard]] MeasuredTable measured() const {
    return {.prepared = prepared_,
            .quasi = quasi_,
            .groups = groups_,
            .settings = settings_,
            .policy = policy_,
            .catalog = catalog_,
            .means_measured = summary_.comparison && summary_.comparison->quality.squared_error};
  }

  void meet_population() {
    PopulationMatch found = match_population(measured(), summary_.means, run_);
    people_of_group_ = std::move(found.people_of_group);
    uncovered_ = found.uncovered;
    prepared_.population = Population{.people = found.people, .codes = {}};
    summary_.journalist =
        measure_journalist(groups_.sizes, people_of_group_, found.people, threshold());
  }

  void meet() {
    if (prepared_.unit) {
      throw Error(
          ErrorCode::Usage,
          fmt::format("records are compared; it cannot be combined with --{}", prepared_.unit_word),
          settings_.place("earlier"));
    }
    NewerRelease newer{.table = table(), .quasi = summary_.quasi};
    for (const AttributeId id : prepared_.schema.with(Role::Sensitive)) {
      newer.sensitive.push_back(table().column(id).name);
    }
    std::optional<PreparedTable> original;
    std::map<AttributeId, Hierarchy> alone;
    if (settings_.given("original")) {
      original = prepare_original(settings_, policy_, run_);
      newer.original = &original->table();
      newer.hierarchy = [&](const std::string& name) -> const Hierarchy* {
        const auto& bound = original->hierarchies[original->table().require(name, "--original")];
        return bound ? &bound->hierarchy : nullptr;
      };
    } else {
      alone = marked_hierarchies(prepared_, settings_, policy_, "--earlier");
      newer.hierarchy = [&](const std::string& name) -> const Hierarchy* {
        const auto found = alone.find(table().require(name, "--earlier"));
        return found == alone.end() ? nullptr : &found->second;
      };
    }
    summary_.earlier = meet_earlier(newer, settings_, catalog_, run_);
  }

  void check() {
    run_.progress("checking the models");
    constexpr std::array<std::string_view, 2> kSample{"population-size", "sampling-fraction"};
    const bool sample = settings_.given("population-uniqueness");  // estimates need these alone too
    const auto promises = make_promises(
        prepared_, sample ? settings_ : settings_without(settings_, kSample), catalog_, run_);
    for (const auto& model : promises->models) {
      if (!model->overall() || !wildcard_) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("{} needs classes that do not overlap; it cannot be judged with "
                              "--missing wildcard",
                              model->name()),
                  settings_.place("missing"));
    }
    const CheckedTable checked{.table = table(),
                               .quasi = quasi_,
                               .groups = groups_,
                               .counted = promises->histograms(),
                               .people_of_group = people_of_group_,
                               .uncovered = uncovered_,
                               .missing_matches = wildcard_};
    ModelCheck found = check_models(checked, promises->models, settings_.count("worst"), run_);
    summary_.guarantees = std::move(found.verdicts);
    for (const auto& violation : found.violations) {
      ViolationSummary& out = summary_.violations.emplace_back();
      out.model = summary_.guarantees[violation.model].model;
      out.size = violation.size;
      out.value = violation.value;
      out.shown = shown_class(violation.columns, violation.rows.front());
      if (in_engine_) {
        out.rows = in_engine_->rows_of(violation.rows);
        continue;
      }
      for (const RowId row : violation.rows) out.rows.push_back(std::size_t{in_file(row)} + 1);
    }
    order_violations(summary_.violations);
    warn_of_links(*promises);
    warn_of_others();
  }

  // A release is judged with every column that it shows as it is; so is a finished file, where
  // nothing else speaks against it.
  void warn_of_others() {
    if (!summary_.holds()) return;
    std::vector<AttributeId> others;
    for (AttributeId id = 0; id < table().columns(); ++id) {
      const Role role = prepared_.schema.role(id);
      const bool judged = role == Role::Sensitive || role == Role::Identifier;
      const bool known = std::find(quasi_.begin(), quasi_.end(), id) != quasi_.end();
      if (!judged && !known && id != prepared_.unit) others.push_back(id);
    }
    std::vector<ValueId> persons;
    if (prepared_.unit) {
      persons = meaning_of_rows(table().column(*prepared_.unit), settings_.flag("exact-text"));
    }
    const std::string text =
        job::beside_text(job::columns_beside(table(), others, groups_, persons, run_),
                         table().rows(), summary_.counted);
    if (text.empty()) return;
    summary_.beside.push_back(text);
    run_.warn(text);
  }

  // The column that names the persons is in this file: whoever gets it can put their records
  // together.
  void warn_of_links(const Promises& promises) {
    if (!prepared_.unit) return;
    const Column& who = table().column(*prepared_.unit);
    const auto linked = linked_groups(who, settings_.flag("exact-text"), groups_);
    if (!linked) return;
    const CheckedTable checked{
        .table = table(), .quasi = quasi_, .groups = *linked, .counted = promises.histograms()};
    for (std::size_t m = 0; m < promises.models.size(); ++m) {
      const PrivacyModel& model = *promises.models[m];
      if (model.needs_population() || model.known_values() < quasi_.size()) continue;
      const auto found =
          check_models(checked, std::span(promises.models).subspan(m, 1), 0, run_).verdicts.front();
      if (found.holds || !summary_.guarantees[m].holds) continue;
      summary_.beside.push_back(fmt::format(
          "column {} links the records of a person: among those who have records in "
          "the same classes {} does not hold for {}; it must not be published with the "
          "rest, nor as pseudonyms",
          quote_for_message(who.name), model.name(), counted(found.violating_records, "record")));
      run_.warn(summary_.beside.back());
    }
  }

  Settings settings_;
  const Catalog& catalog_;
  const Run& run_;
  std::optional<Policy> policy_;
  PreparedTable prepared_;
  std::vector<AttributeId> quasi_;
  std::unique_ptr<EngineClasses> in_engine_;  // where the rows stay in a database
  std::vector<RowId> kept_;                   // the rows in the file, if some were left out
  bool wildcard_ = false;
  RowGroups groups_;
  std::vector<std::size_t> people_of_group_;
  std::size_t uncovered_ = 0;
  RiskSummary summary_;
};

}  // namespace

RiskOutcome run_risk(const RiskOptions& options, const Catalog& catalog, const Run& run) {
  RiskOutcome out{RiskJob(options, catalog, run).measure()};
  OutputFiles files;
  if (out.summary.records) files.add(options.records, out.summary.records->csv);
  if (options.report) files.add(options.report, options.page(out.summary));
  files.commit(run);
  out.standard_output = files.standard_output();
  return out;
}

}  // namespace privet::job
