// SPDX-License-Identifier: Apache-2.0
// Checked bytes: the only way from what a method made to a file that others may have.
// Idea: a Draft can be written but neither read nor published. A Guard reads the finished bytes of
// a draft, throws if they break a promise, and otherwise turns the draft into a Release, which can
// be published. There is no other way to make a Release, so a command that forgets the guard does
// not compile (tests/compile_fail/release_without_guard.cpp). The guards are listed below as
// friends; a new one has to be added there, where a reader sees it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/atomic_file.h"
#include "base/run.h"

namespace privet {

class Guard;
class TableGuard;  // publish/guard.h
namespace baskets {
class CoherenceGuard;       // baskets/guard.h
class GeneralizationGuard;  // baskets/guard.h
}  // namespace baskets

// A place for a release other than a file, such as a table of a database.
class Destination {
 public:
  virtual ~Destination() = default;
  // Puts the finished bytes where nobody sees them, and returns what can be read back from there.
  [[nodiscard]] virtual std::string stage(std::string_view bytes, const Run& run) = 0;
  // Makes what was staged visible; undo() takes it back.
  virtual void commit() = 0;
  virtual void undo() noexcept = 0;
};

// Unchecked bytes, beside the file they are to replace.
class Draft {
 public:
  // "-" keeps the bytes in memory. Throws Error{Output} if the file cannot be written.
  explicit Draft(const std::string& path);
  explicit Draft(std::unique_ptr<Destination> destination);
  void write(std::string_view piece);

 private:
  friend class Guard;
  friend class Release;

  std::unique_ptr<AtomicFile> file_;          // null: in memory
  std::unique_ptr<Destination> destination_;  // where the bytes in memory go; null: nowhere
  std::string bytes_;
};

// Bytes that passed their guard.
class Release {
 public:
  // The bytes, if the destination is "-"; otherwise empty.
  [[nodiscard]] const std::string& bytes() const { return draft_.bytes_; }
  // Puts the file or table in its place, durably; nothing for "-". Without it the file that was
  // there stays. With Old::Keep, undo() can take it back.
  void commit(AtomicFile::Old old = AtomicFile::Old::Drop);
  void undo() noexcept;

 private:
  friend class Guard;
  explicit Release(Draft draft) : draft_(std::move(draft)) {}

  Draft draft_;
};

// Judges finished bytes.
class Guard {
 public:
  virtual ~Guard() = default;
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  // Reads all bytes of the draft and throws Error{Internal} if they break a promise; then nothing
  // of the draft remains.
  [[nodiscard]] Release approve(Draft draft, const Run& run);

 private:
  friend class TableGuard;
  friend class baskets::CoherenceGuard;
  friend class baskets::GeneralizationGuard;
  Guard() = default;

  virtual void check(std::string_view bytes, const Run& run) = 0;
};

}  // namespace privet
