# Configuration of Sphinx for the manual of VARDEM: sphinx-build -W -b html doc/src OUT.  Needs Sphinx and no network.

import re

from docutils import nodes
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

project = "VARDEM"
author = "the VARDEM developers"
copyright = "2026, " + author
version = release = "0.1.0"

extensions = ["sphinx.ext.mathjax"]
exclude_patterns = ["accel_styles.rst"]
root_doc = "index"
nitpicky = True
highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {"description": "Integrators of granular matter for LAMMPS", "page_width": "1100px", "sidebar_width": "260px"}
html_show_sourcelink = False

# Pages of the LAMMPS manual that ours refer to, as LAMMPS' own pages do, by :doc:.  A page that is neither here nor in this
# folder is an error, so that a misspelled name is noticed.
LAMMPS_MANUAL = "https://docs.lammps.org/"
LAMMPS_PAGES = set("""
    Howto_output Run_options Speed_kokkos atom_modify atom_style bond_bpm_rotational bond_coeff bond_hybrid change_box clear comm_modify compute compute_bond_local compute_count_type
    compute_erotate_asphere
    compute_erotate_rigid compute_erotate_sphere compute_group_group compute_ke compute_ke_rigid compute_pair_local compute_pe compute_pe_atom
    compute_pressure compute_property_atom compute_property_local compute_reduce compute_rigid_local compute_stress_atom compute_temp_deform
    create_atoms create_bonds create_box delete_bonds displace_atoms dump fix fix_adapt fix_addforce fix_ave_histo fix_ave_time fix_box_relax fix_damping_cundall fix_deform fix_deform_pressure fix_deposit
    fix_dt_reset fix_enforce2d fix_external fix_freeze fix_gravity fix_modify fix_move fix_nve_asphere fix_nve_bpm_sphere
    fix_nve_sphere fix_nvt_sllod fix_pour fix_property_atom fix_rigid fix_setforce fix_spring_self fix_wall_gran fix_wall_gran_region group
    kspace_style lattice min_modify min_style minimize molecule neigh_modify neighbor newton pair_coeff pair_gran pair_granular
    pair_granular_superellipsoid pair_hybrid pair_modify pair_write pair_zero plugin read_data read_restart region rerun reset_timestep restart
    run run_style set special_bonds suffix thermo_style timestep unfix units variable velocity write_data write_dump
    write_restart
""".split())


def link_to_lammps(app, env, node, contnode):
    """A reference to a page of the LAMMPS manual becomes a link to it."""
    page = node.get("reftarget", "").lstrip("/")
    if node.get("reftype") != "doc" or page not in LAMMPS_PAGES:
        return None
    text = node.astext()
    return nodes.reference("", "", nodes.inline(text, page if text == node.get("reftarget") else text), internal=False,
                           refuri=f"{LAMMPS_MANUAL}{page}.html")


class LammpsLexer(RegexLexer):
    """Input scripts of LAMMPS: commands, comments, strings, variables, numbers."""

    name = "LAMMPS"
    aliases = ["LAMMPS"]
    flags = re.MULTILINE
    tokens = {
        "root": [
            (r"#.*$", Comment),
            (r"^([ \t]*)([A-Za-z_][\w/]*)", bygroups(Text, Keyword)),
            (r"\"[^\"\n]*\"|'[^'\n]*'", String),
            (r"\$\{\w+\}|\$\([^)\n]*\)|\$\w", Name.Variable),
            (r"\b[vcf]_\w+", Name.Variable),
            (r"&$", Operator),
            (r"[-+]?\b\d+(\.\d*)?([eE][-+]?\d+)?\b", Number),
            (r"\s+", Text),
            (r"[\w/.*-]+|.", Text),
        ]
    }


def setup(app):
    app.add_lexer("LAMMPS", LammpsLexer)
    app.connect("missing-reference", link_to_lammps)
    return {"parallel_read_safe": True}
