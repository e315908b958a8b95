// SPDX-License-Identifier: Apache-2.0
#include "job/profile/show_job.h"

#include "job/input/table_input.h"

namespace privet::job {

std::vector<Parameter> profile_show_parameters() {
  return joined({exposure_parameters(),
                 {{.name = "nodes",
                   .kind = ParameterKind::Count,
                   .summary = "Show the N nodes with the largest support.",
                   .placeholder = "N",
                   .default_text = "100",
                   .min = 1,
                   .max = 100000},
                  {.name = "svg",
                   .kind = ParameterKind::File,
                   .summary = "Draw the tree into this file (mode 0600).",
                   .placeholder = "FILE.svg"},
                  {.name = "report",
                   .kind = ParameterKind::File,
                   .summary = "Write a page with the tree and a slider for --min-detail (mode "
                              "0600).",
                   .placeholder = "FILE.html"},
                  passphrase_parameter()}});
}

ProfileShowOptions profile_show_options(const Settings& settings) {
  return {.profile = settings.text("profile"),
          .exposure = exposure_choice(settings),
          .max_nodes = settings.count("nodes"),
          .svg = given_text(settings, "svg"),
          .report = given_text(settings, "report"),
          .passphrase_file = given_text(settings, "passphrase-file")};
}

ProfileShowOutcome run_profile_show(const ProfileShowOptions& options,
                                    const PassphraseSource& passphrase, const Run& run) {
  RunFiles files;
  files.reads(options.profile, "the profile");
  files.reads(options.passphrase_file, "the passphrase");
  files.writes(options.svg, "the drawing", "svg");
  files.writes(options.report, "the report", "report");
  files.check();
  ProfileShowOutcome out{.name = options.profile,
                         .profile = open_profile(
                             options.profile, options.passphrase_file.has_value(), passphrase, run),
                         .exposure = {},
                         .max_nodes = options.max_nodes};
  out.exposure = exposure_of(options.exposure, out.profile);
  // The whole profile is in them: private like the profile.
  OutputFiles outputs;
  if (options.svg) {
    outputs.add(options.svg, options.drawing(out), AtomicFile::Access::OwnerOnly);
  }
  if (options.report) {
    outputs.add(options.report, options.page(out), AtomicFile::Access::OwnerOnly);
  }
  outputs.commit(run);
  return out;
}

}  // namespace privet::job
