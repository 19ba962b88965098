# Makes modelFixtures.jsonl: 300 generated designs, one on a line, with the results of lm and limma, and three data sets
# of R (sleep, Orthodont, warpbreaks) fitted by lm. Run in this folder with
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
