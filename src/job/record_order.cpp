// SPDX-License-Identifier: Apache-2.0
#include "job/record_order.h"

#include <fmt/format.h>

#include <charconv>

#include "base/error.h"
#include "data/file_bytes.h"
#include "risk/order_attack.h"

namespace privet {
namespace {

constexpr std::string_view kHeader = "record";

// "age (sorted), city (equal values lie together)"
std::string ordered_columns(const std::vector<OrderRisk>& found) {
  std::string out;
  for (const auto& risk : found) {
    const std::string how = risk.sorted ? "sorted"
                            : risk.correlation != 0
                                ? fmt::format("correlation {:.2f}", risk.correlation)
                                : "equal values lie together";
    out += fmt::format("{}{} ({})", out.empty() ? "" : ", ", quote_for_message(risk.column), how);
  }
  return out;
}

}  // namespace

Parameter keep_order_parameter() {
  return {.name = "keep-order",
          .kind = ParameterKind::Flag,
          .summary =
              "Leave the records in the order of the table instead of shuffling them: anyone who "
              "knows how it was sorted learns values from their places."};
}

std::vector<Parameter> order_parameters() {
  return {keep_order_parameter(),
          {.name = "save-order",
           .kind = ParameterKind::File,
           .summary = "Also save which record of the table each record of the release is, for "
                      "'privet risk --original'; it undoes the shuffle, so keep it to yourself.",
           .placeholder = "ORDER"}};
}

void check_order(const Settings& settings) {
  if (!settings.given("save-order")) return;
  if (settings.flag("keep-order")) {
    throw Error(ErrorCode::Usage, "has no effect with --keep-order", settings.place("save-order"));
  }
  if (settings.flag("drop-suppressed")) {
    throw Error(ErrorCode::Usage, "has no place for records that --drop-suppressed leaves out",
                settings.place("save-order"));
  }
  if (settings.given("sample")) {
    throw Error(ErrorCode::Usage, "has no place for records that --sample leaves out",
                settings.place("save-order"));
  }
  if (settings.text("save-order") == "-") {
    throw Error(ErrorCode::Usage, "the order needs a file", {.parameter = "--save-order"});
  }
}

RecordOrder release_order(const Settings& settings, const PreparedTable& prepared, const Run& run) {
  if (!settings.flag("keep-order")) return random_order(prepared.table().rows());
  const auto found = measure_order(prepared.table(), {}, 1, run);
  if (found.empty()) {
    run.warn(
        "--keep-order: whoever has seen the table, or knows how it was made, can tell records by "
        "their places");
  } else {
    run.warn(
        fmt::format("--keep-order: the order of the records goes with {}, so their places give "
                    "values away whatever the cells show; 'privet risk' measures it",
                    ordered_columns(found)));
  }
  return {};
}

std::string order_text(const RecordOrder& order) {
  std::string out(kHeader);
  out += '\n';
  for (const std::uint32_t original : order) {
    out += std::to_string(original + std::uint64_t{1});
    out += '\n';
  }
  return out;
}

RecordOrder read_order(const std::string& path, std::size_t records, const Run& run) {
  const FileBytes bytes(path, run);
  std::string_view rest = bytes.view();
  RecordOrder out;
  std::vector<bool> seen(records);
  const auto refuse = [&](std::size_t line, const std::string& why) {
    throw Error(ErrorCode::Input, why, {.file = path, .line = line});
  };
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const auto end = rest.find('\n');
    const std::string_view text = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    if (line == 1) {
      if (text != kHeader) refuse(line, "this is not an order that --save-order saved");
      continue;
    }
    std::uint64_t number = 0;
    const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || stop != text.data() + text.size() || number < 1 ||
        number > records) {
      refuse(line, fmt::format("{} is not the number of one of the {} records",
                               quote_for_message(text), records));
    }
    if (seen[number - 1]) refuse(line, fmt::format("record {} is there twice", number));
    seen[number - 1] = true;
    out.push_back(static_cast<std::uint32_t>(number - 1));
  }
  if (out.size() != records) {
    refuse(0, fmt::format("it is the order of {} records, not of {}", out.size(), records));
  }
  return out;
}

}  // namespace privet
