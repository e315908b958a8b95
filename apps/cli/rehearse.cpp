// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "apps/cli/baskets_input.h"
#include "apps/cli/commands.h"
#include "apps/cli/mine_input.h"
#include "base/counted.h"
#include "base/error.h"
#include "base/json.h"
#include "federation/rehearsal.h"

namespace privet::cli {
namespace {

// Those that some task takes.
std::span<const std::string_view> splits() {
  static const std::vector<std::string_view> kTaken = [] {
    std::vector<std::string_view> out;
    for (const auto& task : federation::all_tasks()) {
      const auto name = federation::split_name(task.split);
      if (std::ranges::find(out, name) == out.end()) out.push_back(name);
    }
    return out;
  }();
  return kTaken;
}

// What they mean, for the help.
std::string_view splits_text() {
  static const std::string kText = [] {
    std::string out;
    for (const auto name : splits()) {
      out += fmt::format("{}{}: each party has some {}", out.empty() ? "" : "; ", name,
                         name == "vertical" ? "columns" : "rows");
    }
    return out + '.';
  }();
  return kText;
}

// The protocols of all tasks, for the help.
std::string_view protocols_text() {
  static const std::string kText = [] {
    std::vector<std::string> all;
    for (const auto& task : federation::all_tasks()) {
      for (const auto& choice : task.protocols) {
        auto one = fmt::format("{}: {}", choice.name, choice.summary);
        if (std::ranges::find(all, one) == all.end()) all.push_back(std::move(one));
      }
    }
    return fmt::format(
        "How the parties compute together; the task's strongest if not given. {}. What each tells "
        "is in docs/guide/rehearse.md.",
        fmt::join(all, ". "));
  }();
  return kText;
}

struct Unit {
  std::string_view name;
  double factor;
};

// "15ms" with a table of units -> 15 times the unit's factor.
double quantity(const Settings& settings, std::string_view name, std::span<const Unit> units) {
  const auto text = settings.text(name);
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, text.data() + text.size());
  const auto known = std::ranges::find(units, unit, &Unit::name);
  if (problem != std::errc() || known == units.end() || !(value >= 0) || value > 1e9) {
    std::vector<std::string_view> names;
    for (const auto& one : units) names.push_back(one.name);
    throw Error(ErrorCode::Usage,
                fmt::format("needs a number and a unit ({}), as in 15{}, not {}",
                            fmt::join(names, ", "), units.front().name, shown(text)),
                settings.place(name));
  }
  return value * known->factor;
}

net::LinkSpeed link_speed(const Settings& settings) {
  static constexpr std::array<Unit, 3> kTimes{{{"ms", 1e3}, {"us", 1}, {"s", 1e6}}};
  static constexpr std::array<Unit, 3> kRates{{{"mbit", 1e6}, {"kbit", 1e3}, {"gbit", 1e9}}};
  net::LinkSpeed out;
  if (settings.given("delay")) {
    out.delay =
        std::chrono::microseconds(static_cast<std::int64_t>(quantity(settings, "delay", kTimes)));
  }
  if (settings.given("bandwidth")) {
    out.bits_per_second = quantity(settings, "bandwidth", kRates);
    if (out.bits_per_second == 0) {
      throw Error(ErrorCode::Usage, "must be above 0", settings.place("bandwidth"));
    }
  }
  return out;
}

federation::DataSet read_whole(const Settings& settings, Console& console) {
  const auto file = settings.text("file");
  const bool fimi = file.ends_with(".dat") || file.ends_with(".dat.gz");
  if (settings.find("baskets") != nullptr && (settings.flag("baskets") || fimi)) {
    return read_fimi_baskets(file, console.run());
  }
  const Table table = mine_table(settings, file, console);
  return table.select_columns(mine_columns(settings, table, {}));
}

federation::Split split_of(const Settings& settings) {
  return settings.text("split") == "vertical" ? federation::Split::Vertical
                                              : federation::Split::Horizontal;
}

federation::Job read_job(const Settings& settings) {
  federation::Job job;
  job.task = fmt::format("{}", fmt::join(settings.list("task"), " "));
  job.split = split_of(settings);
  const auto task = federation::find_task(job.task, job.split);
  job.protocol = settings.given("protocol") ? settings.text("protocol")
                                            : std::string(task.protocols.front().name);
  job.allow_weak = settings.flag("allow-weak");
  job.parties = settings.count("parties");
  job.parameters = federation::given_parameters(task, settings);
  federation::check_job(task, job);
  return job;
}

std::string bytes_text(std::uint64_t bytes) {
  if (bytes < 10'000) return counted(bytes, "byte");
  if (bytes < 10'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
}

// How a bound was computed, if it is more than a number.
std::string formula_of(const federation::LearnedItem& item) {
  return item.formula == std::to_string(item.most) ? "" : fmt::format(" ({})", item.formula);
}

std::string shown_rehearsal(const federation::Rehearsal& done, const federation::Job& job) {
  std::string text;
  for (const auto& party : done.parties) {
    text += fmt::format("{} holds {}\n", party.name, party.holds);
  }
  text += fmt::format("\n{}: {}\n\n",
                      done.identical ? "identical to the plain result" : "NOT the plain result",
                      done.answer.gist);
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
    text += fmt::format("\nand {}, which tell nothing\n", counted(done.masked, "uniform mask"));
  }
  text += "\n";
  for (const auto& party : done.parties) {
    text += fmt::format("{} sent {}, received {}, in {}{}\n", party.name, bytes_text(party.sent),
                        bytes_text(party.received), counted(party.rounds, "round"),
                        party.identical ? "" : "; its answer differs from the plain one");
  }
  return text + fmt::format("{:.2f} seconds by {}, over mutual TLS\n", done.seconds, job.protocol);
}

Json rehearsal_json(const federation::Rehearsal& done, const federation::Job& job) {
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
  return {{"identical", done.identical},
          {"rounds", done.rounds},
          {"bytes", done.bytes},
          {"seconds", done.seconds},
          {"protocol", job.protocol},
          {"parties", std::move(parties)},
          {"ledger", std::move(ledger)},
          {"masks", done.masked},
          {"result", Json::parse(done.answer.json)}};
}

int run_rehearse(const Settings& settings, Console& console) {
  const auto job = read_job(settings);
  federation::RehearsalOptions options;
  options.lines.link = link_speed(settings);
  options.lines.timeout =
      std::chrono::milliseconds(static_cast<std::int64_t>(settings.real("timeout") * 1000));
  if (settings.count("threads") > 0) options.threads = settings.count("threads");
  const auto whole = read_whole(settings, console);
  const auto done = federation::rehearse(whole, job, options, console.run());
  console.say(shown_rehearsal(done, job));
  console.answer(rehearsal_json(done, job));
  return done.identical ? 0 : 1;
}

// The options of the task that the words name ("... mine rules ..."), so that they can stand beside
// those of the rehearsal; all but those that say where to keep a model or a page.
std::vector<Parameter> task_options(std::span<const std::string> words) {
  std::vector<Parameter> out;
  const auto commands = all_commands();
  const auto tasks = federation::all_tasks();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto name = words[i] + " " + words[i + 1];
    const auto command = std::ranges::find(commands, name, &Command::path);
    if (command == commands.end()) continue;
    if (std::ranges::find(tasks, name, &federation::Task::name) == tasks.end()) {
      (void)federation::find_task(name, federation::Split::Vertical);  // says what there is
    }
    for (const auto& option : command->options) {
      if (option.kind != ParameterKind::File) out.push_back(option);
    }
    break;
  }
  return out;
}

}  // namespace

Command rehearse_command() {
  return {
      .path = "rehearse",
      .summary =
          "Run a task as a federation on this machine, and compare with the plain result. "
          "Ends with 1 if it differs.",
      .positionals = {{.name = "file",
                       .kind = ParameterKind::File,
                       .summary = "The data that the parties share out, read as the task's own "
                                  "command reads it.",
                       .placeholder = "FILE",
                       .required = true},
                      {.name = "task",
                       .kind = ParameterKind::Text,
                       .summary = "What to run, with its own options: mine rules.",
                       .placeholder = "TASK",
                       .repeatable = true,
                       .required = true}},
      .options = {{.name = "parties",
                   .kind = ParameterKind::Count,
                   .summary = "How many parties share the data.",
                   .placeholder = "N",
                   .min = 2,
                   .max = 64,
                   .required = true},
                  {.name = "split",
                   .kind = ParameterKind::Choice,
                   .summary = splits_text(),
                   .placeholder = "SPLIT",
                   .default_text = "vertical",
                   .choices = splits()},
                  {.name = "protocol",
                   .kind = ParameterKind::Text,
                   .summary = protocols_text(),
                   .placeholder = "PROTOCOL"},
                  {.name = "allow-weak",
                   .kind = ParameterKind::Flag,
                   .summary = "Accept a protocol that is known to give data away."},
                  {.name = "delay",
                   .kind = ParameterKind::Text,
                   .summary = "Simulate lines on which a byte takes so long: 15ms.",
                   .placeholder = "TIME"},
                  {.name = "bandwidth",
                   .kind = ParameterKind::Text,
                   .summary = "Simulate lines that carry so much a second: 100mbit.",
                   .placeholder = "RATE"},
                  {.name = "timeout",
                   .kind = ParameterKind::Real,
                   .summary =
                       "Give up if a party is not heard of, or none computes or sends anything, "
                       "for so many seconds; less than 1.9 counts as 1.9.",
                   .placeholder = "SECONDS",
                   .default_text = "30",
                   .min = 0,
                   .max = 86400,
                   .above_min = true}},
      .example = "privet rehearse --parties 3 people.csv mine rules --min-support 0.4",
      .run = run_rehearse,
      .more_options = task_options};
}

}  // namespace privet::cli
