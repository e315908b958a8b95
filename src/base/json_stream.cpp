// SPDX-License-Identifier: Apache-2.0
#include "base/json_stream.h"

#include <utility>

namespace privet {
namespace {

constexpr std::size_t kPiece = 1U << 16U;

}  // namespace

JsonStream::JsonStream(Sink sink, int indent)
    : sink_(std::move(sink)), indent_(indent), piece_("{"), levels_{{'}', true}} {}

void JsonStream::new_line() {
  if (indent_ < 0) return;
  piece_ += '\n';
  piece_.append(static_cast<std::size_t>(indent_) * levels_.size(), ' ');
}

void JsonStream::begin_entry() {
  if (!std::exchange(levels_.back().empty, false)) piece_ += ',';
  new_line();
}

void JsonStream::begin_member(std::string_view key) {
  begin_entry();
  piece_ += Json(key).dump() + (indent_ < 0 ? ":" : ": ");
}

// Texts in JSON hold no line ends, so every one of them is the layout's.
void JsonStream::put(const Json& value) {
  const std::size_t depth = indent_ < 0 ? 0 : static_cast<std::size_t>(indent_) * levels_.size();
  for (const char c : value.dump(indent_)) {
    piece_ += c;
    if (c == '\n') piece_.append(depth, ' ');
  }
  hand_on(kPiece);
}

void JsonStream::hand_on(std::size_t least) {
  if (piece_.size() < least) return;
  sink_(piece_);
  piece_.clear();
}

void JsonStream::member(std::string_view key, const Json& value) {
  begin_member(key);
  put(value);
}

void JsonStream::open(std::string_view key) {
  begin_member(key);
  piece_ += '{';
  levels_.push_back({'}', true});
}

void JsonStream::open_array(std::string_view key) {
  begin_member(key);
  piece_ += '[';
  levels_.push_back({']', true});
}

void JsonStream::entry(const Json& value) {
  begin_entry();
  put(value);
}

void JsonStream::close() {
  const Level closed = levels_.back();
  levels_.pop_back();
  if (!closed.empty) new_line();
  piece_ += closed.end;
}

void JsonStream::finish() {
  while (!levels_.empty()) close();
  hand_on(0);
}

}  // namespace privet
