# Reads the tables: CSV as RFC 4180 has it, in UTF-8, whatever the locale is. An empty cell is NA, "" is a text.

arguments <- commandArgs(trailingOnly = TRUE)
program <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
here <- if (length(program) > 0) dirname(gsub("~+~", " ", program[1], fixed = TRUE)) else "."
TABLES <- if (length(arguments) > 0) arguments[1] else file.path(here, "..", "tables")

# Texts that a spreadsheet would take for a formula stand behind an apostrophe.
from_inert <- function(texts) {
  marked <- grepl("^'['\\x00]*[=+\\-@\\t\\r]", texts, perl = TRUE, useBytes = TRUE)
  texts[marked] <- substring(texts[marked], 2)
  texts
}

read_table <- function(name) {
  file <- file.path(TABLES, name)
  bytes <- readBin(file, "raw", file.size(file))
  if (length(bytes) > 2 && identical(bytes[1:3], as.raw(c(0xef, 0xbb, 0xbf)))) bytes <- bytes[-(1:3)]
  bytes <- bytes[bytes != 0]
  if (bytes[length(bytes)] != 0x0a) bytes <- c(bytes, as.raw(0x0a))
  outside <- cumsum(bytes == 0x22) %% 2 == 0
  ends <- which(outside & (bytes == 0x2c | bytes == 0x0a))
  last <- bytes[ends] == 0x0a
  starts <- c(1, ends[-length(ends)] + 1)
  stops <- ends - 1 - (last & bytes[pmax(1, ends - 1)] == 0x0d)
  text <- rawToChar(bytes)
  Encoding(text) <- "bytes"
  cells <- substring(text, starts, stops)
  Encoding(cells) <- "UTF-8"
  quoted <- startsWith(cells, "\"")
  cells[quoted] <- gsub("\"\"", "\"", substring(cells[quoted], 2, nchar(cells[quoted]) - 1), fixed = TRUE)
  cells[!quoted & cells == ""] <- NA
  columns <- matrix(from_inert(cells), ncol = which(last)[1], byrow = TRUE)
  named <- lapply(seq_len(ncol(columns)), function(at) columns[-1, at])
  names(named) <- columns[1, ]
  named
}

column_of <- function(table, name) {
  column <- table[[match(name, names(table))[1]]]
  if (is.null(column)) rep(NA_character_, length(table[[1]])) else column
}
has_column <- function(table, name) !is.na(match(name, names(table)))

# What is known of each row's sample under a name: what was added to it goes before what was ordered.
field_of <- function(table, name, taken) {
  if (startsWith(name, "tag:")) return(tag_of(table, substring(name, 5)))
  added <- if (name %in% c("tags", "note")) paste0("annotation_field_annotation_", name) else paste0("annotation_", name)
  ordered <- if (name %in% taken) paste0("field_", name) else name
  if (!has_column(table, added) && !has_column(table, ordered)) stop("The tables have no column for ", name)
  value <- column_of(table, if (has_column(table, added)) added else ordered)
  value <- ifelse(is.na(value), column_of(table, ordered), value)
  ifelse(value == "", NA, value)
}

tag_of <- function(table, tag) {
  mask <- function(texts) gsub("\\;", "\002", gsub("\\\\", "\001", texts, fixed = TRUE), fixed = TRUE)
  sought <- mask(gsub(";", "\\;", gsub("\\", "\\\\", tag, fixed = TRUE), fixed = TRUE))
  has <- vapply(strsplit(mask(column_of(table, "annotation_tags")), "; ", fixed = TRUE), function(tags) sought %in% tags, NA)
  ifelse(has, "yes", "no")
}

present <- function(values) values[!is.na(values)]

to_number <- function(texts) {
  number <- grepl("^\\s*[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?\\s*$", texts)
  suppressWarnings(ifelse(number, as.numeric(texts), NA))
}

# One measure as samples by pathways; names of one pathway are put together.
values_of <- function(results, measure) {
  pathway <- results$pathway
  rank <- rep(0, length(pathway))
  for (same in JOINED) {
    at <- match(pathway, same)
    rank[!is.na(at)] <- at[!is.na(at)]
    pathway[!is.na(at)] <- same[1]
  }
  samples <- unique(results$sample_id)
  pathways <- unique(pathway)
  value <- as.numeric(results[[measure]])
  # Of several names that have a value the first is written last, and stays.
  at <- order(-rank)
  at <- at[!is.na(value[at])]
  values <- matrix(NA_real_, length(samples), length(pathways), dimnames = list(samples, pathways))
  values[cbind(match(results$sample_id, samples), match(pathway, pathways))[at, , drop = FALSE]] <- value[at]
  values
}

# How far two numbers lie apart; the program ends by what was found.

compared <- 0
worst <- 0
differing <- character(0)

# "size": numbers smaller than a millionth of what they were made of are compared with that, as they may cancel to 0.
agree <- function(what, ours, theirs, size = 0, tolerance = TOLERANCE) {
  ours[!is.finite(ours)] <- NA
  one <- is.na(ours) | is.na(theirs)
  apart <- ifelse(one, ifelse(is.na(ours) == is.na(theirs), 0, Inf), 0)
  least <- pmax(abs(ours), abs(theirs), 1e-6 * size)[!one]
  apart[!one] <- ifelse(ours[!one] == theirs[!one], 0, abs(ours[!one] - theirs[!one]) / least)
  wrong <- apart > tolerance
  compared <<- compared + sum(!is.na(theirs))
  worst <<- max(worst, if (tolerance == TOLERANCE) apart)
  differing <<- c(differing, sprintf("%s: %.17g here, %.17g in the study", what[wrong], ours[wrong], theirs[wrong]))
}

recompute_values <- function(results) {
  for (measure in c("activity", "aging_offset")) {
    value <- present(as.vector(values_of(results, measure)))
    names <- paste0(measure, c("_n", "_sum"))
    agree(names, c(length(value), sum(abs(value))), REPORTED_VALUES[names])
  }
}

finish <- function() {
  cat(sprintf("%d numbers compared; the largest relative difference is %.3g (allowed: %.3g).\n", compared, worst, TOLERANCE))
  if (length(differing) == 0 && compared > 0) return(cat("They agree.\n"))
  cat(if (compared == 0) "There was nothing to compare.\n" else "They do NOT agree:\n")
  cat(head(differing, 20), sep = "\n")
  quit(status = 1)
}

# R's own tests. By ranks, the difference and its interval are those of wilcox.test.

# The figures of a comparison that has none.
NOTHING <- c(difference = NA, ci_low = NA, ci_high = NA, effect = NA, effect_ci_low = NA, effect_ci_high = NA, zeros = NA, statistic = NA, df = NA, df2 = NA, p = NA, exact = NA)
add_figures <- function(figures, ...) {
  added <- c(...)
  figures[names(added)] <- added
  figures
}
# An error of R, such as for too few or constant values, means that there is no test.
or_none <- function(test) tryCatch(suppressWarnings(test), error = function(failure) NULL)
interval_of <- function(test) {
  if (is.null(test) || !all(is.finite(c(test$p.value, test$conf.int)))) return(c())
  c(ci_low = test$conf.int[1], ci_high = test$conf.int[2])
}
tested <- function(test) {
  if (length(interval_of(test)) == 0) return(c())
  c(statistic = unname(test$statistic), df = unname(test$parameter), p = test$p.value)
}
difference_of <- function(a, b) if (length(a) > 0 && length(b) > 0) mean(a) - mean(b) else NA_real_

# Hedges' exact correction (1981); a spread that is rounding only is none.
standardized <- function(difference, variance, df) {
  g <- difference / sqrt(variance) * exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)
  if (!is.finite(g) || sqrt(variance) < 10 * .Machine$double.eps * abs(difference)) NA_real_ else g
}
# The interval of Hedges' g: noncentralities of t, by quadrature with 16 points, since pt is not exact for large ones.
NODES <- c(0.09501250983763744, 0.2816035507792589, 0.45801677765722737, 0.6178762444026438, 0.755404408355003,
  0.8656312023878318, 0.9445750230732326, 0.9894009349916499)
WEIGHTS <- c(0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767, 0.1246289712555339,
  0.0951585116824928, 0.0622535239386479, 0.0271524594117541)
noncentral_t <- function(t, df, ncp) {
  if (t < 0) return(1 - noncentral_t(-t, df, -ncp))
  mode <- sqrt((df - 1) / df)
  reach <- 12 / sqrt(2 * df)
  low <- max(0, mode - reach)
  high <- mode + reach
  steps <- (ncp + c(-9, -4, 0, 4, 9)) / t
  cuts <- sort(c(seq(low, high, length.out = 7), steps[steps > low & steps < high]))
  half <- diff(cuts) / 2
  s <- outer(head(cuts, -1) + half, rep(1, 16)) + outer(half, c(-NODES, NODES))
  density <- outer(half, c(WEIGHTS, WEIGHTS)) * exp((df - 1) * log(s / mode) - df * (s^2 - mode^2) / 2)
  sum(density * pnorm(t * s - ncp)) / sum(density)
}
g_interval <- function(g, df, share) {
  if (is.na(g)) return(c())
  unit <- sqrt(share) * exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)
  t <- g / unit
  if (!is.finite(t) || abs(t) > 1e7) return(c())
  spread <- sqrt(1 + t^2 / (2 * df))
  end <- function(p, z) uniroot(function(ncp) noncentral_t(t, df, ncp) - p, t - z * spread + c(-1, 1) * spread,
    extendInt = "downX", tol = 1e-13 * max(1, abs(t)))$root
  c(effect_ci_low = end(0.975, 1.96) * unit, effect_ci_high = end(0.025, -1.96) * unit)
}
rank_interval <- function(effect, error) {
  if (is.na(effect) || abs(effect) >= 1) return(c())
  c(effect_ci_low = tanh(atanh(effect) - qnorm(0.975) * error), effect_ci_high = tanh(atanh(effect) + qnorm(0.975) * error))
}

# The difference of a rank test with its interval; none where 95% cannot be reached, or the ends are the outermost differences.
shift_of <- function(run, outermost, least) {
  reached <- TRUE
  test <- tryCatch(withCallingHandlers(run(), warning = function(warned) {
    if (grepl("not achievable|cannot compute confidence interval", conditionMessage(warned))) reached <<- FALSE
    invokeRestart("muffleWarning")
  }), error = function(failure) NULL)
  if (is.null(test)) return(c())
  ends <- test$conf.int
  if (!all(is.finite(ends)) || (!grepl("exact", test$method) && any(ends == outermost))) reached <- FALSE
  # The smallest p of all orders: above 5% no interval of 95% can be reached, though R gives one up to 7.5%.
  if (grepl("exact", test$method) && least > 0.05 + 1e-12) reached <- FALSE
  c(difference = unname(test$estimate), if (reached) c(ci_low = ends[1], ci_high = ends[2]))
}

squares <- function(values) sum((values - mean(values))^2)

hedges_g <- function(a, b) {
  df <- length(a) + length(b) - 2
  if (length(a) == 0 || length(b) == 0 || df < 2) return(NA_real_)
  standardized(mean(a) - mean(b), (squares(a) + squares(b)) / df, df)
}
two_by_t <- function(a, b) {
  test <- or_none(t.test(a, b))
  g <- hedges_g(a, b)
  add_figures(NOTHING, difference = difference_of(a, b), interval_of(test), tested(test), effect = g,
    g_interval(g, length(a) + length(b) - 2, 1 / length(a) + 1 / length(b)))
}

cliffs_delta <- function(a, b) {
  if (length(a) == 0 || length(b) == 0) return(NA_real_)
  2 * (sum(rank(c(a, b))[seq_along(a)]) - length(a) * (length(a) + 1) / 2) / (length(a) * length(b)) - 1
}
two_by_ranks <- function(a, b) {
  exact <- length(a) < 50 && length(b) < 50 && !anyDuplicated(c(a, b))
  test <- or_none(wilcox.test(a, b, exact = exact, correct = TRUE))
  ranks <- if (!is.null(test) && is.finite(test$p.value)) c(statistic = unname(test$statistic), p = test$p.value, exact = exact)
  delta <- cliffs_delta(a, b)
  if (length(a) == 0 || length(b) == 0) return(NOTHING)
  # Where all values are equal, R has no difference.
  flat <- if (length(unique(as.vector(outer(a, b, `-`)))) == 1) c(difference = a[1] - b[1])
  shift <- shift_of(function() wilcox.test(a, b, exact = exact, correct = TRUE, conf.int = TRUE, tol.root = 1e-12),
    c(min(a) - max(b), max(a) - min(b)), 2 / choose(length(a) + length(b), length(a)))
  add_figures(NOTHING, flat, shift, ranks, effect = delta,
    rank_interval(delta, sqrt((length(a) + length(b) + 1) / (3 * length(a) * length(b)))))
}

# Two groups, and all of them, by the test of the study.
two <- function(a, b) if (TEST %in% c("mann-whitney", "kruskal-wallis")) two_by_ranks(a, b) else two_by_t(a, b)

paired_t <- function(groups) {
  differences <- groups[[1]] - groups[[2]]
  test <- or_none(t.test(differences))
  n <- length(differences)
  effect <- if (n < 3) NA_real_ else standardized(mean(differences), var(differences), n - 1)
  add_figures(NOTHING, difference = mean_or_none(differences), interval_of(test), tested(test), effect = effect,
    g_interval(effect, n - 1, 1 / n))
}

rank_biserial <- function(differences) {
  moved <- differences[differences != 0]
  if (length(moved) == 0) return(NA_real_)
  ranks <- rank(abs(moved))
  (sum(ranks[moved > 0]) - sum(ranks[moved < 0])) / sum(ranks)
}
paired_ranks <- function(groups) {
  differences <- groups[[1]] - groups[[2]]
  exact <- length(differences) < 50 && !anyDuplicated(abs(differences)) && !any(differences == 0)
  test <- or_none(wilcox.test(differences, exact = exact, correct = TRUE))
  ranks <- if (!is.null(test) && is.finite(test$p.value)) c(statistic = unname(test$statistic), p = test$p.value, exact = exact)
  moved <- differences[differences != 0]
  n <- length(moved)
  shift <- if (n > 0) shift_of(function() wilcox.test(differences, exact = exact, correct = TRUE, conf.int = TRUE, tol.root = 1e-12), c(Inf, -Inf), 2^(1 - n))
  flat <- if (n > 0 && is.null(shift)) c(difference = (min(moved) + max(moved)) / 2)
  r <- rank_biserial(differences)
  add_figures(NOTHING, flat, shift, ranks, effect = r, rank_interval(r, sqrt((2 * n^3 + 3 * n^2 + n) / 6) / ((n^2 + n) / 2)),
    zeros = length(differences) - n)
}

kruskal_wallis <- function(groups) {
  if (any(lengths(groups) == 0)) return(NOTHING)
  # Of ranks, which are ranked as the values are: kruskal.test counts ties by 15 digits, and ranks by all of them.
  ranks <- rank(unlist(groups))
  test <- or_none(kruskal.test(ranks, rep(seq_along(groups), lengths(groups))))
  if (is.null(test) || !is.finite(test$p.value)) return(NOTHING)
  h <- unname(test$statistic)
  add_figures(NOTHING, statistic = h, df = unname(test$parameter), p = test$p.value, effect = h / (sum(lengths(groups)) - 1))
}

analysis_of_variance <- function(groups, equal) {
  if (any(lengths(groups) < if (equal) 1 else 2) || (!equal && any(vapply(groups, var, 0) == 0))) return(NOTHING)
  values <- data.frame(value = unlist(groups), group = factor(rep(seq_along(groups), lengths(groups))))
  test <- or_none(oneway.test(value ~ group, values, var.equal = equal))
  if (is.null(test) || !is.finite(test$p.value)) return(NOTHING)
  f <- unname(test$statistic)
  df <- unname(test$parameter)
  between <- max(0, df[1] * (f - 1))
  add_figures(NOTHING, statistic = f, df = df[1], df2 = df[2], p = test$p.value, effect = between / (between + nrow(values)))
}

contrast <- function(groups) switch(TEST,
  "paired" = paired_t(groups),
  "wilcoxon-signed-rank" = paired_ranks(groups),
  "kruskal-wallis" = kruskal_wallis(groups),
  "welch-anova" = analysis_of_variance(groups, FALSE),
  "anova" = analysis_of_variance(groups, TRUE),
  two(groups[[1]], groups[[2]])
)

# Every two of several groups, with p adjusted by Holm over the pairs of this pathway.
pairwise_of <- function(groups, shares, limit, size) {
  places <- combn(length(groups), 2)
  rows <- lapply(seq_len(ncol(places)), function(at) {
    a <- places[1, at]
    b <- places[2, at]
    found <- two(groups[[a]], groups[[b]])
    found[c("statistic", "df", "effect_ci_low", "effect_ci_high")] <- NA
    c(figures_of(groups[c(a, b)]), found, a = a, b = b, noise_limit = limit(found["difference"], shares[a] + shares[b])[[1]], size)
  })
  rows <- Filter(function(row) !is.na(row["difference"]), rows)
  adjusted <- p.adjust(vapply(rows, function(row) row[["p"]], 0), "holm")
  lapply(seq_along(rows), function(at) c(rows[[at]], p_holm = adjusted[at]))
}

# Groups, units and noise as the comparison has them, its rows, and the table that it is held to.

# A group's rows that count once, by their mean: repeated measurements of one thing, or a single sample.
units_of <- function(rows, replicate, pair) {
  key <- ifelse(is.na(replicate[rows]), paste("sample", rows), paste("replicates", replicate[rows], is.na(pair[rows]), pair[rows], sep = "\037"))
  unname(split(rows, factor(key, unique(key))))
}
mean_or_none <- function(values) if (length(values) == 0) NA_real_ else mean(values)

# Means of replicates become values that are ranked: rounded as in the study to the last digit, lest some be equal in
# one and not in the other. R's own mean rounds otherwise on processors without long doubles.
sum_of <- function(values) {
  sum <- 0
  lost <- 0
  for (value in values) {
    after <- sum + value
    lost <- lost + if (abs(sum) >= abs(value)) sum - after + value else value - after + sum
    sum <- after
  }
  sum + lost
}
unit_mean <- function(values) {
  if (length(values) == 0) return(NA_real_)
  if (length(values) == 1) return(values)
  near <- sum_of(values) / length(values)
  near + sum_of(values - near) / length(values)
}
unit_means <- function(column, units) present(vapply(units, function(unit) unit_mean(present(column[unit])), 0))

# The variance of the mean over units in that of a single measurement.
noise_share <- function(column, units) {
  counts <- vapply(units, function(unit) sum(!is.na(column[unit])), 0)
  counts <- counts[counts > 0]
  sum(1 / counts) / length(counts)^2
}
noise_sd <- function(column, units) {
  sets <- Filter(function(set) length(set) > 1, lapply(units, function(unit) present(column[unit])))
  if (length(sets) == 0) return(NA_real_)
  sqrt(sum(vapply(sets, function(set) sum((set - mean(set))^2), 0)) / sum(lengths(sets) - 1))
}

pairs_of <- function(first, second, pair) {
  keys <- function(units) vapply(units, function(unit) pair[unit[1]], "")
  shared <- intersect(present(keys(first)), present(keys(second)))
  lapply(shared, function(key) list(first[which(keys(first) == key)], second[which(keys(second) == key)]))
}

groups_of <- function(table, taken, group_by, members) {
  at <- !duplicated(table$sample_id)
  sample_id <- table$sample_id[at]
  field <- function(name) if (is.null(name)) rep(NA_character_, sum(at)) else field_of(table, name, taken)[at]
  if (is.null(group_by)) {
    # A sample of several groups is in none.
    often <- base::table(unlist(members))
    rows <- lapply(members, function(ids) which(sample_id %in% ids & !(sample_id %in% names(often)[often > 1])))
  } else rows <- lapply(GROUPS, function(group) which(field(group_by) == group))
  pair <- field(PAIR_BY)
  replicate <- field(REPLICATES_BY)
  units <- lapply(rows, units_of, replicate, pair)
  list(units = units, pairs = if (is.null(PAIR_BY)) NULL else pairs_of(units[[1]], units[[2]], pair))
}

figures_of <- function(groups) {
  figures <- lapply(seq_along(groups), function(at) {
    values <- groups[[at]]
    c(length(values), mean_or_none(values), if (length(values) > 1) sd(values) else NA, if (length(values) > 0) median(values) else NA)
  })
  setNames(unlist(figures), paste0(c("n_", "mean_", "sd_", "median_"), rep(c("a", "b"), each = 4)))
}

# The rows of one pathway: a list of named numbers, the first over all groups.
rows_of <- function(column, of) {
  units <- of$units
  if (is.null(of$pairs)) groups <- lapply(units, unit_means, column = column)
  else {
    side <- function(at) vapply(of$pairs, function(pair) unit_mean(unit_means(column, pair[[at]])), 0)
    both <- !is.na(side(1)) & !is.na(side(2))
    groups <- list(side(1)[both], side(2)[both])
  }
  several <- length(groups) > 2
  noise <- if (is.null(REPLICATES_BY)) NA_real_ else noise_sd(column, unlist(units, recursive = FALSE))
  limit <- function(difference, share) if (is.na(difference)) NA_real_ else 1.96 * noise * sqrt(share)
  shares <- vapply(units, noise_share, 0, column = column)
  share <- shares[1] + shares[2]
  if (!is.null(of$pairs)) {
    each <- vapply(of$pairs, function(pair) noise_share(column, pair[[1]]) + noise_share(column, pair[[2]]), 0)
    share <- sum(present(each)) / length(present(each))^2
  }
  found <- contrast(groups)
  size <- c(size = max(0, abs(column), na.rm = TRUE))
  all <- c(if (!several) figures_of(groups), found, pairs = if (is.null(of$pairs)) NA else length(groups[[1]]),
    smallest_change = 1.96 * sqrt(2) * noise, noise_limit = limit(found["difference"], share)[[1]], size)
  if (!several) return(list(all))
  c(list(all), pairwise_of(groups, shares, limit, size))
}

UNITLESS <- c("n_a", "n_b", "pairs", "zeros", "df", "df2", "p", "q", "p_holm", "exact")
# Of groups that are alike these are made of rounding alone: below a thousandth they are compared with a thousandth.
RATIOS <- c("effect", "effect_ci_low", "effect_ci_high", "statistic")
# By ranks these may be roots, which are found to 1e-12 and no further where they are 0.
ROOTS <- c("difference", "ci_low", "ci_high")

recompute_comparison <- function(results) {
  exported <- read_table("comparison.csv")
  of <- groups_of(results, TAKEN_IN_RESULTS, GROUP_BY, MEMBERS)
  columns <- c("n_a", "mean_a", "sd_a", "median_a", "n_b", "mean_b", "sd_b", "median_b", "pairs", "difference", "ci_low",
    "ci_high", "effect", "effect_ci_low", "effect_ci_high", "zeros", "statistic", "df", "df2", "p", "q", if (!is.null(exported$p_holm)) "p_holm", "exact", "smallest_change", "noise_limit")
  keys <- c("pathway", "measure", "group_a", "group_b")
  several <- length(GROUPS) > 2
  made <- NULL
  for (measure in c("activity", "aging_offset")) {
    values <- values_of(results, measure)
    wanted <- if (is.null(PATHWAYS)) union(colnames(values), exported$pathway[exported$measure == measure]) else PATHWAYS
    by_pathway <- lapply(wanted, function(name) {
      rows_of(if (name %in% colnames(values)) values[, name] else rep(NA_real_, nrow(values)), of)
    })
    # The family is all pathways: what could not be tested counts as p = 1.
    p <- vapply(by_pathway, function(rows) rows[[1]][["p"]], 0)
    q <- ifelse(is.na(p), NA, p.adjust(ifelse(is.na(p), 1, p), "BH"))
    for (at in seq_along(wanted)) for (row in seq_along(by_pathway[[at]])) {
      numbers <- by_pathway[[at]][[row]]
      pair <- if (several) numbers[c("a", "b")] else c(1, 2)
      made[[length(made) + 1]] <- list(
        key = c(wanted[at], measure, GROUPS[pair[1]], GROUPS[pair[2]]),
        numbers = c(numbers, q = if (row == 1) q[at] else NA))
    }
  }
  key_of <- function(...) paste(..., sep = "\037")
  text_or_none <- function(texts) ifelse(is.na(texts), "", texts)
  mine <- vapply(made, function(one) do.call(key_of, as.list(text_or_none(one$key))), "")
  theirs <- do.call(key_of, lapply(keys, function(name) text_or_none(exported[[name]])))
  found <- match(theirs, mine)
  numbers <- sapply(c(columns, "size"), function(name) vapply(made, function(one) unname(one$numbers[name]), 0))
  numbers <- matrix(numbers, ncol = length(columns) + 1, dimnames = list(NULL, c(columns, "size")))[found, , drop = FALSE]
  # A pathway of which the tables have no value at all was not tested.
  numbers[is.na(found), c("n_a", "n_b")] <- if (several) NA else 0
  for (name in setdiff(columns, LEFT_OUT)) {
    text <- exported[[name]]
    if (name == "exact") text <- ifelse(text == "true", "1", "0")
    size <- if (name %in% UNITLESS) 0 else if (name %in% RATIOS) 1000 else ifelse(is.na(numbers[, "size"]), 0, numbers[, "size"])
    if (name %in% ROOTS && TEST %in% c("mann-whitney", "wilcoxon-signed-rank", "kruskal-wallis")) size <- 1000 * size
    agree(paste(name, exported$measure, exported$pathway, text_or_none(exported$group_a), text_or_none(exported$group_b)), numbers[, name], as.numeric(text), rep_len(size, length(text)))
  }
  extra <- setdiff(mine, theirs)
  if (length(extra) > 0) differing <<- c(differing, paste(length(extra), "rows are not in the study's table"))
  write_rows(exported[keys], numbers[, columns, drop = FALSE])
}

write_rows <- function(keys, numbers) {
  text <- function(texts) ifelse(is.na(texts), "", paste0("\"", gsub("\"", "\"\"", enc2utf8(texts), fixed = TRUE), "\""))
  number <- apply(numbers, 2, function(column) ifelse(is.finite(column), sprintf("%.17g", column), ""))
  number <- matrix(number, ncol = ncol(numbers))
  cells <- c(lapply(keys, text), lapply(seq_len(ncol(number)), function(at) number[, at]))
  lines <- c(paste(c(names(keys), colnames(numbers)), collapse = ","), do.call(paste, c(unname(cells), sep = ",")))
  file <- file(file.path(here, "recomputed.csv"), "wb")
  writeLines(enc2utf8(lines), file, sep = "\r\n", useBytes = TRUE)
  close(file)
}

# The fit of predicted to chronological age, shares of the components, and heights of both trees.

taken_in <- function(samples) c(TAKEN_IN_SAMPLES, grep("^clock_", names(samples), value = TRUE))
# Chronological and predicted age of each sample; NA where there is none.
ages_of <- function(samples) {
  known <- if (CHRONOLOGICAL_FROM == "clock") samples[[paste0("clock_", CHRONOLOGICAL)]] else field_of(samples, CHRONOLOGICAL, taken_in(samples))
  list(x = to_number(known), y = to_number(samples[[paste0("clock_", PREDICTED)]]))
}

recompute_clock <- function(samples) {
  ages <- ages_of(samples)
  x <- ages$x
  y <- ages$y
  both <- !is.na(x) & !is.na(y)
  x <- x[both]
  y <- y[both]
  varies <- function(values) length(values) > 2 && sqrt(mean((values - mean(values))^2)) > 2 * .Machine$double.eps * abs(mean(values))
  line <- if (varies(x)) unname(coef(lm(y ~ x))) else c(NA, NA)
  test <- if (varies(x) && varies(y)) suppressWarnings(cor.test(x, y))
  # Fisher's z, as cor.test has it, by the number of independent points.
  interval <- if (is.null(test) || CLOCK_UNITS < 4) c(NA, NA) else tanh(atanh(unname(test$estimate)) + c(-1, 1) * qnorm(0.975) / sqrt(CLOCK_UNITS - 3))
  clock_figures <- c(n = length(x), slope = line[2], intercept = line[1], r = if (is.null(test)) NA else unname(test$estimate), r_low = interval[1],
    r_high = interval[2], mean_absolute_error = mean(abs(y - x)), mean_difference = mean(y - x))
  size <- c(0, 1, rep(max(abs(y)), 1), 1, 1, 1, 0, max(abs(y)))
  agree(paste("clock", names(clock_figures)), clock_figures, REPORTED_CLOCK[names(clock_figures)], size)
}

# Groups at the same chronological age: least squares of predicted age y on chronological age x and group.

same_age <- function(x, squares) sqrt(squares / length(x)) <= 1e-12 * max(abs(x), 0)
regress <- function(groups) {
  if (any(lengths(lapply(groups, `[[`, "y")) < 2)) return(NULL)
  y <- unlist(lapply(groups, `[[`, "y"))
  x <- unlist(lapply(groups, `[[`, "x"))
  group <- factor(rep(seq_along(groups), lengths(lapply(groups, `[[`, "x"))), rev(seq_along(groups)))
  flat <- same_age(x, sum(tapply(x, group, squares)))
  if (flat && !same_age(x, squares(x))) return(NULL)
  if (length(y) - length(groups) - (if (flat) 0 else 1) < 1) return(NULL)
  full <- if (flat) lm(y ~ group) else lm(y ~ group + x)
  list(full = full, reduced = if (flat) lm(y ~ 1) else lm(y ~ x), slope = if (flat) 0 else coef(full)[["x"]])
}
coefficient <- function(fit, name) {
  interval <- suppressWarnings(confint(fit, name))
  row <- suppressWarnings(summary(fit))$coefficients[name, ]
  df <- fit$df.residual
  add_figures(NOTHING, difference = row[[1]], ci_low = interval[1], ci_high = interval[2], statistic = row[[3]], df = df,
    p = row[[4]], effect = if (df < 2) NA_real_ else standardized(row[[1]], sum(resid(fit)^2) / df, df))
}
two_by_age <- function(groups) {
  found <- regress(groups)
  if (is.null(found)) NOTHING else coefficient(found$full, "group1")
}
at_mean_age <- function(groups, slope) {
  y <- mean(unlist(lapply(groups, `[[`, "y")))
  x <- mean(unlist(lapply(groups, `[[`, "x")))
  lapply(groups, function(group) group$y - y - slope * (group$x - x))
}
# Rows as of rows_of.
rows_by_age <- function(x, y, of) {
  groups <- if (is.null(of$pairs)) {
    lapply(of$units, function(units) list(x = unit_means(x, units), y = unit_means(y, units)))
  } else {
    side <- function(column, at) vapply(of$pairs, function(pair) unit_mean(unit_means(column, pair[[at]])), 0)
    lapply(1:2, function(at) list(x = side(x, at), y = side(y, at)))
  }
  if (!is.null(of$pairs)) {
    dx <- groups[[1]]$x - groups[[2]]$x
    if (sqrt(squares(dx) / length(dx)) <= 1e-12 * max(abs(unlist(lapply(groups, `[[`, "x"))), 0)) {
      acceleration <- lapply(groups, function(side) side$y - side$x)
      return(list(c(figures_of(acceleration), paired_t(acceleration))))
    }
    if (length(dx) < 3) return(list(c(figures_of(lapply(groups, `[[`, "y")), NOTHING)))
    dy <- groups[[1]]$y - groups[[2]]$y
    fit <- lm(dy ~ dx)
    return(list(c(figures_of(at_mean_age(groups, coef(fit)[["dx"]])), coefficient(fit, "(Intercept)"))))
  }
  found <- regress(groups)
  values <- if (is.null(found)) lapply(groups, `[[`, "y") else at_mean_age(groups, found$slope)
  figures <- if (length(groups) == 2) figures_of(values)
  if (!(TEST %in% c("kruskal-wallis", "welch-anova", "anova"))) return(list(c(figures, two_by_age(groups))))
  all <- NOTHING
  if (!is.null(found)) {
    df <- length(groups) - 1
    df2 <- found$full$df.residual
    f <- max(0, sum(resid(found$reduced)^2) - sum(resid(found$full)^2)) / df / (sum(resid(found$full)^2) / df2)
    above <- max(0, df * (f - 1))
    all <- add_figures(NOTHING, statistic = f, df = df, df2 = df2, p = pf(f, df, df2, lower.tail = FALSE),
      effect = above / (above + length(found$full$residuals)))
  }
  places <- combn(length(groups), 2)
  rows <- lapply(seq_len(ncol(places)), function(at) c(two_by_age(groups[places[, at]]), a = places[1, at], b = places[2, at]))
  rows <- Filter(function(row) !is.na(row["difference"]), rows)
  adjusted <- p.adjust(vapply(rows, function(row) row[["p"]], 0), "holm")
  c(list(c(figures, all)), lapply(seq_along(rows), function(at) c(rows[[at]], p_holm = adjusted[at])))
}

# Groups by age acceleration, and at the same chronological age.
recompute_ages <- function(samples) {
  ages <- ages_of(samples)
  of <- groups_of(samples, taken_in(samples), NULL, AGE_MEMBERS)
  size <- max(abs(ages$y[!is.na(ages$x)]), na.rm = TRUE)
  compare_ages <- function(what, rows, reported) {
    if (is.null(reported)) return()
    found <- unlist(lapply(rows, function(figures) {
      if (!is.na(figures["a"])) names(figures) <- paste0(names(figures), "_", figures["a"], "_", figures["b"])
      figures
    }))
    kind <- sub("(_[0-9]+)+$", "", names(reported))
    sizes <- ifelse(kind %in% UNITLESS, 0, ifelse(kind %in% RATIOS, 1000, size))
    agree(paste(what, names(reported)), unname(found[names(reported)]), unname(reported), sizes)
  }
  compare_ages("age acceleration", rows_of(ages$y - ages$x, of), REPORTED_AGE_ACCELERATION)
  lacks <- is.na(ages$x) | is.na(ages$y)
  ages$x[lacks] <- NA
  ages$y[lacks] <- NA
  compare_ages("at the same age", rows_by_age(ages$x, ages$y, of), REPORTED_AGE_RESIDUAL)
}

recompute_pca <- function(results) {
  values <- values_of(results, "activity")
  varies <- function(some) length(some) > 1 && sqrt(mean((some - mean(some))^2)) > 2 * .Machine$double.eps * abs(mean(some))
  # Pathways that over a fifth of the samples lack are left out, then samples that lack one of the others.
  enough <- apply(values, 2, function(some) sum(!is.na(some)) >= 0.8 * ANSWERS && varies(some[!is.na(some)]))
  values <- values[, enough, drop = FALSE]
  values <- values[complete.cases(values), , drop = FALSE]
  values <- values[, apply(values, 2, varies), drop = FALSE]
  found <- prcomp(values, scale. = SCALED)
  shares <- (found$sdev^2 / sum(found$sdev^2))[seq_along(REPORTED_SHARES)]
  # Of the variance, not of the share: components that hold next to nothing are made of what cancels.
  agree(paste("share of", names(REPORTED_SHARES)), shares, REPORTED_SHARES, 1)
}

heights_of <- function(values) {
  if (DISTANCE == "euclidean") distances <- as.matrix(dist(values))
  else {
    r <- suppressWarnings(cor(t(values), use = "pairwise.complete.obs"))
    distances <- 1 - pmax(-1, pmin(1, r))
  }
  diag(distances) <- 0
  distances[!is.finite(distances)] <- NA
  # Where no distance can be computed between two, the one that lacks the most is left out, the last of several.
  while (anyNA(distances)) {
    lacking <- rowSums(is.na(distances))
    out <- max(which(lacking == max(lacking)))
    distances <- distances[-out, -out, drop = FALSE]
  }
  if (nrow(distances) < 2) return(numeric(0))
  hclust(as.dist(distances), sub("^ward$", "ward.D2", LINKAGE))$height
}

# Z-scores of fewer than three values, or of equal ones, say nothing.
to_z <- function(some) {
  there <- some[!is.na(some)]
  if (length(there) < 3 || min(there) == max(there)) return(rep(NA_real_, length(some)))
  (some - mean(there)) / sd(there)
}

recompute_trees <- function(results) {
  values <- values_of(results, "activity")
  if (CLUSTERED == "z") values[] <- apply(values, 2, to_z)
  compare_heights <- function(what, heights, reported) {
    if (is.na(reported["joins"])) return()
    agree(paste(what, names(reported)), c(length(heights), sum(heights), max(heights)), reported)
  }
  compare_heights("clustering of samples:", heights_of(values), REPORTED_SAMPLE_TREE)
  compare_heights("clustering of pathways:", heights_of(t(values)), REPORTED_PATHWAY_TREE)
}

# Linear models: least squares by qr, with limma for moderated variances and the correlation within units.

# The columns of the design as model.matrix makes them, under the names of the study.
model_columns <- function(fields) {
  codes <- lapply(seq_along(MODEL_FIELDS), function(at) {
    levels <- MODEL_LEVELS[[at]]
    value <- fields[[at]]
    if (length(levels) == 0) return(setNames(list(to_number(value)), MODEL_FIELDS[at]))
    setNames(lapply(levels[-1], function(level) as.numeric(value == level)), paste0(MODEL_FIELDS[at], levels[-1]))
  })
  columns <- c(list("(Intercept)" = rep(1, length(fields[[1]]))), unlist(codes, recursive = FALSE))
  pair <- codes[match(MODEL_INTERACTION, MODEL_FIELDS)]
  if (length(pair) == 2) for (right in names(pair[[2]])) for (left in names(pair[[1]]))
    columns[[paste(left, right, sep = ":")]] <- pair[[1]][[left]] * pair[[2]][[right]]
  matrix(unlist(columns[MODEL_COLUMNS]), ncol = length(MODEL_COLUMNS))
}

# Removes the correlation of the samples of one unit, so that least squares applies.
decorrelate <- function(values, unit, correlation) {
  n <- as.vector(table(unit)[as.character(unit)])
  means <- ave(values, unit)
  (values - means) / sqrt(1 - correlation) + means / sqrt(1 + (n - 1) * correlation)
}

fit_pathway <- function(y, design, unit, correlation) {
  there <- !is.na(y)
  x <- design[there, , drop = FALSE]
  z <- y[there]
  u <- unit[there]
  if (identical(MODEL_BLOCK_AS, "intercept")) x <- cbind(x, vapply(unique(u), function(one) as.numeric(u == one), numeric(length(u))))
  if (identical(MODEL_BLOCK_AS, "correlation")) {
    x <- apply(x, 2, decorrelate, u, correlation)
    z <- decorrelate(z, u, correlation)
  }
  df <- length(z) - ncol(x)
  q <- if (df > 0) qr(x)
  if (is.null(q) || q$rank < ncol(x)) return(NULL)
  list(n = length(z), df = df, variance = sum(qr.resid(q, z)^2) / df, mean = mean(y[there]), coefficients = qr.coef(q, z), unscaled = chol2inv(qr.R(q)))
}

recompute_model <- function(results) {
  exported <- read_table("model.csv")
  limma <- requireNamespace("limma", quietly = TRUE)
  if (!limma && MODEL_MODERATION != "none") return(cat("The model is not compared: its variances are moderated by the package limma, which is not installed.\n"))
  for (measure in MODEL_MEASURES) {
    values <- values_of(results, measure)[MODEL_SAMPLES[[match(measure, MODEL_MEASURES)]], , drop = FALSE]
    first <- match(rownames(values), results$sample_id)
    field <- function(name) field_of(results, name, TAKEN_IN_RESULTS)[first]
    design <- model_columns(lapply(MODEL_FIELDS, field))
    unit <- if (is.null(MODEL_BLOCK)) seq_along(first) else field(MODEL_BLOCK)
    own <- exported$measure == measure
    pathways <- unique(exported$pathway[own])
    correlation <- MODEL_CORRELATION[[measure]]
    if (limma && identical(MODEL_BLOCK_AS, "correlation")) {
      # limma takes a correlation from the rounding errors of a pathway that the design explains.
      varies <- vapply(pathways, function(name) {
        there <- is.finite(values[, name])
        y <- values[there, name]
        sum(qr.resid(qr(design[there, , drop = FALSE]), y)^2) > 1e-28 * sum(y^2)
      }, NA)
      consensus <- suppressWarnings(limma::duplicateCorrelation(t(values[, pathways[varies]]), design, block = unit))$consensus.correlation
      agree(paste("correlation", measure), consensus, correlation, tolerance = 1e-3)
    }
    fits <- lapply(pathways, function(name) fit_pathway(values[, name], design, unit, correlation))
    fitted <- !vapply(fits, is.null, NA)
    of <- function(name) vapply(fits[fitted], function(fit) fit[[name]], 0)
    variance <- of("variance")
    df <- of("df")
    tolerance <- TOLERANCE
    if (MODEL_MODERATION != "none" && sum(fitted) > 1) {
      tolerance <- 1e-6
      # limma warns of variances of zero, which it raises to a hundred-thousandth of their median.
      squeezed <- suppressWarnings(limma::squeezeVar(variance, df, covariate = if (MODEL_MODERATION == "trend") of("mean")))
      variance <- squeezed$var.post
      df <- pmin(df + squeezed$df.prior, sum(df))
    }
    for (at in seq_along(MODEL_CONTRASTS)) {
      weights <- as.numeric(strsplit(MODEL_WEIGHTS[at], " ")[[1]])
      sides <- vapply(fits[fitted], function(fit) {
        kept <- seq_along(weights)
        c(sum(weights * fit$coefficients[kept]), sqrt(drop(weights %*% fit$unscaled[kept, kept, drop = FALSE] %*% weights)))
      }, c(0, 0))
      estimate <- sides[1, ]
      se <- sides[2, ] * sqrt(variance)
      beyond <- abs(estimate) - MODEL_LEAST_EFFECT
      t <- sign(estimate) * (if (MODEL_LEAST_EFFECT > 0) pmax(0, beyond) else beyond) / se
      p <- if (MODEL_LEAST_EFFECT > 0) pt(-beyond / se, df) + pt(-(abs(estimate) + MODEL_LEAST_EFFECT) / se, df) else 2 * pt(-abs(t), df)
      theirs <- which(own & exported$contrast == MODEL_CONTRASTS[at])
      found <- match(pathways[fitted], exported$pathway[theirs])
      # Values without spread have no test.
      p[is.na(exported$p[theirs][found])] <- NA
      every <- rep(1, length(pathways))
      every[fitted] <- ifelse(is.na(p), 1, p)
      margin <- qt(0.975, df) * se
      numbers <- list(estimate = estimate, se = se, t = t, df = df, p = p, q = p.adjust(every, "BH")[fitted], ci_low = estimate - margin, ci_high = estimate + margin,
        equivalence_p = if (!is.na(MODEL_MARGIN)) pt(-(MODEL_MARGIN - abs(estimate)) / se, df))
      size <- apply(abs(values[, pathways[fitted], drop = FALSE]), 2, max, na.rm = TRUE)
      for (name in names(numbers)) if (!is.null(numbers[[name]]))
        agree(paste(name, measure, MODEL_CONTRASTS[at], pathways[fitted]), ifelse(is.na(p), NA, numbers[[name]]), as.numeric(exported[[name]][theirs][found]), if (name %in% c("estimate", "se", "ci_low", "ci_high")) size else if (name == "t") 1000 else 0, tolerance)
    }
  }
}

results <- read_table("results.csv")
recompute_values(results)
if (!is.null(MODEL_FIELDS)) recompute_model(results)
if (!is.null(TEST)) recompute_comparison(results)
if (!is.null(REPORTED_CLOCK)) {
  samples <- read_table("samples.csv")
  recompute_clock(samples)
  if (!is.null(AGE_MEMBERS)) recompute_ages(samples)
}
if (!is.null(REPORTED_SHARES)) recompute_pca(results)
if (!is.null(REPORTED_SAMPLE_TREE)) recompute_trees(results)
finish()
