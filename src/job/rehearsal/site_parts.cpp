// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/site_parts.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "data/csv/write_csv.h"
#include "job/record_doubts.h"
#include "release/record_order.h"
#include "roles/suggest.h"

namespace privet::job {
namespace {

std::string csv_of_part(const federation::Answer& part) {
  const auto document = Json::parse(part.json);
  const auto& records = document.at("records");
  std::string out;
  append_csv_row(out, document.at("columns").get<std::vector<std::string>>(), ',');
  for (const auto record : random_order(records.size())) {
    append_csv_row(out, records.at(record).get<std::vector<std::string>>(), ',');
  }
  return out;
}

}  // namespace

Parameter site_parts_parameter() {
  return {.name = "output",
          .kind = ParameterKind::File,
          .summary =
              "Write each site's released records, in random order: FILE.csv becomes "
              "FILE.party-1.csv, FILE.party-2.csv and so on. All files or none.",
          .placeholder = "FILE",
          .letter = 'o'};
}

std::vector<std::string> site_part_paths(const std::optional<std::string>& output,
                                         std::size_t parties) {
  std::vector<std::string> out;
  if (!output) return out;
  const std::filesystem::path path(*output);
  if (*output == "-" || path.filename().empty() || path.extension() != ".csv") {
    throw Error(ErrorCode::Usage,
                fmt::format("{} cannot hold the parts of {} sites: give a name that ends in .csv",
                            quote_for_message(*output), parties),
                {.parameter = "--output"});
  }
  for (std::size_t p = 1; p <= parties; ++p) {
    auto one = path;
    one.replace_extension(fmt::format(".party-{}.csv", p));
    out.push_back(one.string());
  }
  return out;
}

void add_site_parts(std::span<const std::string> paths, std::span<const federation::Answer> parts,
                    OutputFiles& files) {
  if (paths.empty()) return;
  PRIVET_CHECK(paths.size() == parts.size());
  for (std::size_t p = 0; p < paths.size(); ++p) files.add(paths[p], csv_of_part(parts[p]));
}

void refuse_repeated_persons(const Table& whole, const std::vector<std::string>& identifiers,
                             const Run& run) {
  Schema schema(whole.columns());
  std::vector<char> decided(whole.columns(), 0);
  for (const auto& name : identifiers) {
    const auto id = whole.find(name);
    if (!id) continue;  // the task says so
    schema.assign(*id, Role::Identifier);
    decided[*id] = 1;
  }
  roles::SuggestOptions options;
  options.search_sets = false;
  const auto looks = roles::suggest_roles(whole, options, run);
  const auto found = find_repeated_person(
      {.table = whole, .suggestions = looks, .schema = schema, .decided = decided});
  if (!found) return;
  throw Error(
      ErrorCode::Usage,
      fmt::format("column {} looks like who a record is about, and {} stands in {} records: "
                  "sites that release together count records, and several of one person "
                  "are not several persons. Give tables with one record per person, or say "
                  "--rows-are-persons if every record is about another",
                  quote_for_message(whole.column(found->column).name),
                  quote_for_message(found->value), found->records));
}

}  // namespace privet::job
