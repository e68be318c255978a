// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#ifndef VARDEM_METHOD_CHOICE_H
#define VARDEM_METHOD_CHOICE_H

namespace VARDEM {

// --- the choices of the solver of a network (no_tension_solver.h), and the choice that it has made

/** Of incomplete_cholesky.h. A block of L is dropped if its norm is less than `drop` times the
 *  geometric mean of the norms of the diagonal blocks. The limit for R is drop^2. */
struct IncompleteOptions {
  double drop = 1e-2;
  int fill = 20;    // blocks of a column that are kept at most in L, besides the diagonal, and in R
  // bytes that may be allocated at a time; 0: all memory of the machine
  double memory_limit = 0.0;
};

/** Of schwarz_cholesky.h. */
struct SchwarzOptions : IncompleteOptions {
  int parts = 1;      // of each process
  int overlap = 2;    // layers of rows around a part, the same on all processes
};

/** Of chosen_solver.h. */
struct LinearChoice {
  enum Kind {
    BLOCK,         // conjugate gradients, preconditioned by diagonal blocks
    INCOMPLETE,    // ... or by incomplete factors
    DIRECT         // sparse factors
  };
  Kind kind = BLOCK;
  bool mixed = false;           // BLOCK: single precision, with a refinement in double precision
  SchwarzOptions incomplete;    // options of incomplete factors
};

/** Of no_tension_solver.h. */
struct MethodChoice {
  enum Method { AUTO, NEWTON, INTERIOR_POINT };
  Method method = NEWTON;
  LinearChoice linear;    // AUTO begins with BLOCK where INCOMPLETE is chosen
};

/** The method that has found the solution, and why AUTO has taken it. */
struct MethodTaken {
  enum Why {
    CHOSEN,       // the choice was not AUTO
    QUICK,        // Newton's method has been quick enough
    REDUNDANT,    // the packing has many more contacts than it needs
    ISOSTATIC     // the packing is nearly isostatic
  };
  MethodChoice::Method method = MethodChoice::NEWTON;
  LinearChoice::Kind linear = LinearChoice::BLOCK;
  Why why = CHOSEN;
};

}    // namespace VARDEM
#endif
