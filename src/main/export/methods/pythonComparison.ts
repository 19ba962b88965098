import type { TestName } from '../../../shared/domain/results/comparison.ts'

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

const shared = String.raw`
def told(**figures):
    """Nothing of it where one is no number."""
    return figures if all(math.isfinite(number) for number in figures.values()) else {}


def by_t(difference, error, df, size):
    """t with its interval; nothing where the spread is rounding only."""
    if not math.isfinite(error) or error == 0 or error < 10 * sys.float_info.epsilon * size:
        return {}, {}
    quantile = stats.t.isf(0.025, df)
    # Older SciPy gives the quantile to nine digits only; one step of Newton's makes it whole.
    quantile += (stats.t.sf(quantile, df) - 0.025) / stats.t.pdf(quantile, df)
    reach = quantile * error
    statistic = difference / error
    interval = told(ci_low=difference - reach, ci_high=difference + reach)
    return interval, told(statistic=statistic, df=df, p=2 * stats.t.sf(abs(statistic), df))


def welch(a, b):
    if len(a) < 2 or len(b) < 2:
        return {}, {}
    part_a, part_b = variance(a) / len(a), variance(b) / len(b)
    squared = part_a + part_b
    if squared == 0:
        return {}, {}
    df = 1 / ((part_a / squared) ** 2 / (len(a) - 1) + (part_b / squared) ** 2 / (len(b) - 1))
    return by_t(mean(a) - mean(b), math.sqrt(squared), df, max(abs(mean(a)), abs(mean(b))))


def paired(differences):
    if len(differences) < 2:
        return {}, {}
    error = math.sqrt(variance(differences) / len(differences))
    return by_t(mean(differences), error, len(differences) - 1, abs(mean(differences)))
`

const standardized = String.raw`
def standardized(difference, squared, df):
    """With Hedges' exact correction (1981); a spread that is rounding only is none."""
    if not squared > 0 or math.sqrt(squared) < 10 * sys.float_info.epsilon * abs(difference):
        return math.nan
    correction = math.exp(math.lgamma(df / 2) - math.lgamma((df - 1) / 2)) / math.sqrt(df / 2)
    return difference / math.sqrt(squared) * correction
`

const welchOfTwo = String.raw`${standardized}

def hedges_g(a, b):
    df = len(a) + len(b) - 2
    if not a or not b or df < 2:
        return math.nan
    return standardized(mean(a) - mean(b), (squares(a) + squares(b)) / df, df)


def two(a, b):
    interval, test = welch(a, b)
    return {"difference": mean(a) - mean(b), **interval, **test, "effect": hedges_g(a, b)}
`

/** Counting is done in whole numbers of any length, which round nothing. */
const ranking = String.raw`
def ties_of(values):
    """Sum of t^3 - t over sets of t equal values."""
    return sum(count**3 - count for count in numpy.unique(values, return_counts=True)[1].tolist())


def approximate_p(distance, squared):
    """Normal approximation, half a rank nearer for continuity."""
    return 2 * stats.norm.sf(max(0.0, abs(distance) - 0.5) / math.sqrt(squared))
`

const mannWhitneyOfTwo = String.raw`${ranking}

TAILS = {}


def counted_p(u, m, n):
    """Twice the share of all orders of m and n different values that have U of at most u."""
    if (m, n) not in TAILS:
        counts = [1] + [0] * (m * n // 2)
        for i in range(1, m + 1):
            for at in range(len(counts) - 1, n + i - 1, -1):
                counts[at] -= counts[at - n - i]
            for at in range(i, len(counts)):
                counts[at] += counts[at - i]
        TAILS[m, n] = counts
    return min(1.0, 2 * sum(TAILS[m, n][: u + 1]) / math.comb(m + n, m))


def mann_whitney(a, b):
    m, n = len(a), len(b)
    if m == 0 or n == 0:
        return {}
    both = numpy.array(a + b)
    w = float(stats.rankdata(both)[:m].sum()) - m * (m + 1) / 2
    ties = ties_of(both)
    if ties == 0 and m < 50 and n < 50:
        return {"statistic": w, "p": counted_p(round(min(w, m * n - w)), m, n), "exact": 1}
    squared = m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1)))
    return {"statistic": w, "p": approximate_p(w - m * n / 2, squared), "exact": 0} if squared > 0 else {}


def cliffs_delta(a, b):
    if not a or not b:
        return math.nan
    above = float(stats.rankdata(a + b)[: len(a)].sum()) - len(a) * (len(a) + 1) / 2
    return 2 * above / (len(a) * len(b)) - 1


def two(a, b):
    interval, _ = welch(a, b)
    return {"difference": mean(a) - mean(b), **interval, **mann_whitney(a, b), "effect": cliffs_delta(a, b)}
`

const ofTwo = String.raw`

def contrast(groups):
    return two(*groups)
`

const pairedT = String.raw`${standardized}

def contrast(groups):
    differences = [one - other for one, other in zip(*groups)]
    interval, test = paired(differences)
    n = len(differences)
    effect = standardized(mean(differences), variance(differences), n - 1) if n > 2 else math.nan
    return {"difference": mean(differences), **interval, **test, "effect": effect}
`

const signedRank = String.raw`${ranking}

def counted_p(v, n):
    """Twice the share of all 2^n choices of signs that have V of at most v."""
    counts = [1] + [0] * v
    for rank in range(1, n + 1):
        for at in range(v, rank - 1, -1):
            counts[at] += counts[at - rank]
    return min(1.0, 2 * sum(counts) / 2**n)


def signed_rank(differences):
    moved = numpy.array([one for one in differences if one != 0])
    n = len(moved)
    if n == 0:
        return {}
    ranks = stats.rankdata(numpy.abs(moved))
    v, whole = float(ranks[moved > 0].sum()), n * (n + 1) / 2
    ties = ties_of(numpy.abs(moved))
    effect = {"effect": (2 * v - whole) / whole}
    if ties == 0 and n == len(differences) and n < 50:
        return {"statistic": v, "p": counted_p(round(min(v, whole - v)), n), "exact": 1, **effect}
    squared = whole * (2 * n + 1) / 12 - ties / 48
    return {"statistic": v, "p": approximate_p(v - whole / 2, squared), "exact": 0, **effect}


def contrast(groups):
    differences = [one - other for one, other in zip(*groups)]
    interval, _ = paired(differences)
    return {"difference": mean(differences), **interval, **signed_rank(differences)}
`

const pairwise = String.raw`

def adjusted_by_holm(p):
    order = sorted((at for at in range(len(p)) if is_there(p[at])), key=lambda at: p[at])
    adjusted, most = list(p), 0.0
    for place, at in enumerate(order):
        most = max(most, min(1.0, p[at] * (len(order) - place)))
        adjusted[at] = most
    return adjusted


def pairwise_of(groups):
    """Every two of several groups, with p adjusted by Holm over the pairs of this pathway."""
    rows = []
    for a in range(len(groups)):
        for b in range(a + 1, len(groups)):
            found = two(groups[a], groups[b])
            found.pop("statistic", None)
            found.pop("df", None)
            if is_there(found["difference"]):
                rows.append(figures_of([groups[a], groups[b]]) | found | {"a": a, "b": b})
    for row, adjusted in zip(rows, adjusted_by_holm([row.get("p", math.nan) for row in rows])):
        row["p_holm"] = adjusted
    return rows
`

const kruskalWallis = String.raw`${mannWhitneyOfTwo}

def contrast(groups):
    if any(len(values) == 0 for values in groups):
        return {}
    every = numpy.array([value for values in groups for value in values])
    n, ties = len(every), ties_of(every)
    if n < 2 or ties == n**3 - n:
        return {}
    sums, at, ranks = 0.0, 0, stats.rankdata(every)
    for values in groups:
        sums += float(ranks[at : at + len(values)].sum()) ** 2 / len(values)
        at += len(values)
    h = (12 * sums / (n * (n + 1)) - 3 * (n + 1)) / (1 - ties / (n**3 - n))
    df = len(groups) - 1
    return {"statistic": h, "df": df, "p": stats.chi2.sf(h, df), "effect": h / (n - 1)}
${pairwise}`

const welchAnova = String.raw`${welchOfTwo}

def contrast(groups):
    if any(len(values) < 2 or variance(values) == 0 for values in groups):
        return {}
    k = len(groups)
    weights = [len(values) / variance(values) for values in groups]
    weight = math.fsum(weights)
    middle = math.fsum(of / weight * mean(values) for of, values in zip(weights, groups))
    shares = [(1 - of / weight) ** 2 / (len(values) - 1) for of, values in zip(weights, groups)]
    imbalance = math.fsum(shares) / (k * k - 1)
    between = math.fsum(of * (mean(values) - middle) ** 2 for of, values in zip(weights, groups))
    f = between / ((k - 1) * (1 + 2 * (k - 2) * imbalance))
    df, df2 = k - 1, 1 / (3 * imbalance)
    above = max(0.0, df * (f - 1))
    effect = above / (above + sum(map(len, groups)))
    return told(statistic=f, df=df, df2=df2, p=stats.f.sf(f, df, df2), effect=effect)
${pairwise}`

const byTest: Record<TestName, string> = {
  welch: welchOfTwo + ofTwo,
  'mann-whitney': mannWhitneyOfTwo + ofTwo,
  paired: pairedT,
  'wilcoxon-signed-rank': signedRank,
  'kruskal-wallis': kruskalWallis,
  'welch-anova': welchAnova,
}

export const contrastsOf = (test: TestName): string => `${shared.trim()}\n\n\n${byTest[test].trim()}`
