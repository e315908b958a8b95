// SPDX-License-Identifier: Apache-2.0
// The pages a browser remembers: Firefox's places.sqlite and the History file of Chromium and its
// relatives.
// Idea: a running browser keeps its file locked, so a private copy (with its write-ahead log) is
// read and removed. A page is its title and the words of its address.
// Cost: linear in the pages; the copy needs room in the folder for temporary files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/run.h"
#include "profile/sources/document.h"

namespace privet::profile {

// Whether bytes begin as an SQLite file does.
[[nodiscard]] bool is_sqlite(std::string_view bytes);

// One document a page that was visited; returns how many. Throws Error{Input} for a file that is
// no history of either kind.
std::size_t read_browser_history(const std::string& path, const DocumentSink& sink, const Run& run);

// "https://www.example.org/search-engines/howto.html?q=x" -> "example search engines howto".
[[nodiscard]] std::string address_words(std::string_view url);

}  // namespace privet::profile
