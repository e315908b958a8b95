// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/names.h"

namespace privet::cli {
namespace {

std::vector<Parameter> all_parameters(const Command& command) {
  std::vector<Parameter> out = command.positionals;
  out.insert(out.end(), command.options.begin(), command.options.end());
  out.insert(out.end(), common_options().begin(), common_options().end());
  return out;
}

const Parameter* find_option(const Command& command, std::string_view word) {
  const auto matches = [&](const Parameter& option) {
    if (word.size() == 2 && word[0] == '-' && option.letter != 0) return word[1] == option.letter;
    return word.starts_with("--") && word.substr(2) == option.name;
  };
  for (const auto* list : {&command.options, &common_options()}) {
    const auto it = std::find_if(list->begin(), list->end(), matches);
    if (it != list->end()) return &*it;
  }
  return nullptr;
}

[[noreturn]] void refuse_option(const Command& command, const std::string& word) {
  std::vector<std::string> names;
  for (const auto* list : {&command.options, &common_options()}) {
    const std::string_view name = std::string_view(word).substr(word.starts_with("--") ? 2 : 0);
    if (const Parameter* now = renamed_parameter(*list, name)) {
      throw Error(ErrorCode::Usage, fmt::format("{} is now called --{}", word, now->name));
    }
    for (const auto& option : *list) names.push_back(fmt::format("--{}", option.name));
  }
  const auto near = nearest_name(word, names);
  const std::string hint = near ? fmt::format("did you mean {}?", *near)
                                : fmt::format("see 'privet {} --help'", command.path);
  throw Error(ErrorCode::Usage, fmt::format("'{}' has no option {}; {}", command.path, word, hint));
}

// Reads the words behind the command's path.
class Reader {
 public:
  Reader(const Command& command, std::span<const std::string> words)
      : command_(command), words_(words), out_{&command, Settings(all_parameters(command))} {}

  Invocation read() {
    while (!words_.empty()) {
      const std::string word = words_.front();
      words_ = words_.subspan(1);
      if (word == "--help" || word == "-h") {
        out_.help = true;
        return std::move(out_);
      }
      if (!only_positionals_ && word == "--") {
        only_positionals_ = true;
      } else if (!only_positionals_ && word.size() > 1 && word[0] == '-') {
        option(word);
      } else {
        positional(word);
      }
    }
    check_required();
    return std::move(out_);
  }

 private:
  // An option that chooses among words may stand without one: it then says its default.
  [[nodiscard]] bool bare_choice(const Parameter& parameter) const {
    return parameter.kind == ParameterKind::Choice && !parameter.default_text.empty() &&
           (words_.empty() || words_.front().starts_with('-'));
  }

  void option(const std::string& word) {
    const auto equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string name = word.substr(0, equals);
    const Parameter* parameter = find_option(command_, name);
    if (parameter == nullptr) refuse_option(command_, name);
    const Place place{.parameter = fmt::format("--{}", parameter->name)};
    std::string value = "true";
    if (equals != std::string::npos) {
      value = word.substr(equals + 1);
    } else if (bare_choice(*parameter)) {
      value = parameter->default_text;
    } else if (parameter->kind != ParameterKind::Flag) {
      if (words_.empty() || words_.front().starts_with("--")) {
        throw Error(ErrorCode::Usage,
                    fmt::format("needs a value: --{} {}", parameter->name, parameter->placeholder),
                    place);
      }
      value = words_.front();
      words_ = words_.subspan(1);
    }
    out_.settings.add(parameter->name, value, place);
  }

  void positional(const std::string& word) {
    if (next_ == command_.positionals.size()) {
      throw Error(ErrorCode::Usage,
                  fmt::format("{} is one argument too many; see 'privet {} --help'",
                              quote_for_message(word), command_.path));
    }
    const Parameter& parameter = command_.positionals[next_];
    out_.settings.add(parameter.name, word, {.parameter = std::string(parameter.placeholder)});
    if (!parameter.repeatable) ++next_;
  }

  void check_required() const {
    for (const auto& parameter : command_.positionals) {
      if (parameter.required && !out_.settings.given(parameter.name)) {
        throw Error(ErrorCode::Usage,
                    fmt::format("{} is missing: {} See 'privet {} --help'.", parameter.placeholder,
                                parameter.summary, command_.path));
      }
    }
    for (const auto& parameter : command_.options) {
      if (parameter.required && !out_.settings.given(parameter.name)) {
        throw Error(ErrorCode::Usage,
                    fmt::format("--{} {} is missing: {} See 'privet {} --help'.", parameter.name,
                                parameter.placeholder, parameter.summary, command_.path));
      }
    }
  }

  const Command& command_;
  std::span<const std::string> words_;
  Invocation out_;
  std::size_t next_ = 0;
  bool only_positionals_ = false;
};

// Throws Error{Usage} if the words start with the former path of a command.
void refuse_renamed(std::span<const Command> commands, std::span<const std::string> words) {
  for (const auto& command : commands) {
    const auto path = split_list(command.formerly, ' ');
    if (path.empty() || path.size() > words.size()) continue;
    if (!std::equal(path.begin(), path.end(), words.begin())) continue;
    throw Error(ErrorCode::Usage,
                fmt::format("'{}' is now called '{}'", command.formerly, command.path));
  }
}

}  // namespace

const Command& find_command(std::span<const Command> commands, std::span<const std::string> words,
                            std::size_t& used) {
  const Command* best = nullptr;
  used = 0;
  for (const auto& command : commands) {
    const auto path = split_list(command.path, ' ');
    if (path.size() > words.size() || path.size() <= used) continue;
    if (std::equal(path.begin(), path.end(), words.begin())) {
      best = &command;
      used = path.size();
    }
  }
  if (best != nullptr) return *best;
  refuse_renamed(commands, words);
  std::vector<std::string> verbs;
  std::vector<std::string> names;
  for (const auto& command : commands) {
    names.push_back(command.path);
    names.push_back(split_list(command.path, ' ').front());
    if (command.path.starts_with(words.front() + " ")) {
      verbs.push_back(command.path.substr(words.front().size() + 1));
    }
  }
  if (!verbs.empty()) {
    throw Error(ErrorCode::Usage,
                fmt::format("'{}' needs one of: {}", words.front(), fmt::join(verbs, ", ")));
  }
  const auto near = nearest_name(words.front(), names);
  throw Error(ErrorCode::Usage,
              fmt::format("unknown command {}; {}", quote_for_message(words.front()),
                          near ? fmt::format("did you mean '{}'?", *near) : "see 'privet help'"));
}

Invocation parse(std::span<const Command> commands, std::span<const std::string> words) {
  std::size_t used = 0;
  const Command& command = find_command(commands, words, used);
  const auto rest = words.subspan(used);
  if (!command.more_options) return Reader(command, rest).read();
  Command whole = command;
  auto further = command.more_options(rest);
  whole.options.insert(whole.options.end(), further.begin(), further.end());
  Invocation out = Reader(whole, rest).read();
  out.command = &command;
  out.further = std::move(further);
  return out;
}

}  // namespace privet::cli
