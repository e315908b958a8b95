// SPDX-License-Identifier: Apache-2.0
#include "apps/cli/passphrase.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <span>

#include "base/error.h"
#include "crypto/secret_vector.h"
#include "data/file_bytes.h"

namespace privet::cli {
namespace {

void wipe(std::string& text) noexcept {
  crypto::wipe(std::as_writable_bytes(std::span(text)));
  text.clear();
}

// An empty string that moves by handing over its memory: a short text kept inside the string object
// would stay behind in the one moved from.
std::string on_heap() {
  constexpr std::size_t kRoom = 256;
  std::string out;
  out.reserve(kRoom);
  return out;
}

// The controlling terminal with echo off; as it was again when this goes out of scope.
class SilentTerminal {
 public:
  SilentTerminal() : fd_(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {
    if (fd_ < 0 || ::tcgetattr(fd_, &before_) != 0) return;
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    silent.c_lflag |= static_cast<tcflag_t>(ECHONL | ICANON);
    silenced_ = ::tcsetattr(fd_, TCSAFLUSH, &silent) == 0;
  }
  ~SilentTerminal() {
    if (silenced_) ::tcsetattr(fd_, TCSAFLUSH, &before_);
    if (fd_ >= 0) ::close(fd_);
  }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;

  [[nodiscard]] bool ready() const { return silenced_; }

  [[nodiscard]] std::string ask(std::string_view question, const Run& run) const {
    if (::write(fd_, question.data(), question.size()) < 0) return {};
    std::string answer = on_heap();
    for (char c = 0;;) {
      const ssize_t got = ::read(fd_, &c, 1);
      if (got < 0 && errno == EINTR) {
        run.check_cancelled();
        continue;
      }
      if (got <= 0 || c == '\n') break;
      answer += c;
    }
    return answer;
  }

 private:
  int fd_;
  termios before_{};
  bool silenced_ = false;
};

std::string first_line(const std::string& path, const Run& run) {
  const FileBytes bytes(path, run);
  std::string_view text = bytes.view();
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  std::string out = on_heap();
  out += text;
  return out;
}

}  // namespace

Parameter passphrase_option() {
  return job::passphrase_parameter();
}

PassphraseSource passphrase_source(const Settings& settings, Console& console, std::string what) {
  return [&settings, &console, what = std::move(what)](const std::string& file, bool fresh,
                                                       const auto& use) {
    const auto purpose = fresh ? PassphraseUse::Create : PassphraseUse::Open;
    use(read_passphrase(settings, purpose, fmt::format("{} {}", what, file), console).view());
  };
}

Passphrase::~Passphrase() {
  wipe(text_);
}

Passphrase::Passphrase(Passphrase&& other) noexcept = default;

Passphrase read_passphrase(const Settings& settings, PassphraseUse use, std::string_view what,
                           Console& console) {
  if (settings.given("passphrase-file")) {
    Passphrase given(first_line(settings.text("passphrase-file"), console.run()));
    if (!given.view().empty()) return given;
    throw Error(ErrorCode::Usage, "the first line of the file is empty; it is the passphrase",
                settings.place("passphrase-file"));
  }
  if (!console.asks()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} needs a passphrase; name a file that holds it", what),
                {.parameter = "--passphrase-file"});
  }
  console.settle();
  const SilentTerminal terminal;
  if (!terminal.ready()) {
    throw Error(ErrorCode::Usage,
                fmt::format("{} needs a passphrase, and there is no terminal to ask for it; name a "
                            "file that holds it",
                            what),
                {.parameter = "--passphrase-file"});
  }
  Passphrase first(terminal.ask(fmt::format("Passphrase of {}: ", what), console.run()));
  if (first.view().empty()) throw Error(ErrorCode::Usage, "the passphrase is empty");
  if (use == PassphraseUse::Open) return first;
  const Passphrase again(terminal.ask("The same again: ", console.run()));
  if (first.view() != again.view()) {
    throw Error(ErrorCode::Usage, "the two passphrases differ; nothing was written");
  }
  return first;
}

}  // namespace privet::cli
