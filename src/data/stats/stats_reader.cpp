// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/error.h"
#include "data/stats/stats_reader_internal.h"

namespace privet::detail {

// libreadstat is C: nothing may be thrown through it.
struct StatsHandlers {
  template <typename Work>
  static int guarded(void* reader, const Work& work) {
    auto& self = *static_cast<StatsReader*>(reader);
    try {
      work(self);
      return READSTAT_HANDLER_OK;
    } catch (...) {
      self.thrown_ = std::current_exception();
      return READSTAT_HANDLER_ABORT;
    }
  }
  static int metadata(readstat_metadata_t* metadata, void* reader) {
    return guarded(reader, [&](StatsReader& self) { self.note_metadata(metadata); });
  }
  static int variable(int /*index*/, readstat_variable_t* variable, const char* labels,
                      void* reader) {
    return guarded(reader, [&](StatsReader& self) { self.add_variable(variable, labels); });
  }
  static int value(int /*record*/, readstat_variable_t* variable, readstat_value_t value,
                   void* reader) {
    return guarded(reader, [&](StatsReader& self) { self.add_value(variable, value); });
  }
  static int label(const char* set, readstat_value_t value, const char* label, void* reader) {
    return guarded(reader, [&](StatsReader& self) { self.add_label(set, value, label); });
  }

  static int open(const char* /*path*/, void* reader) {
    static_cast<StatsReader*>(reader)->at_ = 0;
    return 0;
  }
  static int close(void* /*reader*/) { return 0; }
  static readstat_off_t seek(readstat_off_t offset, readstat_io_flags_t whence, void* reader) {
    auto& self = *static_cast<StatsReader*>(reader);
    const auto size = static_cast<readstat_off_t>(self.bytes_.size());
    readstat_off_t from = 0;
    if (whence == READSTAT_SEEK_CUR) from = static_cast<readstat_off_t>(self.at_);
    if (whence == READSTAT_SEEK_END) from = size;
    readstat_off_t to = 0;
    if (__builtin_add_overflow(from, offset, &to) || to < 0 || to > size) return -1;
    self.at_ = static_cast<std::size_t>(to);
    return to;
  }
  static ssize_t read(void* buffer, std::size_t count, void* reader) {
    auto& self = *static_cast<StatsReader*>(reader);
    const std::size_t some = std::min(count, self.bytes_.size() - self.at_);
    if (some > 0) std::memcpy(buffer, self.bytes_.data() + self.at_, some);
    self.at_ += some;
    return static_cast<ssize_t>(some);
  }
  static readstat_error_t update(long /*size*/, readstat_progress_handler /*handler*/,
                                 void* /*user*/, void* /*reader*/) {
    return READSTAT_OK;
  }
};

namespace {

// The most that compression can make of a byte: a row of SPSS takes a bit per value, deflated.
constexpr std::size_t kCellsPerByte = 1100;
constexpr std::size_t kCellsAlways = 1'000'000;

struct FreeParser {
  void operator()(readstat_parser_t* parser) const { ::readstat_parser_free(parser); }
};

const char* encoding_for_iconv(Encoding encoding) {
  switch (encoding) {
    case Encoding::Latin1:
      return "ISO-8859-1";
    case Encoding::Windows1252:
      return "WINDOWS-1252";
    default:
      return "UTF-8";
  }
}

}  // namespace

void StatsReader::refuse(const std::string& what) const {
  throw Error(ErrorCode::Input, what, {.file = file_});
}

void StatsReader::fail(readstat_error_t error) const {
  const std::string_view words = ::readstat_error_message(error);
  if (error == READSTAT_ERROR_CONVERT || error == READSTAT_ERROR_CONVERT_BAD_STRING ||
      error == READSTAT_ERROR_UNSUPPORTED_CHARSET) {
    refuse(
        fmt::format("the texts of this {} are not in the encoding that it says; name it with "
                    "--encoding",
                    stats_form_name(form_)));
  }
  if (error == READSTAT_ERROR_UNSUPPORTED_COMPRESSION ||
      error == READSTAT_ERROR_UNSUPPORTED_FILE_FORMAT_VERSION) {
    refuse(
        fmt::format("this kind of {} is not known ({}); save it again in another version, or as "
                    "CSV",
                    stats_form_name(form_), words));
  }
  refuse(
      fmt::format("this {} is damaged or not complete ({}); fetch it again, or save it again in "
                  "the program that made it",
                  stats_form_name(form_), words));
}

void StatsReader::note_metadata(readstat_metadata_t* metadata) const {
  const auto rows = static_cast<std::int64_t>(::readstat_get_row_count(metadata));
  const auto variables = static_cast<std::int64_t>(::readstat_get_var_count(metadata));
  if (rows <= 0 || variables <= 0) return;
  const auto cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(variables);
  if (cells > kCellsAlways && cells / kCellsPerByte > bytes_.size()) {
    refuse(
        fmt::format("this {} says that it has {} records of {} variables, which a file of {} "
                    "bytes cannot hold",
                    stats_form_name(form_), rows, variables, bytes_.size()));
  }
}

void StatsReader::add_variable(const readstat_variable_t* variable, const char* label_set) {
  StatsVariable one;
  const char* name = ::readstat_variable_get_name(variable);
  if (name != nullptr) one.name = name;  // otherwise the name is missed when the table is made
  if (label_set != nullptr) one.label_set.assign(label_set, ::strnlen(label_set, set_name_limit()));
  const char* format = ::readstat_variable_get_format(variable);
  const bool number = ::readstat_variable_get_type_class(variable) == READSTAT_TYPE_CLASS_NUMERIC;
  if (format != nullptr && number) one.format = display_format(form_, format);
  if (one.format.kind == DisplayFormat::Kind::LeapSeconds) {
    run_.warn(
        fmt::format("{}: column {} holds times that count leap seconds (%tC); they are read "
                    "as the numbers they are",
                    file_, quote_for_message(one.name)));
  }
  variables_.push_back(std::move(one));
}

// In a broken file of Stata libreadstat hands over names of label sets without the zero behind
// them: they end with the room that such a file has for one.
std::size_t StatsReader::set_name_limit() const {
  constexpr std::size_t kAny = 256;
  if (form_ != StatsForm::Dta) return kAny;
  unsigned version = static_cast<unsigned char>(bytes_[0]);
  constexpr std::string_view kRelease = "<release>";
  const auto at = bytes_.substr(0, 200).find(kRelease);
  if (at != std::string_view::npos && version == '<') {
    const std::string_view digits = bytes_.substr(at + kRelease.size(), 3);
    version = 0;
    (void)std::from_chars(digits.data(), digits.data() + digits.size(), version);
  }
  return version >= 118 ? 129 : version >= 110 ? 33 : 9;
}

double StatsReader::number_of(readstat_value_t value) const {
  if (::readstat_value_type(value) != READSTAT_TYPE_FLOAT) return ::readstat_double_value(value);
  // The shortest decimal of a short float: 0.1 and not 0.10000000149011612.
  const std::string text = fmt::format("{}", ::readstat_float_value(value));
  double out = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), out);
  return problem == std::errc() ? out : ::readstat_double_value(value);
}

void StatsReader::add_missing_code(StatsVariable& to, const std::string& code) const {
  ++to.missing_codes[code];
  options_.missing_codes == MissingCodes::Values ? to.values.add_text(code)
                                                 : to.values.add_missing();
}

void StatsReader::add_value(readstat_variable_t* variable, readstat_value_t value) {
  const auto index = static_cast<std::size_t>(::readstat_variable_get_index(variable));
  if (index >= variables_.size()) refuse("a value of a variable that is not there was found");
  if (++cells_ % 16384 == 0) {
    run_.check_cancelled();
    if (cells_ > kCellsAlways && cells_ / kCellsPerByte > bytes_.size()) {
      refuse("it holds more values than a file of its size can");
    }
  }
  StatsVariable& to = variables_[index];
  if (::readstat_value_is_tagged_missing(value) != 0) {
    add_missing_code(to, std::string(".") + ::readstat_value_tag(value));
  } else if (::readstat_value_is_system_missing(value) != 0) {
    to.values.add_missing();
  } else if (::readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
    const char* text = ::readstat_string_value(value);
    text == nullptr || *text == '\0' ? to.values.add_missing() : to.values.add_text(text);
  } else {
    const double number = number_of(value);
    if (number - number != 0) {
      to.values.add_missing();
    } else if (::readstat_value_is_defined_missing(value, variable) != 0) {
      add_missing_code(to, number_text(number));
    } else {
      add_displayed(to.values, number, to.format);
    }
  }
}

void StatsReader::add_label(const char* label_set, readstat_value_t value, const char* label) {
  if (label_set == nullptr || label == nullptr) return;
  std::string code;
  if (::readstat_value_is_tagged_missing(value) != 0) {
    code = std::string(".") + ::readstat_value_tag(value);
  } else if (::readstat_value_type_class(value) == READSTAT_TYPE_CLASS_STRING) {
    const char* text = ::readstat_string_value(value);
    code = text == nullptr ? "" : text;
  } else {
    code = number_text(number_of(value));
  }
  labels_[label_set][code] = label;
}

void StatsReader::read() {
  const std::unique_ptr<readstat_parser_t, FreeParser> parser(::readstat_parser_init());
  if (!parser) refuse("cannot be opened: out of memory");
  readstat_parser_t* p = parser.get();
  ::readstat_set_metadata_handler(p, StatsHandlers::metadata);
  ::readstat_set_variable_handler(p, StatsHandlers::variable);
  ::readstat_set_value_handler(p, StatsHandlers::value);
  ::readstat_set_value_label_handler(p, StatsHandlers::label);
  ::readstat_set_open_handler(p, StatsHandlers::open);
  ::readstat_set_close_handler(p, StatsHandlers::close);
  ::readstat_set_seek_handler(p, StatsHandlers::seek);
  ::readstat_set_read_handler(p, StatsHandlers::read);
  ::readstat_set_update_handler(p, StatsHandlers::update);
  ::readstat_set_io_ctx(p, this);
  if (options_.encoding) {
    ::readstat_set_file_character_encoding(p, encoding_for_iconv(*options_.encoding));
  }
  const auto parse = form_ == StatsForm::Sav   ? ::readstat_parse_sav
                     : form_ == StatsForm::Dta ? ::readstat_parse_dta
                                               : ::readstat_parse_sas7bdat;
  const readstat_error_t error = parse(p, file_.c_str(), this);
  if (thrown_) std::rethrow_exception(thrown_);
  if (error != READSTAT_OK) fail(error);
}

}  // namespace privet::detail
