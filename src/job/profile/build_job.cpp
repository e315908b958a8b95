// SPDX-License-Identifier: Apache-2.0
#include "job/profile/build_job.h"

#include <fmt/format.h>

#include "base/error.h"
#include "data/file_bytes.h"
#include "job/input/table_input.h"
#include "profile/profile_file.h"
#include "profile/words/stop_words.h"

namespace privet::job {
namespace {

profile::WordOptions word_options(const ProfileBuildOptions& options, const Run& run) {
  profile::WordOptions out;
  out.language = options.sources.language;
  if (options.stop_words) {
    const FileBytes bytes(*options.stop_words, run);
    std::string words(bytes.view());
    for (auto& c : words) {
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    out.stop_words = split_list(words, ' ');
  } else if (!profile::has_stop_words(out.language) && out.language != "none") {
    run.warn(fmt::format("there is no list of stop words for {}; give one with --stop-words",
                         out.language));
  }
  return out;
}

profile::Profile built(const ProfileBuildOptions& options, profile::SourceCounts& counts,
                       const Run& run) {
  const auto words = word_options(options, run);
  profile::CorpusBuilder builder(words);
  counts = read_sources(
      options.sources,
      [&](const profile::Document& document) {
        builder.add(document.title + "\n" + document.text);
      },
      run);
  if (counts.documents == 0) {
    throw Error(ErrorCode::Input,
                "there is no document in the sources: no readable text, mail, page or record",
                {.file = options.sources.paths.front()});
  }
  auto out = profile::build_profile(std::move(builder).finish(), options.build, run);
  out.language = words.language;
  return out;
}

}  // namespace

std::vector<Parameter> profile_build_parameters() {
  return joined(
      {{{.name = "output",
         .kind = ParameterKind::File,
         .summary = "The profile: a private file (mode 0600).",
         .placeholder = "PROFILE",
         .required = true,
         .letter = 'o'},
        {.name = "min-support",
         .kind = ParameterKind::Count,
         .summary = "A term must occur in at least N documents of a node.",
         .placeholder = "N",
         .default_text = "5",
         .min = 1,
         .formerly = "minsup"},
        {.name = "delta",
         .kind = ParameterKind::Real,
         .summary = "How similar terms must be to merge, and how dependent one must be to go "
                    "below another; less than 1.",
         .placeholder = "DELTA",
         .default_text = "0.6",
         .min = 0,
         .max = 1,
         .above_min = true},
        {.name = "min-split",
         .kind = ParameterKind::Real,
         .summary = "Do not split a node with less support; --min-support if not given, and 0 "
                    "splits as long as there are frequent terms.",
         .placeholder = "SUPPORT",
         .min = 0}},
       source_parameters(),
       {{.name = "stop-words",
         .kind = ParameterKind::File,
         .summary = "A file with more words to leave out.",
         .placeholder = "FILE"},
        {.name = "lock",
         .kind = ParameterKind::Flag,
         .summary = "Lock the profile with a passphrase, asked for unless --passphrase-file has "
                    "it."},
        passphrase_parameter()}});
}

ProfileBuildOptions profile_build_options(const Settings& settings) {
  profile::BuildOptions build{settings.count("min-support"), settings.real("delta")};
  build.min_split =
      settings.given("min-split") ? settings.real("min-split") : static_cast<double>(build.minsup);
  if (build.delta >= 1) {
    throw Error(ErrorCode::Usage, "must be below 1", settings.place("delta"));
  }
  return {.sources = document_sources(settings),
          .output = settings.text("output"),
          .build = build,
          .stop_words = given_text(settings, "stop-words"),
          .lock = settings.flag("lock") || settings.given("passphrase-file"),
          .passphrase_file = given_text(settings, "passphrase-file")};
}

ProfileBuildOutcome run_profile_build(const ProfileBuildOptions& options,
                                      const PassphraseSource& passphrase, const Run& run) {
  RunFiles files;
  files.reads(options.stop_words, "the stop words");
  files.reads(options.passphrase_file, "the passphrase");
  add_files(options.sources, files);
  files.writes(options.output, "the profile", "output");
  files.check();
  ProfileBuildOutcome out{.counts = {},
                          .min_support = options.build.minsup,
                          .locked = options.lock,
                          .output = options.output};
  // Asked for before the work, which may take long.
  const auto write = [&](std::optional<std::string_view> key) {
    const auto profile = built(options, out.counts, run);
    profile::write_profile(profile, options.output, key, run);
    out.terms = profile.terms.size();
    out.nodes = profile.labelled();
    out.depth = profile.depth();
  };
  if (options.lock) {
    passphrase(options.output, true, [&](std::string_view text) { write(text); });
  } else {
    write(std::nullopt);
  }
  return out;
}

}  // namespace privet::job
