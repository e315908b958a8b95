// SPDX-License-Identifier: Apache-2.0
// Variables that code books name by numbers.
// Idea: EU-SILC names its variables by the file they lie in (D, R: registers of households and
// persons; H, P: their answers), a letter of the subject, and a number: RB090 is the sex, DB040 the
// region, every PY and HY is an income. DHS surveys number theirs: HV009, V012. NHANES begins with
// the questionnaire or the laboratory: SMQ020, LBXTC.
#pragma once

#include <string_view>

namespace privet::roles {

// The word of the dictionary that the variable stands for ("sex"), or none. `name` is in lower
// case.
[[nodiscard]] std::string_view code_book_word(std::string_view name);

// The word that a part of a name stands for by how it begins or ends, with a few letters of the
// code book beside it: "dmdborn" is birth. None for other parts.
[[nodiscard]] std::string_view stem_word(std::string_view part);

}  // namespace privet::roles
