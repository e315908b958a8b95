// SPDX-License-Identifier: Apache-2.0
#include "job/safe_pub.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.h"
#include "base/os_random.h"
#include "catalog/attribute_numbers.h"
#include "catalog/catalog.h"
#include "catalog/dp_settings.h"
#include "data/formats/open_table.h"
#include "hierarchy/read_toml.h"
#include "privacy/differential_privacy.h"
#include "privacy/k_anonymity.h"

namespace privet {
namespace {

struct Refusal {
  std::string_view setting;
  std::string_view why;
};

constexpr std::array kRefused{
    Refusal{"sample", "--dp draws its own sample; say its chance with --dp-sampling"},
    Refusal{"keep-order", "the order of records is not covered by the proof of --dp"},
    Refusal{"save-order", "--dp leaves records out, which have no place in an order"},
    Refusal{"summary",
            "the page counts records exactly, which the proof of --dp does not cover; write it "
            "by hand"},
    Refusal{"max-suppression",
            "with --dp every group below k is left out, however many records that are"},
    Refusal{"apply-rules", "saved rules are not a fixed level of each column, which --dp needs"},
    Refusal{"earlier",
            "whether a release is refused would depend on the records; epsilons and "
            "deltas of releases with --dp add up"},
    Refusal{"population", "models of a population are not covered by the proof of --dp"},
    Refusal{"pseudonym", "pseudonyms are not covered by the proof of --dp"},
    Refusal{"shift-dates", "shifted dates are not covered by the proof of --dp"},
    Refusal{"person", "--dp is a promise to one record; give a table with one record per person"},
    Refusal{"household",
            "--dp is a promise to one record; give a table with one record a "
            "household"},
    Refusal{"top-code", "perturbed values are not covered by the proof of --dp"},
    Refusal{"bottom-code", "perturbed values are not covered by the proof of --dp"},
    Refusal{"round", "perturbed values are not covered by the proof of --dp"},
    Refusal{"noise", "perturbed values are not covered by the proof of --dp"},
    Refusal{"rank-swap", "perturbed values are not covered by the proof of --dp"},
    Refusal{"pram", "perturbed values are not covered by the proof of --dp"},
    Refusal{"pram-matrix", "perturbed values are not covered by the proof of --dp"},
    Refusal{"pram-invariant", "perturbed values are not covered by the proof of --dp"},
};

bool given(const Settings& settings, std::string_view name) {
  return settings.find(name) != nullptr && settings.given(name) &&
         (settings.find(name)->kind != ParameterKind::Flag || settings.flag(name));
}

// Whether what a hierarchy of this form shows depends on no record but the one that is shown.
bool fixed_form(const HierarchySpec& spec) {
  return std::holds_alternative<LevelRows>(spec.form) || std::holds_alternative<Cuts>(spec.form) ||
         std::holds_alternative<TaxonomyLinks>(spec.form);
}

bool fixed_file(const std::string& path) {
  return !path.ends_with(".toml") || fixed_form(read_hierarchy_spec(path));
}

// Whether the hierarchy that flags or the policy give this column was written down before the
// records were known; nothing if they give none.
std::optional<bool> fixed_hierarchy(const std::string& name, const Settings& settings,
                                    const std::optional<Policy>& policy) {
  for (const auto& text : settings.list("hierarchy")) {
    const auto equals = text.find('=');
    if (text.substr(0, equals) == name) return fixed_file(text.substr(equals + 1));
  }
  if (!policy) return std::nullopt;
  for (const auto& column : policy->columns) {
    if (column.name != name) continue;
    if (const auto* path = std::get_if<std::string>(&column.hierarchy)) return fixed_file(*path);
    if (const auto* spec = std::get_if<HierarchySpec>(&column.hierarchy)) return fixed_form(*spec);
  }
  return std::nullopt;
}

[[noreturn]] void refuse_column(const Column& column, std::string_view why,
                                const Settings& settings) {
  throw Error(ErrorCode::Usage, fmt::format("column {} {}", quote_for_message(column.name), why),
              settings.place("dp"));
}

}  // namespace

bool wants_dp(const Settings& settings) {
  return settings.find("dp") != nullptr && settings.given("dp");
}

void settle_dp(Settings& settings) {
  if (!wants_dp(settings)) return;
  (void)read_dp(settings);
  for (const auto& [setting, why] : kRefused) {
    if (given(settings, setting)) {
      throw Error(ErrorCode::Usage, std::string(why), settings.place(setting));
    }
  }
  if (table_form(settings.text("output")) != TableForm::Csv) {
    throw Error(ErrorCode::Usage,
                "this form says of which kind a column is, and that can depend on a record that is "
                "left out; with --dp write CSV",
                settings.place("output"));
  }
  for (const auto& entry : builtin_catalog().models()) {
    const bool covered =
        entry.description == &kDifferentialPrivacy || entry.description == &kKAnonymity;
    if (covered || !entry.wanted(settings)) continue;
    throw Error(ErrorCode::Usage,
                "decides by other records what is left out, which the proof of --dp does not "
                "cover; only --k may stand beside it",
                settings.place(entry.description->parameters.front().name));
  }
  settings.add("max-suppression", "1", settings.place("dp"));
  if (!settings.flag("exact-text")) settings.add("exact-text", "true", settings.place("dp"));
  if (!settings.flag("drop-suppressed")) {
    settings.add("drop-suppressed", "true", settings.place("dp"));
  }
}

void draw_each(PreparedTable& prepared, double chance) {
  constexpr double kAll = 18446744073709551616.0;  // 2^64
  const double below = std::floor(chance * kAll);
  std::vector<RowId> rows;
  for (RowId r = 0; r < prepared.table().rows(); ++r) {
    if (static_cast<double>(os_random_u64()) < below) rows.push_back(r);
  }
  prepared.sampled_from = prepared.table().rows();
  prepared.file.table = prepared.table().select_rows(rows);
  if (rows.empty()) {
    throw Error(ErrorCode::Input, "no record was drawn; the table is too small for --dp",
                {.file = prepared.path});
  }
}

void check_dp_columns(const PreparedTable& prepared, const Settings& settings,
                      const std::optional<Policy>& policy) {
  if (!wants_dp(settings)) return;
  if (!prepared.perturbed.empty()) {
    refuse_column(prepared.table().column(prepared.perturbed.front().column),
                  "is perturbed, which the proof does not cover", settings);
  }
  for (AttributeId id = 0; id < prepared.table().columns(); ++id) {
    const Column& column = prepared.table().column(id);
    const Role role = prepared.schema.role(id);
    if (role == Role::Identifier) continue;
    if (role != Role::Quasi) {
      refuse_column(column,
                    "would be released as it is, which the proof does not cover; name it with "
                    "--quasi, or leave it out with --identifier",
                    settings);
    }
    if (prepared.hierarchies[id] == nullptr) continue;
    // What nobody gave is built: masks by their length alone, calendars from the dates.
    const bool masked = prepared.schema.masked().contains(id);
    if (!fixed_hierarchy(column.name, settings, policy).value_or(masked)) {
      refuse_column(column,
                    "has a hierarchy that is built from the records, which the proof does not "
                    "cover; write its groups down, as rows or cuts",
                    settings);
    }
  }
}

void fix_scheme(const Settings& settings, Problem& problem) {
  const auto& method = builtin_catalog().method(settings.text("method"));
  if (!wants_dp(settings) || !method.uses("max-level")) return;
  const auto lowest = read_level_numbers(settings, "min-level", problem);
  const auto highest = read_level_numbers(settings, "max-level", problem);
  for (std::size_t q = 0; q < problem.quasi.size(); ++q) {
    const bool fixed = !lowest.empty() && !highest.empty() && lowest[q] && lowest[q] == highest[q];
    if (!fixed) {  // the method refuses it, and says which
      problem.scheme.clear();
      return;
    }
    problem.scheme.push_back(*lowest[q]);
  }
}

}  // namespace privet
