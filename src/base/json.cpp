// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace privet {

// What does not fit into a word: of the three, the kind says which is used.
struct Json::Body {
  std::string text;
  std::vector<Json> list;
  std::vector<Member> members;
};

Json::Json(std::string_view text) : kind_(Kind::Text), body_(new Body) {
  body_->text = text;
}

Json::Json(std::initializer_list<Json> list) {
  const bool pairs = std::ranges::all_of(list, [](const Json& entry) {
    return entry.is_array() && entry.size() == 2 && entry.front().is_string();
  });
  *this = pairs ? object(list) : array(list);
}

void Json::drop() noexcept {
  delete body_;
}

Json::Json(Json&& other) noexcept
    : kind_(std::exchange(other.kind_, Kind::Null)),
      plain_(other.plain_),
      body_(std::exchange(other.body_, nullptr)) {}
Json& Json::operator=(Json&& other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(plain_, other.plain_);
  std::swap(body_, other.body_);
  return *this;
}
Json::Json(const Json& other)
    : kind_(other.kind_),
      plain_(other.plain_),
      body_(other.body_ == nullptr ? nullptr : new Body(*other.body_)) {}
Json& Json::operator=(const Json& other) {
  if (this != &other) *this = Json(other);
  return *this;
}

Json Json::array(std::initializer_list<Json> list) {
  Json out;
  out.become(Kind::Array);
  out.body_->list = list;
  return out;
}

Json Json::object(std::initializer_list<Json> list) {
  Json out;
  out.become(Kind::Object);
  out.body_->members.reserve(list.size());
  for (const Json& pair : list) {
    PRIVET_CHECK(pair.is_array() && pair.size() == 2);
    out[pair.at(0).text()] = pair.at(1);
  }
  return out;
}

void Json::become(Kind kind) {
  kind_ = kind;
  PRIVET_CHECK(body_ == nullptr);
  body_ = new Body;
}

void Json::refuse(std::string_view wanted) const {
  throw JsonError(fmt::format("expected {}, found {}", wanted, quote_for_message(dump())));
}

double Json::real() const {
  if (kind_ == Kind::Real) return plain_.real;
  if (kind_ == Kind::Whole) return static_cast<double>(plain_.whole);
  if (kind_ == Kind::Negative) return static_cast<double>(plain_.negative);
  refuse("a number");
}

std::uint64_t Json::whole(std::uint64_t most) const {
  if (kind_ != Kind::Whole || plain_.whole > most)
    refuse(fmt::format("a whole number from 0 to {}", most));
  return plain_.whole;
}

std::int64_t Json::integer(std::int64_t least, std::int64_t most) const {
  const bool fits = kind_ == Kind::Negative
                        ? plain_.negative >= least
                        : kind_ == Kind::Whole && plain_.whole <= static_cast<std::uint64_t>(most);
  if (!fits) refuse(fmt::format("a whole number from {} to {}", least, most));
  return plain_.negative;
}

const std::string& Json::text() const {
  if (!is_string()) refuse("a text");
  return body_->text;
}

std::size_t Json::size() const noexcept {
  if (is_array()) return body_->list.size();
  if (is_object()) return body_->members.size();
  return is_null() ? 0 : 1;
}

const Json* Json::begin() const noexcept {
  return is_array() ? body_->list.data() : nullptr;
}
const Json* Json::end() const noexcept {
  return is_array() ? body_->list.data() + body_->list.size() : nullptr;
}

const Json& Json::entry(std::size_t index) const {
  if (!is_array()) refuse("a list");
  if (index >= body_->list.size())
    throw JsonError(fmt::format("the list ends before entry {}", index + 1));
  return body_->list[index];
}

Json& Json::back() {
  PRIVET_CHECK(is_array() && !body_->list.empty());
  return body_->list.back();
}

void Json::push_back(Json value) {
  if (is_null()) become(Kind::Array);
  PRIVET_CHECK(is_array());
  body_->list.push_back(std::move(value));
}

void Json::reserve(std::size_t entries) {
  PRIVET_CHECK(is_array());
  body_->list.reserve(entries);
}

std::span<const Json::Member> Json::items() const noexcept {
  return is_object() ? std::span<const Member>(body_->members) : std::span<const Member>();
}

const Json* Json::find(std::string_view key) const noexcept {
  for (const auto& member : items()) {
    if (member.key == key) return &member.value;
  }
  return nullptr;
}

const Json& Json::at(std::string_view key) const {
  if (!is_object()) refuse("an object");
  const Json* found = find(key);
  if (found == nullptr) throw JsonError(fmt::format("{} is missing", quote_for_message(key)));
  return *found;
}

Json& Json::operator[](std::string_view key) {
  if (is_null()) become(Kind::Object);
  PRIVET_CHECK(is_object());
  for (auto& member : body_->members) {
    if (member.key == key) return member.value;
  }
  body_->members.push_back({std::string(key), Json()});
  return body_->members.back().value;
}

void Json::update(const Json& object) {
  for (const auto& [key, value] : object.items()) (*this)[key] = value;
}

Json Json::sorted() const {
  Json out = *this;
  if (body_ == nullptr) return out;
  for (auto& entry : out.body_->list) entry = entry.sorted();
  for (auto& member : out.body_->members) member.value = member.value.sorted();
  std::ranges::sort(out.body_->members, {}, &Member::key);
  return out;
}

bool operator==(const Json& a, const Json& b) {
  using Kind = Json::Kind;
  if (a.is_number() && b.is_number()) {
    if (a.kind_ == Kind::Real || b.kind_ == Kind::Real) return a.real() == b.real();
    return a.kind_ == b.kind_ && a.plain_.whole == b.plain_.whole;
  }
  if (a.kind_ != b.kind_ || a.size() != b.size()) return false;
  if (a.is_boolean()) return a.plain_.flag == b.plain_.flag;
  if (a.is_string()) return a.body_->text == b.body_->text;
  if (a.is_array()) return a.body_->list == b.body_->list;
  return std::ranges::all_of(a.items(), [&](const Json::Member& member) {
    const Json* other = b.find(member.key);
    return other != nullptr && *other == member.value;
  });
}

bool Json::is_pointer(std::string_view pointer) {
  if (!pointer.empty() && pointer.front() != '/') return false;
  for (std::size_t at = pointer.find('~'); at != pointer.npos; at = pointer.find('~', at + 1)) {
    if (at + 1 == pointer.size() || (pointer[at + 1] != '0' && pointer[at + 1] != '1'))
      return false;
  }
  return true;
}

namespace {

// One step of a pointer, as the key it stands for: ~1 is a slash and ~0 a tilde.
std::string unescaped(std::string_view step) {
  std::string out;
  for (std::size_t i = 0; i < step.size(); ++i) {
    const bool escape = step[i] == '~' && i + 1 < step.size();
    out += escape ? (step[i + 1] == '1' ? '/' : '~') : step[i];
    if (escape) ++i;
  }
  return out;
}

std::optional<std::size_t> index_of(std::string_view step) {
  std::size_t index = 0;
  const auto [end, fault] = std::from_chars(step.data(), step.data() + step.size(), index);
  if (fault != std::errc() || end != step.data() + step.size()) return std::nullopt;
  return index;
}

}  // namespace

const Json* Json::find_pointer(std::string_view pointer) const {
  const Json* here = this;
  while (here != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    if (here->is_array()) {
      const auto index = index_of(step);
      here = index && *index < here->size() ? here->begin() + *index : nullptr;
    } else {
      here = here->find(unescaped(step));
    }
  }
  return here;
}

}  // namespace privet
