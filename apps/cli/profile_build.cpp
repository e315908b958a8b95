// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>

#include "apps/cli/commands.h"
#include "apps/cli/passphrase.h"
#include "apps/cli/profile_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "data/file_bytes.h"
#include "profile/build_profile.h"
#include "profile/profile_file.h"
#include "profile/words/stop_words.h"
#include "report/text/numbers.h"

namespace privet::cli {
namespace {

profile::WordOptions word_options(const Settings& settings, Console& console) {
  profile::WordOptions out;
  out.language = settings.text("language");
  if (settings.given("stop-words")) {
    const FileBytes bytes(settings.text("stop-words"), console.run());
    std::string words(bytes.view());
    for (auto& c : words) {
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    out.stop_words = split_list(words, ' ');
  } else if (!profile::has_stop_words(out.language) && out.language != "none") {
    console.warn(fmt::format("there is no list of stop words for {}; give one with --stop-words",
                             out.language));
  }
  return out;
}

int run_build(const Settings& settings, Console& console) {
  refuse_source_as_output(settings);
  profile::BuildOptions options{settings.count("minsup"), settings.real("delta")};
  options.min_split = settings.given("min-split") ? settings.real("min-split")
                                                  : static_cast<double>(options.minsup);
  if (options.delta >= 1) {
    throw Error(ErrorCode::Usage, "must be below 1", settings.place("delta"));
  }
  std::optional<Passphrase> passphrase;
  if (settings.flag("lock") || settings.given("passphrase-file")) {
    passphrase.emplace(read_passphrase(settings, PassphraseUse::Create,
                                       "the profile " + settings.text("output"), console));
  }
  const auto words = word_options(settings, console);
  profile::CorpusBuilder builder(words);
  const auto counts = read_sources(
      settings,
      [&](const profile::Document& document) {
        builder.add(document.title + "\n" + document.text);
      },
      console);
  if (counts.documents == 0) {
    throw Error(ErrorCode::Input,
                "there is no document in the sources: no readable text, mail, page or record",
                {.file = settings.list("source").front()});
  }
  auto profile = profile::build_profile(std::move(builder).finish(), options, console.run());
  profile.language = words.language;
  const auto key = passphrase ? std::optional(passphrase->view()) : std::nullopt;
  profile::write_profile(profile, settings.text("output"), key, console.run());
  auto answer = counts_json(counts);
  answer["terms"] = profile.terms.size();
  answer["nodes"] = profile.labelled();
  answer["depth"] = profile.depth();
  answer["locked"] = passphrase.has_value();
  answer["output"] = settings.text("output");
  console.answer(answer);
  console.say(fmt::format("{} -> {} of {}, {}: {}{}\n", counted(counts.documents, "document"),
                          counted(profile.labelled(), "node"),
                          counted(profile.terms.size(), "term"), counted(profile.depth(), "level"),
                          settings.text("output"), passphrase ? " (locked)" : ""));
  if (profile.terms.empty()) {
    console.say(
        fmt::format("No term occurs in {} or more: the profile is empty. Lower --minsup or add "
                    "sources.\n",
                    counted(options.minsup, "document")));
  }
  return 0;
}

}  // namespace

Command profile_build_command() {
  return {
      .path = "profile build",
      .summary = "Build a profile of interests from a person's own documents.",
      .positionals = {source_positional()},
      .options =
          {{.name = "output",
            .kind = ParameterKind::File,
            .summary = "The profile: a private file (mode 0600).",
            .placeholder = "PROFILE",
            .required = true,
            .letter = 'o'},
           {.name = "minsup",
            .kind = ParameterKind::Count,
            .summary = "A term must occur in at least so many documents of a node.",
            .placeholder = "N",
            .default_text = "5",
            .min = 1},
           {.name = "delta",
            .kind = ParameterKind::Real,
            .summary = "How alike terms must be to merge, and how dependent to go below "
                       "another.",
            .placeholder = "D",
            .default_text = "0.6",
            .min = 0,
            .max = 1,
            .above_min = true},
           {.name = "min-split",
            .kind = ParameterKind::Real,
            .summary = "Do not split a node with less support; minsup if not given, 0 "
                       "splits as long as there are frequent terms.",
            .placeholder = "S",
            .min = 0},
           language_option(),
           {.name = "stop-words",
            .kind = ParameterKind::File,
            .summary = "A file with more words to leave out.",
            .placeholder = "FILE"},
           text_column_option(),
           {.name = "lock",
            .kind = ParameterKind::Flag,
            .summary =
                "Lock the profile with a passphrase, asked for unless --passphrase-file has it."},
           passphrase_option()},
      .example = "privet profile build ~/notes ~/mail.mbox -o me.profile",
      .run = run_build};
}

}  // namespace privet::cli
