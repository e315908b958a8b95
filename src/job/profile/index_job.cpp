// SPDX-License-Identifier: Apache-2.0
#include "job/profile/index_job.h"

#include "base/error.h"
#include "job/input/table_input.h"
#include "profile/engine/xapian_engine.h"

namespace privet::job {

std::vector<Parameter> profile_index_parameters() {
  return joined({{{.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "The index, one file (mode 0600).",
                   .placeholder = "INDEX",
                   .required = true,
                   .letter = 'o'}},
                 source_parameters()});
}

ProfileIndexOptions profile_index_options(const Settings& settings) {
  return {document_sources(settings), settings.text("output")};
}

ProfileIndexOutcome run_profile_index(const ProfileIndexOptions& options, const Run& run) {
  RunFiles files;
  add_files(options.sources, files);
  files.writes(options.output, "the index", "output");
  files.check();
  profile::IndexWriter index(options.output, options.sources.language);
  const auto counts = read_sources(
      options.sources, [&](const profile::Document& document) { index.add(document); }, run);
  if (counts.documents == 0) {
    throw Error(ErrorCode::Input, "there is no document to index",
                {.file = options.sources.paths.front()});
  }
  run.progress("writing the index");
  index.commit();
  return {counts, options.output};
}

}  // namespace privet::job
