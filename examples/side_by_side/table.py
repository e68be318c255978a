"""One table of several sections, as plain text and as Markdown."""


class Table:
    columns = 4

    def __init__(self, title):
        self.title = title
        self.lines = []      # (is it the head of a section?, cells)

    def section(self, name, *heads):
        self.add(True, name, heads)

    def row(self, quantity, *cells):
        self.add(False, quantity, cells)

    def add(self, head, first, others):
        cells = [first, *others]
        self.lines.append((head, cells + [""] * (self.columns - len(cells))))

    def text(self):
        widths = [max(len(cells[i]) for _, cells in self.lines) for i in range(self.columns)]
        out = [self.title]
        for head, cells in self.lines:
            line = "  ".join([cells[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]).rstrip()
            out += ["", line, "-" * (sum(widths) + 2 * (self.columns - 1))] if head else [line]
        return "\n".join(out) + "\n"

    def markdown(self):
        """One Markdown table for each section, as only its first line can be a head."""
        out = [self.title]
        for head, cells in self.lines:
            line = "| " + " | ".join(cell.replace("   ", "&nbsp;&nbsp;") for cell in cells) + " |"
            out += ["", line, "|---|" + "---:|" * (self.columns - 1)] if head else [line]
        return "\n".join(out) + "\n"
