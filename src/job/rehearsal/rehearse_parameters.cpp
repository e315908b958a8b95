// SPDX-License-Identifier: Apache-2.0
// The options of a rehearsal, besides those of its task.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "federation/tasks.h"
#include "job/rehearsal/rehearse_job.h"

namespace privet::job {
namespace {

constexpr std::array<std::string_view, 2> kCodebooks{"same", "union"};

// Those that some task has.
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
    std::string out = "How the data is divided. ";
    for (const auto name : splits()) {
      out += fmt::format("{}{}: each party has {}", out.ends_with(". ") ? "" : "; ", name,
                         name == "vertical"     ? "some of the columns"
                         : name == "horizontal" ? "some of the rows"
                         : name == "join"       ? "a table of --tables, which join"
                                                : "some of the cells");
    }
    return out + '.';
  }();
  return kText;
}

}  // namespace

std::vector<Parameter> rehearse_positionals() {
  return {{.name = "file",
           .kind = ParameterKind::File,
           .summary = "The data to divide among the parties, read as the task's own command reads "
                      "it.",
           .placeholder = "FILE",
           .required = true},
          {.name = "task",
           .kind = ParameterKind::Text,
           .summary = "The command to run, with its own options, such as mine rules; 'privet "
                      "rehearse mine rules --help' shows them.",
           .placeholder = "TASK",
           .repeatable = true,
           .required = true}};
}

std::vector<Parameter> rehearse_parameters() {
  return {
      {.name = "parties",
       .kind = ParameterKind::Count,
       .summary = "The number of parties; as many as --parts or --inputs name if not given.",
       .placeholder = "N",
       .min = 2,
       .max = federation::kAnyNumber},
      {.name = "parts",
       .kind = ParameterKind::Text,
       .summary = "The columns of each party, as in \"a,b|c,d|class\"; columns that are not "
                  "named are left out. If not given, neighbouring columns go together.",
       .placeholder = "COLUMNS"},
      {.name = "inputs",
       .kind = ParameterKind::Text,
       .summary = "Instead of FILE: a table for each party, the other files after the first. "
                  "Where columns are divided, all have the same rows in the same order unless "
                  "--key is given; where "
                  "rows are, the same columns.",
       .placeholder = "FILE..."},
      {.name = "key",
       .kind = ParameterKind::Column,
       .summary = "The column by which the parties find the rows that all of them have; the "
                  "rows may be in any order. Each party learns which of its own rows those "
                  "are; other rows are left out.",
       .placeholder = "COLUMN"},
      {.name = "fractions",
       .kind = ParameterKind::Text,
       .summary = "The share of the rows that each party gets, as in 0.5,0.3,0.2; equal shares "
                  "if not given. For --split horizontal.",
       .placeholder = "A,B,.."},
      {.name = "by",
       .kind = ParameterKind::Text,
       .summary =
           "Rows with the same value of this column go to the same party, and the column "
           "is left out; the values are dealt out in turn. With two columns, as in city,age, "
           "each value of the first has parties of its own, each of them a range of the "
           "second, and both columns stay. For --split horizontal.",
       .placeholder = "COLUMN"},
      {.name = "categories",
       .kind = ParameterKind::Choice,
       .summary = "What to do if --inputs have different categories in a column. same: stop with "
                  "an error that names them; union: every party learns all of them.",
       .placeholder = "RULE",
       .default_text = "same",
       .choices = kCodebooks},
      {.name = "split",
       .kind = ParameterKind::Choice,
       .summary = splits_text(),
       .placeholder = "SPLIT",
       .default_text = "vertical",
       .choices = splits()},
      {.name = "deal",
       .kind = ParameterKind::Choice,
       .summary = "Who gets which columns, items or rows. round-robin: the first goes to the first "
                  "party, the second to the second, and so on, so that most of what is found "
                  "spans parties; neighbours: each party gets those beside each other; random.",
       .placeholder = "DEAL",
       .default_text = "round-robin",
       .choices = federation::deal_names()},
      {.name = "deal-seed",
       .kind = ParameterKind::Count,
       .summary = "The seed of a random deal, and of who gets which cells.",
       .placeholder = "N",
       .default_text = "1"},
      {.name = "protocol",
       .kind = ParameterKind::Text,
       .summary =
           "How the parties compute together; the task's strongest protocol if not given. "
           "docs/reference/tasks.md lists each task's protocols, docs/guide/rehearse.md says "
           "what they disclose.",
       .placeholder = "PROTOCOL"},
      {.name = "trust",
       .kind = ParameterKind::Choice,
       .summary = "What the parties rely on. protocol: what the protocol needs; "
                  "honest-majority: three parties of whom no two collude. It is much faster, "
                  "but two parties that collude learn everything.",
       .placeholder = "TRUST",
       .default_text = "protocol",
       .choices = federation::trust_names()},
      {.name = "allow-weak",
       .kind = ParameterKind::Flag,
       .summary = "Accept a protocol that is known to disclose data."},
      {.name = "delay",
       .kind = ParameterKind::Text,
       .summary = "Simulate connections with this delay in each direction: 15ms.",
       .placeholder = "TIME"},
      {.name = "bandwidth",
       .kind = ParameterKind::Text,
       .summary = "Simulate connections with this many bits per second: 100mbit.",
       .placeholder = "RATE"},
      {.name = "timeout",
       .kind = ParameterKind::Real,
       .summary = "Give up if a party sends no sign of life, or no party computes or sends "
                  "anything, for this many seconds; less than 1.9 counts as 1.9.",
       .placeholder = "SECONDS",
       .default_text = "30",
       .min = 0,
       .max = 86400,
       .above_min = true},
      {.name = "time-limit",
       .kind = ParameterKind::Real,
       .summary = "End the run when the parties have not finished it after this many seconds, "
                  "whatever they still send.",
       .placeholder = "SECONDS",
       .default_text = "86400",
       .min = 0,
       .max = 31536000,
       .above_min = true}};
}

}  // namespace privet::job
