// SPDX-License-Identifier: Apache-2.0
#include "job/release/earlier_check.h"

#include <fmt/format.h>

#include "base/error.h"
#include "data/csv/read_csv.h"

namespace privet {
namespace {

void refuse_incomparable(const PreparedTable& prepared, const Settings& settings,
                         const Catalog& catalog) {
  const Place place = settings.place("earlier");
  if (prepared.unit) {
    throw Error(
        ErrorCode::Usage,
        fmt::format("records are compared; it cannot be combined with --{}", prepared.unit_word),
        place);
  }
  if (!settings.given("k") && !settings.given("l-distinct")) {
    throw Error(ErrorCode::Usage, "k and distinct l are judged with it; promise one of them",
                place);
  }
  if (!prepared.rules && catalog.method(settings.text("method")).shows_statistics) {
    throw Error(ErrorCode::Usage, "means and medians cover nobody, so nothing can be compared",
                place);
  }
}

}  // namespace

std::function<void(std::string_view)> earlier_check(const FinishedRelease& release,
                                                    const Settings& settings,
                                                    const Catalog& catalog,
                                                    std::optional<EarlierSummary>& found,
                                                    const Run& run) {
  if (!settings.given("earlier")) return {};
  refuse_incomparable(release.prepared, settings, catalog);
  return [&, release](std::string_view bytes) {
    const auto& [prepared, style, path] = release;
    const CsvOptions options{
        .delimiter = style.delimiter, .header = style.header, .columns = {.ask = false}};
    const CsvFile file = parse_csv(bytes, path, options, run);
    NewerRelease newer{.table = file.table, .original = &release.prepared.table()};
    const auto names = [&](Role role) {
      std::vector<std::string> out;
      for (const AttributeId id : release.prepared.schema.with(role))
        out.push_back(release.prepared.table().column(id).name);
      return out;
    };
    newer.quasi = names(Role::Quasi);
    newer.sensitive = names(Role::Sensitive);
    newer.hierarchy = [&](const std::string& name) -> const Hierarchy* {
      const AttributeId id = release.prepared.table().require(name, "--earlier");
      const auto& bound = release.prepared.hierarchies[id];
      return bound ? &bound->hierarchy : nullptr;
    };
    found = meet_earlier(newer, settings, catalog, run);
    require_holds(*found);
  };
}

}  // namespace privet
