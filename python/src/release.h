// SPDX-License-Identifier: Apache-2.0
// privet.Release: a checked release of a table. The one way to it is run_release (job/release),
// which publishes through the guard: the class has no constructor, nothing of it can be assigned,
// and its data is read from the bytes that the guard approved each time it is asked for.
#pragma once

#include <pybind11/pybind11.h>

namespace privet::python {

// Adds the class Release and the function anonymize.
void add_release(pybind11::module_& module);

}  // namespace privet::python
