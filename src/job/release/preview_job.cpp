// SPDX-License-Identifier: Apache-2.0
#include "job/release/preview_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "anonymize/classes/missing_values.h"
#include "base/error.h"
#include "data/group_rows.h"
#include "job/perturb_columns.h"
#include "job/prepare.h"
#include "job/promises.h"
#include "job/release/application_weights.h"
#include "job/release/decided_roles.h"
#include "job/release/method_settings.h"
#include "job/release/release_problem.h"
#include "job/release/summarize_release.h"
#include "job/safe_pub.h"
#include "risk/persons_in_groups.h"

namespace privet::job {
namespace {

constexpr double kPreviewThreshold = 0.2;  // as in the summary of a release

// The settings that say nothing about the table before it is searched.
bool of_the_search(std::string_view name, const std::vector<Parameter>& tuned) {
  constexpr std::array<std::string_view, 9> kOther{"method",     "max-suppression", "output",
                                                   "report",     "policy",          "summary",
                                                   "keep-order", "drop-suppressed", "save-order"};
  return std::find(kOther.begin(), kOther.end(), name) != kOther.end() ||
         std::any_of(tuned.begin(), tuned.end(),
                     [&](const Parameter& parameter) { return parameter.name == name; });
}

// What the settings say of the table; settings of the search are left out.
std::string key_of(const Settings& settings, const std::string& table_key, bool levels,
                   const Catalog& catalog) {
  const auto tuned = catalog.parameters();
  std::string out = table_key + (levels ? "\nlevels" : "");
  for (const auto& parameter : settings.known()) {
    if (!settings.given(parameter.name) || of_the_search(parameter.name, tuned)) continue;
    out += fmt::format("\n{}={}", parameter.name, fmt::join(settings.list(parameter.name), "\x1f"));
  }
  return out;
}

}  // namespace

struct ReleasePreview::Kept {
  std::string key;
  PreparedTable prepared;
  RowGroups before;  // by the quasi-identifiers as they are
};

ReleasePreview::ReleasePreview(const Catalog& catalog) : catalog_(catalog) {}
ReleasePreview::~ReleasePreview() = default;

void ReleasePreview::forget() {
  kept_.reset();
}

// What a question says, checked.
struct ReleasePreview::Asked {
  Settings settings;
  std::optional<Policy> policy;
  const MethodEntry* method;
};

ReleasePreview::Asked ReleasePreview::read(const ReleaseOptions& options, const Run& run) const {
  Asked out{release_settings(options, catalog_), {}, nullptr};
  choose_method(out.settings, catalog_);
  out.policy = load_policy(out.settings, catalog_, run);
  choose_method(out.settings, catalog_);
  refuse_unused_settings(out.settings, out.policy, catalog_);
  settle_dp(out.settings);
  out.method = &catalog_.method(out.settings.text("method"));
  return out;
}

void ReleasePreview::keep(const ReleaseOptions& options, const Asked& asked,
                          const std::string& table_key, const Run& run) {
  const auto& [settings, policy, method] = asked;
  std::string key = key_of(settings, table_key, method->by_levels, catalog_);
  if (kept_ && kept_->key == key) return;
  kept_.reset();
  auto fresh = std::make_unique<Kept>();
  fresh->prepared =
      prepare_table(options.input, settings, policy, Purpose::Release, run,
                    [&, &chosen = asked.settings, &given = asked.policy](PreparedTable& table) {
                      KernelRandom random;
                      perturb_columns(table, chosen, given, random, run);
                    });
  add_time_hierarchies(fresh->prepared);
  if (method->by_levels) add_date_hierarchies(fresh->prepared);
  const auto looks = require_decided_roles(fresh->prepared, settings, policy, run);
  doubt_records(fresh->prepared, settings, looks.suggestions, Purpose::Release, run);
  fresh->before = group_rows(fresh->prepared.table(), require_quasi(fresh->prepared.schema), run);
  fresh->key = std::move(key);
  kept_ = std::move(fresh);
}

const PreparedTable& ReleasePreview::table(const ReleaseOptions& options,
                                           const std::string& table_key, const Run& run) {
  keep(options, read(options, run), table_key, run);
  return kept_->prepared;
}

PreviewAnswer ReleasePreview::ask(const ReleaseOptions& options, const std::string& table_key,
                                  const Run& run) {
  const Asked asked = read(options, run);
  const Settings& settings = asked.settings;
  const auto& policy = asked.policy;
  const MethodEntry& method = *asked.method;
  keep(options, asked, table_key, run);
  const PreparedTable& prepared = kept_->prepared;
  check_dp_columns(prepared, settings, policy);
  const auto promises = make_promises(prepared, settings, catalog_, run);
  Problem problem = make_problem(prepared, *promises, settings, catalog_, run);
  fix_scheme(settings, problem);
  problem.weights = application_weights(settings, policy, problem, run).weights;
  PreviewAnswer out{.method = settings.text("method"), .records = prepared.table().rows()};
  const auto search = method.make(settings, problem);
  refuse_unpromised(*search, out.method, problem);
  Recoding recoding = search->search_with_account(problem, out.search, run);
  if (problem.missing_matches) recoding = leave_missing_out(problem, std::move(recoding));
  out.suppressed = recoding.suppressed();
  RecodingContext context{prepared.table(), {}};
  for (const auto& quasi : problem.quasi) {
    context.hierarchies.push_back(quasi.hierarchy);
    out.quasi.push_back(prepared.table().column(quasi.column).name);
  }
  out.quality = measure_quality(recoding, context);
  out.after = measure_risk(recoding.class_sizes, kPreviewThreshold);
  out.before = measure_risk(kept_->before.sizes, kPreviewThreshold);
  if (problem.unit) {
    out.counted = prepared.unit_word;
    out.before = measure_risk(
        kept_->before.sizes,
        persons_in_groups(problem.unit_column(), problem.exact_text, kept_->before, {}),
        kPreviewThreshold);
  }
  out.sensitive = sensitive_risks(prepared, problem, recoding, run);
  return out;
}

}  // namespace privet::job
