// SPDX-License-Identifier: Apache-2.0
// The way between an options struct and the settings that flags, policy and catalog share.
// Idea: a struct names each of its fields once, to a visitor that is called with the parameter's
// name and the field. One visitor reads settings into the fields, the other adds the fields to
// settings, which checks them against the parameters' descriptions.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/settings.h"

namespace privet::job {

// Values of the parameters of privacy models and methods, by the parameter's name in the catalog:
// {"k", {"5"}}.
using NamedValues = std::map<std::string, std::vector<std::string>>;

class FieldReader {
 public:
  explicit FieldReader(const Settings& settings) : settings_(settings) {}

  // A field whose parameter was not given stays as it is.
  void operator()(std::string_view name, std::string& field);
  void operator()(std::string_view name, std::optional<std::string>& field);
  void operator()(std::string_view name, std::optional<double>& field);
  void operator()(std::string_view name, std::optional<std::size_t>& field);
  void operator()(std::string_view name, bool& field);
  void operator()(std::string_view name, std::vector<std::string>& field);

  // Those of the `known` parameters that were given and that no field was read from.
  [[nodiscard]] NamedValues others(const std::vector<Parameter>& known) const;

 private:
  // Notes that the parameter has a field. Was it given?
  bool take(std::string_view name);

  const Settings& settings_;
  std::set<std::string, std::less<>> taken_;
};

// Empty fields are not added. Throws Error{Usage} at the parameter's flag for a value that its
// description does not allow.
class FieldWriter {
 public:
  explicit FieldWriter(Settings& settings) : settings_(settings) {}

  void operator()(std::string_view name, const std::string& field);
  void operator()(std::string_view name, const std::optional<std::string>& field);
  void operator()(std::string_view name, const std::optional<double>& field);
  void operator()(std::string_view name, const std::optional<std::size_t>& field);
  void operator()(std::string_view name, bool field);
  void operator()(std::string_view name, const std::vector<std::string>& field);
  void add(const NamedValues& values);

 private:
  Settings& settings_;
};

// Both for a struct that keeps the catalog's parameters in `parameters`; visit_fields(options,
// visit), found by the struct's namespace, names its fields.
template <typename Options>
[[nodiscard]] Options read_options(const Settings& settings, const std::vector<Parameter>& known) {
  Options out;
  FieldReader read(settings);
  visit_fields(out, read);
  out.parameters = read.others(known);
  return out;
}
template <typename Options>
[[nodiscard]] Settings write_settings(const Options& options, std::vector<Parameter> known) {
  Settings out(std::move(known));
  FieldWriter write(out);
  visit_fields(options, write);
  write.add(options.parameters);
  return out;
}

}  // namespace privet::job
