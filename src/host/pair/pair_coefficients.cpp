// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/pair/pair_coefficients.h"

#include "error.h"
#include "host/atoms/grain_radii.h"
#include "host/pair/contact_laws.h"
#include "host/store/restart.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {
constexpr int VERSION = 4;    // of the record in a restart file
}

void PairCoefficients::allocate()
{
  input.assign(no_type() * no_type(), {});
  laws.assign(no_type() * no_type(), {});
}

void PairCoefficients::forget_laws()
{
  laws.assign(laws.size(), {});
  distinct_laws.forget();
}

void PairCoefficients::set(int i, int j, const ContactCoefficients &given)
{
  of(i, j) = given;
  adapted.follow(i, j, of(i, j));
}

PairCoefficients::Settings PairCoefficients::settings(int **setflag, const std::string &style_name)
{
  Settings found;
  LawOptions options;
  const ContactCoefficients *first = nullptr;
  int ifirst = 0, jfirst = 0;
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      if (!setflag[i][j]) continue;
      const ContactCoefficients &c = of(i, j);
      found.springs |= c.has_spring() || c.resists_rolling();
      found.root |= c.dashpots == ContactCoefficients::RESTITUTION;
      found.damped |= c.is_damped();
      c.add_to(options);
      if (!first) {
        first = &c;
        ifirst = i;
        jfirst = j;
      }
      const std::string difference = first->difference_of_style(c);
      if (!difference.empty())
        error->all(FLERR, Error::NOLASTLINE,
                   "{}: types {} {} and {} {} have {}, which must be the same for all types of a "
                   "pair style; use the style twice with pair_style hybrid",
                   style_name, ifirst, jfirst, i, j, difference);
    }
  refuse_both(error, style_name, options);
  present = &with_options(plain, options);
  found.springs |= present->remembers;
  found.full_step = !first || first->velocity == ContactCoefficients::FULL_STEP;
  return found;
}

std::vector<bool> PairCoefficients::types(int **setflag) const
{
  std::vector<bool> has(no_type());
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++)
      if (setflag[i][j]) has[i] = has[j] = true;
  return has;
}

bool PairCoefficients::init(int i, int j, int **setflag, bool springs,
                            const std::string &style_name)
{
  ContactCoefficients &c = of(i, j);
  const bool mixes = !setflag[i][j];
  if (mixes) {
    const std::string difference = of(i, i).difference(of(j, j));
    if (!difference.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: types {} and {} have {}, which cannot be mixed; add pair_coeff {} {}",
                 style_name, i, j, difference, i, j);
    for (const int k : {i, j}) adapt(k, k, springs, style_name);
    c = of(i, i).mixed(of(j, j));
    adapted.follow(i, j, c);
  } else
    adapt(i, j, springs, style_name);
  of(j, i) = c;
  laws[i * no_type() + j] = laws[j * no_type() + i] = c.law(plain, force);
  distinct_laws.forget();
  return mixes;
}

void PairCoefficients::adapt(int i, int j, bool springs, const std::string &style_name)
{
  ContactCoefficients &c = of(i, j);
  const std::string unused = adapted.apply(i, j, c), problem = c.problem(plain);
  if (!unused.empty())
    error->all(FLERR, Error::NOLASTLINE,
               "{}: fix adapt changes {}, which pair_coeff {} {} does not have", style_name, unused,
               i, j);
  if (!problem.empty())
    error->all(FLERR, Error::NOLASTLINE, "{}: types {} {} have {}; check fix adapt", style_name, i,
               j, problem);
  if (c.has_spring() && !springs)
    error->all(FLERR, Error::NOLASTLINE,
               "{}: fix adapt cannot change kt of types {} {} from 0, since a run without "
               "tangential springs does not keep them; start with a small kt > 0",
               style_name, i, j);
}

// A contact reaches farther the larger the grains are, and a bridge the smaller they are.
double PairCoefficients::cutoff(int i, int j, const GrainRadii &radii) const
{
  const double touch = radii.cutoff(i, j), largest = 0.5 * touch,
               least = radii.least_effective(i, j), smallest = least > 0.0 ? least : largest;
  if (!(touch > 0.0)) return 0.0;
  const auto reach = [&](double R) {
    return kind().reach(law(i, j), R, true);
  };
  return touch + std::max(reach(smallest), reach(largest));
}

const LawTable &PairCoefficients::distinct()
{
  distinct_laws.find(laws, no_type());
  return distinct_laws;
}

double PairCoefficients::bytes() const
{
  return input.size() * (sizeof(ContactCoefficients) + sizeof(VARDEM::ContactParameters));
}

void PairCoefficients::write_restart(FILE *fp, int **setflag)
{
  std::vector<char> record;
  const auto write = [&](const auto &value) {
    append(record, value);
  };
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      write(setflag[i][j]);
      if (setflag[i][j]) ContactCoefficients::for_each(of(i, j), write);
    }
  VARDEM_NS::write_restart(fp, VERSION, record);
}

void PairCoefficients::read_restart(FILE *fp, int **setflag, const std::string &style_name)
{
  const std::vector<char> record = read_record(fp, lmp, style_name, VERSION);
  RecordReader reader(record);
  const auto read = [&](auto &value) {
    if (!reader.take(value))
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: the restart file ends within the coefficients; it is damaged", style_name);
  };
  for (int i = 1; i < no_type(); i++)
    for (int j = i; j < no_type(); j++) {
      read(setflag[i][j]);
      if (setflag[i][j]) ContactCoefficients::for_each(of(i, j), read);
    }
}
