"""Cases of ranks.py: what other styles know of bonds."""
from ranks_runner import RANKS, claim

BONDED = """
units lj
atom_style hybrid sphere bond
atom_modify map array
newton on {newton}
comm_style {comm}
special_bonds lj 1 1 1
neighbor 0.3 bin
neigh_modify every 1 delay 0 check yes
timestep 0.004
region box prism 0 6 0 6 0 6 0.9 0.3 -0.2
create_box 1 box bond/types 1 extra/bond/per/atom 14 extra/special/per/atom 60
lattice sc 1
create_atoms 1 box
reset_atoms id sort yes
variable ux atom 0.05*sin(17*id)
variable uy atom 0.05*sin(29*id)
variable uz atom 0.05*sin(43*id)
displace_atoms all move v_ux v_uy v_uz
set group all diameter 1
set group all mass 1
pair_style zero 2.0
pair_coeff * *
bond_style {style}
bond_coeff 1 {coefficients}
fix nve all nve/sphere/rodrigues
create_bonds/gap all all 1 0.3
variable vx atom sin(id)
variable vy atom sin(2*id)
variable vz atom sin(3*id)
velocity all set v_vx v_vy v_vz
set group all omega v_vy v_vz v_vx
{balance}
"""
BINDER = "axial 200 shear 60 moment 10 torsion 6 form N energy linear damp 2 1 0.2"
BREAKING = BINDER + " break axial 0.05 break bend 0.15"
HOOKE = "k 200 damping velocity 3 2"
BALANCE = "balance 1.0 shift xyz 10 1.02"
COMPUTES = """
compute f all contact/force
compute s all timestep/contact
compute c all timestep/contact sweeps 0
compute p all pressure NULL virial
compute b all bond/local engpot b4
compute u all reduce sum c_b[1] c_b[2] inputs local
fix led all energy/ledger
thermo_style custom step pe f_led c_s c_c c_p c_u[1]
thermo_modify norm no
"""
VALUES = (["f_led"] + [f"f_led[{k}]" for k in (1, 2, 4, 8, 13)] + ["c_s", "c_c", "c_p"] + [f"c_p[{k}]" for k in range(1, 7)] +
          ["c_u[1]", "c_u[2]", "pe"])
POINT = 6, 7, 8                                          # columns of the contact point, which belongs to one of its images


def case_bond_values(runner):
    """100 steps of a block of bonds in a triclinic box: its bonds and their forces, the stable time step, virial, energies, and the
    balance of the ledger, also where bonds break. 1e-9 as for other sums after 100 steps."""
    for newton, comm, style, coefficients in (("on", "brick", "binder", BINDER), ("off", "brick", "binder", BINDER),
                                              ("off", "tiled", "binder", BREAKING), ("off", "brick", "binder", BREAKING),
                                              ("on", "tiled", "contact/hooke", HOOKE), ("off", "brick", "contact/hooke", HOOKE)):
        where = f"{style}, newton {newton}, {comm}, {'breaking' if coefficients == BREAKING else 'whole'}"
        script = BONDED.format(newton=newton, comm=comm, style=style, coefficients=coefficients,
                               balance=BALANCE if comm == "brick" else "balance 1.0 rcb") + COMPUTES + "run 100\n"
        first_rows = first_values = None
        for n in RANKS:
            rows, values = runner.rows_and_values(script, "f", VALUES, n)
            if n == 1:
                first_rows, first_values = rows, values
                claim(f"{where}: energy of broken bonds", -values[5], -1.0 if coefficients == BREAKING else 0.0)
                claim(f"{where}: sum over bond/local", abs(values[-3] / values[-1] - 1), 1e-12)
                claim(f"{where}: bound with sweeps is not below that without", values[7] / values[6] - 1, 0)
                continue
            claim(f"{where}, {n} ranks: bonds that differ of {len(first_rows)}", sum(a[:3] != b[:3] for a, b in zip(rows, first_rows)) +
                  abs(len(rows) - len(first_rows)), 0)
            largest = max(abs(row[k]) for row in first_rows for k in range(9, 19))
            worst = max(abs(a[k] - b[k]) for a, b in zip(rows, first_rows) for k in range(3, 19) if k not in POINT)
            claim(f"{where}, {n} ranks: forces and moments", worst / largest, 1e-9)
            for name, value, first in zip(VALUES, values, first_values):
                claim(f"{where}, {n} ranks: {name}", abs(value - first), 1e-9 * max(abs(first), 1.0))
