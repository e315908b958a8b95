// SPDX-License-Identifier: Apache-2.0
// Fields of JSON that anybody may have written: a whole number that does not fit, or something else
// in its place, is an Error{Input} that names the field; the caller adds the file.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "base/json.h"

namespace privet {
namespace detail {
[[noreturn]] void not_whole(std::string_view field, std::uint64_t most, const std::string& found);
[[noreturn]] void not_a_list(std::string_view field, const std::string& found);
[[nodiscard]] std::string entry_name(std::string_view list, std::size_t entry);
}  // namespace detail

template <class T>
concept WholeNumber = std::unsigned_integral<T> || kIsId<T>;

// Whether the value is a whole number that a T holds.
template <WholeNumber T>
[[nodiscard]] bool is_whole(const Json& value) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<T>::max();
}

// The number as a T; `field` is its name in messages.
template <WholeNumber T>
[[nodiscard]] T whole_number(const Json& value, std::string_view field) {
  if (!is_whole<T>(value)) detail::not_whole(field, std::numeric_limits<T>::max(), value.dump());
  return value.get<T>();
}

template <WholeNumber T>
[[nodiscard]] std::vector<T> whole_numbers(const Json& list, std::string_view field) {
  if (!list.is_array()) detail::not_a_list(field, list.dump());
  std::vector<T> out;
  out.reserve(list.size());
  for (const auto& value : list) {
    if (!is_whole<T>(value)) {
      detail::not_whole(detail::entry_name(field, out.size()), std::numeric_limits<T>::max(),
                        value.dump());
    }
    out.push_back(value.get<T>());
  }
  return out;
}

template <WholeNumber T>
[[nodiscard]] T whole_at(const Json& object, std::string_view key) {
  return whole_number<T>(object.at(key), key);
}

template <WholeNumber T>
[[nodiscard]] std::vector<T> wholes_at(const Json& object, std::string_view key) {
  return whole_numbers<T>(object.at(key), key);
}

// Visits the entries of the list `key`; an Error in one names it: "nodes[3]: ...".
template <class Visit>
void each_at(const Json& object, std::string_view key, const Visit& visit) {
  const auto& list = object.at(key);
  if (!list.is_array()) detail::not_a_list(key, list.dump());
  std::size_t at = 0;
  try {
    for (const auto& entry : list) {
      visit(entry);
      ++at;
    }
  } catch (const Error& problem) {
    throw Error(problem.code(), detail::entry_name(key, at) + ": " + problem.message(),
                problem.place());
  }
}

}  // namespace privet
