"""One table of several sections, as plain text and as Markdown."""


class Table:
    columns = 6

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

    def sections(self):
        """Lists of lines, each of which begins with a head."""
        found = []
        for head, cells in self.lines:
            if head or not found:
                found.append([])
            found[-1].append(cells)
        return found

    def used(self, lines):
        """Number of columns that are not empty."""
        return 1 + max(i for cells in lines for i in range(self.columns) if i == 0 or cells[i])

    def text(self):
        """Columns are as wide as their section needs."""
        out = [self.title]
        for lines in self.sections():
            used = self.used(lines)
            widths = [max(len(cells[i]) for cells in lines) for i in range(used)]
            for n, cells in enumerate(lines):
                line = "  ".join([cells[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(cells[1:], widths[1:])]).rstrip()
                out += ["", line, "-" * (sum(widths) + 2 * (used - 1))] if n == 0 else [line]
        return "\n".join(out) + "\n"

    def markdown(self):
        """One Markdown table for each section, as only its first line can be a head."""
        out = [self.title]
        for lines in self.sections():
            used = self.used(lines)
            for n, cells in enumerate(lines):
                line = "| " + " | ".join(cell.replace("   ", "&nbsp;&nbsp;") for cell in cells[:used]) + " |"
                out += ["", line, "|---|" + "---:|" * (used - 1)] if n == 0 else [line]
        return "\n".join(out) + "\n"
