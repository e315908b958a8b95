// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace privet::cli {
namespace {

constexpr std::size_t kWidth = 100;

// Breaks text at spaces so that it fits; continuation lines start at `indent`.
std::string wrapped(std::string_view text, std::size_t indent) {
  std::string out;
  std::size_t at = indent;
  for (const auto& word : split_list(text, ' ')) {
    if (at > indent && at + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      at = indent;
    }
    if (at > indent) {
      out += ' ';
      ++at;
    }
    out += word;
    at += word.size();
  }
  return out;
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

std::string overview(std::span<const Command> commands) {
  std::string out =
      "privet: share what data says without sharing who it is about\n\n"
      "Usage: privet COMMAND [options]\n\nCommands:\n";
  for (const auto& command : commands) {
    out += fmt::format("  {:<22}{}\n", command.path, wrapped(command.summary, 24));
  }
  out +=
      "\n'privet COMMAND --help' explains one. '-' means standard input or output where a file is "
      "expected.\n"
      "Exit status: 0 done, 1 the answer is no, 2 bad usage, input or output, or interrupted, 3 a "
      "peer failed.\n";
  return out;
}

std::string help_text(const Command& command) {
  std::string out = fmt::format("privet {}: {}\n\nUsage: {}\n", command.path, command.summary,
                                wrapped(usage_line(command), 7));
  if (!command.positionals.empty()) {
    out += "\nArguments:\n";
    append_rows(out, command.positionals, true);
  }
  if (!command.options.empty()) {
    out += "\nOptions:\n";
    append_rows(out, command.options, false);
  }
  out += "\nEvery command:\n";
  append_rows(out, common_options(), false);
  if (!command.example.empty()) out += fmt::format("\nExample:\n  {}\n", command.example);
  return out;
}

std::string reference_page(const Command& command) {
  std::string out = fmt::format("# privet {}\n\n{}\n\n```\n{}\n```\n", command.path,
                                command.summary, usage_line(command));
  if (!command.positionals.empty() || !command.options.empty()) {
    out += "\n| parameter | meaning | accepts |\n|---|---|---|\n";
    for (const auto& positional : command.positionals) {
      out += fmt::format("| `{}` | {} | {} |\n", positional.placeholder, cell(positional.summary),
                         cell(accepted_text(positional)));
    }
    for (const auto& option : command.options) {
      out += fmt::format("| `{}` | {} | {} |\n", cell(flag_text(option)), cell(option.summary),
                         cell(accepted_text(option)));
    }
  }
  if (!command.example.empty()) out += fmt::format("\nExample:\n\n```\n{}\n```\n", command.example);
  return out;
}

}  // namespace privet::cli
