/** Tells how far two numbers lie apart, and ends the program by what was found. */
export const agreeing = String.raw`
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
