// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

// The loader of the plugin. It uses only C functions of the LAMMPS library interface, and looks
// them up by name. So any LAMMPS can open it. It compares that LAMMPS with the one that VARDEM was
// built for. Only if they agree, it opens the libraries with the styles, which need the class
// layouts and symbols of exactly that LAMMPS.

#include <dlfcn.h>
#include <link.h>

#include <cstring>
#include <string>
#include <string_view>

namespace {

constexpr int ERROR_WARNING = 0;    // of the library interface, library.h
constexpr int ERROR_ALL = 2;
constexpr char MARK[] = "nve/sphere/leapfrog";    // every build of VARDEM has this style

template <class Function> Function *symbol(const char *name, void *from = RTLD_DEFAULT)
{
  return reinterpret_cast<Function *>(dlsym(from, name));
}

/** Properties that must be the same for the styles and for LAMMPS. */
struct Build {
  std::string version, sizes, mpi, kokkos, precision;
};

const Build OURS = {VARDEM_HOST_VERSION, VARDEM_HOST_SIZES,
                    VARDEM_HOST_MPI ? "with MPI" : "without MPI",
                    VARDEM_HOST_KOKKOS ? "with KOKKOS" : "without KOKKOS",
                    VARDEM_HOST_KOKKOS ? VARDEM_HOST_PRECISION : ""};

std::string date_of(int number)    // 20260704 -> 4 Jul 2026, as LAMMPS names its versions
{
  static const char *const MONTHS[] = {"?",   "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const int month = number / 100 % 100;
  return std::to_string(number % 100) + " " + MONTHS[month <= 12 ? month : 0] + " " +
      std::to_string(number / 10000);
}

/** A text in the constants of the loaded file that holds an address. */
struct ConstantText {
  const void *address;
  std::string_view begin;
  std::string_view found;    // from `begin` on, to the end of the segment

  bool is_in(const dl_phdr_info *file) const
  {
    const auto wanted = reinterpret_cast<ElfW(Addr)>(address);
    for (int i = 0; i < file->dlpi_phnum; i++) {
      const auto &segment = file->dlpi_phdr[i];
      if (segment.p_type == PT_LOAD && wanted - file->dlpi_addr - segment.p_vaddr < segment.p_memsz)
        return true;
    }
    return false;
  }

  // Constants come behind the functions. Linkers may have put both into one segment.
  void find_in(const dl_phdr_info *file)
  {
    for (int i = file->dlpi_phnum - 1; i >= 0 && found.empty(); i--) {
      const auto &segment = file->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || (segment.p_flags & (PF_R | PF_W)) != PF_R) continue;
      const auto *start = reinterpret_cast<const char *>(file->dlpi_addr + segment.p_vaddr);
      const auto *at =
          static_cast<const char *>(memmem(start, segment.p_memsz, begin.data(), begin.size()));
      if (at) found = {at, static_cast<std::size_t>(start + segment.p_memsz - at)};
    }
  }
};

int look_in_file(dl_phdr_info *file, std::size_t, void *text)
{
  auto *wanted = static_cast<ConstantText *>(text);
  if (!wanted->is_in(file)) return 0;
  wanted->find_in(file);
  return 1;
}

/** The update of a stable release, as " - Update 4". Classes may differ between updates, and no
 *  function of LAMMPS tells which one it is. Its text of the option -help does, which is in the
 *  file that has this function. If it is not there, this is the update that VARDEM was built
 *  for. */
std::string update_of(const std::string &date, const void *function)
{
  const std::string ours = VARDEM_HOST_VERSION, title = "Massively Parallel Simulator - " + date;
  ConstantText text = {function, title, {}};
  dl_iterate_phdr(look_in_file, &text);
  if (!text.found.empty()) {
    const std::string_view rest = text.found.substr(title.size(), 64);
    return std::string(rest.substr(0, rest.find_first_of(std::string_view("\n\0", 2))));
  }
  return ours.compare(0, date.size(), date) == 0 ? ours.substr(date.size()) : "";
}

/** The LAMMPS instance that opens the plugin. */
class Host {
 public:
  explicit Host(void *lmp_in) :
      lmp(lmp_in), version(symbol<int(void *)>("lammps_version")),
      setting(symbol<int(void *, const char *)>("lammps_extract_setting")),
      package(symbol<int(const char *)>("lammps_config_has_package")),
      mpi(symbol<int()>("lammps_config_has_mpi_support")),
      accelerator(
          symbol<int(const char *, const char *, const char *)>("lammps_config_accelerator")),
      style(symbol<int(void *, const char *, const char *)>("lammps_has_style")),
      raise(symbol<void(void *, int, const char *)>("lammps_error"))
  {
  }

  bool usable() const
  {
    return version && setting && package && mpi && accelerator && style && raise;
  }
  bool has_package(const char *name) const { return package(name) != 0; }
  bool has_mark() const { return style(lmp, "fix", MARK) != 0; }
  void error(const std::string &text) const { raise(lmp, ERROR_ALL, text.c_str()); }

  void warning(const std::string &text) const
  {
    if (setting(lmp, "world_rank") == 0) raise(lmp, ERROR_WARNING, text.c_str());
  }

  Build build() const
  {
    const char *sizes = (setting(lmp, "bigint") != 8) ? "unknown integer sizes"
        : (setting(lmp, "tagint") == 8)               ? "bigbig"
                                                      : "smallbig";
    const bool kokkos = has_package("KOKKOS");
    std::string precision;
    for (const char *p : {"double", "mixed", "single"})
      if (kokkos && accelerator("KOKKOS", "precision", p)) precision = p;
    const std::string date = date_of(version(lmp));
    return {date + update_of(date, reinterpret_cast<const void *>(version)), sizes,
            mpi() ? "with MPI" : "without MPI", kokkos ? "with KOKKOS" : "without KOKKOS",
            precision};
  }

 private:
  void *lmp;
  int (*version)(void *);
  int (*setting)(void *, const char *);
  int (*package)(const char *);
  int (*mpi)();
  int (*accelerator)(const char *, const char *, const char *);
  int (*style)(void *, const char *, const char *);
  void (*raise)(void *, int, const char *);
};

std::string text_of(const Build &b)
{
  return "version " + b.version + ", " + b.sizes + ", " + b.mpi + ", " + b.kokkos +
      (b.precision.empty() ? "" : " in " + b.precision + " precision");
}

bool same(const std::string &a,
          const std::string &b)    // ignores case, since CMake options are as the user typed them
{
  return a.size() == b.size() && strncasecmp(a.c_str(), b.c_str(), a.size()) == 0;
}

std::string folder()
{
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&folder), &info) || !info.dli_fname) return ".";
  const std::string file = info.dli_fname;
  const auto slash = file.rfind('/');
  return (slash == std::string::npos) ? "." : file.substr(0, slash);
}

/** Opens library lib<name>.so in the folder of this one and registers its styles. Returns an error
 *  message, or nothing. The library stays open until the process ends, because objects of its
 *  classes may outlive the plugin. */
std::string open_library(const char *name, void *lmp, void *handle, void *regfunc)
{
  const std::string file = folder() + "/lib" + name + ".so";
  void *library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!library) return dlerror();
  auto *styles = symbol<void(void *, void *, void *)>("vardem_register", library);
  if (!styles) return file + " is not a library of VARDEM";
  styles(lmp, handle, regfunc);
  return "";
}

bool registered = false;    // by this plugin, in this process

}    // namespace

extern "C" void lammpsplugin_init(void *lmp, void *handle, void *regfunc)
{
  const Host host(lmp);
  if (!host.usable()) return;    // this is not LAMMPS, so there is nobody to send an error to

  if (host.has_mark() && !registered) {
    host.warning(
        "This LAMMPS has VARDEM already, compiled in or by another plugin; the plugin in " +
        folder() + " is ignored");
    return;
  }
  const std::string ours = text_of(OURS), theirs = text_of(host.build());
  if (!same(ours, theirs)) {
    host.error("VARDEM plugin in " + folder() + " was built for LAMMPS " + ours +
               "; this is LAMMPS " + theirs + ". " VARDEM_HOST_CURE);
    return;
  }

  for (const char *part : {"vardem", "vardemrigid", "vardemkk"}) {
    if (strcmp(part, "vardemrigid") == 0 && !(VARDEM_HAS_RIGID && host.has_package("RIGID")))
      continue;
    if (strcmp(part, "vardemkk") == 0 && !host.has_package("KOKKOS")) continue;
    const std::string failure = open_library(part, lmp, handle, regfunc);
    if (!failure.empty()) {
      host.error(
          "VARDEM plugin was built for LAMMPS " + ours +
          ". This LAMMPS has the same properties, but library " + part +
          " does not fit it (another compiler, C++ standard, or set of packages?): " + failure);
      return;
    }
  }
  registered = true;
}
