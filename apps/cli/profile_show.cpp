// SPDX-License-Identifier: Apache-2.0

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/paths.h"
#include "apps/cli/profile_input.h"
#include "base/atomic_file.h"
#include "report/profile/profile_view.h"

namespace privet::cli {
namespace {

// The whole profile is in it: private like the profile.
void save_private(const Settings& settings, const char* name, const std::string& text) {
  AtomicFile file(settings.text(name), AtomicFile::Access::OwnerOnly);
  file.write(text);
  file.commit();
}

int run_show(const Settings& settings, Console& console) {
  for (const char* written : {"svg", "report"}) {
    refuse_same(settings, written, "profile", "would replace the profile");
  }
  refuse_same(settings, "svg", "report", "the drawing and the report need a file each");
  const auto profile = profile_of(settings, console);
  const auto exposure = exposure_of(settings, profile);
  const ProfileView view{profile, exposure, settings.count("nodes")};
  if (settings.given("svg")) save_private(settings, "svg", profile_drawing(view).markup);
  if (settings.given("report")) {
    save_private(settings, "report", profile_page(view, settings.text("profile")));
  }
  auto answer = exposure_json(profile, exposure);
  answer["documents"] = profile.documents();
  answer["nodes"] = exposure.labelled;
  answer["nodes_exposed"] = exposure.terms;
  console.answer(answer);
  console.say(profile_text(view));
  return 0;
}

}  // namespace

Command profile_show_command() {
  auto options = exposure_options();
  options.push_back({.name = "nodes",
                     .kind = ParameterKind::Count,
                     .summary = "Show so many nodes, those of largest support.",
                     .placeholder = "N",
                     .default_text = "100",
                     .min = 1,
                     .max = 100000});
  options.push_back({.name = "svg",
                     .kind = ParameterKind::File,
                     .summary = "Draw the tree into this file (mode 0600).",
                     .placeholder = "FILE.svg"});
  options.push_back({.name = "report",
                     .kind = ParameterKind::File,
                     .summary = "Write a page with the tree and a dial (mode 0600).",
                     .placeholder = "FILE.html"});
  options.push_back(passphrase_option());
  return {.path = "profile show",
          .summary = "Show a profile: what is exposed, what is hidden, and how much that is.",
          .positionals = {profile_positional()},
          .options = std::move(options),
          .example = "privet profile show me.profile --min-detail 0.1 --report me.html",
          .run = run_show};
}

}  // namespace privet::cli
