import type { TestName } from '../../../../shared/domain/comparison.ts'

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
