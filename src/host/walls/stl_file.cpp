// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/walls/triangles.h"

#include "fmt/format.h"
#include "utils.h"

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
constexpr char WHITE[] = " \t\r\n";

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

/** Reads a file of text, word by word. */
class Words {
 public:
  explicit Words(const std::string &text) : place(text.c_str()) {}

  bool begin_with_solid() { return next() == "solid"; }

  std::vector<Vec3> corners()
  {
    std::vector<Vec3> found;
    for (std::string word = next(); !word.empty(); word = next()) {
      if (word == "solid" || word == "endsolid") {
        place += strcspn(place, "\r\n");    // a name
        continue;
      }
      require(word, "facet");
      word = next();
      for (int skipped = 0; word == "normal" && skipped < 3; skipped++) next();
      require(word == "normal" ? next() : word, "outer");
      require(next(), "loop");
      for (int k = 0; k < 3; k++) found.push_back(corner());
      require(next(), "endloop");
      require(next(), "endfacet");
    }
    return found;
  }

 private:
  const char *place;
  std::size_t line = 1;

  /** The next word, or nothing at the end. */
  std::string next()
  {
    for (; *place && strchr(WHITE, *place); place++) line += *place == '\n';
    const std::size_t n = strcspn(place, WHITE);
    place += n;
    return utils::lowercase({place - n, n});
  }

  void require(const std::string &word, const char *expected) const
  {
    if (word.empty()) stop("it ends within a triangle");
    if (word != expected)
      stop(fmt::format("line {}: {} stands where an STL file has {}", line, word, expected));
  }

  Vec3 corner()
  {
    require(next(), "vertex");
    double x[3];
    for (double &component : x) {
      const std::string word = next();
      char *end = nullptr;
      component = strtod(word.c_str(), &end);
      if (word.empty() || *end) stop(fmt::format("line {}: a vertex has three numbers", line));
    }
    return {x[0], x[1], x[2]};
  }
};

}    // namespace

// A file that has the length of a binary one is binary, whatever its title says.
std::vector<Vec3> VARDEM_NS::read_stl(const std::string &file)
{
  const std::string text = contents(file);
  const std::size_t n = number_in(text);
  std::vector<Vec3> corners;
  if (text.size() >= HEAD && text.size() == HEAD + n * OF_TRIANGLE)
    corners = of_binary(text);
  else if (text.find('\0') == std::string::npos && Words(text).begin_with_solid())
    corners = Words(text).corners();
  else
    stop(fmt::format("it is no file of text that begins with solid, and as a binary file of {} "
                     "triangles it should have {} bytes, but has {}",
                     n, HEAD + n * OF_TRIANGLE, text.size()));
  if (corners.empty()) stop("it has no triangles");
  if (corners.size() > INT_MAX / 9) stop("it has more than 79 million triangles");
  for (std::size_t k = 0; k < corners.size(); k++)
    if (const Vec3 &p = corners[k]; !std::isfinite(p.x + p.y + p.z))
      stop(fmt::format("triangle {} has a corner at {} {} {}", k / 3 + 1, p.x, p.y, p.z));
  return corners;
}
