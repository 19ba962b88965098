/** The fit of predicted to chronological age. */
export const clock = String.raw`
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
export const pca = String.raw`
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
export const trees = String.raw`
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
