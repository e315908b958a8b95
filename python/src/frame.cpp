// SPDX-License-Identifier: Apache-2.0
#include "python/src/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"
#include "data/formats/open_table.h"
#include "python/src/call.h"
#include "python/src/value_codes.h"

namespace py = pybind11;

namespace privet::python {
namespace {

MemoryColumn& new_column(MemoryTable& table, const std::string& name, py::ssize_t size) {
  PRIVET_CHECK(static_cast<std::size_t>(size) == table.rows);
  MemoryColumn& out = table.columns.emplace_back();
  out.name = name;
  out.codes.resize(table.rows);
  return out;
}

// The least and the largest of the values that are known; none: nothing is.
struct Range {
  std::int64_t least;
  std::int64_t most;
};
std::optional<Range> range_of(const std::int64_t* values, const bool* missing, std::size_t rows) {
  std::optional<Range> out;
  for (std::size_t r = 0; r < rows; ++r) {
    if (missing != nullptr && missing[r]) continue;
    if (!out) out = Range{values[r], values[r]};
    out->least = std::min(out->least, values[r]);
    out->most = std::max(out->most, values[r]);
  }
  return out;
}

template <typename Real, typename Word>
void add_reals(MemoryTable& table, const std::string& name, const py::array_t<Real>& values) {
  MemoryColumn& column = new_column(table, name, values.size());
  TextCodes texts(column);
  WordCodes words;
  std::vector<ValueId> codes;
  const auto cells = values.template unchecked<1>();
  for (std::size_t r = 0; r < table.rows; ++r) {
    const Real value = cells(static_cast<py::ssize_t>(r));
    if (std::isnan(value)) {
      column.codes[r] = texts.missing();
      continue;
    }
    bool fresh = false;
    const auto number = words.find_or_add(std::bit_cast<Word>(value), fresh);
    if (fresh) codes.push_back(texts.add(python_real(value)));
    column.codes[r] = codes[number];
  }
}

// Strings of Python, numbered by their own hash, which each keeps once it was asked for. Most
// columns refer to one object again and again, so the same object is looked at before its text.
class StringCodes {
 public:
  explicit StringCodes(TextCodes& texts) : texts_(texts), slots_(kFirst), mask_(kFirst - 1) {}

  // The number of this string. Throws what Python raised for one that is not Unicode.
  ValueId find_or_add(PyObject* string) {
    const auto hash = static_cast<std::size_t>(PyObject_Hash(string));
    std::size_t at = hash & mask_;
    for (; slots_[at].string != nullptr; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.string == string) return slot.code;
      if (slot.hash == hash && PyUnicode_Compare(slot.string, string) == 0) return slot.code;
    }
    Py_ssize_t size = 0;
    const char* bytes = PyUnicode_AsUTF8AndSize(string, &size);
    if (bytes == nullptr) throw py::error_already_set();
    const ValueId code = size == 0 ? texts_.missing()
                                   : texts_.add(std::string(bytes, static_cast<std::size_t>(size)));
    slots_[at] = {string, hash, code};
    if (++count_ * 2 > slots_.size()) grow();
    return code;
  }

 private:
  struct Slot {
    PyObject* string = nullptr;  // borrowed: the array holds it
    std::size_t hash = 0;
    ValueId code = {};
  };
  static constexpr std::size_t kFirst = 1024;

  void grow() {
    std::vector<Slot> old(slots_.size() * 4);
    old.swap(slots_);
    mask_ = slots_.size() - 1;
    for (const Slot& slot : old) {
      if (slot.string == nullptr) continue;
      std::size_t at = slot.hash & mask_;
      while (slots_[at].string != nullptr) at = (at + 1) & mask_;
      slots_[at] = slot;
    }
  }

  TextCodes& texts_;
  std::vector<Slot> slots_;
  std::size_t mask_;
  std::size_t count_ = 0;
};

// What pandas calls missing among objects.
struct MissingObjects {
  py::object na;
  py::object nat;

  MissingObjects() {
    const auto pandas = py::module_::import("pandas");
    na = pandas.attr("NA");
    nat = pandas.attr("NaT");
  }
  [[nodiscard]] bool contains(PyObject* object) const {
    if (object == Py_None || object == na.ptr() || object == nat.ptr()) return true;
    if (!PyFloat_Check(object)) return false;
    return std::isnan(PyFloat_AS_DOUBLE(object));
  }
};

[[noreturn]] void refuse_text(const std::string& name, std::size_t row, const std::string& what) {
  throw Error(ErrorCode::Input, fmt::format("column {}: {}", quote_for_message(name), what),
              {.file = "<DataFrame>", .line = row + 1});
}

}  // namespace

template <typename Real>
std::string python_real(Real value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 64> room{};
  const auto [end, error] =
      std::to_chars(room.data(), room.data() + room.size(), value, std::chars_format::scientific);
  PRIVET_CHECK(error == std::errc());
  const std::string_view text(room.data(), static_cast<std::size_t>(end - room.data()));
  const bool negative = text.front() == '-';
  const std::size_t e = text.find('e');
  std::ptrdiff_t exponent = 0;
  const std::string_view power = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  constexpr std::ptrdiff_t kLeastPower = -4;
  constexpr std::ptrdiff_t kMostPower = 16;
  // C++ and Python write an exponent the same way, with a sign and at least two digits.
  if (exponent < kLeastPower || exponent >= kMostPower) return std::string(text);
  // The digits without their point; all that is written below fits beside them.
  std::array<char, 32> digits{};
  const std::string_view number = text.substr(negative ? 1 : 0, e - (negative ? 1 : 0));
  digits[0] = number[0];
  std::copy(number.begin() + std::min<std::ptrdiff_t>(2, std::ssize(number)), number.end(),
            digits.begin() + 1);
  const auto count = std::max<std::ptrdiff_t>(1, std::ssize(number) - 1);
  std::array<char, 64> out{};
  char* at = out.data();
  if (negative) *at++ = '-';
  if (exponent < 0) {
    *at++ = '0';
    *at++ = '.';
    at = std::fill_n(at, -exponent - 1, '0');
    at = std::copy_n(digits.data(), count, at);
  } else {
    const auto whole = std::min(count, exponent + 1);
    at = std::copy_n(digits.data(), whole, at);
    at = std::fill_n(at, exponent + 1 - whole, '0');
    *at++ = '.';
    at = whole < count ? std::copy_n(digits.data() + whole, count - whole, at)
                       : std::fill_n(at, 1, '0');
  }
  return {out.data(), at};
}
template std::string python_real<double>(double value);
template std::string python_real<float>(float value);

void FrameBuilder::add_whole(const std::string& name, const py::array_t<std::int64_t>& values,
                             const py::object& missing) {
  MemoryColumn& column = new_column(table_, name, values.size());
  TextCodes texts(column);
  const auto contiguous = py::array_t<std::int64_t, py::array::c_style>::ensure(values);
  const std::int64_t* cells = contiguous.data();
  py::array_t<bool, py::array::c_style> mask;
  const bool* gone = nullptr;
  if (!missing.is_none()) {
    mask = py::array_t < bool, py::array::c_style | py::array::forcecast > ::ensure(missing);
    PRIVET_CHECK(static_cast<std::size_t>(mask.size()) == table_.rows);
    gone = mask.data();
  }
  const auto range = range_of(cells, gone, table_.rows);
  const auto width =
      range ? static_cast<std::uint64_t>(range->most) - static_cast<std::uint64_t>(range->least)
            : 0;
  if (width < std::max<std::uint64_t>(table_.rows, 1U << 16U)) {
    constexpr ValueId kNone{~0U};
    std::vector<ValueId> of_value(static_cast<std::size_t>(width) + 1, kNone);
    for (std::size_t r = 0; r < table_.rows; ++r) {
      if (gone != nullptr && gone[r]) {
        column.codes[r] = texts.missing();
        continue;
      }
      ValueId& code = of_value[static_cast<std::size_t>(static_cast<std::uint64_t>(cells[r]) -
                                                        static_cast<std::uint64_t>(range->least))];
      if (code == kNone) code = texts.add(fmt::format("{}", cells[r]));
      column.codes[r] = code;
    }
    return;
  }
  WordCodes words;
  std::vector<ValueId> codes;
  for (std::size_t r = 0; r < table_.rows; ++r) {
    if (gone != nullptr && gone[r]) {
      column.codes[r] = texts.missing();
      continue;
    }
    bool fresh = false;
    const auto number = words.find_or_add(static_cast<std::uint64_t>(cells[r]), fresh);
    if (fresh) codes.push_back(texts.add(fmt::format("{}", cells[r])));
    column.codes[r] = codes[number];
  }
}

void FrameBuilder::add_real(const std::string& name, const py::array_t<double>& values) {
  add_reals<double, std::uint64_t>(table_, name, values);
}

void FrameBuilder::add_single(const std::string& name, const py::array_t<float>& values) {
  add_reals<float, std::uint32_t>(table_, name, values);
}

void FrameBuilder::add_objects(const std::string& name, const py::array& values) {
  PRIVET_CHECK(values.dtype().kind() == 'O' && values.ndim() == 1);
  MemoryColumn& column = new_column(table_, name, values.size());
  TextCodes texts(column);
  StringCodes strings(texts);
  const MissingObjects missing;
  py::list shown;  // the texts of what is not a string, while `strings` refers to them
  const auto* at = static_cast<const char*>(values.data());
  const py::ssize_t step = values.size() > 0 ? values.strides(0) : 0;
  for (std::size_t r = 0; r < table_.rows; ++r, at += step) {
    PyObject* object = *reinterpret_cast<PyObject* const*>(at);
    if (object == nullptr) object = Py_None;  // numpy's empty arrays
    if (PyUnicode_CheckExact(object)) {
      try {
        column.codes[r] = strings.find_or_add(object);
      } catch (const py::error_already_set&) {
        refuse_text(name, r, "the text is not Unicode: it has half of a surrogate pair");
      }
    } else if (missing.contains(object)) {
      column.codes[r] = texts.missing();
    } else {
      shown.append(py::str(py::handle(object)));
      column.codes[r] = strings.find_or_add(shown[shown.size() - 1].ptr());
    }
  }
  const auto nul = std::find_if(column.texts.begin(), column.texts.end(), [](const auto& text) {
    return text.find('\0') != std::string::npos;
  });
  if (nul == column.texts.end()) return;
  const auto code = static_cast<ValueId>(nul - column.texts.begin());
  const auto row = std::find(column.codes.begin(), column.codes.end(), code);
  refuse_text(name, static_cast<std::size_t>(row - column.codes.begin()), "there is a NUL byte");
}

void FrameBuilder::add_codes(const std::string& name, const py::array_t<std::int64_t>& codes,
                             const py::list& texts) {
  MemoryColumn& column = new_column(table_, name, codes.size());
  TextCodes known(column);
  std::vector<ValueId> of_code;
  for (const auto& text : texts) of_code.push_back(known.find_or_add(text.cast<std::string>()));
  const auto cells = codes.unchecked<1>();
  for (std::size_t r = 0; r < table_.rows; ++r) {
    const std::int64_t code = cells(static_cast<py::ssize_t>(r));
    column.codes[r] = code < 0 ? known.missing() : of_code.at(static_cast<std::size_t>(code));
  }
}

std::shared_ptr<MemoryTable> FrameBuilder::finish() {
  return std::make_shared<MemoryTable>(std::move(table_));
}

namespace {

// `mark`: whether a text that stands for a missing value (the "?" of ARFF) is one, not a text.
py::list columns_of(const Table& table, bool mark = false) {
  py::list out;
  for (const Column& column : table.all()) {
    py::list texts;
    for (std::size_t v = 0; v < column.dictionary.size(); ++v) {
      const auto text = column.dictionary.text(static_cast<ValueId>(v));
      texts.append(kept_text(mark && v < column.dictionary.missing_count() ? "" : text));
    }
    py::array_t<std::uint32_t> codes(static_cast<py::ssize_t>(column.codes.size()));
    static_assert(sizeof(ValueId) == sizeof(std::uint32_t));
    std::copy(column.codes.begin(), column.codes.end(), codes.mutable_data());
    out.append(
        py::make_tuple(kept_text(column.name), texts, codes, column.dictionary.missing_count()));
  }
  return out;
}

}  // namespace

py::list columns_of_text(const std::string& bytes, std::optional<char> delimiter, bool header) {
  Table table;
  {
    const py::gil_scoped_release released;
    CsvOptions options{.delimiter = delimiter, .header = header};
    options.columns.ask = false;
    table = parse_csv(bytes, "the result", options, Run(nullptr, nullptr, 1)).table;
  }
  return columns_of(table);
}

py::list columns_of_form(const std::string& bytes, const std::string& path,
                         const std::vector<std::string>& names) {
  Table table;
  {
    const py::gil_scoped_release released;
    table = parse_table_bytes(bytes, path, names, Run(nullptr, nullptr, 1));
  }
  return columns_of(table, table_form(path) == TableForm::Arff);
}

}  // namespace privet::python
