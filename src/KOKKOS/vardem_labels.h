// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef LMP_VARDEM_LABELS_H
#define LMP_VARDEM_LABELS_H

#include "host/input/arguments.h"

#include <Kokkos_Core.hpp>

#include <cctype>
#include <string>
#include <string_view>

namespace LAMMPS_NS::VARDEM_NS {

/** Label of a kernel or of a profiling region, as kokkos-tools show it:
 *  "vardem/nve/asphere/fincham::initial_integrate". style: name of the style, with or without the
 *  suffix of its Kokkos variants. Empty if no tool is loaded that would show it. */
inline std::string label(const std::string &style, const char *phase)
{
  if (!Kokkos::Tools::profileLibraryLoaded()) return {};
  return "vardem/" + plain_style(style) + "::" + phase;
}

// Labels of the loops and phases of a SpaceKokkos

/** The name of a struct without its namespaces and template arguments, with small letters and
 *  underscores: a loop VARDEM::FillRows<...> is fill_rows. */
template <class F> std::string name_of_loop()
{
#if defined(__clang__) || defined(__GNUC__)
  const std::string_view text = __PRETTY_FUNCTION__;    // ... [with F = VARDEM::FillRows<...>; ...]
  const std::size_t begin = text.find("F = ") + 4, end = text.find_first_of("<;]", begin);
  std::string_view type = text.substr(begin, end - begin);
  type.remove_prefix(type.rfind(':') + 1);    // npos + 1 is 0
  std::string name;
  for (const char c : type) {
    const bool capital = std::isupper(static_cast<unsigned char>(c));
    if (capital && !name.empty() && std::islower(static_cast<unsigned char>(name.back())))
      name += '_';
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return name;
#else
  return "loop";
#endif
}

/** Labels of the loops of one style: vardem/STYLE::PHASE::LOOP. They are made only if a tool is
 *  loaded. */
class LoopLabels {
 public:
  /** With or without the suffix of Kokkos variants. */
  explicit LoopLabels(const std::string &style_in) : style(style_in) {}

  template <class F> std::string of() const
  {
    if (!Kokkos::Tools::profileLibraryLoaded()) return {};
    return of_phase() + "::" + name_of_loop<F>();
  }

  std::string of_phase() const { return label(style, phase); }
  std::string style_name() const { return plain_style(style); }

 private:
  friend class PhaseLabel;
  std::string style;
  const char *phase = "loop";
};

/** A phase of the work of a style: a profiling region vardem/STYLE::PHASE, and part of the labels
 *  of its loops. */
class PhaseLabel {
 public:
  PhaseLabel(LoopLabels &labels_in, const char *name) : labels(labels_in), before(labels_in.phase)
  {
    labels.phase = name;
    Kokkos::Profiling::pushRegion(labels.of_phase());
  }
  ~PhaseLabel()
  {
    Kokkos::Profiling::popRegion();
    labels.phase = before;
  }
  PhaseLabel(const PhaseLabel &) = delete;
  PhaseLabel &operator=(const PhaseLabel &) = delete;

 private:
  LoopLabels &labels;
  const char *before;
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
