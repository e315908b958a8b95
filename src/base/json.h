// SPDX-License-Identifier: Apache-2.0
// A JSON value: what answers, models, rules and profiles are written as and read from.
// Idea: a small type of our own whose header costs little to compile; the JSON library that parses
// is seen by json_parse.cpp only. Objects keep the order in which their keys were added. A list in
// braces is an object if every entry is a pair that begins with a text, otherwise an array:
//   Json{{"rows", 3}, {"names", names}}      Json::array({1, 2})
// Reading what a stranger wrote throws JsonError, which is an Error{Input} without a place: the
// caller adds the file.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/id.h"

namespace privet {

class JsonError : public Error {
 public:
  explicit JsonError(std::string message) : Error(ErrorCode::Input, std::move(message)) {}
};

class Json {
 public:
  struct Member;

  Json() noexcept = default;  // null
  Json(std::nullptr_t) noexcept {}
  Json(std::same_as<bool> auto value) noexcept : kind_(Kind::Bool) { plain_.flag = value; }
  Json(std::signed_integral auto value) noexcept : kind_(value < 0 ? Kind::Negative : Kind::Whole) {
    plain_.negative = value;
  }
  template <std::unsigned_integral T>
    requires(!std::same_as<T, bool>)
  Json(T value) noexcept : kind_(Kind::Whole) {
    plain_.whole = value;
  }
  template <class Tag>
  Json(Id<Tag> id) noexcept : Json(std::uint32_t{id}) {}
  Json(std::floating_point auto value) noexcept : kind_(Kind::Real) { plain_.real = value; }
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  template <class T>
  Json(const std::vector<T>& list) : Json(array()) {
    reserve(list.size());
    for (const auto& entry : list) push_back(Json(static_cast<const T&>(entry)));
  }
  Json(std::initializer_list<Json> list);
  ~Json() {
    if (body_ != nullptr) drop();
  }
  Json(const Json& other);
  Json& operator=(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(Json&& other) noexcept;

  [[nodiscard]] static Json array(std::initializer_list<Json> list = {});
  [[nodiscard]] static Json object(std::initializer_list<Json> list = {});

  [[nodiscard]] bool is_null() const noexcept { return kind_ == Kind::Null; }
  [[nodiscard]] bool is_boolean() const noexcept { return kind_ == Kind::Bool; }
  [[nodiscard]] bool is_string() const noexcept { return kind_ == Kind::Text; }
  [[nodiscard]] bool is_array() const noexcept { return kind_ == Kind::Array; }
  [[nodiscard]] bool is_object() const noexcept { return kind_ == Kind::Object; }
  // 0 or more, without a fraction or exponent.
  [[nodiscard]] bool is_number_unsigned() const noexcept { return kind_ == Kind::Whole; }
  [[nodiscard]] bool is_number_integer() const noexcept {
    return kind_ == Kind::Whole || kind_ == Kind::Negative;
  }
  [[nodiscard]] bool is_number() const noexcept {
    return is_number_integer() || kind_ == Kind::Real;
  }

  // bool, a whole number, double, std::string or a std::vector of these. Throws JsonError if the
  // value is something else, or a number that T does not hold.
  template <class T>
  [[nodiscard]] T get() const;
  [[nodiscard]] const std::string& text() const;

  // How many entries or members; 0 for null, 1 for anything else.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] bool empty() const noexcept { return size() == 0; }

  // The entries of an array; none of anything else.
  [[nodiscard]] const Json* begin() const noexcept;
  [[nodiscard]] const Json* end() const noexcept;
  [[nodiscard]] const Json& at(std::integral auto index) const {
    return entry(static_cast<std::size_t>(index));
  }
  [[nodiscard]] const Json& front() const { return entry(0); }
  [[nodiscard]] Json& back();
  void push_back(Json value);  // null becomes an array first
  void reserve(std::size_t entries);

  // The members of an object; none of anything else.
  [[nodiscard]] std::span<const Member> items() const noexcept;
  [[nodiscard]] bool contains(std::string_view key) const noexcept { return find(key) != nullptr; }
  [[nodiscard]] const Json* find(std::string_view key) const noexcept;  // null if it is not there
  [[nodiscard]] const Json& at(std::string_view key) const;
  [[nodiscard]] const Json& operator[](std::string_view key) const { return at(key); }
  [[nodiscard]] const Json& operator[](std::integral auto index) const { return at(index); }
  // Adds a null member if there is none; null becomes an object first.
  [[nodiscard]] Json& operator[](std::string_view key);
  [[nodiscard]] Json& operator[](std::integral auto index) {
    return const_cast<Json&>(entry(static_cast<std::size_t>(index)));
  }
  void update(const Json& object);  // its members added, or put in place of those there

  // A value inside, by JSON pointer ("/hits/0"; RFC 6901); null if nothing is there.
  [[nodiscard]] const Json* find_pointer(std::string_view pointer) const;
  [[nodiscard]] static bool is_pointer(std::string_view pointer);

  // indent < 0: on one line. Bytes that are not UTF-8 become U+FFFD, numbers that are not finite
  // null: JSON has no words for them.
  [[nodiscard]] std::string dump(int indent = -1) const;
  [[nodiscard]] bool all_utf8() const;
  // The same with the keys of every object in order.
  [[nodiscard]] Json sorted() const;

  // Throws JsonError with the line and column of the first fault.
  [[nodiscard]] static Json parse(std::string_view text);

  // Numbers are compared as numbers, members without regard to their order.
  friend bool operator==(const Json& a, const Json& b);

 private:
  enum class Kind : std::uint8_t { Null, Bool, Negative, Whole, Real, Text, Array, Object };
  struct Body;
  union Plain {
    bool flag;
    std::int64_t negative;
    std::uint64_t whole = 0;
    double real;
  };

  [[nodiscard]] const Json& entry(std::size_t index) const;
  [[nodiscard]] double real() const;
  [[nodiscard]] std::uint64_t whole(std::uint64_t most) const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  void become(Kind kind);  // from null
  void drop() noexcept;
  [[noreturn]] void refuse(std::string_view wanted) const;
  void write(std::string& out, int indent, int depth) const;

  Kind kind_ = Kind::Null;
  Plain plain_;
  Body* body_ = nullptr;  // owned
};

struct Json::Member {
  std::string key;
  Json value;
};

namespace detail {
template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
}  // namespace detail

template <class T>
T Json::get() const {
  if constexpr (std::same_as<T, bool>) {
    if (!is_boolean()) refuse("true or false");
    return plain_.flag;
  } else if constexpr (kIsId<T>) {
    return T(get<std::uint32_t>());
  } else if constexpr (std::unsigned_integral<T>) {
    return static_cast<T>(whole(static_cast<T>(-1)));
  } else if constexpr (std::signed_integral<T>) {
    constexpr auto kMost = static_cast<T>(static_cast<std::make_unsigned_t<T>>(-1) >> 1U);
    return static_cast<T>(integer(-kMost - 1, kMost));
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(real());
  } else if constexpr (std::same_as<T, std::string>) {
    return text();
  } else {
    static_assert(detail::kIsVector<T>);
    if (!is_array()) refuse("a list");
    T out;
    out.reserve(size());
    for (const auto& entry : *this) out.push_back(entry.get<typename T::value_type>());
    return out;
  }
}

}  // namespace privet
