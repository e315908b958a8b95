// SPDX-License-Identifier: Apache-2.0
// The parameters of a prepared table: roles, matching, and what may stand in a policy; the policy
// itself.
#include <array>

#include "base/error.h"
#include "job/identifiers.h"
#include "job/persons.h"
#include "job/prepare.h"
#include "job/sample.h"
#include "job/shift_dates.h"
#include "job/value_order.h"

namespace privet {

std::vector<Parameter> role_parameters(Purpose purpose) {
  const bool release = purpose == Purpose::Release;
  return {
      {.name = "policy",
       .kind = ParameterKind::File,
       .summary =
           "A policy file with roles, hierarchies, privacy models and method; flags override it.",
       .placeholder = "P.toml"},
      {.name = "quasi",
       .kind = ParameterKind::Columns,
       .summary = release ? "Columns that together could identify a person: they are generalized; "
                            "auto uses what inspect suggests."
                          : "Columns that together could identify a person; auto uses what inspect "
                            "suggests.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "sensitive",
       .kind = ParameterKind::Columns,
       .summary = "Columns with values that people want to keep private.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "identifier",
       .kind = ParameterKind::Columns,
       .summary = release ? "Columns that name a person: they are left out."
                          : "Columns that name a person: they are ignored.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "class",
       .kind = ParameterKind::Columns,
       .summary = "Columns that a model will predict: released as they are.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "plain",
       .kind = ParameterKind::Columns,
       .summary = "Columns that say nothing about who a person is: released as they are.",
       .placeholder = "A,B,..",
       .repeatable = true},
      {.name = "hierarchy",
       .kind = ParameterKind::Text,
       .summary = release
                      ? "A generalization hierarchy for a column (docs/format/hierarchy.md)."
                      : "The hierarchy of a sensitive column, for hierarchical t-closeness, or of "
                        "a quasi-identifier that shows its groups, for --population and "
                        "--against.",
       .placeholder = "COLUMN=FILE",
       .repeatable = true},
  };
}

Parameter report_parameter() {
  return {.name = "report",
          .kind = ParameterKind::File,
          .summary = "Also write a report with plots, one self-contained HTML page.",
          .placeholder = "R.html"};
}

std::vector<Parameter> matching_parameters() {
  static constexpr std::array<std::string_view, 2> kMissing{"value", "wildcard"};
  std::vector<Parameter> out = person_parameters();
  const auto orders = value_order_parameters();
  out.insert(out.end(), orders.begin(), orders.end());
  const std::vector<Parameter> more{
      {.name = "population",
       .kind = ParameterKind::File,
       .summary = "A table of the people among whom an attacker may look, with every "
                  "quasi-identifier; for --k-map and --delta-presence.",
       .placeholder = "FILE"},
      {.name = "missing",
       .kind = ParameterKind::Choice,
       .summary = "How a missing quasi-identifier counts: a value of its own, or a wildcard that "
                  "matches every value.",
       .placeholder = "HOW",
       .default_text = "value",
       .choices = kMissing},
      {.name = "exact-text",
       .kind = ParameterKind::Flag,
       .summary =
           "Texts that differ only in case, in spaces or in how accented letters are encoded "
           "count as different values, in sensitive columns and in --person."},
  };
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

bool missing_matches(const Settings& settings) {
  return settings.text("missing") == "wildcard";
}

std::vector<Parameter> policy_parameters(const Catalog& catalog) {
  std::vector<Parameter> out = input_parameters();
  for (const auto& more : {catalog.parameters(), matching_parameters()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  out.push_back({.name = "method",
                 .kind = ParameterKind::Choice,
                 .summary = "How the records are grouped.",
                 .placeholder = "NAME",
                 .default_text = "mondrian",
                 .choices = catalog.method_names()});
  out.push_back(
      {.name = "max-suppression",
       .kind = ParameterKind::Real,
       .summary = "The largest share of the records that may be suppressed; mondrian needs none.",
       .placeholder = "SHARE",
       .default_text = "0.05",
       .min = 0,
       .max = 1});
  out.push_back({.name = "accept-links",
                 .kind = ParameterKind::Flag,
                 .summary = "Release pseudonyms although they link the records of persons whom the "
                            "models do not protect then."});
  out.push_back({.name = "correlated-noise",
                 .kind = ParameterKind::Flag,
                 .summary = "The noise of several columns is correlated as the columns are."});
  for (const auto& more : {sample_parameters(), key_parameters(), shift_parameters()}) {
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

std::optional<Policy> load_policy(Settings& settings, const Catalog& catalog, const Run& run) {
  if (!settings.given("policy")) return std::nullopt;
  if (settings.text("policy") == "-" && settings.given("file") && settings.text("file") == "-") {
    throw Error(ErrorCode::Usage,
                "the policy and the table cannot both come from standard input; name a file",
                settings.place("policy"));
  }
  auto policy = read_policy(settings.text("policy"), policy_parameters(catalog), run);
  settings.fill_from(policy.settings);
  return policy;
}

std::vector<AttributeId> require_quasi(const Schema& schema) {
  auto quasi = schema.with(Role::Quasi);
  if (quasi.empty()) {
    throw Error(ErrorCode::Usage,
                "no quasi-identifier: name the columns that could point to a person with --quasi "
                "A,B or in a "
                "policy ('privet inspect FILE' suggests some)");
  }
  return quasi;
}

}  // namespace privet
