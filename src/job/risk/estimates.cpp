// SPDX-License-Identifier: Apache-2.0
#include "job/risk/estimates.h"

#include <fmt/format.h>

#include <numeric>
#include <unordered_set>

#include "base/error.h"

namespace privet {
namespace {

// How many there are in the table; refuses what no estimate can be made of.
double sample_of(const PreparedTable& prepared, std::span<const std::uint32_t> persons,
                 const Place& place) {
  const double sum = std::accumulate(persons.begin(), persons.end(), 0.0);
  if (!prepared.unit) return sum;
  const Column& who = prepared.unit_column();
  const std::unordered_set<ValueId> all(who.codes.begin(), who.codes.end());
  if (sum > static_cast<double>(all.size())) {
    throw Error(ErrorCode::Usage,
                fmt::format("some {}s are in several classes, and the estimates hold for tables "
                            "in which each is in one; give a table with one record of each",
                            prepared.unit_word),
                place);
  }
  return sum;
}

void estimate_uniques(const PreparedTable& prepared, const Settings& settings,
                      std::span<const std::uint32_t> persons, RiskEstimates& out) {
  const bool by_size = settings.given("population-size");
  const Place place = settings.place(by_size ? "population-size" : "sampling-fraction");
  if (by_size && settings.given("sampling-fraction")) {
    throw Error(ErrorCode::Usage, "--sampling-fraction says the same; give one of them", place);
  }
  if (missing_matches(settings)) {
    throw Error(ErrorCode::Usage,
                "the estimates need classes that do not overlap; they cannot be had with --missing "
                "wildcard",
                place);
  }
  const double sample = sample_of(prepared, persons, place);
  const double population = by_size ? static_cast<double>(settings.count("population-size"))
                                    : sample / settings.real("sampling-fraction");
  if (population < sample) {
    throw Error(ErrorCode::Usage,
                fmt::format("the table alone has {}", static_cast<std::size_t>(sample)), place);
  }
  out.uniqueness = estimate_uniqueness(count_sizes(persons), population);
  if (out.uniqueness->exact) return;
  const std::string unit = prepared.unit ? prepared.unit_word : "person";
  out.assumptions = {
      fmt::format("the table is a simple random sample of {:.0f} {}s: each had the same chance to "
                  "be in it, and none was left out for its values",
                  population, unit),
      fmt::format("each record is another {}", unit),
      "every value of the population falls into exactly one class (one set of groups for the whole "
      "table, no overlapping ranges)",
      "the classes of the population are as the model says; the three models differ in that only"};
  if (prepared.unit) out.assumptions[1] = fmt::format("records are counted by {}", unit);
}

std::vector<double> read_weights(const PreparedTable& prepared, const Column& column) {
  std::vector<double> out;
  for (std::size_t r = 0; r < column.codes.size(); ++r) {
    const auto row = static_cast<RowId>(r);
    const bool number = column.type() == ColumnType::Numeric && !column.missing(row);
    if (!number || !(column.number(row) > 0)) {
      throw Error(
          ErrorCode::Input,
          fmt::format("the weight of record {}, column {}, is {}; a weight is a number above 0",
                      r + 1, quote_for_message(column.name), quote_for_message(column.text(row))),
          {.file = prepared.path});
    }
    out.push_back(column.number(row));
  }
  return out;
}

void estimate_by_weights(const PreparedTable& prepared, const Settings& settings,
                         const RowGroups& groups, double threshold, RiskEstimates& out) {
  const Place place = settings.place("survey-weights");
  const AttributeId id =
      prepared.table().require(settings.text("survey-weights"), "--survey-weights");
  if (prepared.schema.role(id) == Role::Quasi) {
    throw Error(ErrorCode::Usage, "the weight is one of the quasi-identifiers; leave it out there",
                place);
  }
  if (prepared.unit) {
    throw Error(ErrorCode::Usage,
                fmt::format("a weight belongs to a record; it cannot be combined with --{}",
                            prepared.unit_word),
                place);
  }
  if (missing_matches(settings)) {
    throw Error(ErrorCode::Usage,
                "the risk by weights needs classes that do not overlap; it cannot be had with "
                "--missing wildcard",
                place);
  }
  out.weights = prepared.table().column(id).name;
  out.weighted =
      measure_weighted(read_weights(prepared, prepared.table().column(id)), groups, threshold);
  out.weight_assumptions = {
      "a record's weight is how many people of the population it stands for (design or calibrated "
      "weights)",
      "the people of a class in the population, given those in the table, are negative binomial "
      "with the chance records / sum of weights (Benedetti and Franconi)",
      "an attacker does not know who is in the table, and every record is another person"};
  if (out.weighted->light_classes > 0) {
    out.weight_assumptions.push_back(
        fmt::format("{} of the classes have weights that sum to less than their records: taken as "
                    "if the table had everybody of them",
                    out.weighted->light_classes));
  }
}

}  // namespace

std::vector<Parameter> estimate_parameters() {
  return {{.name = "survey-weights",
           .kind = ParameterKind::Column,
           .summary = "The survey weight of each record, how many people it stands for: estimate "
                      "each record's risk from it.",
           .placeholder = "COLUMN",
           .formerly = "weights"}};
}

std::optional<double> sampled_fraction(const Settings& settings, double sample) {
  if (settings.given("sampling-fraction")) return settings.real("sampling-fraction");
  if (!settings.given("population-size")) return std::nullopt;
  return sample / static_cast<double>(settings.count("population-size"));
}

RiskEstimates estimate_risk(const PreparedTable& prepared, const Settings& settings,
                            const RowGroups& groups, std::span<const std::uint32_t> persons,
                            double threshold) {
  RiskEstimates out;
  if (settings.given("population-size") || settings.given("sampling-fraction")) {
    estimate_uniques(prepared, settings, persons, out);
  }
  if (settings.given("survey-weights"))
    estimate_by_weights(prepared, settings, groups, threshold, out);
  return out;
}

}  // namespace privet
