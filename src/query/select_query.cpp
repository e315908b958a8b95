// SPDX-License-Identifier: Apache-2.0
#include "query/select_query.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace privet {
namespace {

constexpr std::string_view kForm =
    "a query is SELECT count(*), sum(A), avg(A) or columns, then WHERE and GROUP BY if needed";

class QueryParser {
 public:
  QueryParser(std::span<const SqlToken> tokens, const Table& table)
      : tokens_(tokens), table_(table) {}

  SelectQuery parse() {
    if (!take("select")) stop("SELECT");
    do out_.items.push_back(item());
    while (take(","));
    if (take("from")) name();
    if (take("where")) condition();
    const bool grouped = take("group");
    if (grouped) {
      if (!take("by")) stop("BY");
      do out_.groups.push_back(column());
      while (take(","));
    }
    if (at_ < tokens_.size()) stop("WHERE, GROUP BY or the end of the query");
    check(grouped);
    return std::move(out_);
  }

 private:
  [[noreturn]] void stop(std::string_view expected) const {
    const auto found = at_ < tokens_.size()
                           ? fmt::format("word {} is {}", at_ + 1, quote_for_message(here().text))
                           : std::string("the query ends");
    throw Error(ErrorCode::Usage,
                fmt::format("{} where {} was expected; {}", found, expected, kForm));
  }
  [[nodiscard]] const SqlToken& here() const { return tokens_[at_]; }
  bool take(std::string_view what) {
    if (at_ == tokens_.size() || !(here().is(what) || here().symbol(what))) return false;
    ++at_;
    return true;
  }
  std::string name() {
    if (at_ == tokens_.size() || !here().name()) stop("a name");
    return tokens_[at_++].text;
  }

  AttributeId column() {
    const auto called = name();
    if (const auto id = find_sql_column(table_, called)) return *id;
    throw Error(ErrorCode::Usage,
                fmt::format("column {} is not in the release: it was withheld, or is called "
                            "otherwise; the columns are {}",
                            quote_for_message(called), fmt::join(column_names(table_), ", ")));
  }

  SelectItem item() {
    const bool calls = at_ + 1 < tokens_.size() && tokens_[at_ + 1].symbol("(");
    if (!calls) return {SelectItem::Kind::Column, column()};
    SelectItem out;
    if (take("count")) {
      out.kind = SelectItem::Kind::Count;
    } else if (take("sum")) {
      out.kind = SelectItem::Kind::Sum;
    } else if (take("avg")) {
      out.kind = SelectItem::Kind::Average;
    } else {
      stop("count, sum or avg");
    }
    (void)take("(");
    if (out.kind == SelectItem::Kind::Count) {
      if (!take("*")) stop("* (count(*) counts records)");
    } else {
      out.column = column();
      if (table_.column(out.column).type() != ColumnType::Numeric) {
        throw Error(ErrorCode::Usage,
                    fmt::format("column {} holds texts, which have no sum; "
                                "group by it instead",
                                quote_for_message(table_.column(out.column).name)));
      }
    }
    if (!take(")")) stop(")");
    return out;
  }

  // Up to GROUP at this level, or to the end.
  void condition() {
    const auto begin = at_;
    while (at_ < tokens_.size() && !here().is("group")) ++at_;
    if (begin == at_) stop("a condition");
    check_columns(begin);
    out_.where = parse_selection(tokens_.subspan(begin, at_ - begin), table_);
  }

  // Words before a sign or a word of a comparison are columns; said as for SELECT if they are not.
  void check_columns(std::size_t begin) {
    const auto end = at_;
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const auto& next = tokens_[i + 1];
      const bool compared = next.is("between") || next.is("in") || next.is("like") ||
                            next.is("is") || next.symbol("=") || next.symbol("<") ||
                            next.symbol(">") || next.symbol("<=") || next.symbol(">=") ||
                            next.symbol("<>") || next.symbol("!=");
      if (!compared || tokens_[i].kind != SqlToken::Kind::Word || tokens_[i].is("not")) continue;
      at_ = i;
      (void)column();
    }
    at_ = end;
  }

  void check(bool grouped) {
    const auto plain = [](const SelectItem& item) { return item.kind == SelectItem::Kind::Column; };
    if (!grouped && std::ranges::all_of(out_.items, plain)) {
      out_.records = true;
      for (const auto& item : out_.items) out_.groups.push_back(item.column);
    }
    for (const auto& item : out_.items) {
      if (!plain(item) || std::ranges::find(out_.groups, item.column) != out_.groups.end())
        continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("column {} stands beside a count or sum: name it in GROUP BY too",
                              quote_for_message(table_.column(item.column).name)));
    }
  }

  std::span<const SqlToken> tokens_;
  const Table& table_;
  std::size_t at_ = 0;
  SelectQuery out_;
};

}  // namespace

std::vector<AttributeId> SelectQuery::summed() const {
  std::vector<AttributeId> out;
  for (const auto& item : items) {
    const bool sums = item.kind == SelectItem::Kind::Sum || item.kind == SelectItem::Kind::Average;
    if (sums && std::ranges::find(out, item.column) == out.end()) out.push_back(item.column);
  }
  return out;
}

SelectQuery parse_query(std::string_view sql, const Table& table) {
  const auto statements = read_sql(sql, column_names(table));
  if (statements.size() != 1) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} queries where one was expected; {}", statements.size(), kForm));
  }
  if (!statements.front().whole) {
    throw Error(ErrorCode::Usage, "a quote or a parenthesis of the query is not closed");
  }
  return QueryParser(statements.front().tokens, table).parse();
}

}  // namespace privet
