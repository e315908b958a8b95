// SPDX-License-Identifier: Apache-2.0
#include "python/src/release.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

#include "apps/cli/command.h"
#include "apps/cli/page.h"
#include "apps/cli/passphrase.h"
#include "base/atomic_file.h"
#include "base/error.h"
#include "base/json.h"
#include "crypto/sha256.h"
#include "data/file_bytes.h"
#include "data/formats/open_table.h"
#include "data/postgres/read_postgres.h"
#include "job/input/engine_input.h"
#include "job/release/release_job.h"
#include "python/src/call.h"
#include "python/src/frame.h"
#include "python/src/release_html.h"
#include "report/release/release_view.h"

namespace py = pybind11;

namespace privet::python {
namespace {

struct CheckedRelease {
  ReleaseSummary summary;
  std::string bytes;  // as the guard approved them
  CsvStyle style;     // where they are delimited text
  std::string explained;
  std::vector<std::string> warnings;
  py::object kinds;  // of the columns of the original, for the data; None: not known
};

py::object from_json(const Json& json) {
  return py::module_::import("json").attr("loads")(shown_text(json.dump()));
}

py::object whole_json(const CheckedRelease& release) {
  return from_json(release_json(release.summary, release.warnings));
}

// The members of the JSON that are there.
py::dict members(const CheckedRelease& release, std::initializer_list<const char*> names) {
  const py::dict all = whole_json(release);
  py::dict out;
  for (const char* name : names) {
    if (all.contains(name)) out[name] = all[name];
  }
  return out;
}

void write_file(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

// Whether the bytes are delimited text, packed or not.
bool is_delimited(const CheckedRelease& release) {
  const TableForm form = table_form(release.summary.output);
  return form == TableForm::Csv || form == TableForm::Postgres;
}

std::string unpacked(const CheckedRelease& release) {
  if (!is_gzip(release.bytes)) return release.bytes;
  return gunzip(release.bytes, release.summary.output, Run(nullptr, nullptr, 1));
}

// The columns that the release has.
std::vector<std::string> released_names(const CheckedRelease& release) {
  std::vector<std::string> out;
  for (const auto& column : release.summary.columns) {
    if (column.treatment != "left out") out.push_back(column.name);
  }
  return out;
}

// The release as delimited text, for whoever reads it next.
std::string delimited(const CheckedRelease& release) {
  const std::string bytes = unpacked(release);
  if (is_delimited(release)) return bytes;
  const Run run(nullptr, nullptr, 1);
  return csv_text(parse_table_bytes(bytes, release.summary.output, released_names(release), run),
                  {}, run);
}

void save(const CheckedRelease& release, const std::string& path) {
  const bool csv =
      table_form(path) == TableForm::Csv && !path.ends_with(".gz") && is_delimited(release);
  if (!csv) {
    throw Error(
        ErrorCode::Usage,
        "save() writes the release as CSV, as it was checked; give output= to anonymize for "
        "another form",
        {.file = path});
  }
  write_file(path, unpacked(release));
}

// The file or table that was just written, which must be what the guard approved. A table is
// delimited text here, as it was to the guard.
std::string bytes_of_output(const std::string& output, const std::string& sha256, const Run& run) {
  std::string out;
  if (table_form(output) == TableForm::Postgres) {
    out = csv_text(read_postgres(parse_postgres_place(output), run), {}, run);
  } else {
    std::ifstream in(output, std::ios::binary);
    out.assign(std::istreambuf_iterator<char>(in), {});
  }
  if (crypto::sha256_hex(out) == sha256) return out;
  throw Error(ErrorCode::Output,
              "the release was written there, and another program has changed it since",
              {.file = output});
}

std::string explanation(const ReleaseSummary& summary) {
  const std::string text = search_text(summary.search);
  return text.empty()
             ? fmt::format("There is nothing to explain: {} does not search over levels.\n",
                           summary.method)
             : text;
}

int publish_release(const cli::Invocation& invocation, cli::Console& console,
                    CheckedRelease& release) {
  const Settings& settings = invocation.settings;
  auto options = job::release_options(settings);
  if (std::error_code unknown; std::filesystem::is_fifo(options.output, unknown) ||
                               std::filesystem::is_character_file(options.output, unknown)) {
    throw Error(ErrorCode::Usage, "names a device or a pipe; name a file, or nothing",
                {.parameter = "--output"});
  }
  options.page = cli::page_of(console, release_page);
  options.summary_page = release_summary_page;
  if (options.report == "-" || options.summary == "-") {
    throw Error(ErrorCode::Usage,
                "a page needs the name of a file here; save_report() writes one later too",
                {.parameter = options.report == "-" ? "--report" : "--summary"});
  }
  auto outcome = job::run_release(options, builtin_catalog(),
                                  cli::passphrase_source(settings, console), console.run());
  release.summary = std::move(outcome.summary);
  release.style = outcome.style;
  if (settings.flag("explain")) release.explained = explanation(release.summary);
  release.bytes = options.output == "-"
                      ? std::move(outcome.standard_output)
                      : bytes_of_output(options.output, release.summary.sha256, console.run());
  return 0;
}

// A Release; or what the command says (as call() of the module) of a release that was made and
// judged inside a database, which has no bytes here.
py::object anonymize(const std::vector<std::string>& words, const py::object& progress,
                     const py::object& kinds) {
  std::optional<CheckedRelease> release;
  auto called = call(words, progress, [&](const cli::Invocation& invocation, auto& console) {
    if (job::wants_engine(invocation.settings)) {
      return invocation.command->run(invocation.settings, console);
    }
    release.emplace();
    return publish_release(invocation, console, *release);
  });
  if (!release) return called_tuple(called);
  release->warnings = std::move(called.warnings);
  release->kinds = kinds;
  return py::cast(std::move(*release));
}

// Read from the approved bytes, never from the file, which others may change.
py::object data(const CheckedRelease& release) {
  const auto columns =
      is_delimited(release)
          ? columns_of_text(unpacked(release), release.style.delimiter, release.style.header)
          : columns_of_form(unpacked(release), release.summary.output, released_names(release));
  return py::module_::import("privet._frames").attr("to_frame")(columns, release.kinds);
}

// Stands where Python would allocate an object: Release.__new__ too must not make one, which would
// be memory that no guard ever saw.
PyObject* refuse_new(PyTypeObject* /*type*/, PyObject* /*arguments*/, PyObject* /*keywords*/) {
  PyErr_SetString(PyExc_TypeError,
                  "a Release is made by privet.anonymize alone, after the guard has checked it");
  return nullptr;
}

}  // namespace

void add_release(py::module_& module) {
  py::class_<CheckedRelease> type(
      module, "Release", py::is_final(),
      "A checked release of a table. Made by anonymize() alone: the guard has "
      "recomputed every promise from the finished bytes.");
  reinterpret_cast<PyTypeObject*>(type.ptr())->tp_new = refuse_new;
  type.attr("__module__") = "privet";
  type.def_property_readonly("data", data, "The release as a new DataFrame.")
      .def_property_readonly(
          "bytes", [](const CheckedRelease& release) { return py::bytes(release.bytes); },
          "The file that the guard approved.")
      .def_property_readonly(
          "risk",
          [](const CheckedRelease& release) {
            py::dict out = members(release, {"risk", "sensitive"});
            py::dict risk = out.contains("risk") ? py::dict(out["risk"]) : py::dict();
            if (out.contains("sensitive")) risk["sensitive"] = out["sensitive"];
            return risk;
          },
          "Re-identification risk before and after, and what classes say of sensitive columns.")
      .def_property_readonly(
          "quality",
          [](const CheckedRelease& release) {
            return py::object(members(release, {"quality"})["quality"]);
          },
          "What the release lost.")
      .def_property_readonly(
          "guard",
          [](const CheckedRelease& release) {
            return members(release, {"guarantees", "rows", "suppressed", "dropped", "counted",
                                     "classes", "min_class", "links", "unchanged", "sha256"});
          },
          "What the guard found in the finished bytes, and their SHA-256.")
      .def_property_readonly("json", whole_json,
                             "Everything, as 'privet anonymize --json' prints it.")
      .def_property_readonly(
          "text",
          [](const CheckedRelease& release) {
            return shown_text(release_text(release.summary) + release.explained);
          },
          "What 'privet anonymize' prints.")
      .def_property_readonly(
          "warnings", [](const CheckedRelease& release) { return shown_texts(release.warnings); },
          "What should be known.")
      .def_property_readonly(
          "_delimited", [](const CheckedRelease& release) { return py::bytes(delimited(release)); })
      .def(
          "save_report",
          [](const CheckedRelease& release, const std::string& path) {
            write_file(path, with_warnings(release_page(release.summary), release.warnings));
          },
          py::arg("path"), "Writes the HTML page with tables and plots.")
      .def(
          "save_summary",
          [](const CheckedRelease& release, const std::string& path) {
            write_file(path, release_summary_page(release.summary));
          },
          py::arg("path"), "Writes the page for outsiders: no file names, no original values.")
      .def("save", save, py::arg("path"), "Writes the bytes that the guard approved.")
      .def("_repr_html_",
           [](const CheckedRelease& release) { return shown_text(release_html(release.summary)); })
      .def("__repr__",
           [](const CheckedRelease& release) { return shown_text(release_text(release.summary)); });
  module.def("anonymize", anonymize, py::arg("words"), py::arg("progress"), py::arg("kinds"));
}

}  // namespace privet::python
