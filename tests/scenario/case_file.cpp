// SPDX-License-Identifier: Apache-2.0
#include "tests/scenario/case_file.h"

#include <fmt/format.h>

namespace privet::scenario {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  throw CaseError("\\x needs two hexadecimal digits");
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// A block line ends with a newline unless it ends with a lone backslash.
void append_block_line(Step& step, std::string_view line) {
  std::size_t backslashes = 0;
  while (backslashes < line.size() && line[line.size() - 1 - backslashes] == '\\') ++backslashes;
  const bool newline = backslashes % 2 == 0;
  if (!newline) line.remove_suffix(1);
  step.block += unescape(line);
  if (newline) step.block += '\n';
  step.has_block = true;
}

}  // namespace

std::vector<Step> parse_case(std::string_view text) {
  std::vector<Step> steps;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.starts_with('|')) {
      if (steps.empty()) throw CaseError(fmt::format("line {}: a block without a step", number));
      append_block_line(steps.back(), line.substr(1));
      continue;
    }
    line = trimmed(line);
    if (line.empty() || line.starts_with('#')) continue;
    Step step{.line = number};
    if (line.starts_with('!')) {
      step.must_fail = true;
      line = trimmed(line.substr(1));
    }
    const std::size_t space = line.find(' ');
    step.verb = line.substr(0, space);
    step.rest = space == std::string_view::npos ? "" : trimmed(line.substr(space));
    steps.push_back(std::move(step));
  }
  return steps;
}

std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    if (++i == text.size()) throw CaseError("a backslash at the end of the text");
    switch (text[i]) {
      case 'n':
        out += '\n';
        break;
      case 'r':
        out += '\r';
        break;
      case 't':
        out += '\t';
        break;
      case '\\':
        out += '\\';
        break;
      case 'x':
        if (i + 2 >= text.size()) throw CaseError("\\x needs two hexadecimal digits");
        out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
        i += 2;
        break;
      default:
        throw CaseError(fmt::format("unknown escape \\{}; a backslash itself is \\\\", text[i]));
    }
  }
  return out;
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  char quote = '\0';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      inside = false;
      continue;
    }
    if (!inside) {
      words.emplace_back();
      inside = true;
    }
    if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      words.back() += text[++i];
    } else {
      words.back() += c;
    }
  }
  if (quote != '\0') throw CaseError(fmt::format("no closing {}", quote));
  return words;
}

std::string printable(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n' || (byte >= 0x20 && byte < 0x7f)) {
      out += c;
    } else {
      out += fmt::format("\\x{:02x}", byte);
    }
  }
  return out;
}

}  // namespace privet::scenario
