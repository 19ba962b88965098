import type { TestName } from '../../../../shared/domain/comparison.ts'

/** Shared by all tests: R's own t.test gives the difference of means with its interval, whichever test gives the p. */
const shared = String.raw`
# What a comparison says where it has nothing to say.
NOTHING <- c(difference = NA, ci_low = NA, ci_high = NA, effect = NA, statistic = NA, df = NA, df2 = NA, p = NA, exact = NA)
say <- function(figures, ...) {
  said <- c(...)
  figures[names(said)] <- said
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
`

const standardized = String.raw`
# Hedges' exact correction (1981); a spread that is rounding only is none.
standardized <- function(difference, variance, df) {
  g <- difference / sqrt(variance) * exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)
  if (!is.finite(g) || sqrt(variance) < 10 * .Machine$double.eps * abs(difference)) NA_real_ else g
}
squares <- function(values) sum((values - mean(values))^2)
`

const welchOfTwo = String.raw`${standardized}
hedges_g <- function(a, b) {
  df <- length(a) + length(b) - 2
  if (length(a) == 0 || length(b) == 0 || df < 2) return(NA_real_)
  standardized(mean(a) - mean(b), (squares(a) + squares(b)) / df, df)
}
two <- function(a, b) {
  test <- or_none(t.test(a, b))
  say(NOTHING, difference = difference_of(a, b), interval_of(test), tested(test), effect = hedges_g(a, b))
}
`

const mannWhitneyOfTwo = String.raw`
cliffs_delta <- function(a, b) {
  if (length(a) == 0 || length(b) == 0) return(NA_real_)
  2 * (sum(rank(c(a, b))[seq_along(a)]) - length(a) * (length(a) + 1) / 2) / (length(a) * length(b)) - 1
}
two <- function(a, b) {
  exact <- length(a) < 50 && length(b) < 50 && !anyDuplicated(c(a, b))
  test <- or_none(wilcox.test(a, b, exact = exact, correct = TRUE))
  ranks <- if (!is.null(test) && is.finite(test$p.value)) c(statistic = unname(test$statistic), p = test$p.value, exact = exact)
  say(NOTHING, difference = difference_of(a, b), interval_of(or_none(t.test(a, b))), ranks, effect = cliffs_delta(a, b))
}
`

const ofTwo = String.raw`
contrast <- function(groups) two(groups[[1]], groups[[2]])
`

const paired = String.raw`${standardized}
contrast <- function(groups) {
  differences <- groups[[1]] - groups[[2]]
  test <- or_none(t.test(differences))
  n <- length(differences)
  effect <- if (n < 3) NA_real_ else standardized(mean(differences), var(differences), n - 1)
  say(NOTHING, difference = mean_or_none(differences), interval_of(test), tested(test), effect = effect)
}
`

const signedRank = String.raw`
rank_biserial <- function(differences) {
  moved <- differences[differences != 0]
  if (length(moved) == 0) return(NA_real_)
  ranks <- rank(abs(moved))
  (sum(ranks[moved > 0]) - sum(ranks[moved < 0])) / sum(ranks)
}
contrast <- function(groups) {
  differences <- groups[[1]] - groups[[2]]
  exact <- length(differences) < 50 && !anyDuplicated(abs(differences)) && !any(differences == 0)
  test <- or_none(wilcox.test(differences, exact = exact, correct = TRUE))
  ranks <- if (!is.null(test) && is.finite(test$p.value)) c(statistic = unname(test$statistic), p = test$p.value, exact = exact)
  say(NOTHING, difference = mean_or_none(differences), interval_of(or_none(t.test(differences))), ranks, effect = rank_biserial(differences))
}
`

const pairwise = String.raw`
# Every two of several groups, with p adjusted by Holm over the pairs of this pathway.
pairwise_of <- function(groups, shares, limit, size) {
  places <- combn(length(groups), 2)
  rows <- lapply(seq_len(ncol(places)), function(at) {
    a <- places[1, at]
    b <- places[2, at]
    found <- two(groups[[a]], groups[[b]])
    found[c("statistic", "df")] <- NA
    c(figures_of(groups[c(a, b)]), found, a = a, b = b, noise_limit = limit(found["difference"], shares[a] + shares[b])[[1]], size)
  })
  rows <- Filter(function(row) !is.na(row["difference"]), rows)
  adjusted <- p.adjust(vapply(rows, function(row) row[["p"]], 0), "holm")
  lapply(seq_along(rows), function(at) c(rows[[at]], p_holm = adjusted[at]))
}
`

const kruskalWallis = String.raw`${mannWhitneyOfTwo}
contrast <- function(groups) {
  if (any(lengths(groups) == 0)) return(NOTHING)
  # Of ranks, which are ranked as the values are: kruskal.test counts ties by 15 digits, and ranks by all of them.
  ranks <- rank(unlist(groups))
  test <- or_none(kruskal.test(ranks, rep(seq_along(groups), lengths(groups))))
  if (is.null(test) || !is.finite(test$p.value)) return(NOTHING)
  h <- unname(test$statistic)
  say(NOTHING, statistic = h, df = unname(test$parameter), p = test$p.value, effect = h / (sum(lengths(groups)) - 1))
}
${pairwise}`

const welchAnova = String.raw`${welchOfTwo}
contrast <- function(groups) {
  if (any(lengths(groups) < 2) || any(vapply(groups, var, 0) == 0)) return(NOTHING)
  values <- data.frame(value = unlist(groups), group = factor(rep(seq_along(groups), lengths(groups))))
  test <- or_none(oneway.test(value ~ group, values, var.equal = FALSE))
  if (is.null(test) || !is.finite(test$p.value)) return(NOTHING)
  f <- unname(test$statistic)
  df <- unname(test$parameter)
  between <- max(0, df[1] * (f - 1))
  say(NOTHING, statistic = f, df = df[1], df2 = df[2], p = test$p.value, effect = between / (between + nrow(values)))
}
${pairwise}`

const byTest: Record<TestName, string> = {
  welch: welchOfTwo + ofTwo,
  'mann-whitney': mannWhitneyOfTwo + ofTwo,
  paired,
  'wilcoxon-signed-rank': signedRank,
  'kruskal-wallis': kruskalWallis,
  'welch-anova': welchAnova,
}

export const contrastsOf = (test: TestName): string => shared + byTest[test]
