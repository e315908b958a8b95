// SPDX-License-Identifier: Apache-2.0
#include "job/profile/expose_job.h"

#include "job/input/table_input.h"
#include "profile/exposed_file.h"

namespace privet::job {

std::vector<Parameter> profile_expose_parameters() {
  return joined({{{.name = "output",
                   .kind = ParameterKind::File,
                   .summary = "The exposed terms and their weights, nothing else.",
                   .placeholder = "EXPOSED",
                   .required = true,
                   .letter = 'o'}},
                 exposure_parameters(),
                 {passphrase_parameter()}});
}

ProfileExposeOptions profile_expose_options(const Settings& settings) {
  return {.profile = settings.text("profile"),
          .exposure = exposure_choice(settings),
          .output = settings.text("output"),
          .passphrase_file = given_text(settings, "passphrase-file")};
}

ProfileExposeOutcome run_profile_expose(const ProfileExposeOptions& options,
                                        const PassphraseSource& passphrase, const Run& run) {
  RunFiles files;
  files.reads(options.profile, "the profile");
  files.reads(options.passphrase_file, "the passphrase");
  files.writes(options.output, "the exposed part", "output");
  files.check();
  ProfileExposeOutcome out{
      .profile =
          open_profile(options.profile, options.passphrase_file.has_value(), passphrase, run),
      .exposure = {},
      .output = options.output};
  out.exposure = exposure_of(options.exposure, out.profile);
  const auto exposed = profile::exposed_profile(out.profile, out.exposure);
  out.terms = exposed.terms.size();
  OutputFiles outputs;
  outputs.add(options.output, profile::exposed_json(exposed));
  outputs.commit(run);
  out.standard_output = outputs.standard_output();
  return out;
}

}  // namespace privet::job
