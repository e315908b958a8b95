// SPDX-License-Identifier: Apache-2.0
// Which text of the original each text of an encoded column stands for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "custody/coding/coding.h"
#include "data/table.h"

namespace privet::custody {

class Translation {
 public:
  // `encoded` is `original` under the coding of this column; all three must outlive this.
  Translation(const ColumnCoding& coding, const Column& original, const Column& encoded);

  // The code, in the original column, of an encoded text; empty if the text does not occur. Numbers
  // are found by value, so 2.50 is 2.5. Of several texts with one number it is the first.
  [[nodiscard]] std::optional<ValueId> original_code(std::string_view encoded_text) const;
  [[nodiscard]] std::string_view original_text(ValueId code) const {
    return original_.dictionary.text(code);
  }
  // The original's code for each code of the encoded column; kNoValue where no row has it.
  [[nodiscard]] const std::vector<ValueId>& codes() const { return codes_; }

 private:
  const Column& original_;
  const Column& encoded_;
  std::vector<ValueId> codes_;
};

}  // namespace privet::custody
