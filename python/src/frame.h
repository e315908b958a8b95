// SPDX-License-Identifier: Apache-2.0
// From columns of numpy to a table in memory, and back.
// Idea: a DataFrame means what the CSV file that DataFrame.to_csv writes of it would mean. Each
// column becomes its distinct texts and a code for each record, straight from the array's memory:
// whole numbers by a table of their range or by hashing, objects by the hash that Python keeps of
// every string. Only distinct values are ever turned into text.
// Cost: about 10 ns per cell; 4 bytes per cell and the distinct texts.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/memory_input.h"

namespace privet::python {

// The columns of a table, added one by one.
class FrameBuilder {
 public:
  explicit FrameBuilder(std::size_t rows) { table_.rows = rows; }

  // `missing`, if it is not None, marks the records whose value is not known.
  void add_whole(const std::string& name, const pybind11::array_t<std::int64_t>& values,
                 const pybind11::object& missing);
  void add_real(const std::string& name, const pybind11::array_t<double>& values);
  // float32: its values have shorter texts than the same numbers as float64.
  void add_single(const std::string& name, const pybind11::array_t<float>& values);
  // What pandas says of objects: None, NaN, NA and NaT are missing, texts are themselves, and
  // anything else is str(value).
  void add_objects(const std::string& name, const pybind11::array& values);
  // Codes into `texts`; a negative code is a missing value.
  void add_codes(const std::string& name, const pybind11::array_t<std::int64_t>& codes,
                 const pybind11::list& texts);

  [[nodiscard]] std::shared_ptr<MemoryTable> finish();

 private:
  MemoryTable table_;
};

// The cells of a release or another table that a job wrote: a list of (name, texts,
// codes, how many of the texts stand for missing values). `delimiter`: found out if there is none.
[[nodiscard]] pybind11::list columns_of_text(const std::string& bytes,
                                             std::optional<char> delimiter, bool header);

// The same of the bytes of a file in the form that `path` asks for; `names` are those of the
// columns before they were written.
[[nodiscard]] pybind11::list columns_of_form(const std::string& bytes, const std::string& path,
                                             const std::vector<std::string>& names);

// As Python writes a float: the shortest text that is the same number, "1.0", "1e-05".
template <typename Real>
[[nodiscard]] std::string python_real(Real value);

}  // namespace privet::python
