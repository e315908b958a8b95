// SPDX-License-Identifier: Apache-2.0
#include "job/reproduce/experiment.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.h"
#include "base/json.h"
#include "base/names.h"

namespace privet::job {
namespace {

constexpr std::array<std::pair<std::string_view, Verdict>, 3> kVerdicts{
    {{"agrees", Verdict::Agrees},
     {"differs", Verdict::Differs},
     {"cannot be repeated", Verdict::CannotBeRepeated}}};

// One table of the document: its keys are asked for, and what was not asked for is refused.
class Fields {
 public:
  Fields(const toml::table& table, std::string path) : table_(table), path_(std::move(path)) {}

  [[noreturn]] void refuse(const std::string& message, const toml::node* at = nullptr) const {
    const auto& begin = (at == nullptr ? static_cast<const toml::node&>(table_) : *at).source();
    throw Error(ErrorCode::Input, message,
                {.file = path_,
                 .line = std::max<std::size_t>(begin.begin.line, 1),
                 .column = std::max<std::size_t>(begin.begin.column, 1)});
  }
  [[nodiscard]] const toml::node* find(std::string_view key) {
    asked_.emplace_back(key);
    return table_.get(key);
  }
  [[nodiscard]] std::string text(std::string_view key, bool required = false) {
    const auto* node = find(key);
    if (node == nullptr && required) refuse(fmt::format("there is no {}", quote_for_message(key)));
    if (node == nullptr) return {};
    const auto value = node->value_exact<std::string>();
    if (!value) refuse(fmt::format("{} must be a text", quote_for_message(key)), node);
    return *value;
  }
  [[nodiscard]] double number(std::string_view key, double otherwise) {
    const auto* node = find(key);
    if (node == nullptr) return otherwise;
    const auto value = node->value<double>();
    if (!value) refuse(fmt::format("{} must be a number", quote_for_message(key)), node);
    return *value;
  }
  [[nodiscard]] bool flag(std::string_view key) {
    const auto* node = find(key);
    if (node == nullptr) return false;
    const auto value = node->value_exact<bool>();
    if (!value) refuse(fmt::format("{} must be true or false", quote_for_message(key)), node);
    return *value;
  }
  // Texts and numbers alike, as they would stand in a command.
  [[nodiscard]] std::vector<std::string> words(std::string_view key) {
    const auto* node = find(key);
    std::vector<std::string> out;
    if (node == nullptr) return out;
    if (!node->is_array()) refuse(fmt::format("{} must be a list", quote_for_message(key)), node);
    for (const auto& entry : *node->as_array()) out.push_back(word(entry, key));
    return out;
  }
  [[nodiscard]] NumbersAt numbers(std::string_view key, const std::vector<std::string>& sweep) {
    const auto* node = find(key);
    NumbersAt out;
    if (node == nullptr) return out;
    if (sweep == std::vector<std::string>{""}) {
      out.emplace("", one_number(*node, key));
      return out;
    }
    if (!node->is_table()) {
      refuse(fmt::format("{} must say the number for each value of x, as in {{\"10\" = 0.5}}",
                         quote_for_message(key)),
             node);
    }
    for (const auto& [at, entry] : *node->as_table()) {
      if (std::find(sweep.begin(), sweep.end(), at.str()) == sweep.end()) {
        refuse(fmt::format("{} is not a value of x", quote_for_message(at.str())), &entry);
      }
      out.emplace(std::string(at.str()), one_number(entry, key));
    }
    return out;
  }
  void refuse_others() const {
    for (const auto& [key, node] : table_) {
      if (std::find(asked_.begin(), asked_.end(), key.str()) != asked_.end()) continue;
      const auto near = nearest_name(key.str(), asked_);
      refuse(fmt::format("unknown key {}{}", quote_for_message(key.str()),
                         near ? fmt::format("; did you mean {}?", *near) : ""),
             &node);
    }
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  [[nodiscard]] std::string word(const toml::node& node, std::string_view key) const {
    if (const auto text = node.value_exact<std::string>()) return *text;
    if (const auto whole = node.value_exact<std::int64_t>()) return std::to_string(*whole);
    if (const auto real = node.value_exact<double>()) return fmt::format("{}", *real);
    refuse(fmt::format("{} holds something that is neither a text nor a number",
                       quote_for_message(key)),
           &node);
  }
  [[nodiscard]] std::optional<double> one_number(const toml::node& node,
                                                 std::string_view key) const {
    if (node.value_exact<std::string>() == "none") return std::nullopt;
    const auto value = node.value<double>();
    if (!value) {
      refuse(fmt::format("{} must be a number, or \"none\"", quote_for_message(key)), &node);
    }
    return value;
  }

  const toml::table& table_;
  std::string path_;
  std::vector<std::string> asked_ = {};
};

ExperimentSeries read_series(Fields fields) {
  ExperimentSeries out;
  out.name = fields.text("name", true);
  out.commands = fields.words("commands");
  if (out.commands.empty()) fields.refuse("a series needs commands");
  try {
    for (const auto& command : out.commands) (void)split_words(command);
  } catch (const Error& error) {
    fields.refuse(error.message());
  }
  const double status = fields.number("status", 0);
  if (status != 0 && status != 1) fields.refuse("status is 0, or 1 for a command that judges");
  out.status = static_cast<int>(status);
  out.sweep = fields.words("sweep");
  if (out.sweep.empty()) out.sweep = {""};
  if (fields.find("small") != nullptr) out.small = fields.words("small");
  for (const auto& one : out.small.value_or(std::vector<std::string>{})) {
    if (std::find(out.sweep.begin(), out.sweep.end(), one) == out.sweep.end()) {
      fields.refuse(fmt::format("small: {} is not in sweep", quote_for_message(one)));
    }
  }
  out.value = fields.text("value");
  out.count = fields.text("count");
  out.per = fields.text("per");
  if (out.value.empty() == out.count.empty()) {
    fields.refuse("a series needs either value or count, a JSON pointer into the answer");
  }
  for (const auto* pointer : {&out.value, &out.count, &out.per}) {
    if (pointer->empty() || *pointer == "seconds" || Json::is_pointer(*pointer)) continue;
    fields.refuse(fmt::format("{} is not a JSON pointer", quote_for_message(*pointer)));
  }
  out.scale = fields.number("scale", 1);
  out.printed = fields.numbers("printed", out.sweep);
  out.expected = fields.numbers("expected", out.sweep);
  out.tolerance = fields.number("tolerance", 1e-9);
  fields.refuse_others();
  return out;
}

Claim read_claim(Fields fields, const std::vector<ExperimentSeries>& series) {
  Claim out;
  out.says = fields.text("says", true);
  out.series = fields.text("series", true);
  out.against = fields.text("against");
  out.growth = fields.flag("growth");
  out.at = fields.words("at");
  if (fields.find("at_least") != nullptr) out.at_least = fields.number("at_least", 0);
  if (fields.find("at_most") != nullptr) out.at_most = fields.number("at_most", 0);
  if (fields.find("holds") != nullptr) out.holds = fields.flag("holds");
  fields.refuse_others();
  const ExperimentSeries* subject = nullptr;
  for (const auto* name : {&out.series, &out.against}) {
    if (name->empty()) continue;
    const auto it = std::find_if(series.begin(), series.end(),
                                 [&](const auto& one) { return one.name == *name; });
    if (it == series.end())
      fields.refuse(fmt::format("no series is called {}", quote_for_message(*name)));
    if (subject == nullptr) subject = &*it;
  }
  if (!out.at_least && !out.at_most) fields.refuse("a claim needs at_least or at_most");
  if (out.growth && !out.against.empty()) {
    fields.refuse(
        "a claim compares with another series (against) or with its own first point (growth), not "
        "both");
  }
  for (const auto& x : out.at) {
    if (std::find(subject->sweep.begin(), subject->sweep.end(), x) == subject->sweep.end()) {
      fields.refuse(fmt::format("{} is not a value of x", quote_for_message(x)));
    }
  }
  return out;
}

ChainSpec read_chain(Fields fields) {
  ChainSpec out{.tables = fields.text("tables", true), .rows = fields.text("rows", true)};
  fields.refuse_others();
  for (const auto* number : {&out.tables, &out.rows}) {
    const bool digits = number->size() < 8 && !number->empty() &&
                        number->find_first_not_of("0123456789") == std::string::npos;
    if (!digits && *number != "{x}")
      fields.refuse("tables and rows are numbers as texts, or \"{x}\"");
  }
  return out;
}

// Where {x} is a number of tables or rows, it has to be one.
void check_sweep_of_chain(const Experiment& experiment, const Fields& fields) {
  for (const auto& series : experiment.series) {
    for (const auto& x : series.sweep) {
      if (!x.empty() && x.size() < 8 && x.find_first_not_of("0123456789") == std::string::npos)
        continue;
      fields.refuse(fmt::format("{} is not a number of tables or rows", quote_for_message(x)));
    }
  }
}

toml::table parse_toml(std::string_view text, const std::string& path) {
  try {
    return toml::parse(text, path);
  } catch (const toml::parse_error& problem) {
    const auto& begin = problem.source().begin;
    throw Error(ErrorCode::Input, fmt::format("this is not TOML: {}", problem.description()),
                {.file = path, .line = begin.line, .column = begin.column});
  }
}

Verdict read_verdict(Fields& fields) {
  const auto word = fields.text("verdict", true);
  for (const auto& [name, verdict] : kVerdicts) {
    if (name == word) return verdict;
  }
  fields.refuse("the verdict is one of agrees, differs and cannot be repeated");
}

// What each verdict owes its reader.
void check_claims(const Experiment& experiment, const Fields& fields) {
  const bool repeated = experiment.verdict != Verdict::CannotBeRepeated;
  if (repeated == experiment.series.empty()) {
    fields.refuse(repeated ? "there is no series to run"
                           : "an experiment that cannot be repeated has no series");
  }
  if (experiment.verdict != Verdict::Agrees && experiment.because.empty()) {
    fields.refuse("say in because why it differs or cannot be repeated");
  }
  const auto timed = [](const ExperimentSeries& series) { return series.value == "seconds"; };
  if (experiment.machine.empty() &&
      std::any_of(experiment.series.begin(), experiment.series.end(), timed)) {
    fields.refuse("say in machine on what the authors measured, or that they do not say");
  }
  if (experiment.verdict != Verdict::Agrees) return;
  const auto compared = [](const ExperimentSeries& series) { return !series.printed.empty(); };
  if (experiment.claims.empty() &&
      std::none_of(experiment.series.begin(), experiment.series.end(), compared)) {
    fields.refuse(
        "it claims to agree, yet there are no printed numbers and no claims to agree with");
  }
  if (std::any_of(experiment.claims.begin(), experiment.claims.end(),
                  [](const Claim& claim) { return !claim.holds; })) {
    fields.refuse("it claims to agree, yet one of the text's claims does not hold");
  }
  if (!(experiment.agreement >= 0)) fields.refuse("agreement must be 0 or more");
}

}  // namespace

std::string_view verdict_word(Verdict verdict) {
  for (const auto& [name, one] : kVerdicts) {
    if (one == verdict) return name;
  }
  return {};
}

Experiment parse_experiment(std::string_view text, const std::string& path) {
  const auto document = parse_toml(text, path);
  Fields fields(document, path);
  const std::filesystem::path file(path);
  Experiment out;
  out.name = fmt::format("{}/{}", file.parent_path().filename().string(), file.stem().string());
  out.folder = file.parent_path().string();
  out.title = fields.text("title", true);
  out.authors = fields.text("authors", true);
  out.machine = fields.text("machine");
  out.x_label = fields.text("x");
  out.y_label = fields.text("y");
  out.data = fields.words("data");
  out.seconds = fields.number("seconds", 0);
  out.alone = fields.flag("alone");
  const auto compare = fields.text("compare");
  if (!compare.empty() && compare != "growth" && compare != "values") {
    fields.refuse("compare is values or growth");
  }
  out.growth = compare == "growth";
  out.verdict = read_verdict(fields);
  out.agreement = fields.number("agreement", 0);
  out.because = fields.text("because");
  out.notes = fields.words("notes");
  if (const auto* list = fields.find("series")) {
    if (!list->is_array_of_tables()) fields.refuse("series are tables: [[series]]", list);
    for (const auto& one : *list->as_array()) {
      out.series.push_back(read_series(Fields(*one.as_table(), path)));
    }
  }
  if (const auto* list = fields.find("claim")) {
    if (!list->is_array_of_tables()) fields.refuse("claims are tables: [[claim]]", list);
    for (const auto& one : *list->as_array()) {
      out.claims.push_back(read_claim(Fields(*one.as_table(), path), out.series));
    }
  }
  if (const auto* chain = fields.find("chain")) {
    if (!chain->is_table()) fields.refuse("chain is a table: [chain]", chain);
    out.chain = read_chain(Fields(*chain->as_table(), path));
    if (out.chain->tables == "{x}" || out.chain->rows == "{x}") check_sweep_of_chain(out, fields);
  }
  fields.refuse_others();
  check_claims(out, fields);
  return out;
}

std::vector<DataSource> parse_data_sources(std::string_view text, const std::string& path) {
  const auto document = parse_toml(text, path);
  std::vector<DataSource> out;
  for (const auto& [key, node] : document) {
    if (!node.is_table()) Fields(document, path).refuse("a data set is a table: [adult]", &node);
    Fields fields(*node.as_table(), path);
    out.push_back({.name = std::string(key.str()),
                   .file = fields.text("file", true),
                   .from = fields.text("from", true),
                   .size = static_cast<std::uint64_t>(std::max(0.0, fields.number("size", 0))),
                   .sha256 = fields.text("sha256", true)});
    fields.refuse_others();
  }
  return out;
}

std::vector<std::string> split_words(std::string_view command) {
  std::vector<std::string> out;
  bool open = false;  // inside a word
  char quote = 0;
  for (const char c : command) {
    if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
      if (!open) out.emplace_back();
      open = true;
    } else if (quote == 0 && c == ' ') {
      open = false;
    } else {
      if (!open) out.emplace_back();
      open = true;
      out.back() += c;
    }
  }
  if (quote != 0) {
    throw Error(ErrorCode::Input,
                fmt::format("a quote does not end in {}", quote_for_message(command)));
  }
  return out;
}

}  // namespace privet::job
