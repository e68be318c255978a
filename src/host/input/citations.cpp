// SPDX-License-Identifier: GPL-2.0-only
// VARDEM: granular matter for LAMMPS. Copyright (2026) the VARDEM developers.

#include "host/input/citations.h"

#include "citeme.h"
#include "lammps.h"

using namespace LAMMPS_NS;
using namespace VARDEM_NS;

namespace {

// As LAMMPS wants them: the first line is all that the screen shows, the entry goes to the log file
// or a file of its own

constexpr char WOO[] = "VARDEM, equations of motion as in Woo: https://github.com/woodem/woo\n\n"
                       "@Manual{Woo,\n"
                       " author =       {{The Woo developers}},\n"
                       " title =        {Woo documentation, section ``Motion integration''},\n"
                       " url =          {https://github.com/woodem/woo}\n"
                       "}\n\n";

constexpr char FINCHAM[] =
    "VARDEM, rotation of fix nve/asphere/fincham: https://doi.org/10.1080/08927029208022474\n\n"
    "@Article{Fincham1992,\n"
    " author =       {D. Fincham},\n"
    " title =        {Leapfrog rotational algorithms},\n"
    " journal =      {Molecular Simulation},\n"
    " volume =       {8},\n"
    " number =       {3-5},\n"
    " pages =        {165--178},\n"
    " year =         {1992},\n"
    " doi =          {10.1080/08927029208022474}\n"
    "}\n\n";

constexpr char BAKER_GONZALEZ[] = "VARDEM, variational integration in Rodrigues parameters: "
                                  "https://doi.org/10.48550/arXiv.2112.01623\n\n"
                                  "@Article{BakerGonzalez2021,\n"
                                  " author =       {C. Baker and M. Gonzalez},\n"
                                  " title =        {Explicit variational time integrator based on "
                                  "rescaled {Rodrigues} parameters},\n"
                                  " journal =      {arXiv:2112.01623},\n"
                                  " year =         {2021},\n"
                                  " doi =          {10.48550/arXiv.2112.01623}\n"
                                  "}\n\n";

constexpr char LEE_LEOK[] =
    "VARDEM, Lie group variational integrator: https://doi.org/10.1016/j.cma.2007.01.017\n\n"
    "@Article{LeeLeokMcClamroch2007,\n"
    " author =       {T. Lee and M. Leok and N. H. McClamroch},\n"
    " title =        {{Lie} group variational integrators for the full body problem},\n"
    " journal =      {Computer Methods in Applied Mechanics and Engineering},\n"
    " volume =       {196},\n"
    " number =       {29-30},\n"
    " pages =        {2907--2924},\n"
    " year =         {2007},\n"
    " doi =          {10.1016/j.cma.2007.01.017}\n"
    "}\n\n";

constexpr char HAIRER_VILMART[] =
    "VARDEM, corrections of the variational integrator: J. Phys. A 39, 13225 (2006)\n\n"
    "@Article{HairerVilmart2006,\n"
    " author =       {E. Hairer and G. Vilmart},\n"
    " title =        {Preprocessed discrete {Moser-Veselov} algorithm for the full dynamics of a "
    "rigid body},\n"
    " journal =      {Journal of Physics A: Mathematical and General},\n"
    " volume =       {39},\n"
    " pages =        {13225},\n"
    " year =         {2006}\n"
    "}\n\n";

constexpr char CUNDALL_STRACK[] =
    "VARDEM, non-viscous damping: https://doi.org/10.1680/geot.1979.29.1.47\n\n"
    "@Article{CundallStrack1979,\n"
    " author =       {P. A. Cundall and O. D. L. Strack},\n"
    " title =        {A discrete numerical model for granular assemblies},\n"
    " journal =      {G\\'eotechnique},\n"
    " volume =       {29},\n"
    " number =       {1},\n"
    " pages =        {47--65},\n"
    " year =         {1979},\n"
    " doi =          {10.1680/geot.1979.29.1.47}\n"
    "}\n\n";

constexpr char DE_KLERK[] =
    "VARDEM, implicit steps and two-sided Hookean bonds: "
    "https://doi.org/10.48550/arXiv.2103.01757\n\n"
    "@Article{DeKlerk2021,\n"
    " author =       {D. N. De Klerk and T. Shire and Z. Gao and A. T. McBride and C. J. Pearce "
    "and "
    "P. Steinmann},\n"
    " title =        {A variational integrator for the discrete element method},\n"
    " journal =      {arXiv:2103.01757},\n"
    " year =         {2021},\n"
    " doi =          {10.48550/arXiv.2103.01757}\n"
    "}\n\n";

constexpr char OLSEN_KAMRIN[] =
    "VARDEM, contact forces of rigid grains: https://doi.org/10.48550/arXiv.1805.07437\n\n"
    "@Article{OlsenKamrin2018,\n"
    " author =       {T. Olsen and K. Kamrin},\n"
    " title =        {Resolving force indeterminacy in contact dynamics using compatibility "
    "conditions},\n"
    " journal =      {arXiv:1805.07437},\n"
    " year =         {2018},\n"
    " doi =          {10.48550/arXiv.1805.07437}\n"
    "}\n\n";

// in the order of Paper
constexpr const char *ENTRIES[] = {
    WOO, FINCHAM, BAKER_GONZALEZ, LEE_LEOK, HAIRER_VILMART, CUNDALL_STRACK, DE_KLERK, OLSEN_KAMRIN};

}    // namespace

// LAMMPS drops what it has been told before, and has no CiteMe with -cite none.
void VARDEM_NS::cite(LAMMPS *lmp, std::initializer_list<Paper> papers)
{
  if (!lmp->citeme) return;
  for (const Paper paper : papers) lmp->citeme->add(ENTRIES[static_cast<int>(paper)]);
}
