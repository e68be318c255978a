# Configuration of Sphinx for the manual of VARDEM: sphinx-build -W -b html doc/src OUT.  Needs Sphinx and latex2mathml.  Neither the
# build nor the pages need a network: equations are MathML.

import html
import re
import unicodedata

from docutils import nodes
from latex2mathml.converter import convert
from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, String, Text

project = "VARDEM"
author = "the VARDEM developers"
copyright = "2026, " + author
version = release = "0.1.0"

html_math_renderer = "mathml"
html_css_files = ["vardem.css"]
html_static_path = ["_static"]
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
    create_atoms create_bonds create_box delete_atoms delete_bonds displace_atoms dump fix fix_adapt fix_addforce fix_ave_histo fix_ave_time fix_box_relax fix_damping_cundall fix_deform fix_deform_pressure fix_deposit
    fix_dt_reset fix_enforce2d fix_external fix_freeze fix_gravity fix_modify fix_move fix_nve_asphere fix_nve_bpm_sphere
    fix_nve_sphere fix_nvt_sllod fix_pour fix_property_atom fix_rigid fix_setforce fix_spring_self fix_wall_gran fix_wall_gran_region group
    kspace_style lattice min_modify min_style minimize molecule neigh_modify neighbor newton pair_coeff pair_gran pair_granular
    pair_granular_superellipsoid pair_hybrid pair_modify pair_write pair_zero plugin read_data read_restart region rerun reset_atoms reset_timestep restart
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


def bold_letter(found):
    """Browsers ignore the attribute mathvariant, and show the bold letters of Unicode."""
    style, letter = found[1].upper().replace("-", " "), html.unescape(found[2])
    name = re.sub("LATIN |GREEK |LETTER ", "", unicodedata.name(letter))    # SMALL X, CAPITAL OMEGA
    return f"<mi>{unicodedata.lookup(f'MATHEMATICAL {style} {name}')}</mi>"


def mathml(formula, display):
    """MathML of a formula. A command that the converter does not know is an error."""
    text = convert(formula, display=display)
    if "\\" in text:
        raise ValueError(f"there is no MathML for a part of the formula {formula}")
    return re.sub(r'<mi mathvariant="(bold|bold-italic)">(\w|&#x\w+;)</mi>', bold_letter, text)


def write_inline_math(self, node):
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def write_block_math(self, node):
    self.body.append(self.starttag(node, "div", CLASS="math") + mathml(node.astext(), "block") + "</div>\n")
    raise nodes.SkipNode


def setup(app):
    app.add_lexer("LAMMPS", LammpsLexer)
    app.add_html_math_renderer("mathml", (write_inline_math, None), (write_block_math, None))
    app.connect("missing-reference", link_to_lammps)
    return {"parallel_read_safe": True}
