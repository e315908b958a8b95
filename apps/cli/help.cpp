// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "base/shell_word.h"
#include "data/formats/open_table.h"
#include "report/text/terminal_style.h"

namespace privet::cli {
namespace {

// Lines of help are not longer than this, nor than the terminal unless that is very narrow.
std::size_t help_width() {
  return std::clamp<std::size_t>(terminal_style().width, 60, 100);
}

// A text that is laid out in lines of at most `width` characters.
struct Lines {
  std::size_t indent;         // of every line after the first
  std::size_t width;          // of all
  std::string_view carry_on;  // at the end of a line that another follows
  std::string out = {};
  std::size_t at = indent;

  void add(std::string_view piece, bool spaced) {
    if (at > indent && at + (spaced ? 1 : 0) + piece.size() > width) {
      out += fmt::format("{}\n{}", carry_on, std::string(indent, ' '));
      at = indent;
    } else if (at > indent && spaced) {
      out += ' ';
      ++at;
    }
    out += piece;
    at += piece.size();
  }
};

// Breaks text at spaces so that it fits, and a list of choices, which has none, behind a bar too;
// continuation lines start at `indent`.
std::string wrapped(std::string_view text, std::size_t indent) {
  Lines lines{.indent = indent, .width = help_width(), .carry_on = ""};
  for (const auto& word : split_list(text, ' ')) {
    std::string_view left = word;
    bool spaced = true;
    const bool divided = indent + word.size() > lines.width;
    while (divided && left.find('|') != std::string_view::npos) {
      const auto piece = left.substr(0, left.find('|') + 1);
      lines.add(piece, spaced);
      left.remove_prefix(piece.size());
      spaced = false;
    }
    lines.add(left, spaced);
  }
  return lines.out;
}

// A command line that can be copied from more than one line; an option stays with its value.
std::string wrapped_example(std::string_view command) {
  std::vector<std::string> pieces;
  for (const auto& word : split_list(command, ' ')) {
    const bool value = !pieces.empty() && pieces.back().starts_with('-') &&
                       !word.starts_with('-') && pieces.back().find(' ') == std::string::npos;
    if (value) {
      pieces.back() += " " + word;
    } else {
      pieces.push_back(word);
    }
  }
  Lines lines{.indent = 6, .width = help_width() - 2, .carry_on = " \\"};
  lines.out = fmt::format("  {}", pieces.front());
  lines.at = lines.out.size();
  for (std::size_t i = 1; i < pieces.size(); ++i) lines.add(pieces[i], true);
  return lines.out + "\n";
}

std::string flag_text(const Parameter& option) {
  std::string out = option.letter != 0 ? fmt::format("-{}, --{}", option.letter, option.name)
                                       : fmt::format("--{}", option.name);
  if (option.kind != ParameterKind::Flag) out += fmt::format(" {}", option.placeholder);
  return out;
}

std::string usage_line(const Command& command) {
  std::string out = fmt::format("privet {}", command.path);
  for (const auto& positional : command.positionals) {
    const std::string shown =
        fmt::format("{}{}", positional.placeholder, positional.repeatable ? "..." : "");
    out += positional.required ? " " + shown : fmt::format(" [{}]", shown);
  }
  for (const auto& option : command.options) {
    if (!option.required) continue;
    out += option.letter != 0 ? fmt::format(" -{} {}", option.letter, option.placeholder)
                              : " " + flag_text(option);
  }
  return out + " [options]";
}

void append_rows(std::string& out, std::span<const Parameter> parameters, bool positional) {
  constexpr std::size_t kIndent = 30;
  for (const auto& parameter : parameters) {
    std::string left =
        "  " + (positional ? std::string(parameter.placeholder) : flag_text(parameter));
    std::string text = std::string(parameter.summary);
    if (const auto accepted = accepted_text(parameter); !accepted.empty())
      text += fmt::format(" ({})", accepted);
    left += left.size() + 2 > kIndent ? "\n" + std::string(kIndent, ' ')
                                      : std::string(kIndent - left.size(), ' ');
    out += left + wrapped(text, kIndent) + "\n";
  }
}

// A heading and its options; nothing for none.
void append_group(std::string& out, std::string_view heading,
                  const std::vector<Parameter>& options) {
  if (options.empty()) return;
  out += fmt::format("\n{}\n", painted(fmt::format("{}:", heading), Ink::Strong));
  append_rows(out, options, false);
}

void append_options(std::string& out, const Command& command) {
  std::set<std::string_view> shown;
  for (const auto& group : command.groups) {
    std::vector<Parameter> options;
    for (const auto name : group.names) {
      const auto option = std::ranges::find(command.options, name, &Parameter::name);
      if (option == command.options.end() || !shown.insert(option->name).second) continue;
      options.push_back(*option);
    }
    append_group(out, group.heading, options);
  }
  std::vector<Parameter> rest;
  for (const auto& option : command.options) {
    if (!shown.contains(option.name)) rest.push_back(option);
  }
  append_group(out, command.groups.empty() ? "Options" : "Further options", rest);
}

std::string command_list(std::span<const Command> commands) {
  std::string out;
  for (const auto& command : commands) {
    out += fmt::format("  {:<22}{}\n", command.path, wrapped(command.summary, 24));
  }
  return out;
}

// The first table of this folder, as a word of a shell; FILE if there is none.
std::string table_here() {
  std::vector<std::string> names;
  std::error_code unknown;
  for (const auto& entry : std::filesystem::directory_iterator(".", unknown)) {
    const std::string name = entry.path().filename().string();
    if (table_form(name) == TableForm::Csv && !name.ends_with(".csv") && !name.ends_with(".tsv")) {
      continue;
    }
    if (entry.is_regular_file(unknown)) names.push_back(name);
  }
  return names.empty() ? "FILE" : shell_word(*std::ranges::min_element(names));
}

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string accepted_text(const Parameter& parameter) {
  std::vector<std::string> parts;
  if (!parameter.choices.empty())
    parts.push_back(fmt::format("{}", fmt::join(parameter.choices, "|")));
  const bool low = std::isfinite(parameter.min);
  const bool high = std::isfinite(parameter.max);
  if (low && high) {
    parts.push_back(fmt::format("{}{} to {}", parameter.above_min ? "above " : "", parameter.min,
                                parameter.max));
  } else if (low) {
    parts.push_back(
        fmt::format("{} {}", parameter.above_min ? "above" : "at least", parameter.min));
  } else if (high) {
    parts.push_back(fmt::format("at most {}", parameter.max));
  }
  if (!parameter.default_text.empty())
    parts.push_back(fmt::format("default {}", parameter.default_text));
  if (parameter.repeatable) parts.emplace_back("may be repeated");
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string first_steps() {
  const std::string file = table_here();
  const std::vector<std::pair<std::string, std::string>> steps{
      {"inspect " + file, "see what its columns are and whom they single out"},
      {"risk " + file + " --quasi COLUMNS", "measure what it gives away as it is"},
      {"anonymize " + file + " --quasi COLUMNS --k 5 -o OUT.csv",
       "make a release in which nobody can be singled out"},
      {"mine tree " + file + " --class COLUMN", "learn from it"},
      {"rehearse --parties 3 " + file + " mine rules --min-support 0.1",
       "see what three organisations learn together without showing their data"}};
  std::string out =
      "privet: share what data says without sharing who it is about\n\n"
      "Five things you can do next:\n";
  for (const auto& [command, meaning] : steps) {
    out +=
        fmt::format("\n  {}\n      {}\n", painted(fmt::format("privet {}", command), Ink::Strong),
                    wrapped(meaning, 6));
  }
  return out + "\n" +
         wrapped("'privet help' lists all commands, 'privet COMMAND --help' explains one.", 0) +
         "\n";
}

std::string overview(std::span<const Command> commands) {
  std::string out =
      "privet: share what data says without sharing who it is about\n\n"
      "Usage: privet COMMAND [options]\n\nCommands:\n";
  out += command_list(commands);
  out += "\n" + wrapped(
                    "'privet COMMAND --help' explains one. '-' means standard input or output "
                    "where a file is expected.",
                    0);
  out += "\n" + wrapped(
                    "Exit status: 0 done, 1 the answer is no, 2 bad usage, input or output, or "
                    "interrupted, 3 a peer failed.",
                    0);
  return out + "\n";
}

std::vector<Command> commands_of(std::span<const Command> commands, std::string_view group) {
  std::vector<Command> out;
  for (const auto& command : commands) {
    if (command.path.starts_with(fmt::format("{} ", group))) out.push_back(command);
  }
  return out;
}

std::string group_help(std::string_view group, std::span<const Command> commands) {
  // A group may be a command as well.
  for (const auto& command : all_commands()) {
    if (command.path != group) continue;
    return fmt::format("{}\nCommands:\n{}", help_text(command), command_list(commands));
  }
  return fmt::format(
      "Usage: privet {0} COMMAND [options]\n\nCommands:\n{1}\n'privet {0} COMMAND --help' explains "
      "one and shows an example.\n",
      group, command_list(commands));
}

std::string help_text(const Command& command, const std::vector<Parameter>& further) {
  std::string out = fmt::format(
      "{}\n\nUsage: {}\n", wrapped(fmt::format("privet {}: {}", command.path, command.summary), 0),
      wrapped(usage_line(command), 7));
  if (!command.positionals.empty()) {
    out += "\nArguments:\n";
    append_rows(out, command.positionals, true);
  }
  append_options(out, command);
  append_group(out, "Options of this task", further);
  append_group(out, "Every command", common_options());
  if (command.example.empty()) return out;
  out += command.more_examples.empty() ? "\nExample:\n" : "\nExamples:\n";
  out += wrapped_example(command.example);
  for (const auto& example : command.more_examples) out += wrapped_example(example);
  return out;
}

std::string parameter_table(std::span<const Parameter> positionals,
                            std::span<const Parameter> options) {
  if (positionals.empty() && options.empty()) return {};
  std::string out = "\n| parameter | meaning | accepts |\n|---|---|---|\n";
  for (const auto& positional : positionals) {
    out += fmt::format("| `{}` | {} | {} |\n", positional.placeholder, cell(positional.summary),
                       cell(accepted_text(positional)));
  }
  for (const auto& option : options) {
    out += fmt::format("| `{}` | {} | {} |\n", cell(flag_text(option)), cell(option.summary),
                       cell(accepted_text(option)));
  }
  return out;
}

std::string reference_page(const Command& command) {
  std::string out = fmt::format("# privet {}\n\n{}\n\n```\n{}\n```\n", command.path,
                                command.summary, usage_line(command));
  out += parameter_table(command.positionals, command.options);
  if (command.example.empty()) return out;
  out += fmt::format("\nExample{}:\n\n```\n{}\n", command.more_examples.empty() ? "" : "s",
                     command.example);
  for (const auto& example : command.more_examples) out += example + "\n";
  return out + "```\n";
}

}  // namespace privet::cli
