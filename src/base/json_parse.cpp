// SPDX-License-Identifier: Apache-2.0
// Json out of text: the only source of the library that includes the JSON parser.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace privet {
namespace {

// Deeper nesting than any file of ours has; a bound, so that no file can exhaust the stack.
constexpr std::size_t kDeepest = 10'000;

using Events = nlohmann::json_sax<nlohmann::json>;

// Builds a value from the parser's events.
class Builder final : public Events {
 public:
  bool null() override { return put(Json()); }
  bool boolean(bool value) override { return put(value); }
  bool number_integer(std::int64_t value) override { return put(value); }
  bool number_unsigned(std::uint64_t value) override { return put(value); }
  bool number_float(double value, const std::string& /*as written*/) override { return put(value); }
  bool string(std::string& value) override { return put(std::string_view(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*members*/) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t /*entries*/) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(std::string& value) override {
    levels_.back().key = value;
    return true;
  }
  bool parse_error(std::size_t position, const std::string& /*last read*/,
                   const nlohmann::detail::exception& /*library's words*/) override {
    fault_ = position;
    return false;
  }

  // Where the first byte lies that does not belong there, counted from 1.
  [[nodiscard]] std::size_t fault() const { return fault_; }
  [[nodiscard]] bool too_deep() const { return too_deep_; }
  [[nodiscard]] Json take() { return std::move(top_); }

 private:
  struct Level {
    Json value;
    std::string key = {};
  };

  bool put(Json value) {
    if (levels_.empty()) {
      top_ = std::move(value);
    } else if (levels_.back().value.is_array()) {
      levels_.back().value.push_back(std::move(value));
    } else {
      levels_.back().value[levels_.back().key] = std::move(value);
    }
    return true;
  }
  bool open(Json container) {
    too_deep_ = levels_.size() == kDeepest;
    if (!too_deep_) levels_.push_back({std::move(container)});
    return !too_deep_;
  }
  bool close() {
    Json done = std::move(levels_.back().value);
    levels_.pop_back();
    return put(std::move(done));
  }

  std::vector<Level> levels_;
  Json top_;
  std::size_t fault_ = 0;
  bool too_deep_ = false;
};

}  // namespace

Json Json::parse(std::string_view text) {
  Builder builder;
  if (nlohmann::json::sax_parse(text, &builder)) return builder.take();
  if (builder.too_deep())
    throw JsonError(fmt::format("the JSON is nested more than {} deep", kDeepest));
  const std::string_view before = text.substr(0, builder.fault() == 0 ? 0 : builder.fault() - 1);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto start = before.rfind('\n');
  const std::size_t column = before.size() - (start == before.npos ? 0 : start + 1) + 1;
  throw JsonError(fmt::format("not valid JSON at line {}, column {}", line, column));
}

}  // namespace privet
