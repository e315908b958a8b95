// SPDX-License-Identifier: Apache-2.0
#include "query/workload.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "base/error.h"

namespace privet {
namespace {

enum class Clause { None, Shown, Tables, Selected };

struct Keyword {
  std::string_view word;
  Clause clause;
};
// What begins a clause, and what it is to us.
constexpr std::array<Keyword, 17> kClauses{{
    {"select", Clause::Shown},
    {"from", Clause::Tables},
    {"join", Clause::Tables},
    {"where", Clause::Selected},
    {"on", Clause::Selected},
    {"using", Clause::Selected},
    {"having", Clause::Selected},
    {"group", Clause::Shown},
    {"order", Clause::Shown},
    {"limit", Clause::None},
    {"offset", Clause::None},
    {"fetch", Clause::None},
    {"union", Clause::None},
    {"except", Clause::None},
    {"intersect", Clause::None},
    {"window", Clause::None},
    {"with", Clause::Tables},
}};
// Words that are never a column, unless the table has one so called and it is quoted.
constexpr std::array<std::string_view, 34> kWords{
    "all",   "distinct", "as",     "by",      "and",   "or",        "not",  "in",    "between",
    "like",  "ilike",    "is",     "null",    "asc",   "desc",      "case", "when",  "then",
    "else",  "end",      "exists", "true",    "false", "cast",      "left", "right", "inner",
    "outer", "full",     "cross",  "natural", "over",  "partition", "top"};

class QueryReader {
 public:
  QueryReader(std::span<const SqlToken> tokens, const Table& table)
      : tokens_(tokens), table_(table) {}

  WorkloadQuery read() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) {
      const SqlToken& token = tokens_[at_];
      if (token.symbol("(")) {
        outer_.push_back(clause_);
      } else if (token.symbol(")")) {
        if (outer_.empty()) break;
        clause_ = outer_.back();
        outer_.pop_back();
      } else if (!begin_clause(token)) {
        look_at(token);
      }
    }
    out_.line = tokens_.front().line;
    out_.shown.assign(shown_.begin(), shown_.end());
    out_.selected.assign(selected_.begin(), selected_.end());
    read_where();
    return std::move(out_);
  }

 private:
  bool begin_clause(const SqlToken& token) {
    for (const auto& [word, clause] : kClauses) {
      if (!token.is(word)) continue;
      clause_ = clause;
      if (word == "where" && outer_.empty() && where_ == 0) where_ = at_ + 1;
      if (where_ != 0 && where_end_ == 0 && at_ >= where_ && outer_.empty()) where_end_ = at_;
      return true;
    }
    return false;
  }

  void look_at(const SqlToken& token) {
    if (clause_ != Clause::Shown && clause_ != Clause::Selected) return;
    if (token.symbol("*")) {
      if (clause_ == Clause::Shown && everything()) {
        for (AttributeId id = 0; id < table_.columns(); ++id) shown_.insert(id);
      }
      return;
    }
    if (!token.name() || alias() || word_of_sql(token)) return;
    const bool called = at_ + 1 < tokens_.size() && tokens_[at_ + 1].symbol("(");
    const bool qualifies = at_ + 1 < tokens_.size() && tokens_[at_ + 1].symbol(".");
    if (called || qualifies) return;
    if (const auto id = find_sql_column(table_, token.text)) {
      (clause_ == Clause::Shown ? shown_ : selected_).insert(*id);
    }
  }

  static bool word_of_sql(const SqlToken& token) {
    return std::any_of(kWords.begin(), kWords.end(),
                       [&](std::string_view word) { return token.is(word); });
  }

  // Whether the star here means all columns: not a product, not count(*).
  [[nodiscard]] bool everything() const {
    if (at_ == 0) return false;
    const SqlToken& last = tokens_[at_ - 1];
    return last.is("select") || last.is("distinct") || last.is("all") || last.symbol(",") ||
           last.symbol(".");
  }

  // Whether the name here is a new name for what stands before it.
  [[nodiscard]] bool alias() const {
    if (at_ == 0 || clause_ != Clause::Shown) return false;
    const SqlToken& last = tokens_[at_ - 1];
    if (at_ > 1 && tokens_[at_ - 2].is("top")) return false;
    if (last.is("as") || last.symbol(")") || last.kind == SqlToken::Kind::Number) return true;
    if (last.kind == SqlToken::Kind::Text || last.kind == SqlToken::Kind::Quoted) return true;
    return last.kind == SqlToken::Kind::Word && !word_of_sql(last) && !clause_word(last);
  }
  static bool clause_word(const SqlToken& token) {
    return std::any_of(kClauses.begin(), kClauses.end(),
                       [&](const Keyword& keyword) { return token.is(keyword.word); });
  }

  void read_where() {
    if (where_ == 0) return;
    const std::size_t end = where_end_ == 0 ? tokens_.size() : where_end_;
    try {
      out_.where = parse_selection(tokens_.subspan(where_, end - where_), table_);
    } catch (const Error&) {
      // Its columns count; as a condition it stays out.
    }
  }

  std::span<const SqlToken> tokens_;
  const Table& table_;
  std::size_t at_ = 0;
  Clause clause_ = Clause::None;
  std::vector<Clause> outer_;
  std::set<AttributeId> shown_;
  std::set<AttributeId> selected_;
  std::size_t where_ = 0;  // the first token of the condition of the outermost query
  std::size_t where_end_ = 0;
  WorkloadQuery out_;
};

bool is_query(const SqlStatement& statement) {
  if (!statement.whole) return false;
  const SqlToken& first = statement.tokens.front();
  if (!first.is("select") && !first.is("with") && !first.is("explain") && !first.symbol("(")) {
    return false;
  }
  return std::any_of(statement.tokens.begin(), statement.tokens.end(),
                     [](const SqlToken& token) { return token.is("select"); });
}

}  // namespace

Workload parse_workload(std::string_view sql, const Table& table) {
  Workload out;
  const auto statements = read_sql(sql, column_names(table));
  out.statements = statements.size();
  for (const auto& statement : statements) {
    if (!is_query(statement)) continue;
    WorkloadQuery query = QueryReader(statement.tokens, table).read();
    if (query.shown.empty() && query.selected.empty()) continue;
    out.queries.push_back(std::move(query));
  }
  return out;
}

std::vector<double> use_frequencies(const Workload& workload,
                                    const std::vector<AttributeId>& columns) {
  std::vector<double> out(columns.size());
  for (const auto& query : workload.queries) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (const auto* uses : {&query.shown, &query.selected}) {
        out[c] += std::binary_search(uses->begin(), uses->end(), columns[c]) ? 1 : 0;
      }
    }
  }
  const double total = std::accumulate(out.begin(), out.end(), 0.0);
  for (double& share : out) share = total > 0 ? share / total : 0.0;
  return out;
}

}  // namespace privet
