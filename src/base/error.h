// SPDX-License-Identifier: Apache-2.0
// The one exception type. An Error says what went wrong, where (file, line, column or parameter)
// and what to do. Negative answers ("k-anonymity does not hold") are values, not errors; see
// docs/architecture.md, "Errors".
#pragma once

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

namespace privet {

enum class ErrorCode {
  Usage,        // a flag, parameter or combination the user can change
  Input,        // a file or stream whose content cannot be used
  Output,       // something cannot be written
  Infeasible,   // the question is sound, and the answer is that it cannot be had
  Interrupted,  // the user stopped the run
  Peer,         // another party or a server failed
  Policy,       // it would disclose more than was declared or allowed; refused before it did
  Internal,     // our own code is wrong; nothing may be published after it
};

// Where an error lies. Lines and columns count from 1; 0 means not known. A column is a field of
// the record for tables and a character for policies.
struct Place {
  std::string file = {};
  std::size_t line = 0;
  std::size_t column = 0;
  std::string parameter = {};
};

class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string message, Place place = {});

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const Place& place() const noexcept { return place_; }
  // The message without the place.
  [[nodiscard]] const std::string& message() const noexcept { return message_; }
  // "people.csv:3:2: message", or "--k: message" for a parameter.
  [[nodiscard]] const char* what() const noexcept override { return full_.c_str(); }

 private:
  ErrorCode code_;
  std::string message_;
  Place place_;
  std::string full_;
};

// The exit status of a program that ends with this error: 1 the answer is no (a policy's too), 2
// usage, input, output or interruption, 3 a peer failed.
[[nodiscard]] int exit_status(ErrorCode code) noexcept;

// Shortens and escapes text from a file so that it is safe and readable inside a message.
[[nodiscard]] std::string quote_for_message(std::string_view text);

namespace detail {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

}  // namespace privet

// Guards an invariant of our own. Always compiled in: a wrong program must stop before it
// publishes.
#define PRIVET_CHECK(condition)       \
  ((condition) ? static_cast<void>(0) \
               : ::privet::detail::check_failed(#condition, __FILE_NAME__, __LINE__))
