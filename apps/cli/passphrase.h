// SPDX-License-Identifier: Apache-2.0
// The passphrase of a locked file: the first line of --passphrase-file, or asked on the terminal
// without showing what is typed. It never comes from the command line, which others can read.
#pragma once

#include <string>
#include <string_view>

#include "apps/cli/console.h"
#include "base/description.h"
#include "base/settings.h"
#include "job/passphrase.h"

namespace privet::cli {

// --passphrase-file
[[nodiscard]] Parameter passphrase_option();

// Wiped when it goes out of scope.
class Passphrase {
 public:
  explicit Passphrase(std::string text) : text_(std::move(text)) {}
  ~Passphrase();
  Passphrase(Passphrase&& other) noexcept;
  Passphrase& operator=(Passphrase&&) = delete;
  Passphrase(const Passphrase&) = delete;
  Passphrase& operator=(const Passphrase&) = delete;

  [[nodiscard]] std::string_view view() const { return text_; }

 private:
  std::string text_;
};

enum class PassphraseUse {
  Open,    // asked once
  Create,  // asked twice: a slip would lock the file for good
};

// `what` names the file to be locked or opened ("the key k.key"). Throws Error{Usage} if there is
// neither --passphrase-file nor a terminal, if it is empty, or if the two answers differ.
[[nodiscard]] Passphrase read_passphrase(const Settings& settings, PassphraseUse use,
                                         std::string_view what, Console& console);

// The same for a job, `what` being the kind of file; the settings and the console must outlive it.
[[nodiscard]] PassphraseSource passphrase_source(const Settings& settings, Console& console,
                                                 std::string what = "the key");

}  // namespace privet::cli
