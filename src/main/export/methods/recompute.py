import math
import os
import re
import sys

import numpy
from scipy import stats

here = os.path.dirname(os.path.abspath(__file__))
TABLES = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "tables")

# Reads the tables: CSV as RFC 4180 has it, in UTF-8. An empty cell is None, "" is a text.

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


# How far two numbers lie apart; the program ends by what was found.

compared = 0
worst = 0.0
differing = []


def agree(what, ours, theirs, size=0.0, tolerance=TOLERANCE):
    """size: numbers smaller than a millionth of what they were made of are compared with that, as they may cancel to 0."""
    global compared, worst
    ours = math.nan if ours is None or not math.isfinite(ours) else ours
    theirs = math.nan if theirs is None else theirs
    if is_there(ours) and is_there(theirs):
        apart = abs(ours - theirs) / max(abs(ours), abs(theirs), 1e-6 * size) if ours != theirs else 0.0
    else:
        apart = math.inf if is_there(ours) or is_there(theirs) else 0.0
    compared += is_there(theirs)
    if tolerance == TOLERANCE:
        worst = max(worst, apart)
    if apart > tolerance:
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


def named_figures(**figures):
    """The figures by name; none of them where one is no number."""
    return figures if all(math.isfinite(number) for number in figures.values()) else {}


def t975(df):
    """The t that is exceeded with probability 0.025."""
    quantile = stats.t.isf(0.025, df)
    # Older SciPy gives the quantile to nine digits only; one step of Newton's makes it whole.
    return quantile + (stats.t.sf(quantile, df) - 0.025) / stats.t.pdf(quantile, df)


def by_t(difference, error, df, size):
    """t with its interval; nothing where the spread is rounding only."""
    if not math.isfinite(error) or error == 0 or error < 10 * sys.float_info.epsilon * size:
        return {}, {}
    quantile = t975(df)
    reach = quantile * error
    statistic = difference / error
    interval = named_figures(ci_low=difference - reach, ci_high=difference + reach)
    return interval, named_figures(statistic=statistic, df=df, p=2 * stats.t.sf(abs(statistic), df))


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


def standardized(difference, squared, df):
    """With Hedges' exact correction (1981); a spread that is rounding only is none."""
    if not squared > 0 or math.sqrt(squared) < 10 * sys.float_info.epsilon * abs(difference):
        return math.nan
    correction = math.exp(math.lgamma(df / 2) - math.lgamma((df - 1) / 2)) / math.sqrt(df / 2)
    return difference / math.sqrt(squared) * correction


def hedges_g(a, b):
    df = len(a) + len(b) - 2
    if not a or not b or df < 2:
        return math.nan
    return standardized(mean(a) - mean(b), (squares(a) + squares(b)) / df, df)


def find_root(f, low, high, at_low, at_high, tolerance=1e-12):
    """Brent's method, step for step as R's uniroot."""
    if at_low == 0:
        return low
    if at_high == 0:
        return high
    a, fa, b, fb = low, at_low, high, at_high
    c, fc = a, fa
    for _ in range(1001):
        previous = b - a
        if abs(fc) < abs(fb):
            a, b, c = b, c, b
            fa, fb, fc = fb, fc, fb
        reach = 2 * sys.float_info.epsilon * abs(b) + tolerance / 2
        step = (c - b) / 2
        if abs(step) <= reach or fb == 0:
            return b
        if abs(previous) >= reach and abs(fa) > abs(fb):
            width = c - b
            if a == c:
                ratio = fb / fa
                p, q = width * ratio, 1 - ratio
            else:
                r, s, t = fa / fc, fb / fc, fb / fa
                p = t * (width * r * (r - s) - (b - a) * (s - 1))
                q = (r - 1) * (s - 1) * (t - 1)
            p, q = (p, -q) if p > 0 else (-p, q)
            if p < 0.75 * width * q - abs(reach * q) / 2 and p < abs(previous * q / 2):
                step = p / q
        if abs(step) < reach:
            step = reach if step > 0 else -reach
        a, fa = b, fb
        b += step
        fb = f(b)
        if (fb > 0) == (fc > 0) and fb != 0 and fc != 0:
            c, fc = a, fa
    return b


NODES, WEIGHTS = numpy.polynomial.legendre.leggauss(16)


def noncentral_t(t, df, ncp):
    """P(T <= t), by quadrature over the distribution of the standard deviation."""
    if t < 0:
        return 1 - noncentral_t(-t, df, -ncp)
    mode, reach = math.sqrt((df - 1) / df), 12 / math.sqrt(2 * df)
    low, high = max(0.0, mode - reach), mode + reach
    steps = [(ncp + z) / t for z in (-9, -4, 0, 4, 9)] if t > 0 else []
    cuts = numpy.sort([*numpy.linspace(low, high, 7), *(cut for cut in steps if low < cut < high)])
    half = numpy.diff(cuts)[:, None] / 2
    s = cuts[:-1, None] + half + half * NODES
    density = half * WEIGHTS * numpy.exp((df - 1) * numpy.log(s / mode) - df * (s**2 - mode**2) / 2)
    return float((density * stats.norm.cdf(t * s - ncp)).sum() / density.sum())


def g_interval(g, df, share):
    if not is_there(g):
        return {}
    unit = math.sqrt(share) * math.exp(math.lgamma(df / 2) - math.lgamma((df - 1) / 2)) / math.sqrt(df / 2)
    t = g / unit
    if not math.isfinite(t) or abs(t) > 1e7:
        return {}
    spread = math.sqrt(1 + t * t / (2 * df))

    def end(probability, z):
        def above(ncp):
            return noncentral_t(t, df, ncp) - probability

        middle, width = t - z * spread, 0.5 * spread
        while not (above(middle - width) >= 0 and above(middle + width) <= 0):
            width *= 2
        low, high = middle - width, middle + width
        return find_root(above, low, high, above(low), above(high), 1e-12 * max(1, abs(middle)))

    return {"effect_ci_low": end(0.975, 1.96) * unit, "effect_ci_high": end(0.025, -1.96) * unit}


Z975 = float(stats.norm.isf(0.025))


def rank_interval(effect, squared):
    if not is_there(effect) or abs(effect) >= 1:
        return {}
    reach = Z975 * math.sqrt(squared)
    return {
        "effect_ci_low": math.tanh(math.atanh(effect) - reach),
        "effect_ci_high": math.tanh(math.atanh(effect) + reach),
    }


# The difference of a rank test with its interval, as R's wilcox.test(conf.int = TRUE).


def exact_shift(every, tail):
    every, size = sorted(every), len(every)
    middle = every[size // 2] if size % 2 else every[size // 2 - 1] / 2 + every[size // 2] / 2
    place = 0
    while tail(place) < 0.025 - 10 * sys.float_info.epsilon:
        place += 1
    place = max(1, place)
    if 2 * tail(place - 1) - 0.05 > 1e-12:
        return {"difference": middle}
    return {"difference": middle, "ci_low": every[place - 1], "ci_high": every[size - place]}


def approximate_shift(low, high, statistic):
    def plain(d):
        distance, sd = statistic(d)
        return distance / sd if sd > 0 else math.nan

    def corrected(d):
        distance, sd = statistic(d)
        return (distance - 0.5 * ((distance > 0) - (distance < 0))) / sd if sd > 0 else math.nan

    ends = plain(low), plain(high)
    if not (all(map(is_there, ends)) and ends[0] * ends[1] <= 0):
        return {"difference": low / 2 + high / 2}
    middle = find_root(plain, low, high, *ends)
    at_low, at_high = corrected(low), corrected(high)
    if not (at_low - Z975 > 0 and at_high + Z975 < 0):
        return {"difference": middle}

    def end(z):
        return find_root(lambda d: corrected(d) - z, low, high, at_low - z, at_high - z)

    return {"difference": middle, "ci_low": end(Z975), "ci_high": end(-Z975)}


def shift_of(a, b):
    m, n = len(a), len(b)
    if m == 0 or n == 0:
        return {}
    if ties_of(numpy.array(a + b)) == 0 and m < 50 and n < 50:
        return exact_shift([one - other for one in a for other in b], lambda u: counted_u(u, m, n) / 2)
    x, y = numpy.array(a), numpy.array(b)

    def statistic(d):
        both = numpy.concatenate([x - d, y])
        distance = float(stats.rankdata(both)[:m].sum()) - m * (m + 1) / 2 - m * n / 2
        return distance, math.sqrt(m * n / 12 * (m + n + 1 - ties_of(both) / ((m + n) * (m + n - 1))))

    return approximate_shift(min(a) - max(b), max(a) - min(b), statistic)


def pseudomedian_of(differences):
    x = [one for one in differences if one != 0]
    n = len(x)
    if n == 0:
        return {}
    if ties_of(numpy.abs(x)) == 0 and n == len(differences) and n < 50:
        means = [(x[i] + x[j]) / 2 for i in range(n) for j in range(i, n)]
        return exact_shift(means, lambda v: counted_v(v, n) / 2)
    every = numpy.array(x)

    def statistic(d):
        moved = every - d
        moved = moved[moved != 0]
        size, ranks = len(moved), stats.rankdata(numpy.abs(moved))
        distance = float(ranks[moved > 0].sum()) - size * (size + 1) / 4
        return distance, math.sqrt(size * (size + 1) * (2 * size + 1) / 24 - ties_of(numpy.abs(moved)) / 48)

    return approximate_shift(min(x), max(x), statistic)


def two_by_t(a, b):
    interval, test = welch(a, b)
    g = hedges_g(a, b)
    of_g = g_interval(g, len(a) + len(b) - 2, 1 / len(a) + 1 / len(b)) if a and b else {}
    return {"difference": mean(a) - mean(b), **interval, **test, "effect": g, **of_g}


# Counting is done in whole numbers of any length, which round nothing.


def ties_of(values):
    """Sum of t^3 - t over sets of t equal values."""
    return sum(count**3 - count for count in numpy.unique(values, return_counts=True)[1].tolist())


def approximate_p(distance, squared):
    """Normal approximation, half a rank nearer for continuity."""
    return 2 * stats.norm.sf(max(0.0, abs(distance) - 0.5) / math.sqrt(squared))


TAILS = {}


def counted_u(u, m, n):
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
        return {"statistic": w, "p": counted_u(round(min(w, m * n - w)), m, n), "exact": 1}
    squared = m * n / 12 * (m + n + 1 - ties / ((m + n) * (m + n - 1)))
    return {"statistic": w, "p": approximate_p(w - m * n / 2, squared), "exact": 0} if squared > 0 else {}


def cliffs_delta(a, b):
    if not a or not b:
        return math.nan
    above = float(stats.rankdata(a + b)[: len(a)].sum()) - len(a) * (len(a) + 1) / 2
    return 2 * above / (len(a) * len(b)) - 1


def two_by_ranks(a, b):
    delta = cliffs_delta(a, b)
    of_delta = rank_interval(delta, (len(a) + len(b) + 1) / (3 * len(a) * len(b))) if a and b else {}
    return {"difference": math.nan, **shift_of(a, b), **mann_whitney(a, b), "effect": delta, **of_delta}


def paired_t(groups):
    differences = [one - other for one, other in zip(*groups)]
    interval, test = paired(differences)
    n = len(differences)
    effect = standardized(mean(differences), variance(differences), n - 1) if n > 2 else math.nan
    of_effect = g_interval(effect, n - 1, 1 / n) if n > 2 else {}
    return {"difference": mean(differences), **interval, **test, "effect": effect, **of_effect}


def counted_v(v, n):
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
        return {"statistic": v, "p": counted_v(round(min(v, whole - v)), n), "exact": 1, **effect}
    squared = whole * (2 * n + 1) / 12 - ties / 48
    return {"statistic": v, "p": approximate_p(v - whole / 2, squared), "exact": 0, **effect}


def paired_ranks(groups):
    differences = [one - other for one, other in zip(*groups)]
    n = sum(one != 0 for one in differences)
    found = signed_rank(differences)
    of_r = rank_interval(found["effect"], (2 * n**3 + 3 * n**2 + n) / 6 / ((n**2 + n) / 2) ** 2) if n else {}
    return {"difference": math.nan, **pseudomedian_of(differences), **found, **of_r, "zeros": len(differences) - n}


def kruskal_wallis(groups):
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


def welch_anova(groups):
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
    return named_figures(statistic=f, df=df, df2=df2, p=stats.f.sf(f, df, df2), effect=effect)


def anova(groups):
    n, df = sum(map(len, groups)), len(groups) - 1
    df2 = n - len(groups)
    if df2 < 1 or any(len(values) == 0 for values in groups):
        return {}
    within = math.fsum(map(squares, groups)) / df2
    if within == 0 or math.sqrt(within) < 10 * sys.float_info.epsilon * max(abs(mean(values)) for values in groups):
        return {}
    middle = math.fsum(len(values) / n * mean(values) for values in groups)
    f = math.fsum(len(values) * (mean(values) - middle) ** 2 for values in groups) / df / within
    above = max(0.0, df * (f - 1))
    return named_figures(statistic=f, df=df, df2=df2, p=stats.f.sf(f, df, df2), effect=above / (above + n))


# Two groups, and all of them, by the test of the study.


def two(a, b):
    return two_by_ranks(a, b) if TEST in ("mann-whitney", "kruskal-wallis") else two_by_t(a, b)


def contrast(groups):
    of_several = {"kruskal-wallis": kruskal_wallis, "welch-anova": welch_anova, "anova": anova}
    of_pairs = {"paired": paired_t, "wilcoxon-signed-rank": paired_ranks}
    found = {**of_several, **of_pairs}.get(TEST)
    return found(groups) if found else two(*groups)


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
            for left_out in ("statistic", "df", "effect_ci_low", "effect_ci_high"):
                found.pop(left_out, None)
            if is_there(found["difference"]):
                rows.append(figures_of([groups[a], groups[b]]) | found | {"a": a, "b": b})
    for row, adjusted in zip(rows, adjusted_by_holm([row.get("p", math.nan) for row in rows])):
        row["p_holm"] = adjusted
    return rows


# Groups, units and noise as the comparison has them, its rows, and the table that it is held to.


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


def groups_of(table, taken, group_by, members):
    """Units of each group, and pairs of them where there are."""
    first_row = {}
    for row, sample in enumerate(table["sample_id"]):
        first_row.setdefault(sample, row)
    samples = list(first_row)

    def field(name):
        if name is None:
            return [None] * len(samples)
        values = field_of(table, name, taken)
        return [values[row] for row in first_row.values()]

    if group_by is None:
        # A sample of several groups is in none.
        often = [sample for ids in members for sample in set(ids)]
        only = {sample for sample in often if often.count(sample) == 1} if len(often) != len(set(often)) else set(often)
        rows = [[row for row, sample in enumerate(samples) if sample in set(ids) & only] for ids in members]
    else:
        group = field(group_by)
        rows = [[row for row, value in enumerate(group) if value == name] for name in GROUPS]
    pair, replicate = field(PAIR_BY), field(REPLICATES_BY)
    units = [units_of(some, replicate, pair) for some in rows]
    return units, pairs_of(*units, pair) if PAIR_BY is not None else None


def median(values):
    return float(numpy.median(values)) if values else math.nan


def figures_of(groups):
    figures = {}
    for side, values in zip("ab", groups):
        figures |= {f"n_{side}": len(values), f"mean_{side}": mean(values), f"median_{side}": median(values)}
        figures[f"sd_{side}"] = math.sqrt(variance(values)) if len(values) > 1 else math.nan
    return figures


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

    def with_noise(figures, share):
        limit = 1.96 * sd * math.sqrt(share) if "difference" in figures and is_there(figures["difference"]) else math.nan
        return figures | {"noise_limit": limit, "size": size}

    found = with_noise(contrast(groups), share) | {"smallest_change": 1.96 * math.sqrt(2) * sd}
    if len(groups) == 2:
        return [figures_of(groups) | found | ({} if pairs is None else {"pairs": len(groups[0])})]
    every_two = [
        with_noise(figures, shares[figures["a"]] + shares[figures["b"]]) for figures in pairwise_of(groups)
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


UNITLESS = {"n_a", "n_b", "pairs", "zeros", "df", "df2", "p", "q", "p_holm", "exact"}
# Of groups that are alike these are made of rounding alone: below a thousandth they are compared with a thousandth.
RATIOS = {"effect", "effect_ci_low", "effect_ci_high", "statistic"}
# By ranks these may be roots, which are found to 1e-12 and no further where they are 0.
ROOTS = {"difference", "ci_low", "ci_high"}
COLUMNS = ["n_a", "mean_a", "sd_a", "median_a", "n_b", "mean_b", "sd_b", "median_b", "pairs", "difference", "ci_low"]
COLUMNS += ["ci_high", "effect", "effect_ci_low", "effect_ci_high", "zeros", "statistic", "df", "df2", "p", "q", "p_holm", "exact", "smallest_change", "noise_limit"]


def recompute_comparison(results):
    units, pairs = groups_of(results, TAKEN_IN_RESULTS, GROUP_BY, MEMBERS)
    exported = read_table("comparison.csv")
    made = {}
    for measure in ("activity", "aging_offset"):
        values = values_of(results, measure)
        shown = [name for name, of in zip(exported["pathway"], exported["measure"]) if of == measure]
        wanted = list(dict.fromkeys([*values, *shown])) if PATHWAYS is None else PATHWAYS
        empty = [math.nan] * len(set(results["sample_id"]))
        by_pathway = [rows_of(values.get(name, empty), units, pairs) for name in wanted]
        # The family is all pathways: what could not be tested counts as p = 1.
        p = [rows[0].get("p", math.nan) for rows in by_pathway]
        q = adjusted_by_bh([one if is_there(one) else 1.0 for one in p])
        for name, rows, one, adjusted in zip(wanted, by_pathway, p, q):
            rows[0]["q"] = adjusted if is_there(one) else math.nan
            for figures in rows:
                two = (0, 1) if len(GROUPS) == 2 else (figures.get("a"), figures.get("b"))
                names = tuple(None if place is None else GROUPS[place] for place in two)
                made[(name, measure, *names)] = figures
    columns = [name for name in COLUMNS if name in exported]
    keys = list(zip(*(exported[name] for name in ("pathway", "measure", "group_a", "group_b"))))
    for row, key in enumerate(keys):
        # A pathway of which the tables have no value at all was not tested.
        figures = made.get(key) or ({"n_a": 0, "n_b": 0} if len(GROUPS) == 2 else {})
        for name in columns:
            text = exported[name][row]
            theirs = None if text is None else float(text == "true") if name == "exact" else float(text)
            size = 0.0 if name in UNITLESS else 1000.0 if name in RATIOS else figures.get("size", 0.0)
            if name in ROOTS and TEST in ("mann-whitney", "wilcoxon-signed-rank", "kruskal-wallis"):
                size *= 1000.0
            if name not in LEFT_OUT:
                agree(f"{name} {key}", figures.get(name), theirs, size)
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


# The fit of predicted to chronological age, shares of the components, and heights of both trees.


def taken_in(samples):
    return TAKEN_IN_SAMPLES + [name for name in samples if name.startswith("clock_")]


def ages_of(samples):
    """Chronological and predicted age of each sample; NaN where there is none."""
    known = samples[f"clock_{CHRONOLOGICAL}"] if CHRONOLOGICAL_FROM == "clock" else field_of(samples, CHRONOLOGICAL, taken_in(samples))
    return [(to_number(one), to_number(other)) for one, other in zip(known, samples[f"clock_{PREDICTED}"])]


def recompute_clock(samples):
    both = ages_of(samples)
    x, y = ([*side] for side in zip(*(point for point in both if all(map(is_there, point)))))
    n, size, figures = len(x), max(map(abs, y)), {}
    middle_x, middle_y = mean(x), mean(y)
    products = math.fsum((one - middle_x) * (other - middle_y) for one, other in zip(x, y))
    if n > 2 and varies(x):
        figures["slope"] = products / squares(x)
        figures["intercept"] = middle_y - figures["slope"] * middle_x
        if varies(y):
            figures["r"] = max(-1.0, min(1.0, products / math.sqrt(squares(x)) / math.sqrt(squares(y))))
    if "r" in figures and CLOCK_UNITS > 3:
        reach = stats.norm.isf(0.025) / math.sqrt(CLOCK_UNITS - 3)
        middle = math.copysign(math.inf, figures["r"]) if abs(figures["r"]) == 1 else math.atanh(figures["r"])
        figures |= {"r_low": math.tanh(middle - reach), "r_high": math.tanh(middle + reach)}
    differences = [other - one for one, other in both if is_there(one) and is_there(other)]
    figures |= {"n": n, "mean_absolute_error": mean([abs(one) for one in differences]), "mean_difference": mean(differences)}
    sizes = {"slope": 1.0, "intercept": size, "r": 1.0, "r_low": 1.0, "r_high": 1.0, "mean_difference": size}
    for name, theirs in REPORTED_CLOCK.items():
        agree(f"clock {name}", figures.get(name), theirs, sizes.get(name, 0.0))


# Groups at the same chronological age: least squares of predicted age y on chronological age x and group. A group is the
# list of its points (x, y).


def same_age(squared, x):
    return math.sqrt(squared / len(x)) <= 1e-12 * max(map(abs, x))


def sides_of(group):
    return [x for x, _ in group], [y for _, y in group]


def regress(groups):
    """One slope, an intercept for each group; None where there is no such fit."""
    if any(len(group) < 2 for group in groups):
        return None
    sides = [sides_of(group) for group in groups]
    every = [x for xs, _ in sides for x in xs]
    squared = math.fsum(squares(xs) for xs, _ in sides)
    flat = same_age(squared, every)
    if flat and not same_age(squares(every), every):
        return None
    df = len(every) - len(groups) - (not flat)
    if df < 1:
        return None
    centred = [([x - mean(xs) for x in xs], [y - mean(ys) for y in ys]) for xs, ys in sides]
    slope = 0.0 if flat else math.fsum(x * y for xs, ys in centred for x, y in zip(xs, ys)) / squared
    left = math.fsum((y - slope * x) ** 2 for xs, ys in centred for x, y in zip(xs, ys))
    if left == 0:
        return None
    return {"slope": slope, "left": left, "df": df, "squared": 0.0 if flat else squared}


def by_regression(difference, variance, share, df, size):
    interval, test = by_t(difference, math.sqrt(variance * share), df, size)
    if not test:
        return {}
    return {"difference": difference, **interval, **test, "effect": standardized(difference, variance, df) if df > 1 else math.nan}


def two_by_age(a, b):
    fit = regress([a, b])
    if fit is None:
        return {}
    (xa, ya), (xb, yb) = sides_of(a), sides_of(b)
    gap = mean(xa) - mean(xb) if fit["squared"] else 0.0
    share = 1 / len(a) + 1 / len(b) + (gap * gap / fit["squared"] if fit["squared"] else 0.0)
    difference = mean(ya) - mean(yb) - fit["slope"] * gap
    return by_regression(difference, fit["left"] / fit["df"], share, fit["df"], max(abs(mean(ya)), abs(mean(yb))))


def at_mean_age(groups, slope):
    xs, ys = sides_of([point for group in groups for point in group])
    return [[y - mean(ys) - slope * (x - mean(xs)) for x, y in group] for group in groups]


def pairs_by_age(pairs):
    first, second = ([*side] for side in zip(*pairs))
    dx = [one[0] - other[0] for one, other in pairs]
    dy = [one[1] - other[1] for one, other in pairs]
    if same_age(squares(dx) * 2, [x for pair in pairs for x, _ in pair]):
        acceleration = [[y - x for x, y in side] for side in (first, second)]
        return figures_of(acceleration) | paired_t(acceleration)
    n = len(pairs)
    if n < 3:
        return figures_of([sides_of(first)[1], sides_of(second)[1]])
    slope = math.fsum((x - mean(dx)) * (y - mean(dy)) for x, y in zip(dx, dy)) / squares(dx)
    left = squares([y - slope * x for x, y in zip(dx, dy)]) / (n - 2)
    difference = mean(dy) - slope * mean(dx)
    share = 1 / n + mean(dx) ** 2 / squares(dx)
    return figures_of(at_mean_age([first, second], slope)) | by_regression(difference, left, share, n - 2, abs(mean(dy)))


def rows_by_age(ages, units, pairs):
    """Rows as of rows_of."""
    x, y = ([point[side] if all(map(is_there, point)) else math.nan for point in ages] for side in (0, 1))
    if pairs is not None:
        sides = [[(mean(unit_means(x, side)), mean(unit_means(y, side))) for side in pair] for pair in pairs]
        sides = [both for both in sides if all(map(is_there, (*both[0], *both[1])))]
        return [pairs_by_age(sides)] if sides else [{}]
    groups = [list(zip(unit_means(x, some), unit_means(y, some))) for some in units]
    fit = regress(groups)
    values = at_mean_age(groups, fit["slope"]) if fit else [sides_of(group)[1] for group in groups]
    found = figures_of(values) if len(groups) == 2 else {}
    if TEST not in ("kruskal-wallis", "welch-anova", "anova"):
        return [found | two_by_age(*groups)]
    if fit:
        reduced = regress([[point for group in groups for point in group]])
        df = len(groups) - 1
        f = max(0.0, reduced["left"] - fit["left"]) / df / (fit["left"] / fit["df"])
        above = max(0.0, df * (f - 1))
        effect = above / (above + sum(map(len, groups)))
        found |= {"statistic": f, "df": df, "df2": fit["df"], "p": stats.f.sf(f, df, fit["df"]), "effect": effect}
    rows = []
    for a in range(len(groups)):
        for b in range(a + 1, len(groups)):
            two = two_by_age(groups[a], groups[b])
            if two:
                rows.append(two | {"a": a, "b": b})
    for row, adjusted in zip(rows, adjusted_by_holm([row["p"] for row in rows])):
        row["p_holm"] = adjusted
    return [found, *rows]


def recompute_ages(samples):
    """Groups by age acceleration, and at the same chronological age."""
    ages = ages_of(samples)
    differences = [predicted - known for known, predicted in ages]
    size = max(abs(both[1]) for both in ages if all(map(is_there, both)))
    units, pairs = groups_of(samples, taken_in(samples), None, AGE_MEMBERS)
    for what, rows, reported in (
        ("age acceleration", rows_of(differences, units, pairs), REPORTED_AGE_ACCELERATION),
        ("at the same age", rows_by_age(ages, units, pairs), REPORTED_AGE_RESIDUAL),
    ):
        if reported is None:
            continue
        found = {}
        for figures in rows:
            two = f"_{figures['a'] + 1}_{figures['b'] + 1}" if "a" in figures else ""
            found |= {name + two: value for name, value in figures.items()}
        for name, theirs in reported.items():
            kind = re.sub(r"(_[0-9]+)+$", "", name)
            agree(f"{what} {name}", found.get(name), theirs, 0.0 if kind in UNITLESS else 1000.0 if kind in RATIOS else size)


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
    # Where no distance can be computed between two, the one that lacks the most is left out, the last of several.
    while numpy.isnan(distances).any():
        lacking = numpy.isnan(distances).sum(axis=0)
        out = numpy.flatnonzero(lacking == lacking.max())[-1]
        distances = numpy.delete(numpy.delete(distances, out, 0), out, 1)
    from scipy.cluster.hierarchy import linkage
    from scipy.spatial.distance import squareform

    between = squareform(distances, checks=False)
    if LINKAGE != "single" and len(numpy.unique(between)) < len(between):
        print(f"{what} is not compared: of equal distances scipy may join others first than R and the study do.")
        return
    heights = linkage(between, LINKAGE)[:, 2].tolist()
    found = {"joins": len(heights), "sum": math.fsum(heights), "largest": max(heights)}
    for name, theirs in reported.items():
        agree(f"{what}: {name}", found[name], theirs)


def to_z(column):
    """Z-scores of fewer than three values, or of equal ones, say nothing."""
    there = [value for value in column if not math.isnan(value)]
    if len(there) < 3 or min(there) == max(there):
        return [math.nan] * len(column)
    mean = math.fsum(there) / len(there)
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in there) / (len(there) - 1))
    return [(value - mean) / sd for value in column]


def recompute_trees(results):
    columns = list(values_of(results, "activity").values())
    if CLUSTERED == "z":
        columns = [to_z(column) for column in columns]
    tell_tree("clustering of samples", list(zip(*columns)), REPORTED_SAMPLE_TREE)
    tell_tree("clustering of pathways", columns, REPORTED_PATHWAY_TREE)


def model_design(fields):
    """The columns of the design under the names of the study, as R's model.matrix makes them."""
    columns = {"(Intercept)": numpy.ones(len(fields[0]))}
    codes = {}
    for name, levels, values in zip(MODEL_FIELDS, MODEL_LEVELS, fields):
        if levels:
            codes[name] = {name + level: numpy.array([float(value == level) for value in values]) for level in levels[1:]}
        else:
            codes[name] = {name: numpy.array([float(value) for value in values])}
        columns |= codes[name]
    if MODEL_INTERACTION is not None:
        first, second = (codes[name] for name in MODEL_INTERACTION)
        columns |= {f"{left}:{right}": first[left] * second[right] for right in second for left in first}
    return numpy.column_stack([columns[name] for name in MODEL_COLUMNS])


def decorrelated(values, units, correlation):
    """Without the correlation of the samples of one unit, so that least squares applies."""
    values = values.astype(float)
    for unit in set(units):
        at = [place for place, one in enumerate(units) if one == unit]
        mean = values[at].mean(axis=0)
        values[at] = (values[at] - mean) / math.sqrt(1 - correlation) + mean / math.sqrt(1 + (len(at) - 1) * correlation)
    return values


def fit_pathway(y, design, units, correlation):
    there = ~numpy.isnan(y)
    x, z = design[there], y[there]
    own = [unit for unit, is_used in zip(units, there) if is_used]
    if MODEL_BLOCK_AS == "intercept":
        x = numpy.column_stack([x] + [[float(unit == one) for unit in own] for one in dict.fromkeys(own)])
    elif MODEL_BLOCK_AS == "correlation":
        x, z = decorrelated(x, own, correlation), decorrelated(z, own, correlation)
    df = len(z) - x.shape[1]
    if df < 1 or numpy.linalg.matrix_rank(x / numpy.maximum(numpy.linalg.norm(x, axis=0), 1e-300)) < x.shape[1]:
        return None
    q, r = numpy.linalg.qr(x)
    inverse = numpy.linalg.inv(r)
    left = z - q @ (q.T @ z)
    left -= q @ (q.T @ left)
    return {"df": df, "mean": float(y[there].mean()), "variance": float(left @ left) / df, "coefficients": inverse @ (q.T @ z), "unscaled": inverse @ inverse.T}


def natural_spline(x, count):
    x = (x - x.min()) / (x.max() - x.min())
    knots = numpy.quantile(x, numpy.linspace(0, 1, count))

    def bend(knot):
        return (numpy.maximum(0, x - knot) ** 3 - numpy.maximum(0, x - knots[-1]) ** 3) / (knots[-1] - knot)

    return numpy.column_stack([numpy.ones_like(x), x] + [bend(knot) - bend(knots[-2]) for knot in knots[:-2]])


def moderated(variances, df, means):
    """Smyth (2004): variances moved towards a common one, or one that depends on the mean, and their degrees of freedom."""
    from scipy.optimize import brentq
    from scipy.special import polygamma, psi

    bounded = numpy.maximum(variances, 1e-5 * (numpy.median(variances) or 1.0))
    logs = numpy.log(bounded) - psi(df / 2) + numpy.log(df / 2)
    basis = numpy.ones((len(df), 1))
    if MODEL_MODERATION == "trend":
        count = min(1 + sum(len(df) >= least for least in (3, 6, 30)), len(set(means)))
        basis = natural_spline(means, count) if count > 1 else basis
    fitted = basis @ numpy.linalg.lstsq(basis, logs, rcond=None)[0]
    excess = ((logs - fitted) ** 2).sum() / (len(df) - basis.shape[1]) - polygamma(1, df / 2).mean()
    if excess <= 0:
        common = numpy.exp(fitted) if basis.shape[1] > 1 else numpy.full(len(df), bounded.mean())
        return common, numpy.full(len(df), df.sum())
    prior = 2 * math.exp(brentq(lambda log: math.log(polygamma(1, math.exp(log)) / excess), -18, 18, xtol=1e-13))
    variance = numpy.exp(fitted + psi(prior / 2) - math.log(prior / 2))
    return (df * variances + prior * variance) / (df + prior), numpy.minimum(df + prior, df.sum())


def recompute_model(results):
    exported = read_table("model.csv")
    rows_by = {key: row for row, key in enumerate(zip(exported["measure"], exported["contrast"], exported["pathway"]))}
    samples = {sample: row for row, sample in enumerate(dict.fromkeys(results["sample_id"]))}
    first = {sample: row for row, sample in reversed(list(enumerate(results["sample_id"])))}
    for measure, chosen in zip(MODEL_MEASURES, MODEL_SAMPLES):
        def field(name):
            values = field_of(results, name, TAKEN_IN_RESULTS)
            return [values[first[sample]] for sample in chosen]

        design = model_design([field(name) for name in MODEL_FIELDS])
        units = chosen if MODEL_BLOCK is None else field(MODEL_BLOCK)
        pathways = list(dict.fromkeys(pathway for of, pathway in zip(exported["measure"], exported["pathway"]) if of == measure))
        values = values_of(results, measure)
        rows = [samples[sample] for sample in chosen]
        columns = {name: numpy.array(values[name])[rows] for name in pathways}
        fits = {name: fit_pathway(columns[name], design, units, MODEL_CORRELATION[measure]) for name in pathways}
        fits = {name: fit for name, fit in fits.items() if fit is not None}
        variance = numpy.array([fit["variance"] for fit in fits.values()])
        df = numpy.array([float(fit["df"]) for fit in fits.values()])
        tolerance = TOLERANCE
        if MODEL_MODERATION != "none" and len(fits) > 1:
            tolerance = 1e-6
            variance, df = moderated(variance, df, numpy.array([fit["mean"] for fit in fits.values()]))
        for contrast, text in zip(MODEL_CONTRASTS, MODEL_WEIGHTS):
            weights = numpy.array([float(weight) for weight in text.split(" ")])
            found = {}
            for at, (name, fit) in enumerate(fits.items()):
                # Values without spread have no test.
                if exported["p"][rows_by[measure, contrast, name]] is None:
                    continue
                count = len(weights)
                estimate = float(weights @ fit["coefficients"][:count])
                se = math.sqrt(float(weights @ fit["unscaled"][:count, :count] @ weights) * variance[at])
                beyond = abs(estimate) - MODEL_LEAST_EFFECT
                t = math.copysign(max(0.0, beyond), estimate) / se
                p = 2 * stats.t.sf(abs(t), df[at])
                if MODEL_LEAST_EFFECT > 0:
                    p = stats.t.sf(beyond / se, df[at]) + stats.t.sf((abs(estimate) + MODEL_LEAST_EFFECT) / se, df[at])
                margin = t975(df[at]) * se
                found[name] = {"estimate": estimate, "se": se, "t": t, "df": df[at], "p": p, "ci_low": estimate - margin, "ci_high": estimate + margin}
                if MODEL_MARGIN is not None:
                    found[name]["equivalence_p"] = stats.t.sf((MODEL_MARGIN - abs(estimate)) / se, df[at])
            for name, q in zip(pathways, adjusted_by_bh([found[name]["p"] if name in found else 1.0 for name in pathways])):
                if name not in found:
                    continue
                row = rows_by[measure, contrast, name]
                size = float(numpy.nanmax(numpy.abs(columns[name])))
                for figure, ours in (found[name] | {"q": q}).items():
                    theirs = exported[figure][row]
                    scale = size if figure in ("estimate", "se", "ci_low", "ci_high") else 1000.0 if figure == "t" else 0.0
                    agree(f"{figure} {measure} {contrast} {name}", float(ours), None if theirs is None else float(theirs), scale, tolerance)


results = read_table("results.csv")
recompute_values(results)
if MODEL_FIELDS is not None:
    recompute_model(results)
if TEST is not None:
    recompute_comparison(results)
if REPORTED_CLOCK is not None:
    samples = read_table("samples.csv")
    recompute_clock(samples)
    if AGE_MEMBERS is not None:
        recompute_ages(samples)
if REPORTED_SHARES is not None:
    recompute_pca(results)
if REPORTED_SAMPLE_TREE is not None:
    recompute_trees(results)
finish()
