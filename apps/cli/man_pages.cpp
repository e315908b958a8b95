// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/man_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "apps/cli/help.h"
#include "base/atomic_file.h"
#include "base/version.h"

namespace privet::cli {
namespace {

// Text as troff takes it literally: its escape character, hyphens that are to be copied, and lines
// that would be requests.
std::string literal(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (out.empty() && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string page_name(std::string_view path) {
  std::string out = fmt::format("privet-{}", path);
  std::ranges::replace(out, ' ', '-');
  return out;
}

std::string title(std::string name) {
  std::ranges::transform(name, name.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return fmt::format(".TH {} 1 \"\" \"privet {}\" \"User Commands\"\n", literal(name), kVersion);
}

std::string flag(const Parameter& option) {
  std::string out = option.letter != 0 ? fmt::format("\\fB\\-{}\\fR, ", option.letter) : "";
  out += fmt::format("\\fB\\-\\-{}\\fR", literal(option.name));
  if (option.kind != ParameterKind::Flag) {
    out += fmt::format(" \\fI{}\\fR", literal(option.placeholder));
  }
  return out;
}

std::string entry(const std::string& heading, const Parameter& parameter) {
  const std::string accepted = accepted_text(parameter);
  return fmt::format(".TP\n{}\n{}{}\n", heading, literal(parameter.summary),
                     accepted.empty() ? "" : literal(fmt::format(" ({})", accepted)));
}

std::string synopsis(const Command& command) {
  std::string out = fmt::format(".SH SYNOPSIS\n\\fBprivet {}\\fR", literal(command.path));
  for (const auto& positional : command.positionals) {
    const auto shown = fmt::format("\\fI{}\\fR{}", literal(positional.placeholder),
                                   positional.repeatable ? "..." : "");
    out += positional.required ? fmt::format(" {}", shown) : fmt::format(" [{}]", shown);
  }
  for (const auto& option : command.options) {
    if (option.required) out += fmt::format(" {}", flag(option));
  }
  return out + " [\\fIoptions\\fR]\n";
}

std::string options(std::string_view heading, const std::vector<Parameter>& list) {
  if (list.empty()) return {};
  std::string out = fmt::format(".SH {}\n", heading);
  for (const auto& option : list) out += entry(flag(option), option);
  return out;
}

constexpr std::string_view kStatus =
    ".SH EXIT STATUS\n0 done; 1 the answer is no; 2 bad usage, input or output, or interrupted; 3 "
    "a "
    "peer failed.\n";

}  // namespace

std::string man_page(const Command& command) {
  std::string summary = command.summary;
  if (summary.ends_with('.')) summary.pop_back();
  std::string out = title(page_name(command.path));
  // One line names a page; what more there is to say stands below.
  out += fmt::format(".SH NAME\n{} \\- {}\n", literal(page_name(command.path)),
                     literal(summary.substr(0, summary.find(". "))));
  out += synopsis(command);
  out += fmt::format(".SH DESCRIPTION\n{}\n", literal(command.summary));
  if (!command.positionals.empty()) {
    out += ".SH ARGUMENTS\n";
    for (const auto& positional : command.positionals) {
      out += entry(fmt::format("\\fI{}\\fR", literal(positional.placeholder)), positional);
    }
  }
  out += options("OPTIONS", command.options);
  out += options("COMMON OPTIONS", common_options());
  if (!command.example.empty()) {
    out += fmt::format(".SH EXAMPLES\n.nf\n{}\n", literal(command.example));
    for (const auto& example : command.more_examples) out += literal(example) + "\n";
    out += ".fi\n";
  }
  return out + fmt::format("{}.SH SEE ALSO\n.BR privet (1)\n", kStatus);
}

std::string man_overview(std::span<const Command> commands) {
  std::string out = title("privet");
  out +=
      ".SH NAME\nprivet \\- share what data says without sharing who it is about\n"
      ".SH SYNOPSIS\n\\fBprivet\\fR \\fICOMMAND\\fR [\\fIoptions\\fR]\n.SH DESCRIPTION\n"
      "Anonymizes tables and baskets and checks every release before it is written, measures what "
      "tables give away, mines tables alone or together with other organisations, and encodes "
      "tables for somebody else to mine. A \\- where a file is expected is standard input or "
      "output.\n.SH COMMANDS\n";
  for (const auto& command : commands) {
    out += fmt::format(".TP\n.BR {} (1)\n{}\n", literal(page_name(command.path)),
                       literal(command.summary));
  }
  return out + std::string(kStatus) +
         ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nSet to anything: no colours.\n.TP\n"
         "\\fBCOLUMNS\\fR\nHow wide the terminal is.\n";
}

void write_man_pages(const std::string& folder, std::span<const Command> commands) {
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    AtomicFile page((std::filesystem::path(folder) / fmt::format("{}.1", name)).string());
    page.write(text);
    page.commit();
  };
  write("privet", man_overview(commands));
  for (const auto& command : commands) write(page_name(command.path), man_page(command));
}

}  // namespace privet::cli
