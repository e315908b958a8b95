// SPDX-License-Identifier: Apache-2.0
#include "data/arff/read_arff.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <unordered_set>

#include "base/error.h"
#include "data/arff/arff_line_internal.h"
#include "data/csv/column_builder.h"
#include "data/file_bytes.h"

namespace privet {
namespace {

using detail::ArffLine;
using detail::ArffWord;
using Kind = ArffAttribute::Kind;

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  });
}

// One reading of one file.
class ArffReading {
 public:
  ArffReading(std::string name, const Run& run) : name_(std::move(name)), run_(run) {}

  ArffFile read(std::string_view bytes);

 private:
  struct Target {
    std::unordered_set<std::string> values;  // of a nominal attribute
    ColumnBuilder column;
  };

  void read_line(ArffLine& line);
  void declare(ArffLine& line);
  void declare_attribute(ArffLine& line);
  void read_values(ArffLine& line, ArffAttribute& attribute);
  void read_dense(ArffLine& line);
  void read_sparse(ArffLine& line);
  void fill_gap(const ArffLine& line, std::size_t column);
  void store(const ArffLine& line, std::size_t column, const ArffWord& word);
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::Input, what, {.file = name_});
  }

  std::string name_;
  const Run& run_;
  ArffFile file_;
  std::vector<Target> targets_;
  bool in_data_ = false;
};

void ArffReading::read_values(ArffLine& line, ArffAttribute& attribute) {
  auto& known = targets_.back().values;
  while (!line.accept('}')) {
    const ArffWord word = line.word(true);
    if (word.text.empty() && !word.quoted) line.refuse("a value or } is expected here");
    if (!known.insert(word.text).second) {
      line.refuse(fmt::format("the value {} is declared twice", quote_for_message(word.text)));
    }
    attribute.values.push_back(word.text);
    if (!line.accept(',') && line.peek() != '}')
      line.refuse("the list of values is not closed by }");
  }
}

void ArffReading::declare_attribute(ArffLine& line) {
  ArffAttribute attribute{.name = line.word(false).text};
  line.field(targets_.size() + 1);
  if (attribute.name.empty()) line.refuse("this attribute has no name");
  for (const auto& other : file_.attributes) {
    if (other.name == attribute.name) {
      line.refuse(fmt::format("two attributes are named {}", quote_for_message(attribute.name)));
    }
  }
  targets_.emplace_back();
  if (line.accept('{')) {
    attribute.kind = Kind::Nominal;
    read_values(line, attribute);
  } else {
    const std::string type = line.word(false).text;
    if (same_word(type, "numeric") || same_word(type, "real") || same_word(type, "integer")) {
      attribute.kind = Kind::Numeric;
    } else if (same_word(type, "date")) {
      attribute.kind = Kind::Date;
      if (!line.at_end()) attribute.format = line.word(true).text;
    } else if (!same_word(type, "string")) {
      line.refuse(fmt::format(
          "the type {} is not known; it must be numeric, string, date or a list of values in {{ }}",
          quote_for_message(type)));
    }
  }
  if (!line.at_end() && line.peek() != '%') {
    line.refuse(
        fmt::format("{} after the attribute is not understood", quote_for_message(line.rest())));
  }
  file_.attributes.push_back(std::move(attribute));
}

void ArffReading::declare(ArffLine& line) {
  const std::string keyword = line.word(false).text;
  if (same_word(keyword, "@relation")) {
    file_.relation = line.word(true).text;
  } else if (same_word(keyword, "@attribute")) {
    declare_attribute(line);
  } else if (same_word(keyword, "@data")) {
    if (targets_.empty()) line.refuse("there is no @attribute before @data");
    in_data_ = true;
  } else {
    line.refuse(fmt::format("{} is not understood; @relation, @attribute or @data is expected",
                            quote_for_message(keyword)));
  }
}

void ArffReading::store(const ArffLine& line, std::size_t column, const ArffWord& word) {
  const ArffAttribute& attribute = file_.attributes[column];
  Target& target = targets_[column];
  if (word.missing()) {
    target.column.add("?");
    return;
  }
  if (word.text.empty() && !word.quoted)
    line.refuse("there is no value here; ? stands for missing");
  if (attribute.kind == Kind::Nominal && !target.values.contains(word.text)) {
    line.refuse(fmt::format("{} is not among the values declared for {}",
                            quote_for_message(word.text), quote_for_message(attribute.name)));
  }
  // A text that stands for missing elsewhere ("NA") is accepted, since it is missing here too.
  if (attribute.kind == Kind::Numeric && !parse_number(word.text) && !is_missing_text(word.text)) {
    line.refuse(fmt::format("{} is not a number, and {} is numeric", quote_for_message(word.text),
                            quote_for_message(attribute.name)));
  }
  target.column.add(word.text);
}

void ArffReading::read_dense(ArffLine& line) {
  std::size_t column = 0;
  do {
    line.field(column + 1);
    const ArffWord word = line.word(true);
    if (column < targets_.size()) store(line, column, word);
    ++column;
  } while (line.accept(','));
  if (!line.at_end())
    line.refuse(fmt::format("{} is not understood here", quote_for_message(line.rest())));
  if (column == targets_.size()) return;
  line.field(0);
  line.refuse(fmt::format("this record has {} field{}, there are {} attributes", column,
                          column == 1 ? "" : "s", targets_.size()));
}

// What a sparse row leaves out is zero, which for a nominal attribute is its first value.
void ArffReading::fill_gap(const ArffLine& line, std::size_t column) {
  const ArffAttribute& attribute = file_.attributes[column];
  if (attribute.kind == Kind::Numeric) {
    targets_[column].column.add("0");
  } else if (attribute.kind == Kind::Nominal && !attribute.values.empty()) {
    targets_[column].column.add(attribute.values.front());
  } else {
    line.refuse(fmt::format("a sparse record must give a value for {}, which has no zero",
                            quote_for_message(attribute.name)));
  }
}

void ArffReading::read_sparse(ArffLine& line) {
  std::size_t next = 0;  // the first column without a value
  while (!line.accept('}')) {
    const std::string index = line.word(false).text;
    const bool digits = !index.empty() && index.size() < 10 &&
                        index.find_first_not_of("0123456789") == std::string::npos;
    const std::size_t column = digits ? std::stoul(index) : targets_.size();
    if (column >= targets_.size()) {
      line.refuse(fmt::format("{} is not the number of an attribute (0 to {})",
                              quote_for_message(index), targets_.size() - 1));
    }
    line.field(column + 1);
    if (column < next)
      line.refuse("the attributes of a sparse record must come in order, each once");
    while (next < column) fill_gap(line, next++);
    store(line, next++, line.word(true));
    if (!line.accept(',') && line.peek() != '}')
      line.refuse("the sparse record is not closed by }");
  }
  while (next < targets_.size()) fill_gap(line, next++);
  if (!line.at_end())
    line.refuse(fmt::format("{} is not understood here", quote_for_message(line.rest())));
}

void ArffReading::read_line(ArffLine& line) {
  if (line.at_end() || line.peek() == '%') return;
  if (!in_data_) {
    declare(line);
  } else if (line.accept('{')) {
    read_sparse(line);
  } else {
    read_dense(line);
  }
}

ArffFile ArffReading::read(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (bytes.empty()) refuse("the file is empty");
  std::size_t number = 1;
  for (std::size_t at = 0; at < bytes.size(); ++number) {
    if (number % 1024 == 0) run_.check_cancelled();
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    ArffLine line(bytes.substr(at, end - at), name_, number);
    if (line.rest().find('\0') != std::string_view::npos) {
      line.refuse("there is a NUL byte; this is not a text file in UTF-8");
    }
    read_line(line);
    at = end + 1;
  }
  if (!in_data_) refuse("there is no @data");
  if (targets_.front().column.rows() == 0) refuse("there is no record after @data");
  std::vector<Column> columns;
  columns.reserve(targets_.size());
  for (std::size_t c = 0; c < targets_.size(); ++c) {
    const bool numeric = file_.attributes[c].kind == Kind::Numeric;
    columns.push_back(targets_[c].column.finish(
        file_.attributes[c].name, numeric ? ColumnType::Numeric : ColumnType::Text, run_));
  }
  file_.table = Table(std::move(columns));
  return std::move(file_);
}

}  // namespace

ArffFile parse_arff(std::string_view bytes, const std::string& name, const Run& run) {
  return ArffReading(name, run).read(bytes);
}

ArffFile read_arff(const std::string& path, const Run& run) {
  const FileBytes file(path, run);
  return parse_arff(file.view(), path == "-" ? "standard input" : path, run);
}

}  // namespace privet
