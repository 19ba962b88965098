import type { CollectedStudy } from '../study/collectStudy.ts'
import { assignments, partsOf, python } from './parameters.ts'
import { comparing, contrastsOf } from './pythonComparison.ts'

/** A program for Python with numpy and scipy that makes the numbers of a study again from its tables; only what the study used is in it. */
export function toPythonProgram(collected: CollectedStudy, head: readonly string[]): string {
  const parts = partsOf(collected)
  const [first] = collected.comparisons
  const pieces = [
    [...head.map((line) => `# ${line}`), assignments(collected, python)].join('\n'),
    reading,
    agreeing,
    ...(first ? [contrastsOf(first.test), comparing] : []),
    ...(parts.clock ? [clock] : []),
    ...(parts.pca ? [pca] : []),
    ...(parts.trees ? [trees] : []),
    [
      'results = read_table("results.csv")',
      'recompute_values(results)',
      ...(first ? ['recompute_comparison(results)'] : []),
      ...(parts.clock ? ['recompute_clock()'] : []),
      ...(parts.pca ? ['recompute_pca(results)'] : []),
      ...(parts.trees ? ['recompute_trees(results)'] : []),
      'finish()',
    ].join('\n'),
  ]
  const imports = parts.trees
    ? '\nfrom scipy.cluster.hierarchy import linkage\nfrom scipy.spatial.distance import squareform'
    : ''
  const text = pieces.map((piece) => piece.trim()).join('\n\n\n')
  return `${text.replace('from scipy import stats', `from scipy import stats${imports}`)}\n`
}

/** Tells how far two numbers lie apart, and ends the program by what was found. */
const agreeing = String.raw`
compared = 0
worst = 0.0
differing = []


def agree(what, ours, theirs, size=0.0):
    """size: numbers smaller than a millionth of what they were made of are compared with that, as they may cancel to 0."""
    global compared, worst
    ours = math.nan if ours is None or not math.isfinite(ours) else ours
    theirs = math.nan if theirs is None else theirs
    if is_there(ours) and is_there(theirs):
        apart = abs(ours - theirs) / max(abs(ours), abs(theirs), 1e-6 * size) if ours != theirs else 0.0
    else:
        apart = math.inf if is_there(ours) or is_there(theirs) else 0.0
    compared += is_there(theirs)
    worst = max(worst, apart)
    if apart > TOLERANCE:
        differing.append(f"{what}: {ours!r} here, {theirs!r} in the study")


def recompute_values(results):
    for measure in ("activity", "aging_offset"):
        values = [value for column in values_of(results, measure).values() for value in column if is_there(value)]
        agree(f"{measure}_n", len(values), REPORTED_VALUES[f"{measure}_n"])
        agree(f"{measure}_sum", math.fsum(map(abs, values)), REPORTED_VALUES[f"{measure}_sum"])


def finish():
    print(f"{compared} numbers compared; the largest relative difference is {worst:.3g} (allowed: {TOLERANCE:.3g}).")
    if not differing and compared > 0:
        print("They agree.")
        return
    print("They do NOT agree:" if compared else "There was nothing to compare.")
    for line in differing[:20]:
        print(line.encode("ascii", "backslashreplace").decode())
    sys.exit(1)
`

/** Reads the tables: CSV as RFC 4180 has it, in UTF-8. An empty cell is None, `""` is a text. */
const reading = String.raw`
import math
import os
import re
import sys

import numpy
from scipy import stats

here = os.path.dirname(os.path.abspath(__file__))
TABLES = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "tables")

# A cell, quoted or not, and what ends it.
CELL = re.compile(r'(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n|\n|\Z)')
# Texts that a spreadsheet would take for a formula stand behind an apostrophe.
INERT = re.compile(r"'['\0]*[=+\-@\t\r]")


def from_inert(text):
    return text[1:] if INERT.match(text) else text


def read_table(name):
    """Columns by name; each is a list of texts, None where a cell is empty."""
    with open(os.path.join(TABLES, name), newline="", encoding="utf-8-sig") as file:
        text = file.read()
    rows, row, at = [], [], 0
    while at < len(text):
        cell = CELL.match(text, at)
        if cell is None:
            raise ValueError(f"{name} is no CSV at character {at}")
        quoted, bare, end = cell.groups()
        value = bare or None if quoted is None else quoted.replace('""', '"')
        row.append(value if value is None else from_inert(value))
        at = cell.end()
        if end != ",":
            rows.append(row)
            row = []
    head, *body = rows
    return {column: [row[place] for row in body] for place, column in enumerate(head)}


def field_of(table, name, taken):
    """What is known of each row's sample under a name: what was added to it goes before what was ordered."""
    if name.startswith("tag:"):
        return ["yes" if name[4:] in tags_of(text) else "no" for text in column_of(table, "annotation_tags")]
    added = f"annotation_field_annotation_{name}" if name in ("tags", "note") else f"annotation_{name}"
    ordered = f"field_{name}" if name in taken else name
    if added not in table and ordered not in table:
        raise KeyError(f"The tables have no column for {name}")
    both = zip(column_of(table, added), column_of(table, ordered))
    return [(first if first is not None else second) or None for first, second in both]


def column_of(table, name):
    return table.get(name) or [None] * len(table["sample_id"])


def tags_of(text):
    tags = re.findall(r"((?:\\.|[^\\;])+)(?:; |$)", text or "", re.DOTALL)
    return [re.sub(r"\\(.)", r"\1", tag, flags=re.DOTALL) for tag in tags]


def to_number(text):
    written = re.fullmatch(r"\s*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?\s*", text or "")
    return float(text) if written else math.nan


def is_there(number):
    return not math.isnan(number)


def values_of(results, measure):
    """One measure: a dict of pathways with a list of numbers, one a sample. Names of one pathway are put together."""
    first_of = {name: (same[0], rank) for same in JOINED for rank, name in enumerate(same)}
    samples = {sample: row for row, sample in enumerate(dict.fromkeys(results["sample_id"]))}
    columns, ranks = {}, {}
    for sample, pathway, text in zip(results["sample_id"], results["pathway"], results[measure]):
        name, rank = first_of.get(pathway, (pathway, 0))
        column = columns.setdefault(name, [math.nan] * len(samples))
        # Of several names that have a value the first stays.
        if text is not None and rank <= ranks.get((sample, name), rank):
            column[samples[sample]] = float(text)
            ranks[sample, name] = rank
    return columns


def mean(values):
    """In two passes without rounding in between: that of equal values is the value."""
    if len(values) == 0:
        return math.nan
    near = math.fsum(values) / len(values)
    return near + math.fsum(value - near for value in values) / len(values)


def squares(values):
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values)


def variance(values):
    return squares(values) / (len(values) - 1) if len(values) > 1 else math.nan


def varies(values):
    return len(values) > 1 and math.sqrt(squares(values) / len(values)) > 2 * sys.float_info.epsilon * abs(mean(values))
`

/** The fit of predicted to chronological age. */
const clock = String.raw`
def recompute_clock():
    samples = read_table("samples.csv")
    taken = TAKEN_IN_SAMPLES + [name for name in samples if name.startswith("clock_")]
    known = samples[f"clock_{CHRONOLOGICAL}"] if CHRONOLOGICAL_FROM == "clock" else field_of(samples, CHRONOLOGICAL, taken)
    both = [(to_number(one), to_number(other)) for one, other in zip(known, samples[f"clock_{PREDICTED}"])]
    x, y = ([*side] for side in zip(*(point for point in both if all(map(is_there, point)))))
    n, size, said = len(x), max(map(abs, y)), {}
    middle_x, middle_y = mean(x), mean(y)
    products = math.fsum((one - middle_x) * (other - middle_y) for one, other in zip(x, y))
    if n > 2 and varies(x):
        said["slope"] = products / squares(x)
        said["intercept"] = middle_y - said["slope"] * middle_x
        if varies(y):
            said["r"] = max(-1.0, min(1.0, products / math.sqrt(squares(x)) / math.sqrt(squares(y))))
    if "r" in said and n > 3:
        reach = stats.norm.isf(0.025) / math.sqrt(n - 3)
        middle = math.copysign(math.inf, said["r"]) if abs(said["r"]) == 1 else math.atanh(said["r"])
        said |= {"r_low": math.tanh(middle - reach), "r_high": math.tanh(middle + reach)}
    differences = [other - one for one, other in both if is_there(one) and is_there(other)]
    said |= {"n": n, "mean_absolute_error": mean([abs(one) for one in differences]), "mean_difference": mean(differences)}
    sizes = {"slope": 1.0, "intercept": size, "r": 1.0, "r_low": 1.0, "r_high": 1.0, "mean_difference": size}
    for name, theirs in REPORTED_CLOCK.items():
        agree(f"clock {name}", said.get(name), theirs, sizes.get(name, 0.0))
`

/** Shares of the components. */
const pca = String.raw`
def recompute_pca(results):
    columns = list(values_of(results, "activity").values())
    there = [[value for value in column if is_there(value)] for column in columns]
    # Pathways that over a fifth of the samples lack are left out, then samples that lack one of the others.
    enough = [column for column, some in zip(columns, there) if len(some) >= 0.8 * ANSWERS and varies(some)]
    rows = [row for row in zip(*enough) if all(map(is_there, row))]
    varying = numpy.array([column for column in zip(*rows) if varies(column)]).T
    centred = varying - varying.mean(axis=0)
    if SCALED:
        centred /= varying.std(axis=0, ddof=1)
    spread = numpy.linalg.svd(centred, compute_uv=False) ** 2
    # Of the variance, not of the share: components that hold next to nothing are made of what cancels.
    for (name, theirs), share in zip(REPORTED_SHARES.items(), spread / spread.sum()):
        agree(f"share of {name}", float(share), theirs, 1.0)
`

/** Heights of both trees. */
const trees = String.raw`
def distances_of(rows):
    """NaN where two rows have nothing in common."""
    values = numpy.array(rows, dtype=float)
    there = ~numpy.isnan(values)
    distances = numpy.zeros((len(values), len(values)))
    for one in range(len(values)):
        for other in range(one):
            both = there[one] & there[other]
            a, b = values[one][both], values[other][both]
            distance = math.nan
            if DISTANCE == "euclidean" and len(a) > 0:
                distance = math.sqrt(float((a - b) @ (a - b)) / (len(a) / values.shape[1]))
            elif DISTANCE == "correlation" and varies(a.tolist()) and varies(b.tolist()):
                a, b = a - a.mean(), b - b.mean()
                distance = 1 - max(-1.0, min(1.0, float(a @ b) / math.sqrt(float(a @ a) * float(b @ b))))
            distances[one, other] = distances[other, one] = distance
    return distances


def tell_tree(what, rows, reported):
    if reported["joins"] is None:
        return
    distances = distances_of(rows)
    # Where no distance can be told between two, the one that lacks the most is left out, the last of several.
    while numpy.isnan(distances).any():
        lacking = numpy.isnan(distances).sum(axis=0)
        out = numpy.flatnonzero(lacking == lacking.max())[-1]
        distances = numpy.delete(numpy.delete(distances, out, 0), out, 1)
    between = squareform(distances, checks=False)
    if LINKAGE != "single" and len(numpy.unique(between)) < len(between):
        print(f"{what} is not compared: of equal distances scipy may join others first than R and the study do.")
        return
    heights = linkage(between, LINKAGE)[:, 2].tolist()
    found = {"joins": len(heights), "sum": math.fsum(heights), "largest": max(heights)}
    for name, theirs in reported.items():
        agree(f"{what}: {name}", found[name], theirs)


def recompute_trees(results):
    columns = list(values_of(results, "activity").values())
    tell_tree("clustering of samples", list(zip(*columns)), REPORTED_SAMPLE_TREE)
    tell_tree("clustering of pathways", columns, REPORTED_PATHWAY_TREE)
`
