/* -*- c++ -*- ----------------------------------------------------------
   VARDEM: time integration and contact forces of granular matter for LAMMPS
   Copyright (2026) the VARDEM developers.  This software is distributed
   under the GNU General Public License, version 2; see LICENSE.
------------------------------------------------------------------------- */

#ifndef LMP_VARDEM_RESTART_H
#define LMP_VARDEM_RESTART_H

#include "error.h"

#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS {

// Records of fixes in restart files. LAMMPS hands restart() a buffer without its size, so that a record must say itself how long
// it is, and which version of the fix wrote it.

struct VardemRestartHeader {
  char mark[8];
  int version, bytes;    // bytes: of what follows the header
};
constexpr char VARDEM_RESTART_MARK[8] = {'V', 'A', 'R', 'D', 'E', 'M', ':', '\n'};

/** Writes what Fix::write_restart() has to write; to be called by rank 0 only. */
inline void vardem_write_restart(FILE *fp, int version, const std::vector<char> &record)
{
  VardemRestartHeader header;
  memcpy(header.mark, VARDEM_RESTART_MARK, sizeof(header.mark));
  header.version = version;
  header.bytes = static_cast<int>(record.size());
  const int size = static_cast<int>(sizeof(header) + record.size());
  fwrite(&size, sizeof(int), 1, fp);
  fwrite(&header, sizeof(header), 1, fp);
  fwrite(record.data(), 1, record.size(), fp);
}

/** The record in the buffer that Fix::restart() gets. It stops if another version wrote the record, or if the record is shorter
 *  than `least` bytes. The mark is compared first: a record without it may be shorter than the header. */
inline std::vector<char> vardem_read_restart(const char *buf, int version, std::size_t least,
                                             const char *id, const char *style, Error *error)
{
  VardemRestartHeader header = {};
  if (memcmp(buf, VARDEM_RESTART_MARK, sizeof(header.mark)) == 0)
    memcpy(&header, buf, sizeof(header));
  if (header.version != version || header.bytes < 0 ||
      static_cast<std::size_t>(header.bytes) < least)
    error->all(FLERR, Error::NOLASTLINE,
               "Fix {} (style {}): another version of VARDEM wrote the data of this fix in the "
               "restart file (version {}, {} bytes; needed is version {}). Give the fix another ID "
               "to start it anew, or continue with the VARDEM that wrote the file",
               id, style, header.version, header.bytes, version);
  return {buf + sizeof(header), buf + sizeof(header) + header.bytes};
}

/** The keywords of a command with their values as text, to tell whether a restart file belongs to the same command. */
class VardemCommandText {
 public:
  /** Later values of the same keyword replace earlier ones: defaults first. */
  void add(const std::string &keyword, const char *const *begin, const char *const *end)
  {
    std::string text;
    for (; begin != end; ++begin) text += std::string(text.empty() ? "" : " ") + *begin;
    values[keyword] = text;
  }

  /** One line for each keyword. */
  std::string lines() const
  {
    std::string text;
    for (const auto &[keyword, value] : values) text += keyword + "\t" + value + "\n";
    return text;
  }

  /** The first keyword that is not in both commands with the same values; empty if there is none. */
  std::string changed(const std::string &other_lines) const
  {
    auto others = parsed(other_lines);
    for (const auto &[keyword, value] : values) {
      const auto other = others.find(keyword);
      if (other == others.end() || other->second != value) return keyword;
      others.erase(other);
    }
    return others.empty() ? "" : others.begin()->first;
  }

 private:
  std::map<std::string, std::string> values;

  static std::map<std::string, std::string> parsed(const std::string &lines)
  {
    std::map<std::string, std::string> found;
    for (std::size_t at = 0, end; (end = lines.find('\n', at)) != std::string::npos; at = end + 1) {
      const std::string line = lines.substr(at, end - at);
      const auto tab = line.find('\t');
      if (tab != std::string::npos) found[line.substr(0, tab)] = line.substr(tab + 1);
    }
    return found;
  }
};

}    // namespace LAMMPS_NS
#endif
