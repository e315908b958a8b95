// SPDX-License-Identifier: Apache-2.0
#include "query/selection.h"

#include <algorithm>
#include <cmath>

#include "recoding/coverage.h"

namespace privet {
namespace {

enum class Answer : std::uint8_t { No, Perhaps, Yes };

// What a cell answers that shows a number of its class, and perhaps missing values.
Answer answer_of_number(const Selection& part, const GeneralizedValue& value, double number) {
  bool all = part.number(number);
  bool some = all;
  for (const ValueId member : value.members) {
    all = all && part.matches[member] != 0;
    some = some || part.matches[member] != 0;
  }
  return all ? Answer::Yes : (some ? Answer::Perhaps : Answer::No);
}

// What a cell of each distinct released value answers.
std::vector<Answer> answers_of_values(const Selection& part, const RecodedAttribute& attribute,
                                      const Column& column, const BoundHierarchy* hierarchy) {
  const std::size_t positions = position_count(column, hierarchy);
  std::vector<double> present(positions);
  std::vector<double> matching(positions);
  for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
    const std::uint32_t at = position_of(static_cast<ValueId>(v), hierarchy);
    present[at] = 1;
    matching[at] = part.matches[v];
  }
  const PositionSums all(std::move(present));
  const PositionSums good(std::move(matching));
  std::vector<Answer> out;
  for (const auto& value : attribute.values) {
    if (const auto number = column.dictionary.form().read(value.statistic); number && part.number) {
      out.push_back(answer_of_number(part, value, *number));
      continue;
    }
    const CoveredPositions covered = covered_positions(value, column, hierarchy);
    const double hits = good(covered);
    out.push_back(hits == 0 ? Answer::No : (hits == all(covered) ? Answer::Yes : Answer::Perhaps));
  }
  return out;
}

class SelectionJudge {
 public:
  SelectionJudge(const Recoding& recoding, const RecodingContext& context)
      : recoding_(recoding), context_(context) {}

  // Of every record of the original: 1 if it satisfies the selection.
  [[nodiscard]] std::vector<std::uint8_t> truth(const Selection& part) const {
    const std::size_t rows = context_.table.rows();
    std::vector<std::uint8_t> out(rows, part.kind == Selection::Kind::All ? 1 : 0);
    if (part.kind == Selection::Kind::Values) {
      const auto& codes = context_.table.column(part.column).codes;
      for (std::size_t r = 0; r < rows; ++r) out[r] = part.matches[codes[r]];
      return out;
    }
    for (const auto& inner : part.parts) {
      const auto more = truth(inner);
      for (std::size_t r = 0; r < rows; ++r) {
        out[r] = static_cast<std::uint8_t>(part.kind == Selection::Kind::All ? out[r] & more[r]
                                                                             : out[r] | more[r]);
      }
    }
    return out;
  }

  // Of every record of the release.
  [[nodiscard]] std::vector<Answer> answers(const Selection& part) const {
    if (part.kind == Selection::Kind::Values) return leaf(part);
    const bool all = part.kind == Selection::Kind::All;
    std::vector<Answer> out(context_.table.rows(), all ? Answer::Yes : Answer::No);
    for (const auto& inner : part.parts) {
      const auto more = answers(inner);
      for (std::size_t r = 0; r < out.size(); ++r) {
        out[r] = all ? std::min(out[r], more[r]) : std::max(out[r], more[r]);
      }
    }
    return out;
  }

 private:
  [[nodiscard]] std::vector<Answer> leaf(const Selection& part) const {
    const Column& column = context_.table.column(part.column);
    std::vector<Answer> out(context_.table.rows());
    for (std::size_t a = 0; a < recoding_.attributes.size(); ++a) {
      const RecodedAttribute& attribute = recoding_.attributes[a];
      if (attribute.column != part.column) continue;
      const auto of_value = answers_of_values(part, attribute, column, context_.hierarchies[a]);
      for (std::size_t r = 0; r < out.size(); ++r) {
        const ClassId cls = recoding_.class_of[r];
        out[r] = cls == kSuppressed ? Answer::Perhaps : of_value[attribute.value_of_class[cls]];
      }
      return out;
    }
    for (std::size_t r = 0; r < out.size(); ++r) {
      out[r] = part.matches[column.codes[r]] != 0 ? Answer::Yes : Answer::No;
    }
    return out;
  }

  const Recoding& recoding_;
  const RecodingContext& context_;
};

}  // namespace

SelectionQuality measure_selection(const Selection& selection, const Recoding& recoding,
                                   const RecodingContext& context) {
  const SelectionJudge judge(recoding, context);
  const auto truth = judge.truth(selection);
  const auto answers = judge.answers(selection);
  SelectionQuality out;
  std::size_t found = 0;  // of the possible
  std::size_t sure = 0;   // of the certain
  for (std::size_t r = 0; r < truth.size(); ++r) {
    out.matching += truth[r];
    out.possible += answers[r] == Answer::No ? 0U : 1U;
    out.certain += answers[r] == Answer::Yes ? 1U : 0U;
    found += answers[r] == Answer::No ? 0U : truth[r];
    sure += answers[r] == Answer::Yes ? truth[r] : 0U;
  }
  if (out.possible > 0) {
    out.precision = static_cast<double>(found) / static_cast<double>(out.possible);
  }
  if (out.matching > 0) {
    out.recall = static_cast<double>(sure) / static_cast<double>(out.matching);
  }
  return out;
}

}  // namespace privet
