// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_HOST_PAIR_COEFFICIENTS_H
#define VARDEM_HOST_PAIR_COEFFICIENTS_H

#include "atom.h"
#include "error.h"
#include "host/atoms/grain_radii.h"
#include "host/pair/contact_coefficients.h"
#include "host/pair/contact_laws.h"
#include "host/store/restart.h"
#include "kernels/contact/soft_contact.h"
#include "pointers.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace LAMMPS_NS::VARDEM_NS {

/** The laws of a pair style, each of them once: many pairs of types often have the same
 *  coefficients. */
class LawTable {
 public:
  /** Coefficients have changed. */
  void forget() { numbers.clear(); }
  /** table: of two types, no_type^2. Only entries of types > 0 are used. */
  void find(const std::vector<VARDEM::ContactParameters> &table, int no_type)
  {
    if (!numbers.empty()) return;
    laws.clear();
    numbers.assign(table.size(), 0);
    for (int i = 1; i < no_type; i++)
      for (int j = 1; j < no_type; j++) {
        const VARDEM::ContactParameters &law = table[i * no_type + j];
        const auto same = std::find_if(laws.begin(), laws.end(), [&](const auto &other) {
          return std::memcmp(&other, &law, sizeof law) == 0;
        });
        numbers[i * no_type + j] = static_cast<int>(same - laws.begin());
        if (same == laws.end()) laws.push_back(law);
      }
  }

  int count() const { return static_cast<int>(laws.size()); }
  const VARDEM::ContactParameters &law(int number) const { return laws[number]; }
  /** Number of the law that has this place in the table. */
  int number(int place) const { return numbers[place]; }

 private:
  std::vector<VARDEM::ContactParameters> laws;
  std::vector<int> numbers;
};

/** Numbers of ContactCoefficients as the tables that Pair::extract() gives to fix adapt:
 *  value[i][j] of two types, i <= j. A table is made when a fix asks for it, and stays where it
 *  is. */
class AdaptedCoefficients {
 public:
  explicit AdaptedCoefficients(const VARDEM::NormalLaw &law) : law(law) {}

  /** The table of a number (ContactCoefficients::number()), or null if there is no such number.
   *  coefficients: of two types, no_type^2. */
  double **table(const std::string &name, std::vector<ContactCoefficients> &coefficients,
                 int no_type)
  {
    if (!ContactCoefficients().number(name, law)) return nullptr;
    Table &t = tables[name];
    t.values.resize(no_type * no_type);
    t.rows.resize(no_type);
    for (int i = 0; i < no_type; i++) {
      t.rows[i] = &t.values[i * no_type];
      for (int j = 0; j < no_type; j++)
        t.rows[i][j] = *coefficients[i * no_type + j].number(name, law);
    }
    return t.rows.data();
  }

  /** Brings the tables up to date with coefficients that have changed otherwise. */
  void follow(int i, int j, ContactCoefficients &c)
  {
    for (auto &[name, table] : tables) table.rows[i][j] = *c.number(name, law);
  }

  /** Takes the values of the tables. Returns the name of one that has changed although the input
   *  does not use it, or nothing. */
  std::string apply(int i, int j, ContactCoefficients &c) const
  {
    for (const auto &[name, table] : tables) {
      bool used = false;
      double &number = *c.number(name, law, &used);
      const double value = table.rows[i][j];
      if (value == number) continue;
      if (!used) return name;
      number = value;
    }
    return "";
  }

 private:
  struct Table {
    std::vector<double> values;
    std::vector<double *> rows;
  };
  const VARDEM::NormalLaw &law;
  std::map<std::string, Table> tables;    // its elements stay where they are
};

/** The coefficients of soft contacts for all pairs of atom types of a pair style. Messages begin
 *  with `style_name`. setflag: the array of the pair style, which the input has set for types I <=
 *  J. */
class PairCoefficients : protected Pointers {
 public:
  PairCoefficients(LAMMPS *lmp, const VARDEM::NormalLaw &kind_in) :
      Pointers(lmp), plain(kind_in), present(&kind_in), adapted(kind_in)
  {
  }

  void allocate()
  {
    input.assign(no_type() * no_type(), {});
    laws.assign(no_type() * no_type(), {});
  }
  /** Number of types + 1. */
  int no_type() const { return atom->ntypes + 1; }
  void set(int i, int j, const ContactCoefficients &given)
  {
    of(i, j) = given;
    adapted.follow(i, j, of(i, j));
  }

  /** Settings that any of the laws has. */
  struct Settings {
    bool springs = false, root = false,
         damped = false;      // a memory of contacts; dashpots by_root; dashpots
    bool full_step = true;    // velocity onstep
  };
  /** Chooses the law of the run. An error if the types differ in what must be the same for a pair
   *  style. */
  Settings settings(int **setflag, const std::string &style_name)
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
    present = &variant_of(plain, options);
    found.springs |= present->remembers;
    found.full_step = !first || first->velocity == ContactCoefficients::FULL_STEP;
    return found;
  }
  /** The law of the run: that of the style, with cohesion and with resistance against rolling if
   *  any types have it. */
  const VARDEM::NormalLaw &kind() const { return *present; }
  /** The types that have coefficients. */
  std::vector<bool> types(int **setflag) const
  {
    std::vector<bool> has(no_type());
    for (int i = 1; i < no_type(); i++)
      for (int j = i; j < no_type(); j++)
        if (setflag[i][j]) has[i] = has[j] = true;
    return has;
  }

  /** To be called before init() of the types that a pair style acts on: in style hybrid these may
   *  be fewer than before. */
  void forget_laws()
  {
    laws.assign(laws.size(), {});
    distinct_laws.forget();
  }
  /** Mixes the coefficients of two types if the input has not set them, and takes the values that
   *  fix adapt has changed. springs: does the run keep springs? Returns true if it has mixed. */
  bool init(int i, int j, int **setflag, bool springs, const std::string &style_name)
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
  /** The distance up to which grains of two types may be in contact; 0 if they never are. A
   *  contact reaches farther the larger the grains are, and a bridge the smaller they are. */
  double cutoff(int i, int j, const GrainRadii &radii) const
  {
    const double touch = radii.cutoff(i, j), largest = 0.5 * touch,
                 least = radii.least_effective(i, j), smallest = least > 0.0 ? least : largest;
    if (!(touch > 0.0)) return 0.0;
    const auto reach = [&](double R) {
      return kind().reach(law(i, j), R, true);
    };
    return touch + std::max(reach(smallest), reach(largest));
  }
  /** For fix adapt: a table of the coefficient with this name, or null. */
  double **table(const char *name) { return adapted.table(name, input, no_type()); }

  /** Laws of two types, no_type^2, and each of them once. */
  const std::vector<VARDEM::ContactParameters> &all() const { return laws; }
  const LawTable &distinct()
  {
    distinct_laws.find(laws, no_type());
    return distinct_laws;
  }
  const VARDEM::ContactParameters &law(int i, int j) const { return laws[i * no_type() + j]; }

  /** The record of a restart file: rank 0 writes and reads. An error if another version of
   *  VARDEM wrote it. */
  void write_restart(FILE *fp, int **setflag)
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
  void read_restart(FILE *fp, int **setflag, const std::string &style_name)
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
  /** Coefficients as in the input. */
  std::string text(int i, int j) const { return input[i * no_type() + j].text(plain); }
  double bytes() const
  {
    return input.size() * (sizeof(ContactCoefficients) + sizeof(VARDEM::ContactParameters));
  }

 private:
  static constexpr int VERSION = 4;    // of the record in a restart file
  const VARDEM::NormalLaw &plain, *present;
  std::vector<ContactCoefficients> input;    // no_type^2
  std::vector<VARDEM::ContactParameters> laws;
  LawTable distinct_laws;
  AdaptedCoefficients adapted;

  ContactCoefficients &of(int i, int j) { return input[i * no_type() + j]; }
  const ContactCoefficients &of(int i, int j) const { return input[i * no_type() + j]; }
  void adapt(int i, int j, bool springs, const std::string &style_name)
  {
    ContactCoefficients &c = of(i, j);
    const std::string unused = adapted.apply(i, j, c), problem = c.problem(plain);
    if (!unused.empty())
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix adapt changes {}, which pair_coeff {} {} does not have", style_name,
                 unused, i, j);
    if (!problem.empty())
      error->all(FLERR, Error::NOLASTLINE, "{}: types {} {} have {}; check fix adapt", style_name,
                 i, j, problem);
    if (c.has_spring() && !springs)
      error->all(FLERR, Error::NOLASTLINE,
                 "{}: fix adapt cannot change kt of types {} {} from 0, since a run without "
                 "tangential springs does not keep them; start with a small kt > 0",
                 style_name, i, j);
  }
};

}    // namespace LAMMPS_NS::VARDEM_NS
#endif
