// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_RESTART_H
#define VARDEM_HOST_RESTART_H

#include "error.h"
#include "fix.h"

#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

class PerAtomStore;

// Records of fixes in restart files. LAMMPS hands restart() a buffer without its size, so that a
// record must say itself how long it is, and which version of the fix wrote it.

struct RestartHeader {
  char mark[8];
  int version, bytes;    // bytes: of what follows the header
};
constexpr char RESTART_MARK[8] = {'V', 'A', 'R', 'D', 'E', 'M', ':', '\n'};

/** Writes the record of Fix::write_restart(). Only rank 0 calls it. */
inline void write_restart(FILE *fp, int version, const std::vector<char> &record)
{
  RestartHeader header;
  memcpy(header.mark, RESTART_MARK, sizeof(header.mark));
  header.version = version;
  header.bytes = static_cast<int>(record.size());
  const int size = static_cast<int>(sizeof(header) + record.size());
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&header, sizeof(header), 1, fp);
  fwrite(record.data(), 1, record.size(), fp);
}

/** The record in the buffer that Fix::restart() gets. It stops if another version wrote the record,
 *  or if the record is shorter than `least` bytes. A record without the mark may be shorter than
 *  the mark, so bytes are read up to the first one that differs. LAMMPS does not tell the size of
 *  the buffer, so it cannot be checked. A record is read beyond its end if it ends within the mark
 *  or the header, or has fewer bytes than its header says. */
inline std::vector<char> read_restart(const char *buf, int version, std::size_t least,
                                      const char *id, const char *style, Error *error)
{
  RestartHeader header = {};
  std::size_t same = 0;    // not memcmp(), which may read all bytes
  while (same < sizeof(header.mark) && buf[same] == RESTART_MARK[same]) same++;
  if (same == sizeof(header.mark)) memcpy(&header, buf, sizeof(header));
  if (header.version != version || header.bytes < 0 ||
      static_cast<std::size_t>(header.bytes) < least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} {}: another version of VARDEM wrote the data of this fix in the "
               "restart file (version {}, {} bytes; needed is version {}). Give the fix another ID "
               "to start it anew, or continue with the VARDEM that wrote the file",
               style, id, header.version, header.bytes, version);
  return {buf + sizeof(header), buf + sizeof(header) + header.bytes};
}

/** The same from a file, at the place where rank 0 stands; all ranks call it and get it. For
 *  pair styles, whose record LAMMPS leaves to them. A file of older versions has bytes without a
 *  header there. */
std::vector<char> read_record(FILE *fp, LAMMPS *lmp, const std::string &style_name, int version);

/** Appends the bytes of a number to a record. */
template <class T> void append(std::vector<char> &record, const T &value)
{
  const char *const bytes = reinterpret_cast<const char *>(&value);
  record.insert(record.end(), bytes, bytes + sizeof value);
}

/** Takes numbers from a record, in the order in which they were appended. */
class RecordReader {
 public:
  explicit RecordReader(const std::vector<char> &record) : record(record) {}

  /** Does the record have this number? If not, the value stays as it is. */
  template <class T> bool take(T &value)
  {
    if (record.size() - next < sizeof value) return false;
    memcpy(&value, record.data() + next, sizeof value);
    next += sizeof value;
    return true;
  }

 private:
  const std::vector<char> &record;
  std::size_t next = 0;
};

/** For states of a fixed size, which can be copied byte by byte; to be called by rank 0 only. */
template <class State> void write_state(FILE *fp, int version, const State &state)
{
  static_assert(std::is_trivially_copyable_v<State>, "a state is written as its bytes");
  const char *const bytes = reinterpret_cast<const char *>(&state);
  write_restart(fp, version, {bytes, bytes + sizeof(State)});
}

/** To be called by all ranks. It stops if the file has a state of another version. */
template <class State>
void read_state(const char *buf, int version, const Fix *fix, Error *error, State &state)
{
  static_assert(std::is_trivially_copyable_v<State>, "a state is read as its bytes");
  const std::vector<char> record =
      read_restart(buf, version, sizeof(State), fix->id, fix->style, error);
  memcpy(&state, record.data(), sizeof(State));
}

/** Does the work of Fix::unpack_restart() for the store of the fix, with extra =
 *  atom->extra[nlocal]. It returns the tables that the file had for this atom, and stops if they
 *  are of another version. */
int read_atom(PerAtomStore &, const Fix *, Error *, int nlocal, const double *extra, int nth);

/** True if a restart file was read that has a record of this fix, with or without Kokkos. LAMMPS
 *  forgets the file at the first run. */
bool has_restart_record(const Modify *, const Fix *);

// Data of style/kk fits style, and the other way round. LAMMPS hands over some of it only. Each of
// these functions hands the rest to the fix, which calls them in post_constructor().

/** Calls restart(). LAMMPS does it where command suffix is on, since it takes the suffix from the
 *  name of a style then, both when it writes the file and when the fix is defined. */
void read_state_of_variant(LAMMPS *, Fix *);

/** Calls unpack_restart() for the atoms. LAMMPS does it only if the style is exactly the same. */
void read_atoms_of_variant(LAMMPS *, Fix *);

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
