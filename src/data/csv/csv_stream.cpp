// SPDX-License-Identifier: Apache-2.0
#include "data/csv/csv_stream.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/error.h"
#include "data/csv/csv_frame_internal.h"
#include "data/csv/csv_header_internal.h"
#include "data/csv/csv_records_internal.h"
#include "data/encoding.h"
#include "data/file_bytes.h"
#include "data/foreign_file.h"

namespace privet {

// The bytes of a file or pipe, unpacked if they are gzip.
class CsvStream::Bytes {
 public:
  Bytes(const std::string& path, std::string name, const Run& run)
      : name_(std::move(name)), run_(run) {
    fd_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd_ < 0) refuse(std::strerror(errno));
    packed_.resize(std::size_t{1} << 16U);
    // A pipe may give one byte at a time, and two bytes show whether it is gzip.
    while (have_ < 2 && pull()) continue;
    if (is_gzip(std::string_view(packed_).substr(0, have_))) {
      inflating_.emplace();
      if (inflateInit2(&*inflating_, 15 + 16) != Z_OK) refuse("out of memory");
    }
  }
  ~Bytes() {
    if (inflating_) inflateEnd(&*inflating_);
    if (fd_ >= 0) ::close(fd_);
  }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  // Appends up to `count` bytes; false at the end.
  bool read(std::string& out, std::size_t count) {
    if (inflating_) return inflate_some(out, count);
    if (have_ == 0 && !pull()) return false;
    const std::size_t taken = std::min(count, have_);
    out.append(packed_, at_, taken);
    consume(taken);
    return true;
  }

 private:
  [[noreturn]] void refuse(const char* what) const {
    throw Error(ErrorCode::Input, fmt::format("cannot be read: {}", what), {.file = name_});
  }
  void consume(std::size_t count) {
    at_ += count;
    have_ -= count;
    if (have_ == 0) at_ = 0;
  }
  // Adds what the file gives next behind what is there; false at the end.
  bool pull() {
    for (;;) {
      run_.check_cancelled();
      const ssize_t got = ::read(fd_, packed_.data() + at_ + have_, packed_.size() - at_ - have_);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) refuse(std::strerror(errno));
      have_ += static_cast<std::size_t>(got);
      return got > 0;
    }
  }
  bool inflate_some(std::string& out, std::size_t count) {
    const std::size_t before = out.size();
    out.resize(before + count);
    std::size_t made = 0;
    while (made == 0) {
      if (have_ == 0 && !pull()) {
        if (!member_done_) refuse("the gzip data ends too early");
        break;
      }
      if (member_done_) inflateReset(&*inflating_);  // gzip files may be joined
      inflating_->next_in = reinterpret_cast<Bytef*>(packed_.data() + at_);
      inflating_->avail_in = static_cast<uInt>(have_);
      inflating_->next_out = reinterpret_cast<Bytef*>(out.data() + before);
      inflating_->avail_out = static_cast<uInt>(count);
      const int status = ::inflate(&*inflating_, Z_NO_FLUSH);
      if (status != Z_OK && status != Z_STREAM_END) refuse("the gzip data is broken");
      member_done_ = status == Z_STREAM_END;
      consume(have_ - inflating_->avail_in);
      made = count - inflating_->avail_out;
    }
    out.resize(before + made);
    return made > 0;
  }

  std::string name_;
  const Run& run_;
  int fd_ = -1;
  std::string packed_;
  std::size_t at_ = 0;
  std::size_t have_ = 0;
  std::optional<z_stream> inflating_;
  bool member_done_ = false;
};

// Blocks of whole records, and the records in them.
class CsvStream::Blocks {
 public:
  Blocks(const std::string& path, const std::string& name, const CsvOptions& options,
         const Run& run, std::size_t block_bytes)
      : name_(name), bytes_(path, name, run), block_(block_bytes) {
    constexpr std::size_t kJudged = (std::size_t{1} << 16U) + 1;
    if (options.skip_last_lines > 0) {
      throw Error(ErrorCode::Usage,
                  "a stream is read once, and its end is not known before it comes; name a file",
                  {.parameter = "--skip-last-lines"});
    }
    while (buffer_.size() < std::max(block_, kJudged) && more(kJudged)) continue;
    refuse_foreign(buffer_, name_);
    choose_encoding(options, run);
    cr_ = detail::ends_lines_with_cr(buffer_);
    if (cr_) {
      run.warn(detail::cr_warning(name_));
      std::replace(buffer_.begin(), buffer_.end(), '\r', '\n');
    }
    detail::CsvFrame frame;
    frame.table = std::string_view(buffer_).substr(done_);
    detail::skip_start(options, name_, frame);
    lines_before_ = start_ = frame.lines_before;
    done_ = buffer_.size() - frame.table.size();
    const auto given = options.delimiter ? options.delimiter : frame.delimiter;
    delimiter_ = given ? *given : detail::sniff_delimiter(frame.table);
    const std::string_view start = ended_ ? detail::without_blank_end(frame.table) : frame.table;
    if (options.header) title_ = detail::title_lines(start, given);
    end_ = done_;
  }

  // The next record; false at the end.
  bool next(std::vector<std::string>& fields) {
    while (!records_ || records_->position() == end_ - done_) {
      if (!next_block()) return false;
    }
    const std::size_t begin = records_->position();
    try {
      records_->next(fields);
    } catch (const Error& error) {
      Place place = error.place();
      place.line += lines_before_;
      throw Error(error.code(), error.message(), place);
    }
    const std::string_view raw =
        std::string_view(buffer_).substr(done_ + begin, records_->position() - begin);
    blank_ = raw == "\n" || raw == "\r\n";
    return true;
  }
  [[nodiscard]] std::size_t line() const { return lines_before_ + records_->line(); }
  [[nodiscard]] bool blank() const { return blank_; }
  // Throws if the header that was read looks like a title above it.
  void look_for_title() const {
    if (title_) detail::refuse_title(*title_, start_, name_);
  }

 private:
  // By the first block; what is in the buffer then becomes UTF-8.
  void choose_encoding(const CsvOptions& options, const Run& run) {
    constexpr std::size_t kLongestCharacter = 4;
    std::string_view judged = buffer_;
    if (!ended_ && judged.size() > kLongestCharacter) judged.remove_suffix(judged.size() % 2 + 2);
    // A character cut in two at the end is not a broken one.
    while (!ended_ && !judged.empty() && static_cast<unsigned char>(judged.back()) >= 0x80) {
      judged.remove_suffix(1);
    }
    const DetectedEncoding found = detect_encoding(judged);
    encoding_ = options.encoding.value_or(found.encoding);
    if (encoding_ == Encoding::Utf8) {
      done_ = found.encoding == Encoding::Utf8 ? found.mark : 0;
      return;
    }
    raw_ = std::exchange(buffer_, {});
    if (found.encoding == encoding_) raw_.erase(0, found.mark);
    convert();
    if (options.encoding) return;
    run.warn(fmt::format("{}: read as {}, judged by its beginning (--encoding says otherwise)",
                         name_, encoding_name(encoding_)));
  }

  // Takes over what is whole of the raw bytes.
  void convert() {
    std::size_t whole = raw_.size();
    if (encoding_ != Encoding::Latin1 && encoding_ != Encoding::Windows1252 && !ended_) {
      whole -= whole % 2;
      const std::size_t high = encoding_ == Encoding::Utf16le ? 1 : 2;
      const bool cut =
          whole >= 2 && (static_cast<unsigned char>(raw_[whole - high]) & 0xFCU) == 0xD8U;
      if (cut) whole -= 2;
    }
    buffer_ += to_utf8(std::string_view(raw_).substr(0, whole), encoding_, name_);
    raw_.erase(0, whole);
  }

  bool more(std::size_t count) {
    if (ended_) return false;
    const auto had = static_cast<std::ptrdiff_t>(buffer_.size());
    if (encoding_ == Encoding::Utf8) {
      ended_ = !bytes_.read(buffer_, count);
    } else {
      ended_ = !bytes_.read(raw_, count);
      convert();
    }
    if (cr_) std::replace(buffer_.begin() + had, buffer_.end(), '\r', '\n');
    return !ended_;
  }

  bool next_block() {
    const auto block = std::string_view(buffer_).substr(done_, end_ - done_);
    lines_before_ += static_cast<std::size_t>(std::count(block.begin(), block.end(), '\n'));
    records_.reset();
    buffer_.erase(0, end_);
    done_ = end_ = 0;
    // Twice as much each time, so that a long record is not scanned again and again for its end.
    for (std::size_t wanted = block_;; wanted *= 2) {
      if (wanted > kLongest) {
        throw Error(ErrorCode::Input, "a record of more than 256 MiB; is a quote never closed?",
                    {.file = name_, .line = lines_before_ + 1});
      }
      while (buffer_.size() < wanted && more(wanted - buffer_.size())) continue;
      end_ = ended_ ? buffer_.size() : whole_records();
      if (end_ > 0) break;
      if (ended_) return false;
    }
    records_.emplace(std::string_view(buffer_).substr(0, end_), name_, delimiter_);
    return true;
  }

  // Where the last record that is all in the buffer ends: after a line feed outside quotes, which
  // open only at the start of a field.
  [[nodiscard]] std::size_t whole_records() const {
    std::size_t end = 0;
    bool quoted = false;
    bool fresh = true;
    for (std::size_t i = 0; i < buffer_.size(); ++i) {
      const char c = buffer_[i];
      if (quoted) {
        if (c == '"') {
          // A doubled quote closes and opens again.
          quoted = false;
          fresh = i + 1 < buffer_.size() && buffer_[i + 1] == '"';
        }
      } else if (c == '"' && fresh) {
        quoted = true;
      } else {
        fresh = c == delimiter_ || c == '\n';
        if (c == '\n') end = i + 1;
      }
    }
    return end;
  }

  static constexpr std::size_t kLongest = std::size_t{1} << 28U;
  std::string name_;
  Bytes bytes_;
  std::size_t block_;
  char delimiter_ = ',';
  std::string buffer_;
  std::size_t done_ = 0;  // the block is buffer_[done_, end_)
  std::size_t end_ = 0;
  bool ended_ = false;
  bool blank_ = false;
  bool cr_ = false;  // its lines end with CR alone; those in the buffer end with LF
  std::size_t lines_before_ = 0;
  std::size_t start_ = 0;             // lines above the table
  std::optional<std::size_t> title_;  // lines of a title that was not skipped
  Encoding encoding_ = Encoding::Utf8;
  std::string raw_;  // bytes in another encoding that are not in the buffer yet
  std::optional<detail::CsvRecords> records_;
};

CsvStream::CsvStream(const std::string& path, const CsvOptions& options, const Run& run,
                     std::size_t block_bytes)
    : name_(path == "-" ? "standard input" : path),
      header_(options.header),
      blocks_(std::make_unique<Blocks>(path, name_, options, run, block_bytes)) {
  read_header(options.header);
}

CsvStream::~CsvStream() = default;

void CsvStream::read_header(bool header) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorCode::Input, what, {.file = name_});
  };
  const bool found = blocks_->next(names_);
  const std::size_t line = found ? blocks_->line() : 0;
  const bool blank = found && blocks_->blank();
  if (blank) holding_ = next_checked(held_);  // blank lines alone are neither header nor record
  if (!found || (blank && !holding_))
    refuse(
        "the file is empty; a table has a line with the names of its columns and records below it");
  if (!header) {
    if (blank) {
      ++blank_;
    } else {
      held_ = names_;
      holding_ = true;
    }
    detail::number_names(names_);
    return;
  }
  const bool unnamed = std::any_of(names_.begin(), names_.end(),
                                   [](const std::string& name) { return name.empty(); });
  if (unnamed || names_.size() == 1) blocks_->look_for_title();
  detail::check_names(names_, {.file = name_, .line = line});
  holding_ = next_checked(held_);
  if (!holding_) refuse("there is a header but no record");
}

void CsvStream::refuse_count(std::size_t count, std::size_t line) const {
  if (count > names_.size()) blocks_->look_for_title();
  throw Error(ErrorCode::Input,
              fmt::format("this record has {} field{}, the {} has {}", count, count == 1 ? "" : "s",
                          header_ ? "header" : "first record", names_.size()),
              {.file = name_, .line = line});
}

// Reads the next record that is not a blank line, counting those before it. Blank lines are records
// of one field; only at the end of the file do they not count.
bool CsvStream::next_checked(std::vector<std::string>& fields) {
  std::size_t blank_at = 0;
  const auto check_blank = [&] {
    if (blank_ > 0 && names_.size() != 1) refuse_count(1, blank_at);
  };
  for (;;) {
    try {
      if (!blocks_->next(fields)) break;
    } catch (const Error& error) {
      if (error.code() == ErrorCode::Input)
        check_blank();  // the first fault of the file is reported
      throw;
    }
    if (!blocks_->blank()) {
      check_blank();
      if (fields.size() != names_.size()) refuse_count(fields.size(), blocks_->line());
      return true;
    }
    if (blank_ == 0) blank_at = blocks_->line();
    ++blank_;
  }
  blank_ = 0;
  return false;
}

bool CsvStream::next(std::vector<std::string>& fields) {
  if (!holding_) holding_ = next_checked(held_);
  if (!holding_) return false;
  if (blank_ > 0) {
    --blank_;
    fields.assign(1, std::string());
    return true;
  }
  std::swap(fields, held_);
  holding_ = false;
  return true;
}

}  // namespace privet
