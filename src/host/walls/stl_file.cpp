// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/stl_file.h"

#include "fmt/format.h"

#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>

using namespace LAMMPS_NS;
using VARDEM::Vec3;

namespace {

// A binary file: a title, the number of triangles, and for each of them 12 numbers, of which the
// first three are a normal, and two bytes of its own.
constexpr std::size_t TITLE = 80, HEAD = TITLE + sizeof(std::uint32_t),
                      OF_TRIANGLE = 12 * sizeof(float) + 2;

[[noreturn]] void stop(const std::string &why)
{
  throw std::runtime_error(why);
}

std::string contents(const std::string &file)
{
  const std::unique_ptr<FILE, int (*)(FILE *)> from(fopen(file.c_str(), "rb"), &fclose);
  if (!from) stop(fmt::format("cannot open it: {}", strerror(errno)));
  std::string text;
  std::vector<char> block(1 << 20);
  while (const std::size_t n = fread(block.data(), 1, block.size(), from.get()))
    text.append(block.data(), n);
  if (ferror(from.get())) stop("cannot read it to its end; is it a file?");
  return text;
}

std::uint32_t number_in(const std::string &binary)
{
  std::uint32_t n = 0;
  if (binary.size() >= HEAD) memcpy(&n, binary.data() + TITLE, sizeof n);
  return n;
}

std::vector<Vec3> of_binary(const std::string &binary)
{
  const std::size_t n = number_in(binary);
  std::vector<Vec3> corners;
  corners.reserve(3 * n);
  for (std::size_t k = 0; k < n; k++) {
    float numbers[12];
    memcpy(numbers, binary.data() + HEAD + k * OF_TRIANGLE, sizeof numbers);
    for (int c = 3; c < 12; c += 3) corners.push_back({numbers[c], numbers[c + 1], numbers[c + 2]});
  }
  return corners;
}

bool is_text(const std::string &text)
{
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin != std::string::npos && text.compare(begin, 5, "solid") == 0;
}

/** Reads a file of text, line by line. */
class Lines {
 public:
  explicit Lines(const std::string &text) : next(text.c_str()) {}

  std::vector<Vec3> corners()
  {
    std::vector<Vec3> found;
    std::size_t begin = 0;    // of the present triangle
    while (*next) {
      line++;
      const char *const end = strchr(next, '\n');
      const std::string word = first_word();
      if (word == "vertex")
        found.push_back(corner());
      else if (word == "facet")
        begin = found.size();
      else if (word == "endfacet" && found.size() != begin + 3)
        stop(fmt::format("line {}: the triangle has {} corners", line, found.size() - begin));
      else if (word != "" && word != "solid" && word != "outer" && word != "endloop" &&
               word != "endfacet" && word != "endsolid")
        stop(fmt::format("line {}: {} is no word of an STL file", line, word));
      next = end ? end + 1 : next + strlen(next);
    }
    if (found.size() % 3) stop("it ends within a triangle");
    return found;
  }

 private:
  const char *next;
  std::size_t line = 0;

  std::string first_word()
  {
    next += strspn(next, " \t\r");
    const std::size_t n = strcspn(next, " \t\r\n");
    next += n;
    return {next - n, n};
  }

  Vec3 corner()
  {
    double x[3];
    for (double &component : x) {
      next += strspn(next, " \t");
      char *end = nullptr;
      component = strtod(next, &end);
      if (end == next || !strchr(" \t\r\n", *end))
        stop(fmt::format("line {}: a vertex has three numbers", line));
      next = end;
    }
    return {x[0], x[1], x[2]};
  }
};

}    // namespace

// A file of text may be as long as a binary one says, but not by chance.
std::vector<Vec3> VARDEM_NS::read_stl(const std::string &file)
{
  const std::string text = contents(file);
  const std::size_t n = number_in(text);
  std::vector<Vec3> corners;
  if (text.size() >= HEAD && text.size() == HEAD + n * OF_TRIANGLE)
    corners = of_binary(text);
  else if (is_text(text))
    corners = Lines(text).corners();
  else if (text.size() >= HEAD)
    stop(fmt::format("it does not begin with solid as a file of text, and as a binary file of {} "
                     "triangles it should have {} bytes, but has {}",
                     n, HEAD + n * OF_TRIANGLE, text.size()));
  else
    stop("it does not begin with solid as a file of text, and is too short for a binary one");
  if (corners.empty()) stop("it has no triangles");
  if (corners.size() > INT_MAX / 9) stop("it has more than 79 million triangles");
  for (std::size_t k = 0; k < corners.size(); k++)
    if (const Vec3 &p = corners[k]; !std::isfinite(p.x + p.y + p.z))
      stop(fmt::format("triangle {} has a corner at {} {} {}", k / 3 + 1, p.x, p.y, p.z));
  return corners;
}
