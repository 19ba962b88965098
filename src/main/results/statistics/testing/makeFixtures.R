# Makes fixtures.jsonl: 200 generated data sets, one a line, with what R says of each. Run in this folder with
#   Rscript makeFixtures.R
# Base R only (Debian: r-base-core). The data depend on nothing but the seed, and have few digits, so that they are the
# same numbers when read again; answers have 12.

RNGkind('Mersenne-Twister', 'Inversion', 'Rejection')
set.seed(20240607)

# ---- JSON ----

number <- function(x, digits) ifelse(is.finite(x), sprintf(paste0('%.', digits, 'g'), x), 'null')
numbers <- function(x, digits = 12) paste0('[', paste(number(x, digits), collapse = ','), ']')
object <- function(...) {
  parts <- c(...)
  paste0('{', paste0('"', names(parts), '":', parts, collapse = ','), '}')
}
list_of <- function(parts) paste0('[', paste(parts, collapse = ','), ']')

# An answer as numbers by name; R's refusal as its words.
answer <- function(make) {
  tryCatch({
    values <- suppressWarnings(make())
    object(sapply(values, function(value) if (is.character(value)) value else number(value, 12)))
  }, error = function(refusal) object(c(refusal = paste0('"', gsub('["\\\\\n]', ' ', conditionMessage(refusal)), '"'))))
}

# ---- data ----

shapes <- list(
  normal = function(n, group) rnorm(n, 0.4 * group),
  integers = function(n, group) sample(0:4, n, TRUE) + (group > 1),
  tiny = function(n, group) rnorm(n, group) * 1e-12,
  large = function(n, group) rnorm(n, group / 2) * 1e12,
  outliers = function(n, group) rnorm(n, group / 2) * ifelse(seq_len(n) == n, 1e5, 1),
  equal = function(n, group) rep(2.5, n),
  skewed = function(n, group) rlnorm(n, group / 3, 1.2),
  offset = function(n, group) 1e5 + rnorm(n, group / 2),
  apart = function(n, group) rnorm(n, 12 * group),
  zeros = function(n, group) rnorm(n, group / 2) * rbinom(n, 1, 0.6)
)
# As many digits as the shape needs to have spread.
short <- function(values, shape) signif(values, if (shape == 'offset') 10 else 6)

sizes <- c(2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 49, 50, 55, 60)
any_size <- function() sample(sizes, 1)

# Groups without spread in all, in one, the same values in both, and groups of one value.
draw <- function(shape, n, group, set) {
  if (shape != 'equal') return(short(shapes[[shape]](n, group), shape))
  if (set %% 4 == 0) return(rep(2.5, n))
  if (set %% 4 == 1) return(if (group == 1) rep(2.5, n) else short(rnorm(n, 3), shape))
  if (set %% 4 == 2) return(rep_len(c(0.1, 0.2, 0.4, 0.7), n))
  short(rnorm(if (group == 1) 1 else n), shape)
}

draw_matrix <- function(shape, set) {
  rows <- sample(c(2:20, 2:20, 25, 30, 40, 60), 1)
  columns <- sample(2:9, 1)
  values <- sapply(seq_len(columns), function(column) draw(shape, rows, column, if (shape == 'equal') 2 else set))
  # A common trend, so that components and trees have something to find.
  if (shape %in% c('normal', 'skewed', 'apart')) values <- short(values + outer(rnorm(rows), rnorm(columns)), shape)
  if (set %% 5 == 0 && rows > 3) values[sample(length(values), ceiling(length(values) / 12))] <- NA
  matrix(values, rows, columns)
}

draw_p <- function(set) {
  p <- signif(runif(sample(1:30, 1))^sample(1:6, 1), 6)
  if (set %% 3 == 0) p[sample(length(p), 1)] <- NA
  if (set %% 4 == 0) p <- c(p, p[1], 1, 0, 1e-300)
  p
}

# ---- R's answers ----

of_t <- function(test) {
  c(difference = if (length(test$estimate) == 2) unname(test$estimate[1] - test$estimate[2]) else unname(test$estimate),
    ciLow = test$conf.int[1], ciHigh = test$conf.int[2], statistic = unname(test$statistic),
    df = unname(test$parameter), p = test$p.value)
}
of_ranks <- function(test) {
  list(statistic = unname(test$statistic), p = test$p.value, exact = if (grepl('exact', test$method)) 'true' else 'false')
}
# Estimate and interval of a rank test; no interval where R says that 95% cannot be reached, or gives the outermost differences.
of_shift <- function(run, outermost, least) {
  reached <- TRUE
  test <- withCallingHandlers(run(), warning = function(warned) {
    if (grepl('not achievable|cannot compute confidence interval', conditionMessage(warned))) reached <<- FALSE
  })
  ends <- test$conf.int
  if (!grepl('exact', test$method) && any(ends == outermost)) reached <- FALSE
  if (!all(is.finite(ends))) reached <- FALSE
  # The smallest p of all orders: above 5% no interval of 95% can be reached, though R gives one up to 7.5%.
  if (grepl('exact', test$method) && least > 0.05) reached <- FALSE
  c(estimate = unname(test$estimate), ciLow = if (reached) ends[1] else NA, ciHigh = if (reached) ends[2] else NA)
}
# Hedges' g as effectsize has it: an interval by the noncentral t distribution, times the correction for small samples.
of_g <- function(difference, variance, df, share) {
  if (df < 2 || sqrt(variance) < 10 * .Machine$double.eps * abs(difference)) stop('no spread')
  unit <- sqrt(share) * exp(lgamma(df / 2) - lgamma((df - 1) / 2)) / sqrt(df / 2)
  t <- difference / sqrt(variance * share)
  # R's pt is exact for noncentralities of up to 37.62 alone.
  if (!is.finite(t) || abs(t) > 37) stop('too large')
  end <- function(p) uniroot(function(ncp) pt(t, df, ncp) - p, t + c(-37, 37) / 3, extendInt = 'downX', tol = 1e-13)$root
  ends <- c(end(0.975), end(0.025))
  if (any(abs(ends) > 37)) stop('too large')
  c(g = t * unit, low = ends[1] * unit, high = ends[2] * unit)
}
squares <- function(x) sum((x - mean(x))^2)
# As effectsize's rank_biserial: Fisher's z.
of_rank_effect <- function(effect, error) {
  if (abs(effect) >= 1) stop('all on one side')
  c(effect = effect, low = tanh(atanh(effect) - qnorm(0.975) * error), high = tanh(atanh(effect) + qnorm(0.975) * error))
}
of_delta <- function(a, b) {
  w <- sum(rank(c(a, b))[seq_along(a)]) - length(a) * (length(a) + 1) / 2
  of_rank_effect(2 * w / (length(a) * length(b)) - 1, sqrt((length(a) + length(b) + 1) / (3 * length(a) * length(b))))
}
of_biserial <- function(x) {
  x <- x[x != 0]
  n <- length(x)
  ranks <- rank(abs(x))
  of_rank_effect((sum(ranks[x > 0]) - sum(ranks[x < 0])) / sum(ranks), sqrt((2 * n^3 + 3 * n^2 + n) / 6) / ((n^2 + n) / 2))
}
# y on x and group: the first less the second group, pairs by their differences, several groups by F.
# What is left of a perfect fit is rounding.
check_fit <- function(fit) {
  if (sigma(fit) < 1e-13 * max(abs(fit$model[[1]]))) stop('no spread')
}
of_coefficient <- function(fit, name) {
  check_fit(fit)
  row <- summary(fit)$coefficients[name, ]
  ends <- confint(fit, name)
  c(difference = row[[1]], ciLow = ends[1], ciHigh = ends[2], statistic = row[[3]], df = fit$df.residual, p = row[[4]])
}
of_regression <- function(y, x, sizes) {
  group <- factor(rep(c('a', 'b'), sizes), c('b', 'a'))
  of_coefficient(lm(y ~ x + group), 'groupa')
}
of_pairs <- function(y, x) of_coefficient(lm(y ~ x), '(Intercept)')
of_covariance <- function(y, x, sizes) {
  group <- factor(rep(seq_along(sizes), sizes))
  check_fit(lm(y ~ x + group))
  found <- anova(lm(y ~ x), lm(y ~ x + group))
  c(statistic = found$F[2], df = found$Df[2], dfWithin = found$Res.Df[2], p = found[['Pr(>F)']][2])
}
# Made without random numbers, so that the data sets stay as they are.
ages_for <- function(n) round(45 + 20 * sin(1.7 * seq_len(n)) + (seq_len(n) %% 7), 3)

of_cor <- function(x, y) {
  test <- cor.test(x, y)
  fit <- unname(coef(lm(y ~ x)))
  c(r = unname(test$estimate), rLow = if (length(x) > 3) test$conf.int[1] else NA,
    rHigh = if (length(x) > 3) test$conf.int[2] else NA, slope = fit[2], intercept = fit[1])
}
of_groups <- function(groups, test) {
  found <- test(unlist(groups), factor(rep(seq_along(groups), lengths(groups))))
  c(statistic = unname(found$statistic), df = unname(found$parameter[1]),
    dfWithin = if (length(found$parameter) > 1) unname(found$parameter[2]) else NA, p = found$p.value)
}
of_pca <- function(values, scaled) {
  tryCatch({
    found <- prcomp(values, scale. = scaled)
    object(c(sds = numbers(found$sdev), loadings = numbers(t(found$rotation))))
  }, error = function(refusal) 'null')
}
of_tree <- function(values, distance, linkage) {
  tryCatch({
    d <- if (distance == 'euclidean') dist(values)
      else as.dist(1 - suppressWarnings(cor(t(values), use = 'pairwise.complete.obs')))
    tree <- hclust(d, c(average = 'average', complete = 'complete', single = 'single', ward = 'ward.D2')[[linkage]])
    object(c(merge = numbers(t(tree$merge)), height = numbers(tree$height), order = numbers(tree$order - 1)))
  }, error = function(refusal) 'null')
}
# Correlations of equal values tie but for their last digit, on which R's own choice hangs; two columns tie always.
of_trees <- function(shape, values) {
  distances <- if (shape %in% c('integers', 'equal', 'zeros') || ncol(values) < 4) 'euclidean'
    else c('euclidean', 'correlation')
  linkages <- c('average', 'complete', 'single', 'ward')
  object(unlist(lapply(distances, function(distance) {
    found <- sapply(linkages, function(linkage) of_tree(values, distance, linkage))
    setNames(object(found), distance)
  })))
}

data_set <- function(set) {
  shape <- names(shapes)[(set - 1) %% length(shapes) + 1]
  a <- draw(shape, any_size(), 1, set)
  b <- draw(shape, any_size(), 2, set)
  pairs <- seq_len(min(length(a), length(b)))
  x <- a[pairs]
  y <- b[pairs]
  groups <- lapply(seq_len(sample(2:5, 1)), function(group) draw(shape, any_size(), group, set))
  values <- draw_matrix(shape, set)
  p <- draw_p(set)
  object(c(
    shape = paste0('"', shape, '"'), a = numbers(a), b = numbers(b), groups = list_of(sapply(groups, numbers)),
    p = numbers(p), rows = nrow(values), columns = ncol(values), matrix = numbers(t(values)),
    welch = answer(function() of_t(t.test(a, b))),
    paired = answer(function() of_t(t.test(x, y, paired = TRUE))),
    mannWhitney = answer(function() of_ranks(wilcox.test(a, b))),
    signedRank = answer(function() of_ranks(wilcox.test(x, y, paired = TRUE))),
    shift = answer(function() of_shift(function() wilcox.test(a, b, conf.int = TRUE, tol.root = 1e-12), c(min(a) - max(b), max(a) - min(b)), 2 / choose(length(a) + length(b), length(a)))),
    pseudomedian = answer(function() of_shift(function() wilcox.test(x, y, paired = TRUE, conf.int = TRUE, tol.root = 1e-12), c(Inf, -Inf), 2^(1 - length(x)))),
    hedgesG = answer(function() of_g(mean(a) - mean(b), (squares(a) + squares(b)) / (length(a) + length(b) - 2), length(a) + length(b) - 2, 1 / length(a) + 1 / length(b))),
    hedgesGPaired = answer(function() of_g(mean(x - y), var(x - y), length(x) - 1, 1 / length(x))),
    cliffsDelta = answer(function() of_delta(a, b)),
    rankBiserial = answer(function() of_biserial(x - y)),
    ages = numbers(ages_for(length(unlist(groups)) + length(a) + length(b))),
    regression = answer(function() of_regression(c(a, b), ages_for(length(a) + length(b)), c(length(a), length(b)))),
    pairedRegression = answer(function() of_pairs(x - y, ages_for(length(x)) - rev(ages_for(length(x))))),
    ancova = answer(function() of_covariance(unlist(groups), ages_for(length(unlist(groups))), lengths(groups))),
    anova = answer(function() of_groups(groups, function(v, g) oneway.test(v ~ g, var.equal = TRUE))),
    kruskalWallis = answer(function() of_groups(groups, kruskal.test)),
    welchAnova = answer(function() of_groups(groups, function(v, g) oneway.test(v ~ g))),
    correlation = answer(function() of_cor(x, y)),
    benjaminiHochberg = numbers(p.adjust(p, 'BH')), holm = numbers(p.adjust(p, 'holm')),
    pca = of_pca(values, FALSE), scaledPca = of_pca(values, TRUE), trees = of_trees(shape, values)
  ))
}

writeLines(sapply(1:200, data_set), 'fixtures.jsonl')
