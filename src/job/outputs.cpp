// SPDX-License-Identifier: Apache-2.0
#include "job/outputs.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/same_file.h"
#include "base/with_place.h"
#include "data/foreign_file.h"
#include "data/formats/open_table.h"
#include "data/postgres/postgres_place.h"

namespace privet::job {

void RunFiles::reads(const std::optional<std::string>& path, std::string what) {
  if (path && *path != "-") read_.push_back({*path, std::move(what)});
}

void RunFiles::writes(const std::optional<std::string>& path, std::string what, std::string flag) {
  if (path) written_.push_back({*path, std::move(what), std::move(flag)});
}

void RunFiles::writes_table(const std::optional<std::string>& path, std::string what,
                            std::string flag) {
  if (path) written_.push_back({*path, std::move(what), std::move(flag), true});
}

void RunFiles::check() const {
  for (std::size_t i = 0; i < written_.size(); ++i) {
    const auto& file = written_[i];
    const Place place{.parameter = fmt::format("--{}", file.flag)};
    if (is_postgres(file.path)) {
      if (file.what == "the release" && file.flag == "output") {
        (void)with_place(place, [&] { return parse_postgres_place(file.path); });
      } else {
        throw Error(ErrorCode::Usage,
                    fmt::format("{} cannot be written into a database; name a file", file.what),
                    place);
      }
    }
    const bool known = file.table && table_form(file.path) != TableForm::Csv &&
                       table_form(file.path) != TableForm::Sas7bdat;
    if (const auto form = foreign_name(file.path); form && !known) {
      throw Error(ErrorCode::Usage,
                  fmt::format("{} cannot be written as {}; choose another name, such as {}",
                              file.what, *form,
                              std::filesystem::path(file.path)
                                  .replace_extension(file.flag == "report" ? ".html" : ".csv")
                                  .filename()
                                  .string()),
                  place);
    }
    for (const auto& other : read_) {
      if (!same_file(file.path, other.path)) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("{} would replace {}; name another file", file.what, other.what),
                  place);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!same_file(file.path, written_[j].path)) continue;
      throw Error(ErrorCode::Usage,
                  fmt::format("{} and {} cannot be the same file", file.what, written_[j].what),
                  place);
    }
  }
}

void OutputFiles::add(const std::optional<std::string>& path, std::string_view bytes,
                      AtomicFile::Access access) {
  if (!path) return;
  if (*path == "-") {
    standard_output_ += bytes;
    return;
  }
  auto file = std::make_unique<AtomicFile>(*path, access);
  file->write(bytes);
  outputs_.push_back({std::move(file)});
}

void OutputFiles::add(std::unique_ptr<AtomicFile> file) {
  if (file) outputs_.push_back({std::move(file)});
}

void OutputFiles::add(Release release) {
  standard_output_ += release.bytes();
  outputs_.push_back({nullptr, std::move(release)});
}

void OutputFiles::commit(const Run& run) {
  run.check_cancelled();
  std::size_t done = 0;
  try {
    for (; done < outputs_.size(); ++done) {
      Output& next = outputs_[done];
      next.file ? next.file->commit(AtomicFile::Old::Keep)
                : next.release->commit(AtomicFile::Old::Keep);
    }
  } catch (...) {
    while (done > 0) {
      Output& last = outputs_[--done];
      last.file ? last.file->undo() : last.release->undo();
    }
    outputs_.clear();
    throw;
  }
  outputs_.clear();
}

std::optional<std::string> given_text(const Settings& settings, std::string_view name) {
  if (!settings.given(name)) return std::nullopt;
  return settings.text(name);
}

}  // namespace privet::job
