"""Pictures of the body from its STEP files: assembled, exploded, part by part, and cut through."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import matplotlib as mpl
import matplotlib.pyplot as plt
import pyvista as pv
from build123d import (
    BoundBox,
    Face,
    GeomType,
    Part,
    Plane,
    Pos,
    Rectangle,
    Vector,
    Wire,
    export_stl,
    import_step,
)
from matplotlib.patches import PathPatch
from matplotlib.path import Path as Outline

from enclosure.assembly import assembly
from enclosure.measures import Body, read_body
from enclosure.placed import Placed, Stuff
from enclosure.small import BAND_AT, copper, turned

Size = tuple[int, int]
Eye = tuple[float, float, float]

INPUTS: Final = [
    "board.toml#body",
    "board.toml#buttons",
    "board.toml#pads",
    "enclosure/assembly.py",
    "enclosure/measures.py",
    "enclosure/base.py",
    "enclosure/fasteners.py",
    "enclosure/parts/*.step",
    "enclosure/placed.py",
    "enclosure/small.py",
    "enclosure/solids.py",
    "enclosure/tray.py",
]
OUTPUTS: Final = ["enclosure/pictures/*.png", "enclosure/pictures/*.svg"]

HERE: Final = Path(__file__).parent
PICTURES: Final = HERE / "pictures"
COLUMNS: Final = 4
DRUM: Final = ("drum", "copper")
EDGE: Final = 70.0
"""How far to either side a section goes, in mm."""
LEADER: Final = {"arrowstyle": "-", "lw": 0.6, "color": "#444444"}

COLOURS: Final = {
    Stuff.SHELL: "#6f5846",
    Stuff.CLEAR: "#d8e1e6",
    Stuff.WOOD: "#cfae80",
    Stuff.CIRCUIT: "#2e7d52",
    Stuff.SOFT: "#3a3a3a",
    Stuff.METAL: "#9aa3aa",
    Stuff.COPPER: "#c8743c",
}
ABOVE: Final = (420.0, -620.0, 520.0)
BELOW: Final = (420.0, -420.0, -620.0)
"""Where the eye is, from the middle: over player 1's right shoulder, or under the table."""
APART: Final = 34.0
"""How far apart layers are in the exploded view, in mm."""


def main() -> None:
    """Draw everything."""
    body = read_body()
    parts = {path.stem: import_step(path) for path in sorted((HERE / "parts").glob("*.step"))}
    placed = list(assembly(body, parts))
    PICTURES.mkdir(exist_ok=True)
    _view("assembled", placed)
    _view("exploded", placed, (1400, 1300), apart=APART, zoom=1.02)
    _view("inside", [thing for thing in placed if thing.layer in {0, 1}])
    tray = [thing for thing in placed if thing.stuff in {Stuff.SHELL, Stuff.CIRCUIT}]
    _view("tray", [thing for thing in tray if thing.layer in {2, 3}], eye=BELOW)
    _sheet("parts", parts)
    _drum("drum", body, turned(body, parts["drum"]))
    _cut("section", placed, body)


def _mesh(solid: Part) -> pv.PolyData:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solid.stl"
        export_stl(solid, path, 0.05, 0.3)
        return pv.read(path)


def _plotter(size: Size, shape: Size = (1, 1)) -> pv.Plotter:
    plotter = pv.Plotter(off_screen=True, window_size=size, shape=shape, border=False)
    plotter.enable_anti_aliasing("ssaa")
    return plotter


def _add(plotter: pv.Plotter, solid: Part, stuff: Stuff) -> None:
    mesh = _mesh(solid)
    plotter.add_mesh(mesh, color=COLOURS[stuff], ambient=0.35, diffuse=0.8, specular=0.05)
    edges = mesh.extract_feature_edges(35, boundary_edges=False, manifold_edges=False)
    if edges.n_points:
        plotter.add_mesh(edges, color="#1c1510", line_width=1.5)


def _look(plotter: pv.Plotter, eye: Eye, zoom: float) -> None:
    plotter.set_background("white")
    plotter.camera_position = [eye, (0, 0, 0), (0, 0, 1)]
    plotter.enable_parallel_projection()
    plotter.reset_camera()
    plotter.camera.zoom(zoom)


def _view(  # noqa: PLR0913  what a view is
    name: str,
    placed: Iterable[Placed],
    size: Size = (1400, 1000),
    *,
    apart: float = 0,
    zoom: float = 1.35,
    eye: Eye = ABOVE,
) -> None:
    plotter = _plotter(size)
    for thing in placed:
        _add(plotter, Pos(0, 0, apart * thing.layer) * thing.solid, thing.stuff)
    _look(plotter, eye, zoom)
    plotter.screenshot(PICTURES / f"{name}.png")
    plotter.close()


def _sheet(name: str, parts: dict[str, Part]) -> None:
    """Draw every part by itself, under its name; each as large as there is room."""
    rows = -(-len(parts) // COLUMNS)
    plotter = _plotter((400 * COLUMNS, 340 * rows), (rows, COLUMNS))
    for number, (title, solid) in enumerate(parts.items()):
        plotter.subplot(number // COLUMNS, number % COLUMNS)
        _add(plotter, solid, _stuff(title))
        plotter.add_text(title, font_size=11, color="black", position="upper_left")
        _look(plotter, (1.0, -1.5, 1.3), 1.0)
    plotter.screenshot(PICTURES / f"{name}.png")
    plotter.close()


def _drum(name: str, body: Body, solid: Part) -> None:
    """Draw the drum with its copper, standing, and seen from below."""
    plotter = _plotter((900, 500), (1, 2))
    for place, eye in enumerate(((0.6, -1.5, 0.7), (0.6, -1.2, -1.3))):
        plotter.subplot(0, place)
        _add(plotter, solid, Stuff.WOOD)
        _add(plotter, copper(body), Stuff.COPPER)
        _look(plotter, eye, 1.1)
    plotter.screenshot(PICTURES / f"{name}.png")
    plotter.close()


def _stuff(name: str) -> Stuff:
    for start, stuff in (("light", Stuff.CLEAR), ("foot", Stuff.SOFT), ("drum", Stuff.WOOD)):
        if name.startswith(start):
            return stuff
    return Stuff.SHELL


def _cut(name: str, placed: Iterable[Placed], body: Body) -> None:
    """Draw what a saw through row 4 would show, with the drum on c4 and every layer named."""
    mpl.rcParams.update({"svg.hashsalt": name, "font.size": 9, "hatch.linewidth": 0.4})
    figure, axes = plt.subplots(figsize=(10, 6))
    for thing in placed:
        aside = body.pitch if thing.name in DRUM else 0.0
        row = Pos(0, aside - body.pitch, 0) * thing.solid
        for face in _section(row):
            rings = [[(p.X, p.Z) for p in _points(wire)] for wire in face.wires()]
            outline = Outline.make_compound_path(*(Outline(ring, closed=True) for ring in rings))
            axes.add_patch(PathPatch(outline, fc=COLOURS[thing.stuff], ec="black", lw=0.4))
    for words, at, low in _layers(body):
        axes.annotate(words, (at, low), (EDGE + 6, low), va="center", arrowprops=LEADER)
    axes.set(xlim=(-EDGE, EDGE), ylim=(-6, body.under_tile + 50), aspect="equal")
    axes.set_axis_off()
    figure.savefig(PICTURES / f"{name}.svg", bbox_inches="tight", metadata={"Date": None})
    plt.close(figure)


def _section(solid: Part) -> list[Face]:
    """Cut a solid along y = 0.

    The modeller gives faces in no fixed order; the drawing is to be the same every time. And it
    turns what is common once more by what the solid was turned by: so it is asked where the solid
    was made. Raises AssertionError if a face is not within the solid all the same.
    """
    back = solid.location.inverse()
    common = (back * solid) & (back * (Plane.XZ * Rectangle(1000, 1000)))
    faces = [] if common is None else [solid.location * face for face in common.faces()]
    if not all(_is_within(face.bounding_box(), solid.bounding_box()) for face in faces):
        raise AssertionError("a section lies outside of what was cut")
    return sorted(faces, key=lambda face: (face.center().X, face.center().Z))


def _is_within(inner: BoundBox, outer: BoundBox) -> bool:
    near = 0.01
    return all(
        getattr(outer.min, axis) - near <= getattr(inner.min, axis)
        and getattr(inner.max, axis) <= getattr(outer.max, axis) + near
        for axis in "XYZ"
    )


def _points(wire: Wire) -> list[Vector]:
    """Give a ring's corners, and its curves as short straight lines."""
    edges = wire.order_edges()
    return [
        edge @ (step / steps)
        for edge in edges
        for steps in [1 if edge.geom_type is GeomType.LINE else 12]
        for step in range(steps)
    ] + [edges[0] @ 0]


def _layers(body: Body) -> Iterator[tuple[str, float, float]]:
    """Give each layer's name, the x its leader points to, and its z."""
    beside, on_tile = body.pitch, body.under_tile + body.tile_height
    yield "drum, copper around and below it", body.drum / 2, on_tile + BAND_AT * body.drum_height
    yield f"tile, {body.tile_height:g} mm", beside + 17, on_tile - 1
    yield f"light guide, {body.guide:g} mm; its rim glows", beside + 20, body.top - 3
    yield "cell circuit, electrode up", beside + 18, body.under_guide - body.circuit / 2
    yield "tray", beside + body.pitch / 2, body.on_floor - 1
    yield f"room for Pi, carrier and wires, {body.room:g} mm", 30, body.shell + body.room / 2
    spare = body.shell + body.under_cell + body.circuit / 2
    yield "spare pad, out of reach", body.spare_at[0] + body.cell_board / 2 - 1, spare
    yield "base", beside + 4, body.shell / 2


if __name__ == "__main__":
    main()
