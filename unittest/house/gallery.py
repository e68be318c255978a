"""The gallery, doc/src/Gallery_vardem.rst: each example has a place there, with its small picture in doc/img, the command that makes it
and its README."""
import re
import struct

PAGE = "doc/src/Gallery_vardem.rst"
WIDTH, BYTES, TOGETHER = 800, 60_000, 3_000_000      # pixels and bytes of a picture, bytes of all
HEAD = re.compile(rb"\x89PNG\r\n\x1a\n.{4}IHDR(.{4})", re.S)
WANTED = {"picture": "image:: ../img/{}.png\n", "command": "``make examples ONLY={}``", "README": "``examples/{}/README.md``"}


def wrong_picture(name, picture):
    """Complaints about the small picture of an example."""
    if not picture.exists():
        return [f"{name} has no picture doc/img/{name}.png: examples/gallery.py makes it"]
    head = HEAD.match(picture.read_bytes()[:24])
    if not head:
        return [f"{name} has a picture that is no PNG"]
    width, size = struct.unpack(">I", head.group(1))[0], picture.stat().st_size
    return [f"{name} has a picture of {number} {unit}; at most {most} are small"
            for number, most, unit in ((width, WIDTH, "pixels in a row"), (size, BYTES, "bytes")) if number > most]


def check_gallery(root):
    wrong = []
    text = (root / PAGE).read_text(encoding="utf-8")
    examples = {folder.name: folder for folder in sorted((root / "examples").iterdir()) if folder.is_dir() and any(folder.iterdir())}
    examples.pop("__pycache__", None)
    for name, folder in examples.items():
        wrong += [f"{name} lacks its {what} in {PAGE}: {form.format(name).strip()}" for what, form in WANTED.items()
                  if form.format(name) not in text]
        wrong += [] if (folder / "README.md").exists() else [f"{name} has no README.md"]
        wrong += wrong_picture(name, root / "doc" / "img" / f"{name}.png")
    shown = set(re.findall(r"image:: \.\./img/(\w+)\.png", text)) | {picture.stem for picture in (root / "doc" / "img").iterdir()}
    wrong += [f"{name} has a picture, but is no example" for name in sorted(shown - set(examples))]
    together = sum(picture.stat().st_size for picture in (root / "doc" / "img").iterdir())
    print(f"{len(examples)} examples, {together} bytes of pictures")
    if together > TOGETHER:
        wrong.append(f"doc/img has {together} bytes; at most {TOGETHER} are small")
    return wrong if examples else ["there are no examples"]
