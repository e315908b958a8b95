// SPDX-License-Identifier: Apache-2.0
#include "federation/regression/svm_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/json_fields.h"
#include "mining/numbers/column_numbers.h"

namespace privet::federation {
namespace {

[[noreturn]] void refuse_cell(const Column& column, std::size_t row, std::string_view parameter) {
  throw Error(ErrorCode::Input,
              fmt::format("row {} has no value in column {}: leave such rows or the column out",
                          row + 1, quote_for_message(column.name)),
              {.parameter = std::string(parameter)});
}

void check_numbers(std::span<const double> numbers) {
  for (const double number : numbers) {
    if (!std::isfinite(number)) throw Error(ErrorCode::Input, "a number that is none");
  }
}

}  // namespace

std::vector<SvmColumn> svm_columns_of(const Table& table, const std::string& class_name) {
  std::vector<SvmColumn> out;
  for (const auto& column : table.all()) {
    if (column.name == class_name) continue;
    SvmColumn one{column.name, column.type() != ColumnType::Text, {}};
    std::vector<bool> occurs(column.dictionary.size());
    for (const auto code : column.codes) occurs[code] = true;
    for (ValueId v = 0; v < column.dictionary.size() && !one.numeric; ++v) {
      if (!occurs[v] || column.dictionary.missing(v)) continue;
      one.values.emplace_back(column.dictionary.text(v));
    }
    if (!one.values.empty()) one.values.erase(one.values.begin());
    out.push_back(std::move(one));
  }
  return out;
}

std::vector<std::string> number_names(std::span<const SvmColumn> columns) {
  std::vector<std::string> out;
  for (const auto& column : columns) {
    if (column.numeric) out.push_back(column.name);
    for (const auto& value : column.values) out.push_back(column.name + value);
  }
  return out;
}

mining::Matrix SvmPart::numbers_of(const Table& rows, std::string_view parameter) const {
  mining::Matrix out{rows.rows(), number_names(columns).size(), {}};
  out.cells.resize(out.rows * out.columns);
  std::size_t at = 0;
  for (const auto& known : columns) {
    const auto& column = rows.column(rows.require(known.name, parameter));
    const auto width = known.numeric ? 1 : known.values.size();
    const auto of_codes = known.numeric ? mining::numbers_of_codes(column) : std::vector<double>();
    for (RowId r = 0; r < rows.rows(); ++r) {
      if (column.missing(r)) refuse_cell(column, r, parameter);
      const auto cells = out.row(r).subspan(at, width);
      if (known.numeric) {
        cells[0] = of_codes[column.codes[r]];
        continue;
      }
      const auto value = std::ranges::find(known.values, column.text(r));
      if (value != known.values.end()) {
        cells[static_cast<std::size_t>(value - known.values.begin())] = 1;
      }
    }
    at += width;
  }
  return out;
}

// Box and Muller's pairs, of which one is enough.
mining::Matrix secret_basis(std::size_t rows, std::size_t columns, crypto::Randomness& randomness) {
  mining::Matrix out{rows, columns, std::vector<double>(rows * columns)};
  constexpr int kBits = 53;
  const auto uniform = [&] {  // above 0, at most 1
    return std::ldexp(static_cast<double>((randomness.u64() >> (64 - kBits)) + 1), -kBits);
  };
  for (auto& cell : out.cells) {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    cell = radius * std::cos(2 * std::numbers::pi * uniform());
  }
  return out;
}

Json svm_part_json(const SvmPart& part) {
  Json columns = Json::array();
  for (const auto& column : part.columns) {
    Json one{{"name", column.name}};
    if (!column.numeric) one["values"] = column.values;
    columns.push_back(std::move(one));
  }
  const auto& model = part.model;
  const bool classes = !model.classes.empty();
  return {{"class", classes ? Json(model.class_name) : Json()},
          {"classes", model.classes},
          {"columns", std::move(columns)},
          {"low", model.map.low},
          {"range", model.map.range},
          {"basis_rows", model.map.basis.rows},
          {"basis", model.map.basis.cells},
          {"weights", model.weights},
          {"gamma", model.gamma},
          {"objective", model.objective},
          {"iterations", model.iterations}};
}

SvmPart read_svm_part(const Json& in) {
  SvmPart out;
  auto& model = out.model;
  if (!in.at("class").is_null()) model.class_name = in.at("class").get<std::string>();
  model.classes = in.at("classes").get<std::vector<std::string>>();
  each_at(in, "columns", [&](const Json& one) {
    SvmColumn column{one.at("name").get<std::string>(), !one.contains("values"), {}};
    if (!column.numeric) column.values = one.at("values").get<std::vector<std::string>>();
    out.columns.push_back(std::move(column));
  });
  model.columns = number_names(out.columns);
  model.map.low = in.at("low").get<std::vector<double>>();
  model.map.range = in.at("range").get<std::vector<double>>();
  model.map.basis = {whole_at<std::uint32_t>(in, "basis_rows"), model.columns.size(),
                     in.at("basis").get<std::vector<double>>()};
  model.weights = in.at("weights").get<std::vector<double>>();
  model.gamma = in.at("gamma").get<double>();
  model.objective = in.at("objective").get<double>();
  model.iterations = whole_at<std::size_t>(in, "iterations");
  const auto columns = model.columns.size();
  if (model.map.low.size() != columns || model.map.range.size() != columns ||
      model.map.basis.rows == 0 || model.weights.size() != model.map.basis.rows ||
      model.map.basis.cells.size() != model.map.basis.rows * columns ||
      (!model.classes.empty() && model.classes.size() != 2)) {
    throw Error(ErrorCode::Input, "its parts do not fit each other");
  }
  for (const auto* numbers :
       {&model.map.low, &model.map.range, &model.map.basis.cells, &model.weights}) {
    check_numbers(*numbers);
  }
  check_numbers(std::span(&model.gamma, 1));
  return out;
}

mining::SvmModel joined_machine(std::span<const SvmPart> parts) {
  mining::SvmModel out = parts.front().model;
  std::size_t columns = 0;
  for (const auto& part : parts) columns += part.model.columns.size();
  const auto rows = out.map.basis.rows;
  out.columns.clear();
  out.map.low.clear();
  out.map.range.clear();
  out.map.basis = {rows, columns, std::vector<double>(rows * columns)};
  for (const auto& [own, model] : parts) {
    if (model.weights != out.weights || model.gamma != out.gamma) {
      throw Error(ErrorCode::Input, "the parties' parts are not of one machine");
    }
    if (!model.classes.empty()) {
      out.classes = model.classes;
      out.class_name = model.class_name;
    }
    for (std::size_t k = 0; k < rows; ++k) {
      std::ranges::copy(model.map.basis.row(k),
                        out.map.basis.row(k).subspan(out.columns.size()).begin());
    }
    out.columns.insert(out.columns.end(), model.columns.begin(), model.columns.end());
    out.map.low.insert(out.map.low.end(), model.map.low.begin(), model.map.low.end());
    out.map.range.insert(out.map.range.end(), model.map.range.begin(), model.map.range.end());
  }
  return out;
}

}  // namespace privet::federation
