"""Writes the coordinate systems and datum shifts for placing maps, from PROJ's database.

Needs Debian's python3-pyproj and takes a few minutes. See docs/decisions/0093.
"""
import re
import sqlite3
import warnings
from math import pi
from pathlib import Path

import numpy
from pyproj import CRS, Geod
from pyproj.datadir import get_data_dir
from pyproj.exceptions import ProjError
from pyproj.transformer import TransformerGroup

FOLDER = Path(__file__).parent.parent / 'server/platform/raster/coordinate-systems'
WGS_84 = 'EPSG:4326'
SECOND = pi / 180 / 3600
ELLIPSOIDS = {'NAD27': 'clrk66', 'NAD83': 'GRS80'}

warnings.filterwarnings('ignore')
database = sqlite3.connect(f'{get_data_dir()}/proj.db')


def rows(sql, *values):
    return database.execute(sql, values).fetchall()


def text_of(crs):
    """A coordinate system as proj4 text, rewritten where proj4 lacks a feature."""
    text = re.sub(r' \+(type=crs|wktext|vunits=\S+|axis=\S+)', '', crs.to_proj4())
    text = re.sub(r'\+datum=(NAD27|NAD83)', lambda found: f'+ellps={ELLIPSOIDS[found[1]]}', text)
    across, up = (axis.direction[0] for axis in crs.axis_info[:2])
    if {across, up} in ({'w', 's'}, {'w', 'n'}, {'e', 's'}):
        text = text.replace(' +no_defs', f' +axis={across}{up}u +no_defs')
    # proj4 reads only degrees, so coordinates in grads become a plate carrée on the same ellipsoid.
    unit = crs.axis_info[0].unit_conversion_factor
    if text.startswith('+proj=longlat') and abs(unit - pi / 180) > 1e-12:
        text = text.replace('+proj=longlat', f'+proj=eqc +to_meter={crs.ellipsoid.semi_major_metre * unit:.9f}')
    # proj4 has no grid height; scaling up the transverse Mercator by it is accurate to a centimeter within a city.
    if height := re.search(r' \+h_0=(\S+)', text):
        scale = 1 + float(height[1]) / crs.ellipsoid.semi_major_metre
        text = text.replace('col_urban', 'tmerc').replace(height[0], f' +k={scale:.9f}')
    # EPSG's own approximation of the Laborde grid (method 9813).
    return re.sub(r'labrd (.*)\+lon_0=(\S+) \+azi=(\S+)', r'omerc \1+lonc=\2 +alpha=\3 +gamma=\3', text)


def helmert(step):
    """A step of a pipeline as a matrix of earth-centered coordinates (EPSG methods 9603, 9606, 9607, 1034, 1061)."""
    given = {name: value for name, value in re.findall(r'(\w+)=(\S+)', step)}
    number = lambda name: float(given.get(name, 0))
    sign = -1 if given.get('convention') == 'coordinate_frame' else 1
    rx, ry, rz = (sign * number(name) * SECOND for name in ('rx', 'ry', 'rz'))
    turn = (1 + number('s') * 1e-6) * numpy.array([[1, -rz, ry], [rz, 1, -rx], [-ry, rx, 1]])
    shift = numpy.array([number('x'), number('y'), number('z')])
    pivot = numpy.array([number('px'), number('py'), number('pz')])
    matrix = numpy.eye(4)
    matrix[:3, :3], matrix[:3, 3] = turn, shift + pivot - turn @ pivot
    return numpy.linalg.inv(matrix) if re.search(r'\binv\b', step) else matrix


def shift_of(pipeline):
    """Shifts in meters, rotations in arcseconds (position vector) and scale in parts per million; None for grids and offsets."""
    matrix = numpy.eye(4)
    for step in pipeline.split('step')[1:]:
        method = re.search(r'proj=(\w+)', step)[1]
        if method in ('helmert', 'molobadekas'):
            matrix = helmert(step) @ matrix
        elif method in ('hgridshift', 'geogoffset', 'gridshift', 'deformation', 'defmodel'):
            return None
    scale = matrix.trace() / 3 - 1 / 3
    turns = (matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1])
    return [*matrix[:3, 3], *(turn / 2 / scale / SECOND for turn in turns), (scale - 1) * 1e6]


def number(value, digits):
    return f'{value:.{digits}f}'.rstrip('0').rstrip('.') if value else '0'


def farthest(one, other, area):
    """The largest distance between two transformations within an area, in meters."""
    grid = numpy.meshgrid(numpy.linspace(area.west, area.east, 30), numpy.linspace(area.south, area.north, 30))
    before = [side.ravel() for side in grid]
    apart = Geod(ellps='WGS84').inv(*one.transform(*before), *other.transform(*before))[2]
    return max(apart[numpy.isfinite(apart)], default=0)


def shifts_of(base):
    """The transformations to WGS 84 without a grid, in PROJ's order: area, accuracy, meridian and shift."""
    try:
        operations = TransformerGroup(base, WGS_84, always_xy=True).transformers
    except ProjError:  # PROJ's standard distribution lacks a file that this transformation needs.
        return []
    operations = [each for each in operations if 'allpark' not in each.description and each.area_of_use]
    grids = [each for each in operations if 'hgridshift' in each.definition]
    found = []
    for operation in operations:
        area, accuracy, shift = operation.area_of_use, operation.accuracy, shift_of(operation.definition)
        if accuracy < 0 or not shift:
            continue
        bounds = [area.west, area.south, area.east, area.north]
        accuracy = max([accuracy, *(farthest(operation, grid, area) for grid in grids)])
        # Some transformations count longitudes from a different meridian.
        meridian = re.search(r'pm=(-?\d\S*)', operation.definition)
        written = [number(value, places) for value, places in zip(shift, [3, 3, 3, 6, 6, 6, 5])]
        sides = [number(side, 2) for side in bounds]
        found.append(' '.join([*sides, number(accuracy, 1), meridian[1] if meridian else '-', *written]))
    return found


def esri_name(table, authority, code):
    sql = "select alt_name from alias_name where table_name = ? and auth_name = ? and code = ? and source = 'ESRI'"
    return next(iter(rows(sql, table, authority, code)), [''])[0]


def base_of(table, authority, code):
    """The 2D geographic system that a system is based on."""
    if table == 'compound_crs':
        sql = 'select horiz_crs_auth_name, horiz_crs_code from compound_crs where auth_name = ? and code = ?'
        (horizontal,) = rows(sql, authority, code)
        is_projected = rows('select 1 from projected_crs where auth_name = ? and code = ?', *horizontal)
        return base_of('projected_crs' if is_projected else 'geodetic_crs', *horizontal)
    if table == 'projected_crs':
        sql = 'select geodetic_crs_auth_name, geodetic_crs_code from projected_crs where auth_name = ? and code = ?'
        (geographic,) = rows(sql, authority, code)
        return base_of('geodetic_crs', *geographic)
    sql = """select two.auth_name, two.code from geodetic_crs two join geodetic_crs three
        using (datum_auth_name, datum_code) where three.auth_name = ? and three.code = ?
        and three.type = 'geographic 3D' and two.auth_name = 'EPSG' and two.type = 'geographic 2D' and not two.deprecated"""
    return next(iter(rows(sql, authority, code)), (authority, code))


def meant_by(table, authority, code):
    """The replacement of a withdrawn system, if there is exactly one. GDAL does the same."""
    sql = '''select replacement_auth_name, replacement_code from deprecation
        where table_name = ? and deprecated_auth_name = ? and deprecated_code = ?'''
    found = rows(sql, table, authority, code)
    return found[0] if len(found) == 1 else (authority, code)


def systems():
    sql = """select auth_name, code, name, type, table_name from crs_view where auth_name in ('EPSG', 'ESRI')
        and type in ('projected', 'geographic 2D', 'geographic 3D', 'compound') order by cast(code as integer), auth_name"""
    for authority, code, name, kind, table in rows(sql):
        meant = meant_by(table, authority, code)
        crs = CRS.from_authority(*meant)
        horizontal = crs.sub_crs_list[0] if kind == 'compound' else crs
        base = base_of(table, *meant)
        is_on_earth = horizontal.ellipsoid and 6.3e6 < horizontal.ellipsoid.semi_major_metre < 6.4e6
        if is_on_earth and horizontal.to_proj4():
            yield base, [str(code), str(base[1]), text_of(horizontal), name, esri_name(table, authority, code)]


found = list(systems())
(FOLDER / 'systems.tsv').write_text(''.join('\t'.join(system) + '\n' for _, system in found))
lines = []
for authority, code in sorted({base for base, _ in found}, key=lambda base: int(base[1])):
    (datum_authority, datum, name), = rows(
        """select d.auth_name, d.code, d.name from geodetic_crs g join geodetic_datum d
           on d.auth_name = g.datum_auth_name and d.code = g.datum_code where g.auth_name = ? and g.code = ?""",
        authority, code,
    )
    shifts = shifts_of(f'{authority}:{code}')
    lines.append('\t'.join([str(code), str(datum), name, esri_name('geodetic_datum', datum_authority, datum), ';'.join(shifts)]))
(FOLDER / 'datums.tsv').write_text('\n'.join(lines) + '\n')
