"""Cases of ranks.py: coefficients of bonds that one process reads, and bonds that reach further than processes know atoms."""
import re

from ranks_runner import RANKS, VELOCITIES, V, OMEGA, claim, difference

# --- binders of files -----------------------------------------------------------------------------------

CHAIN = """
units si
atom_style hybrid sphere bond
newton on off
region box block 0 0.012 0 0.004 0 0.004
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 6
{atoms}
set group all diameter 0.001
set group all density 2650
variable vx atom 0.05*sin(id)
variable vy atom 0.05*sin(2*id)
variable vz atom 0.05*sin(3*id)
velocity all set v_vx v_vy v_vz
special_bonds lj 0 1 1
comm_modify vel yes cutoff 0.0025
pair_style zero 0.0015
pair_coeff * *
{style}
fix 1 all nve/sphere/rodrigues
create_bonds many all all 1 0.0009 0.0011
timestep 1e-6
run 100
"""


def chain(style):
    return CHAIN.format(style=style, atoms="\n".join(f"create_atoms 1 single {0.0025 + 0.001 * i} 0.002 0.0021" for i in range(8)))


def case_bond_files(runner):
    """A chain of grains of sand from a file that one process reads: 100 steps, 1e-11. Its energy and spins are those of the same binder
    in the input (potentials/sand.binder), so that all processes have what the file has."""
    by_file = chain("bond_style binder\nbond_coeff 1 file sand.binder epoxy")
    by_hand = chain("bond_style binder\nbond_coeff 1 beam 4.0e9 0.35 0.5 break axial 0.015")
    first = runner.final(by_hand, VELOCITIES, 1)
    claim("bonds turn the grains", -max(abs(row[k]) for row in first.values() for k in OMEGA), -1.0)
    for n in RANKS:
        end = runner.final(by_file, VELOCITIES, n)
        claim(f"v on {n} ranks against 1", difference(first, end, V), 1e-11)
        claim(f"omega on {n} ranks against 1", difference(first, end, OMEGA), 1e-11)


# --- a communication cutoff that is too short -----------------------------------------------------------

LONG = """
units lj
atom_style hybrid sphere bond
atom_modify map array
newton {newton}
processors * * 1
region box block -6 6 -6 6 -6 6
create_box 1 box bond/types 1 extra/bond/per/atom 2 extra/special/per/atom 6
create_atoms 1 single -1.5 1 0
create_atoms 1 single 1.5 1 0
create_atoms 1 single 2 -1 0
create_atoms 1 single -2 -1 0
set group all diameter 1
set group all mass 1
create_bonds single/bond 1 1 2
create_bonds single/bond 1 3 4
special_bonds lj 1 1 1
neighbor 0.3 bin
comm_modify vel yes {cutoff}
pair_style zero 1
pair_coeff * *
{style}
fix 1 all nve/sphere/rodrigues
{command}
"""


def case_bond_cutoff(runner):
    """The message names the longest of two bonds, and its length plus the skin for the cutoff. With that cutoff there is no error."""
    binder, hooke = "bond_style binder\nbond_coeff 1 axial 200 shear 200 moment 10", "bond_style contact/hooke\nbond_coeff 1 k 100"
    styles = {("binder", "on", "run 0"): binder, ("contact/hooke", "off", "run 0"): hooke, ("binder", "on", "minimize 0 0 0 0"): binder}
    for n in RANKS[1:]:
        for (name, newton, command), style in styles.items():
            where = f"{name}, newton {newton}, {command}, {n} ranks"
            settings = {"newton": newton, "style": style, "command": command}
            text = runner.refused(LONG.format(cutoff="", **settings), n)
            found = re.search(r"Bond style (\S+): atoms (\d) and (\d) of a bond are (\S+) apart, and processes know atoms of others up to "
                              r"the distance (\S+) only; use comm_modify cutoff (\S+)", " ".join(text.split()))
            claim(f"{where}: runs without the message", 0 if found else 1, 0)
            if not found:
                print(text[-2000:])
                continue
            style_named, i, j, *numbers = found.groups()
            claim(f"{where}: other bonds in the message", 0 if style_named == name and {i, j} == {"3", "4"} else 1, 0)
            for what, word, value in zip(("length", "cutoff", "advice"), numbers, (4.0, 1.3, 4.3)):
                claim(f"{where}: {what} {word} against {value}", abs(float(word) - value), 1e-5)
            energy, = runner.printed(LONG.format(cutoff=f"cutoff {numbers[2]}", **settings), ["pe"], n)
            claim(f"{where}: energy in a run with this cutoff", abs(energy), 1e-20)


# --- two bonds of the same atoms ------------------------------------------------------------------------

TWICE = LONG.replace("create_bonds single/bond 1 3 4", "create_bonds single/bond 1 3 4\ncreate_bonds single/bond 1 {second}")


def case_bond_twice(runner):
    """With newton on, one of the bonds may be stored at each atom, and on more processes than one the atoms are on different ones. One process:
    BondInput.Bonds of test_bond_input.cpp."""
    styles = {"binder": "bond_style binder\nbond_coeff 1 axial 200 shear 200 moment 10", "contact/hooke": "bond_style contact/hooke\nbond_coeff 1 k 100"}
    for n in RANKS[1:]:
        for name, style in styles.items():
            for second in ("3 4", "4 3"):
                for newton in ("on", "off"):
                    text = runner.refused(TWICE.format(newton=newton, second=second, style=style, cutoff="cutoff 4.3", command="run 0"), n)
                    found = re.search(rf"Bond style {name}: atom ([34]) has two bonds with the same atom; delete one of them", " ".join(text.split()))
                    claim(f"{name}, second bond {second}, newton {newton}, {n} ranks: no message", 0 if found else 1, 0)
