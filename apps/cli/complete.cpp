// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include "base/error.h"
#include "data/formats/open_table.h"

namespace privet::cli {
namespace {

constexpr std::size_t kHead = 65536;  // bytes of a text that are looked at
constexpr std::uintmax_t kMostWhole = std::uintmax_t{16} << 20U;  // of a file that is read whole

// The header of delimited text, from its first lines.
Table head_of_text(const std::string& path) {
  std::string head(kHead, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  const bool whole = in.gcount() < static_cast<std::streamsize>(head.size());
  head.resize(static_cast<std::size_t>(in.gcount()));
  if (!whole) head.resize(head.rfind('\n') == std::string::npos ? 0 : head.rfind('\n') + 1);
  CsvOptions options{.columns = {.ask = false}};
  if (path.ends_with(".tsv")) options.delimiter = '\t';
  return parse_csv(head, path, options, Run(nullptr, nullptr, 1)).table;
}

// What a shell would make of a word as it was typed: without quotes and backslashes, and with the
// home folder for ~.
std::string as_shell_reads(const std::string& word) {
  std::string out;
  char quote = '\0';
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (quote == '\0' && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != '\0' && c == quote) {
      quote = '\0';
    } else if (c == '\\' && quote != '\'' && i + 1 < word.size()) {
      out += word[++i];
    } else {
      out += c;
    }
  }
  const char* home = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nobody sets it
  if (home != nullptr && word.starts_with("~/")) out.replace(0, 1, home);
  return out;
}

// What is wrong with a file is not said while a line is being typed.
std::vector<Candidate> columns_of(const std::string& typed) {
  std::vector<Candidate> out;
  std::error_code missing;
  const std::string path = std::filesystem::exists(typed, missing) ? typed : as_shell_reads(typed);
  try {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) return out;
    const bool text = table_form(path) == TableForm::Csv && !path.ends_with(".gz");
    if (!text && std::filesystem::file_size(path) > kMostWhole) return out;
    TableSource source{.path = path};
    source.csv.columns.ask = false;
    const Table table =
        text ? head_of_text(path) : read_table(source, Run(nullptr, nullptr, 1)).table;
    for (const Column& column : table.all()) out.push_back({column.name, "column"});
  } catch (const Error&) {
    return {};
  }
  return out;
}

void keep_beginning(std::vector<Candidate>& candidates, std::string_view begin) {
  std::erase_if(candidates, [&](const Candidate& one) { return !one.word.starts_with(begin); });
}

// The next words of the commands whose path begins so.
std::vector<Candidate> next_of_path(std::span<const Command> commands,
                                    std::span<const std::string> words) {
  std::vector<Candidate> out;
  for (const auto& command : commands) {
    const auto path = split_list(command.path, ' ');
    if (path.size() <= words.size()) continue;
    if (!std::equal(words.begin(), words.end(), path.begin())) continue;
    const std::string& word = path[words.size()];
    if (!out.empty() && out.back().word == word) continue;
    out.push_back({word, path.size() == words.size() + 1 ? command.summary : ""});
  }
  return out;
}

const Command* command_of(std::span<const Command> commands, std::span<const std::string> words,
                          std::size_t& used) {
  const Command* out = nullptr;
  used = 0;
  for (const auto& command : commands) {
    const auto path = split_list(command.path, ' ');
    if (path.size() > words.size() || path.size() <= used) continue;
    if (!std::equal(path.begin(), path.end(), words.begin())) continue;
    out = &command;
    used = path.size();
  }
  return out;
}

// A line that is being typed, behind the command's path.
class Line {
 public:
  Line(const Command& command, std::vector<std::string> before, std::string last)
      : command_(command), before_(std::move(before)), last_(std::move(last)) {
    options_ = command.options;
    if (command.more_options) add_further();
    options_.insert(options_.end(), common_options().begin(), common_options().end());
    read();
  }

  Completion complete() {
    if (due_ != nullptr) return values(*due_, last_, "");
    const auto equals = last_.find('=');
    if (last_.starts_with("--") && equals != std::string::npos) {
      const Parameter* option = find(last_.substr(0, equals));
      if (option == nullptr) return {};
      return values(*option, last_.substr(equals + 1), last_.substr(0, equals + 1));
    }
    if (last_.starts_with('-') && !only_positionals_) return options();
    if (positional_ == nullptr) return options();
    Completion out = values(*positional_, last_, "");
    if (last_.empty() && !positional_->required) {
      const auto more = options().candidates;
      out.candidates.insert(out.candidates.end(), more.begin(), more.end());
    }
    return out;
  }

 private:
  // Those that depend on the words; a line that is not finished may not say which yet.
  void add_further() {
    try {
      const auto more = command_.more_options(before_);
      options_.insert(options_.end(), more.begin(), more.end());
    } catch (const Error&) {
      return;
    }
  }

  [[nodiscard]] const Parameter* find(std::string_view word) const {
    const auto found = std::ranges::find_if(options_, [&](const Parameter& option) {
      if (word.size() == 2 && word[0] == '-' && option.letter != 0) return word[1] == option.letter;
      return word.starts_with("--") && word.substr(2) == option.name;
    });
    return found == options_.end() ? nullptr : &*found;
  }

  void read() {
    std::size_t place = 0;
    for (const auto& word : before_) {
      if (due_ != nullptr) {
        due_ = nullptr;
      } else if (word == "--") {
        only_positionals_ = true;
      } else if (word.size() > 1 && word[0] == '-' && !only_positionals_) {
        const Parameter* option = find(word.substr(0, word.find('=')));
        if (option == nullptr) continue;
        given_.insert(option->name);
        const bool open = word.find('=') == std::string::npos;
        if (open && option->kind != ParameterKind::Flag) due_ = option;
      } else {
        if (file_.empty()) file_ = word;
        const auto& all = command_.positionals;
        if (place < all.size() && !all[place].repeatable) ++place;
      }
    }
    if (place < command_.positionals.size()) positional_ = &command_.positionals[place];
  }

  [[nodiscard]] Completion options() const {
    Completion out;
    for (const auto& option : options_) {
      if (given_.contains(option.name) && !option.repeatable) continue;
      out.candidates.push_back({fmt::format("--{}", option.name), std::string(option.summary)});
    }
    keep_beginning(out.candidates, last_);
    return out;
  }

  // `prefix` stands before each: the flag, where both are one word.
  [[nodiscard]] Completion values(const Parameter& parameter, std::string_view begun,
                                  const std::string& prefix) const {
    Completion out;
    std::string before;
    switch (parameter.kind) {
      case ParameterKind::Choice:
        for (const auto choice : parameter.choices) out.candidates.push_back({std::string(choice)});
        break;
      case ParameterKind::Columns:
        if (const auto comma = begun.rfind(','); comma != std::string_view::npos) {
          before = begun.substr(0, comma + 1);
        }
        out.candidates = columns_of(file_);
        break;
      case ParameterKind::Column:
        out.candidates = columns_of(file_);
        break;
      case ParameterKind::Text:
        // COLUMN=KIND and its like begin with a column.
        if (parameter.placeholder.starts_with("COLUMN=")) {
          out.candidates = columns_of(file_);
          for (auto& one : out.candidates) one.word += '=';
        }
        break;
      case ParameterKind::File:
        out.files = prefix.empty();
        break;
      case ParameterKind::Flag:
      case ParameterKind::Count:
      case ParameterKind::Real:
        break;
    }
    keep_beginning(out.candidates, begun.substr(before.size()));
    for (auto& one : out.candidates) one.word = prefix + before + one.word;
    return out;
  }

  const Command& command_;
  std::vector<std::string> before_;
  std::string last_;
  std::vector<Parameter> options_;
  std::set<std::string_view> given_;
  std::string file_;
  const Parameter* due_ = nullptr;
  const Parameter* positional_ = nullptr;
  bool only_positionals_ = false;
};

// bash takes "--name=value" apart: the pieces are "--name", "=" and "value".
void join_at_equals(std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] != "=" || !words[i - 1].starts_with("--")) continue;
    const bool last = i + 1 == words.size();
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i));
    if (last) words.emplace_back();
  }
}

}  // namespace

Completion complete(std::span<const Command> commands, std::vector<std::string> words) {
  if (words.empty()) words.emplace_back();
  join_at_equals(words);
  const std::string last = words.back();
  words.pop_back();
  Completion out;
  out.candidates = next_of_path(commands, words);
  keep_beginning(out.candidates, last);
  std::size_t used = 0;
  const Command* command = command_of(commands, words, used);
  if (command == nullptr) return out;
  Line line(*command, {words.begin() + static_cast<std::ptrdiff_t>(used), words.end()}, last);
  auto found = line.complete();
  out.files = found.files;
  out.candidates.insert(out.candidates.end(), found.candidates.begin(), found.candidates.end());
  return out;
}

std::string completion_lines(const Completion& completion) {
  std::string out = completion.files ? ":files\n" : "";
  for (const auto& one : completion.candidates) {
    if (one.word.find_first_of("\t\n") != std::string::npos) continue;  // no shell could say it
    out += one.note.empty() ? fmt::format("{}\n", one.word)
                            : fmt::format("{}\t{}\n", one.word, one.note);
  }
  return out;
}

}  // namespace privet::cli
