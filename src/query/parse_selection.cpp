// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/error.h"
#include "query/selection.h"

namespace privet {
namespace {

using Kind = Selection::Kind;

[[noreturn]] void refuse(const std::string& message) {
  throw Error(ErrorCode::Usage, message);
}

// Whether a text matches a pattern of LIKE: % is any run, _ any one byte; ASCII case does not
// count.
// On a mismatch the last % takes one byte more, so that no pattern is slow.
bool like(std::string_view text, std::string_view pattern) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t t = 0;
  std::size_t p = 0;
  std::size_t last_percent = kNone;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '%') {
      last_percent = p++;
      resume = t;
    } else if (p < pattern.size() &&
               (pattern[p] == '_' || same_word(text.substr(t, 1), pattern.substr(p, 1)))) {
      ++t;
      ++p;
    } else if (last_percent != kNone) {
      p = last_percent + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '%') ++p;
  return p == pattern.size();
}

// A constant as the column understands it.
struct Constant {
  std::string text;
  std::optional<double> number;
  bool quoted = false;
};

// A comparison that no value could satisfy, or all by accident of spelling, is a mistake.
void check_type(const Column& column, const Constant& constant) {
  const bool numeric = column.type() == ColumnType::Numeric;
  if (column.type() == ColumnType::Date && !column.dictionary.form().read(constant.text)) {
    refuse(fmt::format("column {} holds dates, and {} is not one of the same form",
                       quote_for_message(column.name), quote_for_message(constant.text)));
  }
  if (numeric && !constant.number) {
    refuse(fmt::format("column {} holds numbers, and {} is not a number",
                       quote_for_message(column.name), quote_for_message(constant.text)));
  }
  if (!numeric && !constant.quoted) {
    refuse(fmt::format("column {} holds texts; write {} in quotes, '{}'",
                       quote_for_message(column.name), constant.text, constant.text));
  }
}

bool satisfies(int order, const std::string& sign) {
  if (sign == "<>") return order != 0;
  return (order == 0 && sign.back() == '=') || (order < 0 && sign.front() == '<') ||
         (order > 0 && sign.front() == '>');
}

int order_of(double left, double right) {
  return left < right ? -1 : (left > right ? 1 : 0);
}

// -1, 0 or 1; none of a missing value.
std::optional<int> compare(const Column& column, ValueId value, const Constant& constant) {
  if (column.dictionary.missing(value)) return std::nullopt;
  if (column.type() == ColumnType::Numeric) {
    return order_of(column.dictionary.number(value), *constant.number);
  }
  if (column.type() == ColumnType::Date) {
    return order_of(column.dictionary.number(value), *column.dictionary.form().read(constant.text));
  }
  const int order = column.dictionary.text(value).compare(constant.text);
  return order < 0 ? -1 : (order > 0 ? 1 : 0);
}

class SelectionParser {
 public:
  SelectionParser(std::span<const SqlToken> tokens, const Table& table)
      : tokens_(tokens), table_(table) {}

  Selection parse() {
    Selection out = any();
    if (!done())
      refuse(fmt::format("{} was not expected in the condition", quote_for_message(here().text)));
    return out;
  }

 private:
  [[nodiscard]] bool done() const { return at_ == tokens_.size(); }
  [[nodiscard]] const SqlToken& here() const {
    if (done()) refuse("the condition ends too early");
    return tokens_[at_];
  }
  bool take(std::string_view keyword) {
    if (done() || !(tokens_[at_].is(keyword) || tokens_[at_].symbol(keyword))) return false;
    ++at_;
    return true;
  }
  void require(std::string_view what) {
    if (!take(what)) refuse(fmt::format("{} was expected in the condition", what));
  }

  Selection any() {
    Selection out = all();
    while (take("or")) out = join(Kind::Any, std::move(out), all());
    return out;
  }
  Selection all() {
    Selection out = negatable();
    while (take("and")) out = join(Kind::All, std::move(out), negatable());
    return out;
  }
  Selection negatable() {
    if (take("not")) return negate(negatable());
    if (!take("(")) return comparison();
    Selection out = any();
    require(")");
    return out;
  }

  static Selection join(Kind kind, Selection left, Selection right) {
    if (left.kind == Kind::Values && right.kind == Kind::Values && left.column == right.column) {
      for (std::size_t v = 0; v < left.matches.size(); ++v) {
        left.matches[v] =
            static_cast<std::uint8_t>(kind == Kind::All ? left.matches[v] & right.matches[v]
                                                        : left.matches[v] | right.matches[v]);
      }
      if (!left.number || !right.number) {
        left.number = nullptr;
      } else {
        left.number = [kind, one = left.number, other = right.number](double number) {
          return kind == Kind::All ? one(number) && other(number) : one(number) || other(number);
        };
      }
      return left;
    }
    Selection out{.kind = kind};
    out.parts.push_back(std::move(left));
    out.parts.push_back(std::move(right));
    return out;
  }

  Selection negate(Selection part) const {
    if (part.kind == Kind::Values) {
      const std::size_t missing = table_.column(part.column).dictionary.missing_count();
      const bool about_missing =
          std::find(part.matches.begin(),
                    part.matches.begin() + static_cast<std::ptrdiff_t>(missing),
                    1) != part.matches.begin() + static_cast<std::ptrdiff_t>(missing);
      for (std::size_t v = 0; v < part.matches.size(); ++v) {
        // Nothing is known of a missing value, so its negation does not hold either.
        const bool unknown = v < missing && !about_missing;
        part.matches[v] = unknown || part.matches[v] != 0 ? 0 : 1;
      }
      if (part.number) {
        part.number = [inner = part.number](double number) { return !inner(number); };
      }
      return part;
    }
    part.kind = part.kind == Kind::All ? Kind::Any : Kind::All;
    for (auto& inner : part.parts) inner = negate(std::move(inner));
    return part;
  }

  AttributeId column() {
    if (!here().name()) refuse(fmt::format("{} is not a column", quote_for_message(here().text)));
    std::string name = here().text;
    ++at_;
    while (take(".")) {
      name = here().text;
      ++at_;
    }
    if (!done() && here().symbol("(")) refuse(fmt::format("{}() is not understood", name));
    const auto id = find_sql_column(table_, name);
    if (!id) refuse(fmt::format("there is no column {}", quote_for_message(name)));
    return *id;
  }

  Constant constant() {
    const bool minus = take("-");
    if (!minus) (void)take("+");
    const SqlToken token = here();
    const bool text = token.kind == SqlToken::Kind::Text || token.kind == SqlToken::Kind::Quoted;
    if (token.kind != SqlToken::Kind::Number && (!text || minus)) {
      refuse(fmt::format("a number or a text in quotes was expected, not {}",
                         quote_for_message(token.text)));
    }
    ++at_;
    const std::string written = (minus ? "-" : "") + token.text;
    return {written, parse_number(written), text};
  }

  Selection values(AttributeId id, const std::function<bool(ValueId)>& holds) const {
    Selection out{.kind = Kind::Values, .column = id};
    const std::size_t count = table_.column(id).dictionary.size();
    for (std::size_t v = 0; v < count; ++v) {
      out.matches.push_back(holds(static_cast<ValueId>(v)) ? 1 : 0);
    }
    return out;
  }

  Selection comparison() {
    const bool constant_first = !here().name() || here().kind == SqlToken::Kind::Quoted
                                    ? !here().name() || !find_sql_column(table_, here().text)
                                    : false;
    if (constant_first) {
      const Constant left = constant();
      std::string sign = operation();
      const AttributeId id = column();
      if (sign.front() == '<') {
        sign.front() = '>';
      } else if (sign.front() == '>') {
        sign.front() = '<';
      }
      return compared(id, sign, left);
    }
    const AttributeId id = column();
    const bool negated = take("not");
    Selection out = predicate(id);
    return negated ? negate(std::move(out)) : out;
  }

  Selection predicate(AttributeId id) {
    const Column& column = table_.column(id);
    if (take("is")) {
      const bool negated = take("not");
      require("null");
      Selection out =
          values(id, [&](ValueId v) { return column.dictionary.missing(v) != negated; });
      out.number = [negated](double) { return negated; };
      return out;
    }
    if (take("between")) {
      const Constant low = constant();
      require("and");
      const Constant high = constant();
      return join(Kind::All, compared(id, ">=", low), compared(id, "<=", high));
    }
    if (take("in")) {
      require("(");
      Selection out = compared(id, "=", constant());
      while (take(",")) out = join(Kind::Any, std::move(out), compared(id, "=", constant()));
      require(")");
      return out;
    }
    if (take("like") || take("ilike")) {
      const Constant pattern = constant();
      return values(id, [&](ValueId v) {
        return !column.dictionary.missing(v) && like(column.dictionary.text(v), pattern.text);
      });
    }
    const std::string sign = operation();
    return compared(id, sign, constant());
  }

  // One of = <> < <= > >=.
  std::string operation() {
    std::string sign = here().text;
    ++at_;
    if (sign == "!=") return "<>";
    if (sign == "==") return "=";
    for (const auto* known : {"=", "<>", "<", "<=", ">", ">="}) {
      if (sign == known) return sign;
    }
    refuse(fmt::format("a comparison was expected, not {}", quote_for_message(sign)));
  }

  [[nodiscard]] Selection compared(AttributeId id, const std::string& sign,
                                   const Constant& constant) const {
    const Column& column = table_.column(id);
    check_type(column, constant);
    Selection out = values(id, [&](ValueId v) {
      const auto order = compare(column, v, constant);
      return order && satisfies(*order, sign);
    });
    if (column.type() == ColumnType::Numeric) {
      out.number = [sign, against = *constant.number](double number) {
        return satisfies(order_of(number, against), sign);
      };
    }
    return out;
  }

  std::span<const SqlToken> tokens_;
  const Table& table_;
  std::size_t at_ = 0;
};

}  // namespace

Selection parse_selection(std::span<const SqlToken> tokens, const Table& table) {
  return SelectionParser(tokens, table).parse();
}

Selection parse_selection(std::string_view condition, const Table& table) {
  const auto statements = read_sql(condition, column_names(table));
  if (statements.size() != 1 || !statements.front().whole) {
    refuse("needs one condition, such as \"age > 50 AND sex = 'male'\"");
  }
  std::span<const SqlToken> tokens = statements.front().tokens;
  if (tokens.front().is("where")) tokens = tokens.subspan(1);
  return parse_selection(tokens, table);
}

std::optional<AttributeId> find_sql_column(const Table& table, std::string_view name) {
  if (const auto exact = table.find(name)) return exact;
  std::optional<AttributeId> found;
  for (AttributeId id = 0; id < table.columns(); ++id) {
    if (!same_word(table.column(id).name, name)) continue;
    if (found) return std::nullopt;
    found = id;
  }
  return found;
}

std::vector<std::string> column_names(const Table& table) {
  std::vector<std::string> out;
  for (const auto& column : table.all()) out.push_back(column.name);
  return out;
}

}  // namespace privet
