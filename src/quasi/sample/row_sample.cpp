// SPDX-License-Identifier: Apache-2.0
#include "quasi/sample/row_sample.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "data/text_pool.h"

namespace privet::quasi {
namespace {

void append(std::string& text, std::string_view field) {
  const std::uint64_t size = field.size();
  char raw[sizeof size];
  std::memcpy(raw, &size, sizeof size);
  text.append(raw, sizeof size);
  text.append(field);
}

std::string_view next(std::string_view& text) {
  std::uint64_t size = 0;
  std::memcpy(&size, text.data(), sizeof size);
  const std::string_view field = text.substr(sizeof size, size);
  text.remove_prefix(sizeof size + size);
  return field;
}

}  // namespace

RowSample::RowSample(std::size_t columns, std::function<std::uint64_t(std::uint64_t)> wanted,
                     std::uint64_t seed)
    : columns_(columns), wanted_(std::move(wanted)), sampler_(seed) {}

void RowSample::add(std::span<const std::string> fields) {
  PRIVET_CHECK(fields.size() == columns_);
  ++seen_;
  const std::uint64_t tag = sampler_();
  if (tag >= limit_) return;
  Row row{tag, {}};
  std::size_t bytes = 0;
  for (const auto& field : fields) bytes += sizeof(std::uint64_t) + field.size();
  row.text.reserve(bytes);
  for (const auto& field : fields) append(row.text, field);
  kept_.push_back(std::move(row));
  if (kept_.size() > room_) {
    const std::uint64_t size = wanted_(seen_);
    room_ = 2 * size + 64;
    // A quarter more than wanted: the share wanted later is smaller, but tags are random.
    shrink(size + size / 4 + 32);
  }
}

void RowSample::shrink(std::size_t size) {
  if (kept_.size() <= size) return;
  const auto middle = kept_.begin() + static_cast<std::ptrdiff_t>(size);
  std::nth_element(kept_.begin(), middle, kept_.end(),
                   [](const Row& a, const Row& b) { return a.tag < b.tag; });
  limit_ = middle->tag;
  kept_.erase(middle, kept_.end());
}

void RowSample::merge(RowSample&& other) {
  PRIVET_CHECK(columns_ == other.columns_);
  seen_ += other.seen_;
  limit_ = std::min(limit_, other.limit_);
  std::move(other.kept_.begin(), other.kept_.end(), std::back_inserter(kept_));
  other.kept_.clear();
  std::erase_if(kept_, [&](const Row& row) { return row.tag >= limit_; });
  const std::uint64_t size = wanted_(seen_);
  shrink(size + size / 4 + 32);
}

Codes RowSample::take() {
  std::sort(kept_.begin(), kept_.end(), [](const Row& a, const Row& b) { return a.tag < b.tag; });
  if (const std::uint64_t size = wanted_(seen_); kept_.size() > size) {
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(size), kept_.end());
  }
  std::vector<TextPool> pools(columns_);
  std::vector<std::vector<ValueId>> codes(columns_);
  for (const auto& row : kept_) {
    std::string_view text = row.text;
    for (std::size_t c = 0; c < columns_; ++c) codes[c].push_back(pools[c].intern(next(text)));
  }
  kept_.clear();
  limit_ = 0;
  return Codes(std::move(codes));
}

}  // namespace privet::quasi
