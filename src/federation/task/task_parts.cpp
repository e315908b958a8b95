// SPDX-License-Identifier: Apache-2.0
#include "federation/task/task_parts.h"

#include <fmt/format.h>

#include "base/error.h"
#include "protocol/columns/panel.h"
#include "protocol/replicated/trio.h"

namespace privet::federation {

ProtocolChoice among_three(std::string_view name, std::string_view summary) {
  return {.name = name,
          .summary = summary,
          .least_parties = protocol::replicated::kParties,
          .most_parties = protocol::replicated::kParties,
          .trust = Trust::HonestMajority};
}

std::string first_two_referees(const Job& job) {
  if (job.trust == Trust::HonestMajority || job.parties == 2) return "none";
  return fmt::format("{} and {} compute", protocol::Panel::kPlaces[0] + 1,
                     protocol::Panel::kPlaces[1] + 1);
}

void place_class(Job& job, std::span<const DataSet> parts, const std::string& class_name) {
  std::vector<std::size_t> found;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto* table = table_of(parts[p]);
    if (table != nullptr && table->find(class_name)) found.push_back(p);
  }
  if (found.empty()) {
    throw Error(ErrorCode::Input,
                fmt::format("no party has a column {}", quote_for_message(class_name)),
                {.parameter = "--class"});
  }
  if (found.size() > 1) {
    throw Error(ErrorCode::Input,
                fmt::format("party-{} and party-{} both have the class column {}: leave it out of "
                            "one",
                            found[0] + 1, found[1] + 1, quote_for_message(class_name)));
  }
  job.class_site = found.front();
  job.classifies = std::holds_alternative<TablePair>(parts.front());
}

}  // namespace privet::federation
