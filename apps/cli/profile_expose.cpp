// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "apps/cli/profile_input.h"
#include "base/atomic_file.h"
#include "base/counted.h"
#include "profile/exposed_file.h"
#include "report/text/numbers.h"

namespace privet::cli {
namespace {

int run_expose(const Settings& settings, Console& console) {
  refuse_same(settings, "output", "profile", "would replace the profile");
  const bool piped = settings.text("output") == "-";
  if (piped) console.claim_output();
  const auto profile = profile_of(settings, console);
  const auto exposure = exposure_of(settings, profile);
  const auto exposed = profile::exposed_profile(profile, exposure);
  const std::string text = profile::exposed_json(exposed);
  if (piped) {
    console.write(text);
  } else {
    AtomicFile file(settings.text("output"));
    file.write(text);
    file.commit();
  }
  auto answer = exposure_json(profile, exposure);
  answer["output"] = settings.text("output");
  console.answer(answer);
  console.say(fmt::format("{} exposed, expRatio {}: {}\n", counted(exposed.terms.size(), "term"),
                          format_percent(exposure.ratio()), settings.text("output")));
  return 0;
}

}  // namespace

Command profile_expose_command() {
  auto options = exposure_options();
  options.insert(options.begin(), {.name = "output",
                                   .kind = ParameterKind::File,
                                   .summary = "The exposed terms and their weights, nothing else.",
                                   .placeholder = "EXPOSED",
                                   .required = true,
                                   .letter = 'o'});
  options.push_back(passphrase_option());
  return {
      .path = "profile expose",
      .summary = "Write the part of a profile that a search engine may know.",
      .positionals = {profile_positional()},
      .options = std::move(options),
      .example = "privet profile expose me.profile --min-detail 0.1 --hide illness -o me.exposed",
      .run = run_expose};
}

}  // namespace privet::cli
