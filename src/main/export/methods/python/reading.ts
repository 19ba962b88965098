/** Reads the tables: CSV as RFC 4180 has it, in UTF-8. An empty cell is None, `""` is a text. */
export const reading = String.raw`
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
