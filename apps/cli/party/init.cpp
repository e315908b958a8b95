// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"
#include "party/config.h"

namespace privet::cli {
namespace {

int run_party_init(const Settings& settings, Console& console) {
  const auto folder = folder_of(settings);
  const auto listen = party::parse_address(settings.text("listen"));
  party::NewParty fresh{.name = settings.text("name"),
                        .host = listen.host,
                        .port = listen.port,
                        .address = settings.has("address") ? settings.text("address") : "",
                        .years = static_cast<int>(settings.count("years"))};
  if (!fresh.address.empty()) (void)party::parse_address(fresh.address);
  party::make_party(folder, fresh);
  const auto fingerprint = net::fingerprint(party::read_identity(folder).certificate);
  console.say(fmt::format(
      "{} is in {}. Its fingerprint is\n  {}\n"
      "Next: name its tables in {}, say in {} what others may ask, and start it "
      "with\n  privet party serve --folder {}\n",
      fresh.name, folder.root, fingerprint, folder.config(), folder.policy(), folder.root));
  console.answer({{"name", fresh.name},
                  {"folder", folder.root},
                  {"config", folder.config()},
                  {"policy", folder.policy()},
                  {"fingerprint", fingerprint}});
  return 0;
}

}  // namespace

Command party_init_command() {
  return about_party(
      {.path = "party init",
       .summary = "Make a party: its keys, its config file and a policy that refuses everything.",
       .positionals = {},
       .options = {{.name = "name",
                    .kind = ParameterKind::Text,
                    .summary = "The name by which other parties know it.",
                    .placeholder = "NAME",
                    .required = true},
                   {.name = "listen",
                    .kind = ParameterKind::Text,
                    .summary = "Where it answers other parties; port 0 takes a free one.",
                    .placeholder = "HOST:PORT",
                    .default_text = "0.0.0.0:7525"},
                   {.name = "address",
                    .kind = ParameterKind::Text,
                    .summary = "Where other parties reach it, if not at --listen.",
                    .placeholder = "HOST:PORT"},
                   {.name = "years",
                    .kind = ParameterKind::Count,
                    .summary = "How long its certificate is valid.",
                    .placeholder = "N",
                    .default_text = "5",
                    .min = 1,
                    .max = 50}},
       .example = "privet party init --name hospital-a --address a.example.org:7525",
       .run = run_party_init});
}

}  // namespace privet::cli
