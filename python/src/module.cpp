// SPDX-License-Identifier: Apache-2.0
// The compiled half of the Python module: commands with their parameters, tables in memory, calls.
// The other half, in Python, makes functions and estimators of them.
#include <pybind11/stl.h>

#include "apps/cli/command.h"
#include "base/error.h"
#include "base/error_name.h"
#include "base/kind_name.h"
#include "base/own_program.h"
#include "base/version.h"
#include "python/src/call.h"
#include "python/src/frame.h"
#include "python/src/release.h"

namespace py = pybind11;

namespace privet::python {
namespace {

py::list parameters(const std::vector<Parameter>& list) {
  py::list out;
  for (const auto& parameter : list) {
    py::dict entry;
    entry["name"] = parameter.name;
    entry["kind"] = kind_name(parameter.kind);
    entry["summary"] = parameter.summary;
    entry["placeholder"] = parameter.placeholder;
    entry["default"] = parameter.default_text;
    entry["repeatable"] = parameter.repeatable;
    entry["required"] = parameter.required;
    entry["formerly"] = parameter.formerly;
    py::list choices;
    for (const auto& choice : parameter.choices) choices.append(choice);
    entry["choices"] = choices;
    out.append(entry);
  }
  return out;
}

py::list commands() {
  py::list out;
  for (const auto& command : cli::all_commands()) {
    py::dict entry;
    entry["path"] = command.path;
    entry["summary"] = command.summary;
    entry["positionals"] = parameters(command.positionals);
    entry["options"] = parameters(command.options);
    entry["example"] = command.example;
    entry["further"] = static_cast<bool>(command.more_options);
    out.append(entry);
  }
  return out;
}

// The options that depend on the words behind the path.
py::list further_options(const std::string& path, const std::vector<std::string>& words) {
  for (const auto& command : cli::all_commands()) {
    if (command.path == path && command.more_options) {
      return parameters(command.more_options(words));
    }
  }
  return py::list();
}

void raise(const Error& error) {
  const Place& place = error.place();
  const py::object type = py::module_::import("privet._errors").attr("Error");
  const py::object raised =
      type(error_name(error.code()), shown_text(error.message()), kept_text(place.file), place.line,
           place.column, place.parameter, shown_text(error.what()));
  PyErr_SetObject(type.ptr(), raised.ptr());
}

// Gives a table or bytes a name for as long as the object lives.
std::unique_ptr<LoanedInput> loan(const py::object& input, const std::string& shown) {
  if (py::isinstance<py::bytes>(input)) {
    return std::make_unique<LoanedInput>(
        MemoryInput{.bytes = std::make_shared<const std::string>(input.cast<std::string>())},
        shown);
  }
  return std::make_unique<LoanedInput>(
      MemoryInput{.table = std::const_pointer_cast<const MemoryTable>(
                      input.cast<std::shared_ptr<MemoryTable>>())},
      shown);
}

py::tuple called(const std::vector<std::string>& words, const py::object& progress) {
  return called_tuple(call(words, progress));
}

}  // namespace
}  // namespace privet::python

PYBIND11_MODULE(_privet, module) {
  using namespace privet::python;  // NOLINT: the macro is a function of its own
  module.doc() = "The compiled half of privet.";
  module.attr("version") = privet::kVersion;
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 says what it takes
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const privet::Error& error) {
      raise(error);
    }
  });
  py::class_<privet::MemoryTable, std::shared_ptr<privet::MemoryTable>>(module, "Table")
      .def_property_readonly("rows", [](const privet::MemoryTable& table) { return table.rows; });
  py::class_<FrameBuilder>(module, "FrameBuilder")
      .def(py::init<std::size_t>(), py::arg("rows"))
      .def("add_whole", &FrameBuilder::add_whole)
      .def("add_real", &FrameBuilder::add_real)
      .def("add_single", &FrameBuilder::add_single)
      .def("add_objects", &FrameBuilder::add_objects)
      .def("add_codes", &FrameBuilder::add_codes)
      .def("finish", &FrameBuilder::finish);
  py::class_<privet::LoanedInput>(module, "Loan")
      .def(py::init(&loan), py::arg("input"), py::arg("shown"))
      .def_property_readonly("name", &privet::LoanedInput::name);
  module.def("commands", commands);
  module.def("further_options", further_options, py::arg("path"), py::arg("words"));
  module.def("call", called, py::arg("words"), py::arg("progress"));
  module.def("columns_of_text", columns_of_text, py::arg("bytes"), py::arg("delimiter"),
             py::arg("header"));
  module.def("set_program", &privet::set_own_program, py::arg("path"));
  module.def("python_real", &python_real<double>, py::arg("value"));
  add_release(module);
}
