"""The gallery, doc/src/Gallery_vardem.rst: each example has a place there, with its small picture
in doc/img, the command that makes it and its README."""
import re
import struct

PAGE = "doc/src/Gallery_vardem.rst"
WIDTH, BYTES, TOGETHER = 900, 60_000, 3_000_000      # pixels and bytes of a picture, bytes of all
HEAD = re.compile(rb"\x89PNG\r\n\x1a\n.{4}IHDR(.{4})", re.S)
WANTED = {"picture": "image:: ../img/{}.png\n", "command": "``make examples ONLY={}``",
          "README": "``examples/{}/README.md``"}


def wrong_picture(name, picture):
    """Complaints about the small picture of an example."""
    if not picture.exists():
        return [f"{name} has no picture doc/img/{name}.png: examples/gallery.py makes it"]
    head = HEAD.match(picture.read_bytes()[:24])
    if not head:
        return [f"{name} has a picture that is no PNG"]
    width, size = struct.unpack(">I", head.group(1))[0], picture.stat().st_size
    limits = (width, WIDTH, "pixels in a row"), (size, BYTES, "bytes")
    return [f"{name} has a picture of {number} {unit}; at most {most} are small"
            for number, most, unit in limits if number > most]


def examples_in(root):
    """Folders by their names; one that holds nothing but what Python leaves is none."""
    folders = sorted(folder for folder in (root / "examples").iterdir() if folder.is_dir())
    left = ("__pycache__", "*.pyc")
    return {folder.name: folder for folder in folders
            if any(not any(file.match(form) for form in left) for file in folder.iterdir())}


def check_gallery(root):
    wrong, examples = [], examples_in(root)
    text = (root / PAGE).read_text(encoding="utf-8")
    pictures = sorted((root / "doc" / "img").iterdir())
    for name, folder in examples.items():
        for what, form in WANTED.items():
            if form.format(name) not in text:
                wrong.append(f"{name} lacks its {what} in {PAGE}: {form.format(name).strip()}")
        wrong += [] if (folder / "README.md").exists() else [f"{name} has no README.md"]
        wrong += wrong_picture(name, root / "doc" / "img" / f"{name}.png")
    shown = set(re.findall(r"image:: \.\./img/(\w+)\.png", text)) | {file.stem for file in pictures}
    wrong += [f"{name} has a picture, but is no example" for name in sorted(shown - set(examples))]
    together = sum(picture.stat().st_size for picture in pictures)
    print(f"{len(examples)} examples, {together} bytes of pictures")
    if together > TOGETHER:
        wrong.append(f"doc/img has {together} bytes; at most {TOGETHER} are small")
    return wrong if examples else ["there are no examples"]
