// SPDX-License-Identifier: Apache-2.0
#include "job/federation/result_job.h"

#include <vector>

#include "base/error.h"
#include "job/outputs.h"
#include "job/rehearsal/site_parts.h"

namespace privet::job {

ResultFiles result_files(const Settings& settings) {
  ResultFiles out{.model = given_text(settings, "save"), .records = given_text(settings, "output")};
  RunFiles names;
  names.writes(out.model, "the model", "save");
  names.writes(out.records, "the records", "output");
  names.check();
  return out;
}

void write_result(const Json& result, const ResultFiles& files, const Run& run) {
  OutputFiles out;
  if (files.model) {
    const auto& model = result.at("model").text();
    if (model.empty()) {
      throw Error(ErrorCode::Usage, "this job has no model to save", {.parameter = "--save"});
    }
    out.add(files.model, model, AtomicFile::Access::OwnerOnly);
  }
  if (files.records) {
    if (!result.at("answer").contains("records")) {
      throw Error(ErrorCode::Usage, "this job has no records to write", {.parameter = "--output"});
    }
    const std::vector<std::string> paths{*files.records};
    const std::vector<federation::Answer> parts{{.json = result.at("answer").dump(), .gist = {}}};
    add_site_parts(paths, parts, out);
  }
  out.commit(run);
}

}  // namespace privet::job
