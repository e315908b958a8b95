// SPDX-License-Identifier: Apache-2.0
#include "profile/sources/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "data/csv/csv_stream.h"
#include "data/file_bytes.h"
#include "profile/sources/browser_history.h"
#include "profile/sources/charset.h"
#include "profile/sources/mail.h"
#include "profile/sources/markup.h"
#include "profile/words/words.h"

namespace privet::profile {
namespace {

namespace fs = std::filesystem;

enum class Form { Text, Html, Markdown, Mbox, Mail, Table };

Form form_of(const std::string& path) {
  std::string name = fold_case(fs::path(path).filename().string());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const std::string end = fs::path(name).extension().string();
  if (end == ".html" || end == ".htm" || end == ".xhtml") return Form::Html;
  if (end == ".md" || end == ".markdown") return Form::Markdown;
  if (end == ".mbox" || end == ".mbx") return Form::Mbox;
  if (end == ".eml") return Form::Mail;
  if (end == ".csv" || end == ".tsv") return Form::Table;
  return Form::Text;
}

class Reading {
 public:
  Reading(const SourceOptions& options, const DocumentSink& sink, SourceCounts& counts,
          const Run& run)
      : options_(options), sink_(sink), counts_(counts), run_(run) {}

  void source(const std::string& path) {
    std::error_code fault;
    if (fs::is_directory(path, fault)) {
      folder(path);
    } else if (form_of(path) == Form::Table) {
      table(path);
    } else {
      file(path, true);
    }
  }

 private:
  void hand_on(const Document& document) {
    ++counts_.documents;
    sink_(document);
  }

  void folder(const std::string& path) {
    std::vector<std::string> files;
    const auto refuse = [&](const std::error_code& fault) {
      if (!fault) return;
      throw Error(ErrorCode::Input, "the folder cannot be read: " + fault.message(),
                  {.file = path});
    };
    std::error_code fault;
    auto at = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied,
                                               fault);
    refuse(fault);
    for (; at != fs::recursive_directory_iterator(); at.increment(fault)) {
      refuse(fault);
      const bool hidden = at->path().filename().string().starts_with('.');
      const auto status = at->symlink_status(fault);
      if (hidden && fs::is_directory(status)) at.disable_recursion_pending();
      if (!hidden && fs::is_regular_file(status)) files.push_back(at->path().string());
    }
    // The same order on every machine.
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size(); ++i) {
      run_.progress("reading documents",
                    static_cast<double>(i) / static_cast<double>(files.size()));
      try {
        file(files[i], false);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::Input) throw;
        ++counts_.unreadable;
        run_.warn(error.what());
      }
    }
  }

  // `named`: by the user, not found in a folder.
  void file(const std::string& path, bool named) {
    const FileBytes bytes(path, run_);
    const std::string_view view = bytes.view();
    const Form form = form_of(path);
    if (is_sqlite(view) && named) {
      counts_.documents += read_browser_history(path, sink_, run_);
    } else if (form == Form::Mbox || is_mbox(view)) {
      const auto mail =
          read_mbox(view, path, [&](const Document& document) { hand_on(document); }, run_);
      counts_.broken += mail.broken;
    } else if (view.size() > kLargestText) {
      ++counts_.large;
      return;
    } else if (!text_file(path, view, form)) {
      ++counts_.binary;
      return;
    }
    ++counts_.files;
  }

  bool text_file(const std::string& path, std::string_view view, Form form) {
    if (form == Form::Mail) {
      Mail mail = parse_mail(view);
      if (mail.broken) ++counts_.broken;
      hand_on({std::move(mail.subject), path, std::move(mail.text)});
      return true;
    }
    // Profiles of ours that lie among the documents are about them, not of them.
    if (view.starts_with("{\"format\":\"privet ")) return false;
    auto text = file_text(view);
    if (!text) return false;
    Document document{.address = path, .text = {}};
    document.title = fs::path(path).stem().string();
    if (form == Form::Html || form == Form::Markdown) {
      PageText page = form == Form::Html ? html_text(*text) : markdown_text(*text);
      if (!page.title.empty()) document.title = std::move(page.title);
      document.text = std::move(page.text);
    } else {
      document.text = *std::move(text);
    }
    hand_on(document);
    return true;
  }

  void table(const std::string& path) {
    if (options_.text_columns.empty()) {
      throw Error(ErrorCode::Usage,
                  path + " is a table; name its columns of text with --text-column",
                  {.parameter = "--text-column"});
    }
    CsvStream stream(path, {}, run_);
    std::vector<std::size_t> columns;
    for (const auto& name : options_.text_columns) {
      const auto at = std::find(stream.names().begin(), stream.names().end(), name);
      if (at == stream.names().end()) {
        throw Error(ErrorCode::Usage,
                    fmt::format("{} has no column {}; the columns are {}", path,
                                quote_for_message(name), fmt::join(stream.names(), ", ")),
                    {.parameter = "--text-column"});
      }
      columns.push_back(static_cast<std::size_t>(at - stream.names().begin()));
    }
    std::vector<std::string> fields;
    for (std::size_t record = 1; stream.next(fields); ++record) {
      Document document{.address = fmt::format("{}#{}", path, record), .text = {}};
      if (columns.size() > 1) document.title = to_utf8(fields[columns[0]]);
      for (std::size_t i = columns.size() > 1 ? 1 : 0; i < columns.size(); ++i) {
        if (!document.text.empty()) document.text += '\n';
        document.text += to_utf8(fields[columns[i]]);
      }
      hand_on(document);
      if (record % 256 == 0) run_.progress("reading records");
    }
    ++counts_.files;
  }

  const SourceOptions& options_;
  const DocumentSink& sink_;
  SourceCounts& counts_;
  const Run& run_;
};

}  // namespace

void read_source(const std::string& path, const SourceOptions& options, const DocumentSink& sink,
                 SourceCounts& counts, const Run& run) {
  Reading(options, sink, counts, run).source(path);
}

}  // namespace privet::profile
