// SPDX-License-Identifier: Apache-2.0
// A new key for a party, which the old one vouches for.
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"
#include "data/file_bytes.h"

namespace privet::cli {
namespace {

int run_renew(const Settings& settings, Console& console) {
  const auto found = ask_party(settings, {{"do", "renew"}, {"years", settings.count("years")}});
  auto text = fmt::format("the new fingerprint is\n  {}\n", found.at("fingerprint").text());
  for (const auto& peer : found.at("told")) text += fmt::format("{} knows it\n", peer.text());
  for (const auto& peer : found.at("missing")) {
    text += fmt::format(
        "{} could not be told: send it the statement (--json) for 'privet party "
        "repin'\n",
        peer.text());
  }
  console.say(text);
  console.answer(found);
  return 0;
}

int run_repin(const Settings& settings, Console& console) {
  const auto path = settings.text("file");
  Json statement;
  try {
    statement = Json::parse(FileBytes(path, console.run()).view());
  } catch (const JsonError& error) {
    throw Error(ErrorCode::Input, error.message(), {.file = path});
  }
  // The whole answer of renew will do, too.
  const auto* inner = statement.find("statement");
  const auto found =
      ask_party(settings, {{"do", "repin"}, {"statement", inner == nullptr ? statement : *inner}});
  console.say(fmt::format("{} has the fingerprint\n  {}\n", found.at("peer").text(),
                          found.at("fingerprint").text()));
  console.answer(found);
  return 0;
}

}  // namespace

Command party_renew_command() {
  return about_party(
      {.path = "party renew",
       .summary = "Take a new key and certificate, signed by the old one, and tell the peers.",
       .positionals = {},
       .options = {{.name = "years",
                    .kind = ParameterKind::Count,
                    .summary = "How long the new certificate is valid.",
                    .placeholder = "N",
                    .default_text = "5",
                    .min = 1,
                    .max = 50}},
       .example = "privet party renew --folder hospital-a --json",
       .run = run_renew});
}

Command party_repin_command() {
  return about_party(
      {.path = "party repin",
       .summary = "Accept a peer's new certificate, if its old key has signed it.",
       .positionals = {{.name = "file",
                        .kind = ParameterKind::File,
                        .summary =
                            "The statement that 'privet party renew --json' printed at the peer.",
                        .placeholder = "FILE",
                        .required = true}},
       .options = {},
       .example = "privet party repin renewed.json",
       .run = run_repin});
}

}  // namespace privet::cli
