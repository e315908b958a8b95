// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/os_random.h"
#include "base/thread_pool.h"
#include "publish/guard_scan_internal.h"

namespace privet::detail {
namespace {

// Distinct texts of one column, found by hash, kept in order of appearance.
class Texts {
 public:
  std::uint32_t number(std::string_view text) {
    if (2 * (texts_.size() + 1) > slots_.size()) grow();
    const std::uint32_t wanted = hash(text);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = wanted & mask;
    for (; slots_[at].number != 0; at = (at + 1) & mask) {
      if (slots_[at].hash == wanted && texts_[slots_[at].number - 1] == text) {
        return slots_[at].number - 1;
      }
    }
    texts_.emplace_back(text);
    slots_[at] = {wanted, static_cast<std::uint32_t>(texts_.size())};
    return slots_[at].number - 1;
  }
  [[nodiscard]] std::vector<std::string>& texts() { return texts_; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t number = 0;  // index + 1, 0 empty
  };

  // Eight bytes at a time. Keyed by fresh randomness: somebody who fills a column cannot choose
  // values that collide.
  [[nodiscard]] std::uint32_t hash(std::string_view text) const {
    std::uint64_t h = seed_ ^ text.size();
    for (; text.size() >= 8; text.remove_prefix(8)) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data(), 8);
      h = mixed(h ^ word);
    }
    std::uint64_t last = 0;
    for (const char c : text) last = last << 8U | static_cast<unsigned char>(c);
    h = mixed(h ^ last);
    return static_cast<std::uint32_t>(h >> 32U);
  }
  [[nodiscard]] std::uint64_t mixed(std::uint64_t h) const {
    h = (h ^ (h >> 32U)) * (seed_ | 1U);
    return h ^ (h >> 29U);
  }
  void grow() {
    std::vector<Slot> old(std::max<std::size_t>(64, slots_.size() * 2));
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.number == 0) continue;
      std::size_t at = slot.hash & mask;
      while (slots_[at].number != 0) at = (at + 1) & mask;
      slots_[at] = slot;
    }
  }
  std::vector<std::string> texts_;
  std::vector<Slot> slots_;
  std::uint64_t seed_ = os_random_u64();
};

// Reads one field at a time; remembers whether a record has just ended.
class Fields {
 public:
  Fields(std::string_view bytes, const CsvStyle& style)
      : at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        delimiter_(style.delimiter),
        crlf_(style.crlf) {}

  [[nodiscard]] bool done() const { return at_ == end_; }
  [[nodiscard]] bool record_ended() const { return record_ended_; }
  // What has not been read yet.
  [[nodiscard]] std::string_view rest() const {
    return {at_, static_cast<std::size_t>(end_ - at_)};
  }

  std::string_view next() { return at_ != end_ && *at_ == '"' ? quoted() : plain(); }

 private:
  std::string_view plain() {
    const char* begin = at_;
    while (at_ != end_ && *at_ != delimiter_ && *at_ != '\n') ++at_;
    const char* last = at_;
    if (crlf_ && last != begin && last[-1] == '\r' && at_ != end_ && *at_ == '\n') --last;
    leave();
    return {begin, static_cast<std::size_t>(last - begin)};
  }

  std::string_view quoted() {
    buffer_.clear();
    for (++at_;;) {
      if (at_ == end_) guard_refuses("a quoted field is not closed");
      if (*at_ != '"') {
        buffer_ += *at_++;
      } else if (at_ + 1 != end_ && at_[1] == '"') {
        buffer_ += '"';
        at_ += 2;
      } else {
        break;
      }
    }
    ++at_;
    if (crlf_ && end_ - at_ > 1 && at_[0] == '\r' && at_[1] == '\n') ++at_;
    if (at_ != end_ && *at_ != delimiter_ && *at_ != '\n')
      guard_refuses("text follows a quoted field");
    leave();
    return buffer_;
  }

  void leave() {
    record_ended_ = at_ == end_ || *at_ == '\n';
    if (at_ != end_) ++at_;
  }

  const char* at_;
  const char* end_;
  char delimiter_;
  bool crlf_;
  bool record_ended_ = false;
  std::string buffer_;
};

// Pieces that begin at the start of a record: cut near even places, at the first line end outside
// quotes.
std::vector<std::string_view> pieces(std::string_view bytes, std::size_t count) {
  std::vector<std::string_view> out;
  std::size_t begin = 0;
  std::size_t counted = 0;  // quotes before this place are in `quotes`
  std::size_t quotes = 0;
  for (std::size_t p = 1; p < count; ++p) {
    std::size_t at = std::max(begin, bytes.size() / count * p);
    quotes +=
        static_cast<std::size_t>(std::count(bytes.begin() + static_cast<std::ptrdiff_t>(counted),
                                            bytes.begin() + static_cast<std::ptrdiff_t>(at), '"'));
    while (at < bytes.size() && (bytes[at] != '\n' || quotes % 2 == 1)) {
      if (bytes[at] == '"') ++quotes;
      ++at;
    }
    at = std::min(bytes.size(), at + 1);
    counted = at;
    if (at > begin) out.push_back(bytes.substr(begin, at - begin));
    begin = at;
  }
  if (begin < bytes.size()) out.push_back(bytes.substr(begin));
  return out;
}

struct Piece {
  std::vector<Texts> texts;
  std::vector<std::vector<std::uint32_t>> rows;  // [column][record of the piece]
  std::size_t records = 0;
};

// `reports`: this piece says how far it is. The pieces are as long as each other and are read at
// the same time, so one speaks for all; an observer is called by one thread only.
Piece scan_piece(std::string_view bytes, const CsvStyle& style, std::size_t columns, bool reports,
                 const Run& run) {
  Piece out{std::vector<Texts>(columns), std::vector<std::vector<std::uint32_t>>(columns)};
  Fields fields(bytes, style);
  const auto whole = static_cast<double>(bytes.size());
  while (!fields.done()) {
    if (out.records % 8192 == 0) {
      run.check_cancelled();
      const double left = static_cast<double>(fields.rest().size());
      if (reports) run.progress("checking the release: reading it back", 1 - left / whole);
    }
    for (std::size_t c = 0; c < columns; ++c) {
      out.rows[c].push_back(out.texts[c].number(fields.next()));
      if (fields.record_ended() != (c + 1 == columns))
        guard_refuses("a record has a wrong number of fields");
    }
    ++out.records;
  }
  return out;
}

// Joins the pieces' numberings of one column.
ScannedColumn join(std::vector<Piece>& all, std::size_t column, const Run& run) {
  ScannedColumn out;
  Texts joined;
  for (auto& piece : all) {
    run.check_cancelled();
    std::vector<std::uint32_t> renumber;
    for (const auto& text : piece.texts[column].texts()) renumber.push_back(joined.number(text));
    for (const std::uint32_t local : piece.rows[column]) out.text_of_row.push_back(renumber[local]);
    piece.rows[column] = {};
  }
  out.texts = std::move(joined.texts());
  return out;
}

}  // namespace

void guard_refuses(const std::string& why) {
  throw Error(ErrorCode::Internal,
              fmt::format("the guard refused the release: {}; nothing was written", why));
}

Scan scan_release(std::string_view bytes, const CsvStyle& style, std::size_t columns,
                  const Run& run) {
  Scan out;
  if (style.bom) {
    if (!bytes.starts_with("\xEF\xBB\xBF")) guard_refuses("the byte order mark is gone");
    bytes.remove_prefix(3);
  }
  if (style.header) {
    Fields fields(bytes, style);
    for (std::size_t c = 0; c < columns; ++c) {
      const std::string_view field = fields.next();
      out.header.emplace_back(field);
      if (fields.record_ended() != (c + 1 == columns))
        guard_refuses("the header has a wrong number of fields");
    }
    bytes = fields.rest();
  }
  const auto parts = pieces(bytes, run.pool().size());
  std::vector<Piece> scanned(parts.size());
  const auto caller = std::this_thread::get_id();
  run.pool().parallel_for(parts.size(), [&](std::size_t p) {
    const bool reports = std::this_thread::get_id() == caller;
    scanned[p] = scan_piece(parts[p], style, columns, reports, run);
  });
  for (const auto& piece : scanned) out.records += piece.records;
  out.columns.resize(columns);
  run.pool().parallel_for(columns, [&](std::size_t c) { out.columns[c] = join(scanned, c, run); });
  return out;
}

}  // namespace privet::detail
