/** Groups, units and noise as the comparison has them, its rows, and the table that it is held to. */
export const comparing = String.raw`
def units_of(rows, replicate, pair):
    """A group's rows that count once, by their mean: repeated measurements of one thing, or a single sample."""
    units = {}
    for row in rows:
        key = row if replicate[row] is None else (replicate[row], pair[row])
        units.setdefault(key, []).append(row)
    return list(units.values())


def present(column, unit):
    return [column[row] for row in unit if is_there(column[row])]


def unit_means(column, units):
    return [value for value in (mean(present(column, unit)) for unit in units) if is_there(value)]


def noise_share(column, units):
    """The variance of the mean over units in that of a single measurement."""
    counts = [count for count in (len(present(column, unit)) for unit in units) if count > 0]
    return sum(1 / count for count in counts) / len(counts) ** 2 if counts else math.nan


def noise_sd(column, units):
    sets = [values for values in (present(column, unit) for unit in units) if len(values) > 1]
    if not sets:
        return math.nan
    return math.sqrt(math.fsum(map(squares, sets)) / sum(len(values) - 1 for values in sets))


def pairs_of(first, second, pair):
    def by_key(units):
        found = {}
        for unit in units:
            if pair[unit[0]] is not None:
                found.setdefault(pair[unit[0]], []).append(unit)
        return found

    ones, others = by_key(first), by_key(second)
    return [(ones[key], others[key]) for key in ones if key in others]


def groups_of(results):
    """Units of each group, and pairs of them where there are."""
    first_row = {}
    for row, sample in enumerate(results["sample_id"]):
        first_row.setdefault(sample, row)
    samples = list(first_row)

    def field(name):
        if name is None:
            return [None] * len(samples)
        values = field_of(results, name, TAKEN_IN_RESULTS)
        return [values[row] for row in first_row.values()]

    if GROUP_BY is None:
        # A sample of several groups is in none.
        often = [sample for ids in MEMBERS for sample in set(ids)]
        only = {sample for sample in often if often.count(sample) == 1} if len(often) != len(set(often)) else set(often)
        rows = [[row for row, sample in enumerate(samples) if sample in set(ids) & only] for ids in MEMBERS]
    else:
        group = field(GROUP_BY)
        rows = [[row for row, value in enumerate(group) if value == name] for name in GROUPS]
    pair, replicate = field(PAIR_BY), field(REPLICATES_BY)
    units = [units_of(some, replicate, pair) for some in rows]
    return units, pairs_of(*units, pair) if PAIR_BY is not None else None


def median(values):
    return float(numpy.median(values)) if values else math.nan


def figures_of(groups):
    said = {}
    for side, values in zip("ab", groups):
        said |= {f"n_{side}": len(values), f"mean_{side}": mean(values), f"median_{side}": median(values)}
        said[f"sd_{side}"] = math.sqrt(variance(values)) if len(values) > 1 else math.nan
    return said


def rows_of(column, units, pairs):
    """The rows of one pathway, the first over all groups."""
    if pairs is None:
        groups = [unit_means(column, some) for some in units]
    else:
        sides = [[mean(unit_means(column, side)) for side in pair] for pair in pairs]
        groups = [list(side) for side in zip(*(both for both in sides if all(map(is_there, both))))] or [[], []]
    sd = math.nan if REPLICATES_BY is None else noise_sd(column, [unit for some in units for unit in some])
    shares = [noise_share(column, some) for some in units]
    share = shares[0] + shares[1]
    if pairs is not None:
        each = [noise_share(column, first) + noise_share(column, second) for first, second in pairs]
        each = [one for one in each if is_there(one)]
        share = sum(each) / len(each) ** 2 if each else math.nan
    size = max((abs(value) for value in column if is_there(value)), default=0.0)

    def with_noise(said, share):
        limit = 1.96 * sd * math.sqrt(share) if "difference" in said and is_there(said["difference"]) else math.nan
        return said | {"noise_limit": limit, "size": size}

    found = with_noise(contrast(groups), share) | {"smallest_change": 1.96 * math.sqrt(2) * sd}
    if len(groups) == 2:
        return [figures_of(groups) | found | ({} if pairs is None else {"pairs": len(groups[0])})]
    every_two = [
        with_noise(said, shares[said["a"]] + shares[said["b"]]) for said in pairwise_of(groups)
    ]
    return [found, *every_two]


def adjusted_by_bh(p):
    """Benjamini and Hochberg's q of those that are there."""
    order = sorted((at for at in range(len(p)) if is_there(p[at])), key=lambda at: p[at])
    q, least = list(p), 1.0
    for place in range(len(order), 0, -1):
        least = min(least, p[order[place - 1]] * len(order) / place)
        q[order[place - 1]] = least
    return q


UNITLESS = {"n_a", "n_b", "pairs", "df", "df2", "p", "q", "p_holm", "exact"}
# Of groups that are alike these are made of rounding alone: below a thousandth they are compared with a thousandth.
RATIOS = {"effect", "statistic"}
COLUMNS = ["n_a", "mean_a", "sd_a", "median_a", "n_b", "mean_b", "sd_b", "median_b", "pairs", "difference", "ci_low"]
COLUMNS += ["ci_high", "effect", "statistic", "df", "df2", "p", "q", "p_holm", "exact", "smallest_change", "noise_limit"]


def recompute_comparison(results):
    units, pairs = groups_of(results)
    made = {}
    for measure in ("activity", "aging_offset"):
        values = values_of(results, measure)
        wanted = list(values) if PATHWAYS is None else PATHWAYS
        empty = [math.nan] * len(set(results["sample_id"]))
        by_pathway = [rows_of(values.get(name, empty), units, pairs) for name in wanted]
        q = adjusted_by_bh([rows[0].get("p", math.nan) for rows in by_pathway])
        for name, rows, adjusted in zip(wanted, by_pathway, q):
            rows[0]["q"] = adjusted
            for said in rows:
                two = (0, 1) if len(GROUPS) == 2 else (said.get("a"), said.get("b"))
                names = tuple(None if place is None else GROUPS[place] for place in two)
                made[(name, measure, *names)] = said
    told = read_table("comparison.csv")
    columns = [name for name in COLUMNS if name in told]
    keys = list(zip(*(told[name] for name in ("pathway", "measure", "group_a", "group_b"))))
    for row, key in enumerate(keys):
        # A pathway of which the tables have no value at all was not tested.
        said = made.get(key) or ({"n_a": 0, "n_b": 0} if len(GROUPS) == 2 else {})
        for name in columns:
            text = told[name][row]
            theirs = None if text is None else float(text == "true") if name == "exact" else float(text)
            size = 0.0 if name in UNITLESS else 1000.0 if name in RATIOS else said.get("size", 0.0)
            if name not in LEFT_OUT:
                agree(f"{name} {key}", said.get(name), theirs, size)
    extra = set(made) - set(keys)
    if extra:
        differing.append(f"{len(extra)} rows are not in the study's table")
    write_rows(keys, columns, made)


def write_rows(keys, columns, made):
    def text(value):
        return "" if value is None else '"' + value.replace('"', '""') + '"'

    def number(value):
        return "" if value is None or not math.isfinite(value) else repr(float(value))

    with open(os.path.join(here, "recomputed.csv"), "w", newline="", encoding="utf-8") as file:
        file.write(",".join(["pathway", "measure", "group_a", "group_b", *columns]) + "\r\n")
        for key in keys:
            numbers = [number(made.get(key, {}).get(name)) for name in columns]
            file.write(",".join([*map(text, key), *numbers]) + "\r\n")
`
