# Makes modelFixtures.jsonl: 300 generated designs, one on a line, with the results of lm and limma; and
# modelReferences.json: three data sets of R (sleep, Orthodont, warpbreaks) fitted by lm, contrasts with missing values
# by limma, measures of agreement by their formulas, and the power of limma. Run in this folder with
#   Rscript makeModelFixtures.R
# Debian: r-base-core, r-bioc-limma, r-cran-statmod, r-cran-nlme, r-cran-jsonlite.

suppressMessages({ library(limma); library(nlme); library(jsonlite) })
RNGkind('Mersenne-Twister', 'Inversion', 'Rejection')
set.seed(20261129)

tests <- function(coefficients, se, df, q = NULL) {
  t <- coefficients / se
  list(estimate = coefficients, se = se, t = t, df = df, p = 2 * pt(-abs(t), df))
}

by_lm <- function(y, design) {
  fits <- apply(y, 1, function(values) {
    fit <- summary(lm(values ~ 0 + design))
    cbind(fit$coefficients, fit$df[2])
  }, simplify = FALSE)
  pick <- function(column) unname(t(sapply(fits, function(fit) fit[, column])))
  list(estimate = pick(1), se = pick(2), t = pick(3), p = pick(4), df = sapply(fits, function(fit) fit[1, 5]))
}

by_limma <- function(y, design, trend, lfc, block) {
  correlation <- if (is.null(block)) NULL else suppressWarnings(duplicateCorrelation(y, design, block = block)$consensus.correlation)
  if (!is.null(correlation) && !is.finite(correlation)) return(NULL)
  fit <- if (is.null(block)) lmFit(y, design) else lmFit(y, design, block = block, correlation = correlation)
  e <- suppressWarnings(eBayes(fit, trend = trend))
  tr <- suppressWarnings(treat(fit, lfc = lfc, trend = trend))
  df <- if (length(e$df.total) == 1) rep(e$df.total, nrow(y)) else e$df.total
  list(correlation = correlation, priorDf = if (is.finite(e$df.prior)) e$df.prior else 'Inf',
       estimate = unname(e$coefficients), se = unname(e$stdev.unscaled * sqrt(e$s2.post)),
       t = unname(e$t), p = unname(e$p.value), df = df,
       q = unname(apply(e$p.value, 2, p.adjust, 'BH')), treatP = unname(tr$p.value))
}

make <- function(index) {
  samples <- sample(8:30, 1)
  pathways <- sample(c(2, 4, 6, 8, 12), 1)
  levels <- sample(2:3, 1)
  group <- factor(rep_len(paste0('g', seq_len(levels)), samples))
  sex <- factor(sample(c('F', 'M'), samples, TRUE))
  age <- round(runif(samples, 20, 80), 1)
  dose <- sample(c(0, 1, 5, 10), samples, TRUE)
  donor <- paste0('d', (seq_len(samples) - 1) %/% 2)
  forms <- list(~ group, ~ group + age, ~ group + age + sex, ~ group * sex, ~ group * age, ~ dose + age, ~ group * dose)
  formula <- forms[[index %% length(forms) + 1]]
  design <- model.matrix(formula)
  y <- matrix(rnorm(pathways * samples, sd = exp(rnorm(pathways, 0, 0.7))), pathways) +
    outer(rnorm(pathways, 5, 2), rep(1, samples)) + outer(rnorm(pathways), as.integer(group)) * 0.5 +
    outer(rep(1, pathways), rnorm(length(unique(donor)))[match(donor, unique(donor))]) * sample(c(0, 1), 1)
  y <- signif(y, 6)
  if (index %% 5 == 0) y[sample(length(y), max(1, length(y) %/% 20))] <- NA
  if (qr(design)$rank < ncol(design) || samples - ncol(design) < 4) return(NULL)
  block <- if (index %% 3 == 0) donor else NULL
  trend <- index %% 4 == 0
  limma <- tryCatch(by_limma(y, design, trend, 0.3, block), error = function(e) NULL)
  if (is.null(limma)) return(NULL)
  list(formula = paste(deparse(formula), collapse = ''), group = as.character(group), sex = as.character(sex), age = age,
       dose = dose, donor = donor, block = !is.null(block), trend = trend, names = colnames(design), y = y,
       lm = if (is.null(block)) by_lm(y, design), limma = limma,
       paired = if (!is.null(block)) tryCatch({
         fit <- summary(lm(t(y)[, 1] ~ factor(donor) + group))$coefficients
         fit <- fit[grepl('^group', rownames(fit)), , drop = FALSE]
         list(estimate = unname(fit[, 1]), se = unname(fit[, 2]), p = unname(fit[, 4]))
       }, error = function(e) NULL))
}

out <- file('modelFixtures.jsonl', 'w')
made <- 0
index <- 0
while (made < 300) {
  index <- index + 1
  fixture <- make(index)
  if (is.null(fixture)) next
  made <- made + 1
  writeLines(toJSON(fixture, digits = I(13), auto_unbox = TRUE, na = 'null', null = 'null'), out)
}
close(out)

by_coefficients <- function(fit, rows) {
  table <- summary(fit)$coefficients[rows, , drop = FALSE]
  list(estimate = unname(table[, 1]), se = unname(table[, 2]), t = unname(table[, 3]), p = unname(table[, 4]), df = fit$df.residual)
}

data_sets <- function() {
  orthodont <- as.data.frame(Orthodont)
  orthodont$Subject <- factor(as.character(orthodont$Subject))
  orthodont$Sex <- factor(as.character(orthodont$Sex))
  paired <- lm(extra ~ ID + group, sleep)
  growth <- lm(distance ~ age * Sex, orthodont)
  within <- lm(distance ~ Subject + age + age:Sex, orthodont)
  breaks <- lm(breaks ~ wool * tension, warpbreaks)
  cells <- expand.grid(wool = levels(warpbreaks$wool), tension = levels(warpbreaks$tension))
  # At each age, and each tension, averaged over the levels of the other factor: emmeans.
  x <- cbind(1, c(8, 14), 0.5, 0.5 * c(8, 14))
  age_means <- as.vector(x %*% coef(growth))
  margin <- qt(0.975, growth$df.residual) * sqrt(diag(x %*% vcov(growth) %*% t(x)))
  list(
    sleep = list(y = sleep$extra, group = as.character(sleep$group), id = as.character(sleep$ID),
                 paired = by_coefficients(paired, 'group2'), standardized = unname(rstandard(paired))),
    orthodont = list(y = orthodont$distance, age = orthodont$age, sex = as.character(orthodont$Sex), subject = as.character(orthodont$Subject),
                     growth = by_coefficients(growth, 1:4), within = by_coefficients(within, c('age', 'age:SexMale')),
                     means = list(estimate = age_means, low = age_means - margin, high = age_means + margin)),
    warpbreaks = list(y = warpbreaks$breaks, wool = as.character(warpbreaks$wool), tension = as.character(warpbreaks$tension),
                      fit = by_coefficients(breaks, 1:6), standardized = unname(rstandard(breaks)),
                      quantiles = qqnorm(rstandard(breaks), plot.it = FALSE)$x,
                      means = list(estimate = unname(predict(breaks, cells)),
                                   low = unname(predict(breaks, cells, interval = 'confidence')[, 2]),
                                   high = unname(predict(breaks, cells, interval = 'confidence')[, 3])),
                      partial = unname(residuals(lm(breaks ~ wool + tension, warpbreaks), 'partial')[, 'tension'])))
}

# limma's contrasts.fit approximates standard errors where values are missing. Coefficients are exact: group b is the
# reference here, so that they are the contrasts.
contrast_case <- function(index) {
  samples <- 18
  group <- factor(rep(c('a', 'b', 'c'), each = 6))
  age <- round(runif(samples, 20, 80), 1)
  y <- signif(matrix(rnorm(12 * samples, sd = rep(exp(rnorm(12, 0, 0.5)), samples)), 12) + 5, 6)
  if (index %% 2 == 0) y[sample(length(y), 12)] <- NA
  design <- model.matrix(~ relevel(group, 'b') + age)
  trend <- index > 2
  e <- eBayes(lmFit(y, design), trend = trend)
  p <- unname(e$p.value[, 2:3])
  list(y = y, group = as.character(group), age = age, trend = trend, estimate = unname(e$coefficients[, 2:3]), df = e$df.total, p = p,
       q = apply(p, 2, p.adjust, 'BH'), qAll = matrix(p.adjust(as.vector(p), 'BH'), ncol = 2))
}

inflation <- function() {
  group <- rep(c('control', 'treated'), each = 10)
  batch <- c('1', '1', '1', '1', '1', '2', '2', '2', '3', '3', '1', '2', '2', '2', '3', '3', '3', '3', '3', '3')
  age <- round(runif(20, 30, 60) + 8 * (group == 'treated'), 1)
  r <- cor(model.matrix(~ group + batch + age)[, -1])
  parts <- list(1, 2:3, 4)
  gvif <- sapply(parts, function(own) det(r[own, own, drop = FALSE]) * det(r[-own, -own, drop = FALSE]) / det(r))
  list(group = group, batch = batch, age = age, gvif = gvif)
}

icc_case <- function(units, repeats, shift) {
  table <- signif(matrix(rnorm(units * repeats), units) + rnorm(units, 10, 2) + rep(shift * seq_len(repeats), each = units), 6)
  long <- data.frame(y = as.vector(table), unit = factor(row(table)), run = factor(col(table)))
  ms <- anova(lm(y ~ unit + run, long))[['Mean Sq']]
  n <- units
  k <- repeats
  icc <- (ms[1] - ms[3]) / (ms[1] + (k - 1) * ms[3] + k * (ms[2] - ms[3]) / n)
  f <- ms[2] / ms[3]
  rest <- n * (1 + (k - 1) * icc) - k * icc
  v <- (k - 1) * (n - 1) * (k * icc * f + rest)^2 / ((n - 1) * k^2 * icc^2 * f^2 + rest^2)
  a <- qf(0.975, n - 1, v)
  b <- qf(0.975, v, n - 1)
  list(table = table, icc = icc,
       low = n * (ms[1] - a * ms[3]) / (a * (k * ms[2] + (k * n - k - n) * ms[3]) + n * ms[1]),
       high = n * (b * ms[1] - ms[3]) / (k * ms[2] + (k * n - k - n) * ms[3] + n * b * ms[1]))
}

# Zou (2013), with the variances of an analysis of variance by hand.
limits_case <- function(counts) {
  unit <- rep(seq_along(counts), counts)
  d <- signif(0.5 + rnorm(length(counts))[unit] + rnorm(length(unit), 0, 0.7), 6)
  n <- length(counts)
  means <- tapply(d, unit, mean)
  within_df <- length(d) - n
  parts <- c(var(means), if (within_df > 0) (1 - mean(1 / counts)) * anova(lm(d ~ factor(unit)))[['Mean Sq']][2])
  df <- c(n - 1, if (within_df > 0) within_df)
  variance <- sum(parts)
  least <- variance - sqrt(sum((parts * (1 - df / qchisq(0.975, df)))^2))
  most <- variance + sqrt(sum((parts * (df / qchisq(0.025, df) - 1))^2))
  z <- qnorm(0.975)
  error <- z^2 * var(means) / n
  upper <- mean(means) + z * sqrt(variance)
  list(d = unname(split(d, unit)), bias = as.vector(t.test(means)$conf.int), upper = upper,
       upperLow = upper - sqrt(error + z^2 * (sqrt(variance) - sqrt(max(0, least)))^2),
       upperHigh = upper + sqrt(error + z^2 * (sqrt(most) - sqrt(variance))^2))
}

equivalence_case <- function(margin) {
  d <- signif(rnorm(12, 0.2), 6)
  test <- function(mu, side) t.test(d, mu = mu, alternative = side)$p.value
  interval <- as.vector(t.test(d, conf.level = 0.9)$conf.int)
  list(estimate = mean(d), se = sd(d) / sqrt(12), df = 11, margin = margin,
       p = max(test(-margin, 'greater'), test(margin, 'less')), low = interval[1], high = interval[2])
}

# As the studies of simulations.test.ts: 26 pathways that share a factor, a tenth of them with an effect.
limma_power <- function(studies, n = 12, pathways = 26, effect = 1.2, prior_df = 8) {
  group <- rep(0:1, each = n)
  found <- matrix(0, studies, 3)
  for (study in seq_len(studies)) {
    sd <- sqrt(prior_df / rchisq(pathways, prior_df))
    age <- rnorm(2 * n, 50 + 5 * group, 10)
    shared <- rnorm(2 * n)
    truth <- seq_len(pathways) <= 6
    y <- sd * (sqrt(0.3) * rep(shared, each = pathways) + sqrt(0.7) * matrix(rnorm(pathways * 2 * n), pathways)) +
      outer(truth * effect, group) + outer(rep(0.03, pathways), age)
    e <- eBayes(lmFit(y, model.matrix(~ group + age)))
    q <- p.adjust(e$p.value[, 2], 'BH')
    found[study, ] <- c(mean(q[truth] < 0.05), sum(q[!truth] < 0.05) / max(1, sum(q < 0.05)), mean(e$p.value[truth, 2] < 0.05))
  }
  as.list(setNames(colMeans(found), c('power', 'fdr', 'powerAlone')))
}

# As in agreesWithR.test.ts: donors of one to three samples; a pathway is missing in a group, another in all but nine samples.
noise <- function(at, pathway) { large <- sin(at * 12.9898 + pathway * 78.233) * 43758.5453; large - floor(large) }
consensus_case <- function(donors) {
  donor <- rep(seq_len(donors), (seq_len(donors) - 1) %% 3 + 1)
  at <- seq_along(donor)
  group <- at %% 2
  y <- t(sapply(1:6, function(pathway) noise(at, pathway) + pathway / 3 * noise(donor, 20 + pathway) + 0.3 * group))
  y[1, group == 1] <- NA
  y[2, at %% 7 == 3] <- NA
  y[3, at > 9] <- NA
  design <- cbind(1, group, 20 + 60 * noise(at, 90))
  list(donors = donors, correlation = suppressWarnings(duplicateCorrelation(y, design, block = donor)$consensus.correlation))
}

references <- list(
  dataSets = data_sets(), contrasts = lapply(1:4, contrast_case), inflation = inflation(),
  icc = list(icc_case(8, 3, 0), icc_case(30, 2, 1), icc_case(5, 4, 0.3)),
  limits = list(limits_case(rep(1, 15)), limits_case(c(3, 1, 2, 4, 2, 1, 5, 2)), limits_case(rep(2, 10))),
  equivalence = lapply(c(0.3, 1, 2), equivalence_case),
  consensus = lapply(c(6, 40, 450), consensus_case),
  limma = limma_power(4000))
writeLines(toJSON(references, digits = I(13), auto_unbox = TRUE, na = 'null', null = 'null'), 'modelReferences.json')
