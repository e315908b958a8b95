// SPDX-License-Identifier: Apache-2.0
#include "baskets/moles.h"

#include <fmt/format.h>

#include "apps/cli/baskets/input.h"
#include "apps/cli/commands.h"
#include "apps/cli/paths.h"
#include "base/counted.h"
#include "base/json.h"

namespace privet::cli {
namespace {

using baskets::kNoItem;

std::string breach_text(const baskets::Breach& breach, const Baskets& baskets) {
  if (breach.item == kNoItem) return "no private item";
  return fmt::format("{} with {:.1f}%", baskets.name(breach.item), 100 * breach.probability());
}

// All moles as CSV.
std::string moles_csv(const baskets::MoleList& moles, const Baskets& baskets) {
  std::string out = "size,support,breach,private_item,items\n";
  for (std::size_t i = 0; i < moles.size(); ++i) {
    std::vector<std::string> names;
    for (const ItemId item : moles.items(i)) names.push_back(baskets.name(item));
    const auto& breach = moles.breach(i);
    std::string text = fmt::format("{}", fmt::join(names, " "));
    for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
      text.insert(at, 1, '"');
    }
    out += fmt::format("{},{},{:.6f},\"{}\",\"{}\"\n", names.size(), moles.support(i),
                       breach.probability(),
                       breach.item == kNoItem ? "" : baskets.name(breach.item), text);
  }
  return out;
}

Json moles_json(const baskets::MinimalMoles& found, const Baskets& baskets, std::size_t show) {
  auto by_size = Json::object();
  const auto counts = found.by_size();
  for (std::size_t size = 1; size < counts.size(); ++size) {
    by_size[std::to_string(size)] = counts[size];
  }
  auto list = Json::array();
  for (std::size_t i = 0; i < std::min(show, found.moles.size()); ++i) {
    const auto& breach = found.moles.breach(i);
    Json one{{"items", names_json(found.moles.items(i), baskets)},
             {"support", found.moles.support(i)},
             {"breach", breach.probability()},
             {"private_item", nullptr}};
    if (breach.item != kNoItem) one["private_item"] = baskets.name(breach.item);
    list.push_back(std::move(one));
  }
  return {{"minimal_moles", found.moles.size()}, {"by_size", std::move(by_size)},
          {"breach_moles", found.breach_moles},  {"eligible", found.eligibility.eligible},
          {"why", found.eligibility.why},        {"moles", std::move(list)}};
}

void say_moles(const baskets::MinimalMoles& found, const Baskets& baskets,
               const baskets::Coherence& wanted, std::size_t show, Console& console) {
  if (!found.eligibility.eligible) {
    console.say(fmt::format("No release exists: {}.\n", found.eligibility.why));
    return;
  }
  console.say(
      fmt::format("{} for an attacker who knows {} (h = {:g}, k = {}); {} of "
                  "them {} enough baskets and {} a private item away.\n",
                  counted(found.moles.size(), "minimal mole"), power_text(wanted), wanted.h,
                  wanted.k, grouped(found.breach_moles), found.breach_moles == 1 ? "has" : "have",
                  found.breach_moles == 1 ? "gives" : "give"));
  const auto counts = found.by_size();
  for (std::size_t size = 1; size < counts.size(); ++size) {
    console.say(fmt::format("  of {}: {}\n", counted(size, "item"), grouped(counts[size])));
  }
  const std::size_t end = std::min(show, found.moles.size());
  for (std::size_t i = 0; i < end; ++i) {
    console.say(fmt::format("{}: {}, {}\n", set_text(found.moles.items(i), baskets),
                            counted(found.moles.support(i), "basket"),
                            breach_text(found.moles.breach(i), baskets)));
  }
  if (end < found.moles.size()) {
    console.say(fmt::format("... and {} more (--show, -o)\n", grouped(found.moles.size() - end)));
  }
}

int run_moles(const Settings& settings, Console& console) {
  const auto wanted = read_coherence(settings);
  refuse_same(settings, "output", "file", "would replace the baskets; name another file");
  for (const auto* read : {"private-file", "public-file"})
    refuse_same(settings, "output", read, "would replace a file that is read; name another");
  const auto data = read_baskets(settings, console);
  const auto kinds = read_kinds(settings, data, console);
  const auto found = baskets::find_minimal_moles(data, kinds, wanted, console.run());
  if (settings.given("output")) {
    const auto output = settings.text("output");
    if (output == "-") console.claim_output();
    write_output(output, moles_csv(found.moles, data), console);
  }
  console.answer(moles_json(found, data, settings.count("show")));
  say_moles(found, data, wanted, settings.count("show"), console);
  return found.eligibility.eligible ? 0 : 1;
}

}  // namespace

Command baskets_moles_command() {
  return {.path = "baskets moles",
          .summary = "Find every smallest set of known items that gives a person away.",
          .positionals = {basket_file()},
          .options = joined({coherence_parameters(),
                             kind_parameters(),
                             {{.name = "show",
                               .kind = ParameterKind::Count,
                               .summary = "Show this many of them.",
                               .placeholder = "N",
                               .default_text = "20",
                               .min = 0},
                              {.name = "output",
                               .kind = ParameterKind::File,
                               .summary = "Also write all of them as CSV.",
                               .placeholder = "OUT.csv",
                               .letter = 'o'}},
                             basket_parameters()}),
          .example = "privet baskets moles visits.dat --private 'illness:*' --h 0.4 --k 20 --p 4",
          .run = run_moles};
}

}  // namespace privet::cli
