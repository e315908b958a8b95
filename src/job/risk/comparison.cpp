// SPDX-License-Identifier: Apache-2.0
#include "job/risk/comparison.h"

#include <array>

#include "base/error.h"
#include "job/release/application_weights.h"
#include "job/release/measure_utility.h"
#include "job/settings_without.h"
#include "publish/parse_cell.h"
#include "publish/read_release.h"

namespace privet {
namespace {

// The hierarchy of a column if the released cells are its groups; a release that was cut in the
// order of the values shows ranges and sets instead, and one that was microaggregated numbers.
const BoundHierarchy* shown_hierarchy(const Column& original, const BoundHierarchy* hierarchy,
                                      const Table& released) {
  const auto id = released.find(original.name);
  if (hierarchy == nullptr || !id) return hierarchy;
  const Dictionary& texts = released.column(*id).dictionary;
  for (std::size_t v = 0; v < texts.size(); ++v) {
    const auto text = texts.text(static_cast<ValueId>(v));
    if (parse_cell(text, original, hierarchy)) continue;
    const bool number =
        original.type() == ColumnType::Numeric && original.dictionary.form().read(text);
    if (number || parse_cell(text, original, nullptr)) return nullptr;
  }
  return hierarchy;
}

}  // namespace

PreparedTable prepare_original(const Settings& settings, const std::optional<Policy>& policy,
                               const Run& run) {
  constexpr std::array<std::string_view, 1> kOthers{"population"};
  const Settings own = settings_without(settings, kOthers);
  PreparedTable out = prepare_table(settings.text("original"), own, policy, Purpose::Original, run);
  add_date_hierarchies(out);  // a release by levels shows their groups
  add_time_hierarchies(out);
  return out;
}

std::vector<Parameter> comparison_parameters() {
  std::vector<Parameter> out{
      {.name = "original",
       .kind = ParameterKind::File,
       .summary = "The table the release was made of: also measure what the release lost.",
       .placeholder = "FILE"},
      {.name = "original-order",
       .kind = ParameterKind::File,
       .summary = "The order that 'privet anonymize --save-order' saved: which record of the "
                  "original each record of a shuffled release is.",
       .placeholder = "ORDER"},
      {.name = "priority",
       .kind = ParameterKind::Text,
       .summary = "Weights of the quasi-identifiers, for the weighted discernibility.",
       .placeholder = "A=W,B=W"},
      {.name = "seed",
       .kind = ParameterKind::Count,
       .summary = "The seed of the random queries and the folds.",
       .placeholder = "N",
       .min = 0}};
  const auto more = utility_parameters();
  out.insert(out.end(), more.begin(), more.end());
  return out;
}

namespace {

// Whether the command line names something to compare by, beside the original itself.
bool comparison_asked(const Settings& settings) {
  for (const auto& parameter : comparison_parameters()) {
    const bool own = settings.given(parameter.name) && settings.place(parameter.name).file.empty();
    if (own && parameter.name != "original") return true;
  }
  return false;
}

}  // namespace

std::optional<ReleaseComparison> compare_with_original(const PreparedTable& released,
                                                       const Settings& settings,
                                                       const std::optional<Policy>& policy,
                                                       const Run& run) {
  if (!settings.given("original")) {
    for (const auto& parameter : comparison_parameters()) {
      // A policy may set priorities and a seed for the release itself.
      const Place place = settings.place(parameter.name);
      if (!settings.given(parameter.name) || !place.file.empty()) continue;
      throw Error(ErrorCode::Usage,
                  "compares a release with its original; name that with --original", place);
    }
    return std::nullopt;
  }
  // Boundaries are checked on the releases of other programs too, whose cells are not ours to read,
  // and for an earlier release the people count, in any order.
  const bool for_others = settings.flag("boundaries") || settings.given("earlier");
  if (for_others && !comparison_asked(settings)) return std::nullopt;
  const PreparedTable source = prepare_original(settings, policy, run);
  Problem problem{source.table(), {}, {}, {}};
  RecodingContext context{source.table(), {}};
  for (const AttributeId id : require_quasi(source.schema)) {
    const BoundHierarchy* hierarchy =
        shown_hierarchy(source.table().column(id), source.hierarchies[id].get(), released.table());
    problem.quasi.push_back({id, hierarchy});
    context.hierarchies.push_back(hierarchy);
  }
  const ApplicationWeights weights = application_weights(settings, policy, problem, run);
  check_utility(settings, problem, run);
  const Recoding recoding =
      read_release(released.table(), released.path, problem, source.schema, run);
  ReleaseComparison out{measure_quality(recoding, context),
                        measure_utility(settings, problem, recoding, weights, run)};
  if (settings.given("k")) {
    out.quality.normalised_class_size =
        out.quality.average_class_size / static_cast<double>(settings.count("k"));
  }
  return out;
}

}  // namespace privet
