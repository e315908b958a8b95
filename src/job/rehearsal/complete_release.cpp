// SPDX-License-Identifier: Apache-2.0
#include "job/rehearsal/complete_release.h"

#include <map>

#include "base/error.h"
#include "hierarchy/read_arx.h"

namespace privet::job {
namespace {

void set_job_parameter(federation::Job& job, std::string_view name, std::string value) {
  std::erase_if(job.parameters, [&](const auto& known) { return known.first == name; });
  job.parameters.emplace_back(name, std::move(value));
}

}  // namespace

void complete_release(RehearseOptions& options, const Settings& settings) {
  if (settings.given("hierarchy")) {
    std::map<std::string, std::string> rows;
    for (const auto& text : split_list(settings.text("hierarchy"))) {
      const auto equals = text.find('=');
      if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw Error(ErrorCode::Usage, "write COLUMN=FILE, not " + quote_for_message(text),
                    settings.place("hierarchy"));
      }
      options.hierarchy_files.push_back(text.substr(equals + 1));
      if (!rows.try_emplace(text.substr(0, equals), format_arx(read_arx(text.substr(equals + 1))))
               .second) {
        throw Error(ErrorCode::Usage,
                    quote_for_message(text.substr(0, equals)) + " has two hierarchies",
                    settings.place("hierarchy"));
      }
    }
    set_job_parameter(options.job, "hierarchy", federation::hierarchies_text(rows));
  }
  if (settings.given("site")) return;
  if (!settings.given("site-diversity") && !settings.given("site-weight")) return;
  options.names_sites = true;
  set_job_parameter(options.job, "site", std::string(kSiteColumn));
}

}  // namespace privet::job
