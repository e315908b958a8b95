// SPDX-License-Identifier: Apache-2.0
#include "federation/distance/distance_job.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "protocol/columns/panel.h"
#include "protocol/columns/trio_panel.h"

namespace privet::federation {

using protocol::PartyId;

std::vector<Parameter> distance_parameters() {
  return {{.name = "range",
           .kind = ParameterKind::Real,
           .summary = "No two rows are farther apart than this within the columns of one party, in "
                      "the units that distances are taken in. All parties know it; one whose rows "
                      "are farther apart is refused. The smaller, the quicker.",
           .placeholder = "R",
           .default_text = "1000",
           .min = 0,
           .above_min = true},
          {.name = "unit",
           .kind = ParameterKind::Real,
           .summary = "Parties count each column's part of a distance in whole multiples of this "
                      "(of its square, for Euclid). Values with no more decimals than the unit "
                      "have exact distances. The larger, the quicker.",
           .placeholder = "U",
           .default_text = "0.001",
           .min = 0,
           .above_min = true},
          {.name = "helper",
           .kind = ParameterKind::Count,
           .summary = "The number of a party, from 1, that helps two others to compare: much "
                      "quicker, and it learns nothing; but two of these three that collude learn "
                      "everything. For three parties or more.",
           .placeholder = "PARTY",
           .min = 1}};
}

mining::FixedDistance measure_of(const Settings& settings, double p) {
  const mining::FixedDistance out{
      .metric = {p}, .unit = settings.real("unit"), .range = settings.real("range")};
  out.check();
  return out;
}

PartyId party_of(const Job& job, const Settings& settings, std::string_view name) {
  const auto number = settings.count(name);
  if (number < 1 || number > job.parties) {
    throw Error(ErrorCode::Usage,
                fmt::format("there is no party {}: they are 1 to {}", number, job.parties),
                {.parameter = fmt::format("--{}", name)});
  }
  return PartyId(static_cast<std::uint32_t>(number - 1));
}

std::optional<Three> three_of(const Job& job, const Settings& settings) {
  const bool majority = job.trust == Trust::HonestMajority;
  if (majority && !settings.given("helper")) return Three{PartyId(0), PartyId(1), PartyId(2)};
  if (!settings.given("helper")) return std::nullopt;
  const Place place{.parameter = "--helper"};
  if (majority) {
    throw Error(ErrorCode::Usage, "with an honest majority all three compare; leave it out", place);
  }
  if (job.protocol != "shares") {
    throw Error(ErrorCode::Usage,
                fmt::format("applies to --protocol shares, not to {}", job.protocol), place);
  }
  if (job.parties < protocol::replicated::kParties) {
    throw Error(ErrorCode::Usage, fmt::format("is for 3 parties or more, not for {}", job.parties),
                place);
  }
  const auto helper = party_of(job, settings, "helper");
  std::vector<PartyId> three{helper};
  for (std::uint32_t i = 0; three.size() < protocol::replicated::kParties; ++i) {
    if (PartyId(i) != helper) three.emplace_back(i);
  }
  std::ranges::sort(three);
  return Three{three[0], three[1], three[2]};
}

std::string referees_text(const Job& job, const Settings& settings) {
  const auto three = three_of(job, settings);
  if (!three) {
    return fmt::format("{} and {} compare", protocol::Panel::kPlaces[0] + 1,
                       protocol::Panel::kPlaces[1] + 1);
  }
  return fmt::format("{}, {} and {} compare", (*three)[0].index() + 1, (*three)[1].index() + 1,
                     (*three)[2].index() + 1);
}

void add_masked(const Job& job, const std::optional<Three>& three, protocol::Forecast& forecast) {
  if (!three || job.trust == Trust::HonestMajority) return;
  const auto masked = protocol::TrioPanel::masked_forecast(*three);
  forecast.insert(forecast.end(), masked.begin(), masked.end());
}

OwnPoints own_points(const DataSet& part, mining::KMeansScale scale) {
  const auto* table = table_of(part);
  if (table == nullptr) throw Error(ErrorCode::Usage, "distances need a table, not baskets");
  std::vector<AttributeId> columns(table->columns());
  std::iota(columns.begin(), columns.end(), AttributeId{0});
  OwnPoints out;
  for (const auto id : columns) out.names.push_back(table->column(id).name);
  out.points = mining::points_of(*table, columns);
  out.units = mining::units_of(out.points, scale);
  out.points = mining::in_units(std::move(out.points), out.units);
  return out;
}

namespace {

DataSet without_column(const DataSet& part, const std::string& name) {
  const auto* table = table_of(part);
  if (table == nullptr) return part;
  std::vector<AttributeId> others;
  for (AttributeId c = 0; c < table->columns(); ++c) {
    if (table->column(c).name != name) others.push_back(c);
  }
  return table->select_columns(others);
}

}  // namespace

void check_parts(std::span<const DataSet> parts, const std::string& key,
                 const std::function<void(const DataSet&)>& check) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    try {
      check(key.empty() ? parts[i] : without_column(parts[i], key));
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("party-{}: {}", i + 1, error.message()), error.place());
    }
  }
}

}  // namespace privet::federation
