// SPDX-License-Identifier: Apache-2.0
// How two parties come to know each other: invite, join, confirm; and part: remove.
#include <fmt/format.h>

#include "apps/cli/commands.h"
#include "apps/cli/party/ask.h"

namespace privet::cli {
namespace {

int run_invite(const Settings& settings, Console& console) {
  return show_answer(
      settings, console, {{"do", "invite"}, {"hours", settings.count("hours")}},
      [](const Json& found) { return fmt::format("{}\n", found.at("invitation").text()); });
}

int run_join(const Settings& settings, Console& console) {
  return show_answer(settings, console,
                     {{"do", "join"}, {"invitation", settings.text("invitation")}},
                     [](const Json& found) {
                       return fmt::format(
                           "met {0}. The code is\n  {1}\nCall {0}, over a line that you trust. If "
                           "both sides have this code, both run\n  privet party confirm PEER {1}\n",
                           found.at("peer").text(), found.at("code").text());
                     });
}

int run_confirm(const Settings& settings, Console& console) {
  return show_answer(
      settings, console,
      {{"do", "confirm"}, {"peer", settings.text("peer")}, {"code", settings.text("code")}},
      [](const Json& found) { return fmt::format("{} is a peer now\n", found.at("peer").text()); });
}

int run_remove(const Settings& settings, Console& console) {
  return show_answer(settings, console, {{"do", "remove"}, {"peer", settings.text("peer")}},
                     [](const Json& found) {
                       return fmt::format("{} is not a peer any more\n", found.at("peer").text());
                     });
}

}  // namespace

Command party_invite_command() {
  return about_party(
      {.path = "party invite",
       .summary =
           "Print an invitation: a line of text for another organisation, worth one meeting.",
       .positionals = {},
       .options = {{.name = "hours",
                    .kind = ParameterKind::Count,
                    .summary = "How long the invitation holds.",
                    .placeholder = "N",
                    .default_text = "72",
                    .min = 1,
                    .max = 720}},
       .example = "privet party invite --folder hospital-a",
       .run = run_invite});
}

Command party_join_command() {
  return about_party(
      {.path = "party join",
       .summary = "Meet the party that sent an invitation, and show the code to compare by voice.",
       .positionals = {{.name = "invitation",
                        .kind = ParameterKind::Text,
                        .summary =
                            "The line that 'privet party invite' printed at the other party.",
                        .placeholder = "INVITATION",
                        .required = true}},
       .options = {},
       .example = "privet party join privet-invitation.CgAAAGhvc3BpdGFsLWE",
       .run = run_join});
}

Command party_confirm_command() {
  return about_party(
      {.path = "party confirm",
       .summary = "Accept a party that was met, with the code that its people have read out.",
       .positionals = {peer_parameter("The party's name."),
                       {.name = "code",
                        .kind = ParameterKind::Text,
                        .summary = "The code, as the other side has it.",
                        .placeholder = "CODE",
                        .required = true}},
       .options = {},
       .example = "privet party confirm hospital-a 4K7Q-M2XP",
       .run = run_confirm});
}

Command party_remove_command() {
  return about_party(
      {.path = "party remove",
       .summary = "Cut a peer off at once: its connections are refused and its jobs end.",
       .positionals = {peer_parameter("The party's name.")},
       .options = {},
       .example = "privet party remove hospital-b",
       .run = run_remove});
}

}  // namespace privet::cli
