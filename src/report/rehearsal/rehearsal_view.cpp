// SPDX-License-Identifier: Apache-2.0
#include "report/rehearsal/rehearsal_view.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <utility>

#include "base/counted.h"

namespace privet {
namespace {

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 10'000) return counted(bytes, "byte");
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// How a bound was computed, if it is more than a number.
std::string formula_of(const federation::LearnedItem& item) {
  return item.formula == std::to_string(item.most) ? "" : fmt::format(" ({})", item.formula);
}

std::string ledger_text(const federation::Rehearsal& done) {
  std::string text;
  std::string_view last;
  for (const auto& item : done.ledger) {
    if (item.party != last) text += fmt::format("{} learned\n", item.party);
    last = item.party;
    text += fmt::format("  {:>8}  {}\n            about: {}; the forecast allowed {}{}\n",
                        grouped(item.count), item.learns, fmt::join(item.about, ", "),
                        grouped(item.most), formula_of(item));
    text += fmt::format("            because: {}\n", item.why);
  }
  if (done.masked > 0) {
    text += fmt::format("\nand {}, which disclose nothing\n", counted(done.masked, "random mask"));
  }
  return text;
}

}  // namespace

std::string rehearse_text(const job::RehearseOutcome& found) {
  const auto& done = found.done;
  std::string text;
  for (const auto& party : done.parties)
    text += fmt::format("{} holds {}\n", party.name, party.holds);
  if (found.split == federation::Split::Horizontal) {
    text += fmt::format("together they hold {}\n", counted(done.rows, "row"));
  } else if (done.rows_known) {
    text += fmt::format("all parties know that there are {}\n", counted(done.rows, "row"));
  }
  text += fmt::format(
      "\n{}{}: {}\n\n",
      done.identical ? "identical to the plain result" : "DIFFERENT from the plain result",
      found.tolerance > 0 ? fmt::format(" to {:g}", found.tolerance) : "", done.answer.gist);
  if (found.loss) {
    text += fmt::format(
        "it loses {:.1f}% of the cells' certainty, as one holder of all records would; {}\n\n",
        100 * found.loss->together,
        found.loss->alone
            ? fmt::format("sites that release alone lose {:.1f}%", 100 * *found.loss->alone)
            : "some site alone could not release at all");
  }
  text += ledger_text(done) + "\n";
  for (const auto& party : done.parties) {
    text += fmt::format("{} sent {}, received {}, in {}{}\n", party.name, bytes_text(party.sent),
                        bytes_text(party.received), counted(party.rounds, "round"),
                        party.identical ? "" : "; its answer differs from the plain result");
  }
  if (!found.referees.empty() && found.referees != "none") {
    text += fmt::format("referees: {}\n", found.referees);
  }
  if (found.trust == federation::Trust::HonestMajority) {
    text += "trust: an honest majority; two parties that collude learn everything\n";
  }
  text += fmt::format("{:.2f} seconds by {}, over mutual TLS\n", done.seconds, found.protocol);
  if (found.part_files.empty()) return text;
  return text + fmt::format(
                    "\nThe sites' parts of the release are {}.\nThe models hold for all parts "
                    "together. A part says whose its records are, and alone it promises nothing: "
                    "keep it at its site, or publish all of them as one file in random order.\n",
                    fmt::join(found.part_files, ", "));
}

Json rehearse_json(const job::RehearseOutcome& found) {
  const auto& done = found.done;
  Json ledger = Json::array();
  for (const auto& item : done.ledger) {
    ledger.push_back({{"party", item.party},
                      {"learns", item.learns},
                      {"about", item.about},
                      {"count", item.count},
                      {"most", item.most},
                      {"formula", item.formula},
                      {"why", item.why}});
  }
  Json parties = Json::array();
  for (const auto& party : done.parties) {
    parties.push_back({{"name", party.name},
                       {"holds", party.holds},
                       {"sent", party.sent},
                       {"received", party.received},
                       {"rounds", party.rounds},
                       {"identical", party.identical}});
  }
  Json out{{"identical", done.identical},
           {"tolerance", found.tolerance},
           {"rows", done.rows},
           {"rounds", done.rounds},
           {"bytes", done.bytes},
           {"seconds", done.seconds},
           {"protocol", found.protocol},
           {"trust", std::string(federation::trust_name(found.trust))},
           {"parties", std::move(parties)},
           {"ledger", std::move(ledger)},
           {"masks", done.masked},
           {"result", Json::parse(done.answer.json)}};
  if (!found.referees.empty()) out["referees"] = found.referees;
  if (!found.part_files.empty()) out["files"] = found.part_files;
  if (found.loss) {
    out["loss"] = Json{{"together", found.loss->together},
                       {"alone", found.loss->alone ? Json(*found.loss->alone) : Json()}};
  }
  if (done.parts.empty()) return out;
  Json parts = Json::array();
  for (const auto& part : done.parts) parts.push_back(Json::parse(part.json));
  out["parts"] = std::move(parts);
  return out;
}

}  // namespace privet
