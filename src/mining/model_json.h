// SPDX-License-Identifier: Apache-2.0
// The envelope of every model file: {"format":"privet-model","version":1,"kind":...,"model":...}.
// See docs/format/model.md. Numbers are written with the digits that read back to the same double.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_stream.h"

namespace privet::mining {

inline constexpr int kModelVersion = 1;

// Throws Error{Input} for a text that is not UTF-8, which JSON cannot carry.
void check_model_texts(const Json& model);
[[nodiscard]] std::string wrap_model(std::string_view kind, const Json& model);
// The same piece by piece; `write` gives the members of the model, in the order of their keys.
// Texts are to be checked first.
void stream_model(std::string_view kind, const Sink& sink,
                  const std::function<void(JsonStream&)>& write);
// Checks the envelope and returns what is inside. `file` names the place in errors. Throws
// Error{Input} for text that is not JSON, another format, another version or another kind.
[[nodiscard]] Json unwrap_model(std::string_view text, std::string_view kind,
                                const std::string& file);
// The kind of the model in a file ("tree", "bayes", ...), after the same checks.
[[nodiscard]] std::string model_kind(std::string_view text, const std::string& file);

[[noreturn]] void bad_model(const std::string& file, std::string_view why);
// Runs a reader of the model's fields and turns what the JSON library complains about (a field
// missing or of the wrong type), and any Error that names no file, into Error{Input} of this file.
void read_fields(const std::string& file, const std::function<void()>& read);

}  // namespace privet::mining
