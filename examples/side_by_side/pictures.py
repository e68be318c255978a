"""What the pictures share: colors and style, the place of a panel's words, and the summary of all panels."""

import io
import textwrap

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import NullFormatter
from PIL import Image

# Gray is stock LAMMPS or a published method, the others are VARDEM. The color-blind can tell them apart, too.
GRAY, BLUE, ORANGE, GREEN, RED = "#5f6b76", "#0067b1", "#d98200", "#007a5e", "#d1495b"
PALE, DARK = "#d3d8dc", "#3d4750"
COLUMNS, WIDTH, HEIGHT = 2, 4.7, 4.15                  # of the summary; size of a panel in inches

plt.rcParams.update({
    "font.size": 9, "axes.titlesize": 10, "axes.titlelocation": "left", "axes.titleweight": "bold",
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.color": "#e6e9ec", "grid.linewidth": 0.8,
    "axes.edgecolor": "#8a949e", "axes.axisbelow": True, "legend.frameon": False,
})


def headline(figure, text, how):
    """The words above a panel: what it shows, and in two lines how to read it."""
    figure.text(0.02, 0.985, text, fontsize=10.5, fontweight="bold", va="top")
    figure.text(0.02, 0.925, textwrap.fill(how.replace(" = ", "\u00a0=\u00a0"), 74), fontsize=8.5, color=DARK, va="top", linespacing=1.3)


def plain(axis, values):
    """Ticks of a logarithmic axis as plain numbers."""
    axis.set_ticks(values, [f"{value:g}" for value in values])
    axis.set_minor_formatter(NullFormatter())


def save(figure, path):
    """With 128 colors, which keeps the file small."""
    file = io.BytesIO()
    figure.savefig(file, dpi=200)
    plt.close(figure)
    Image.open(file).convert("RGB").quantize(128).save(path, optimize=True)


def summary(path, panels):
    """panels: functions draw(figure, letter), each of which fills one panel."""
    rows = -(-len(panels) // COLUMNS)
    figure = plt.figure(figsize=(COLUMNS * WIDTH, rows * HEIGHT))
    places = figure.subfigures(rows, COLUMNS, squeeze=False).ravel()
    for place, letter, draw in zip(places, "abcdefghijkl", panels):
        draw(place, letter)
    save(figure, path)


def alone(path, draw, width=7.0, height=4.4):
    """A picture of its own, drawn by draw(figure)."""
    figure = plt.figure(figsize=(width, height))
    draw(figure)
    save(figure, path)
