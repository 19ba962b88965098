/** The fit of predicted to chronological age. */
export const clock = String.raw`
recompute_clock <- function() {
  samples <- read_table("samples.csv")
  y <- to_number(samples[[paste0("clock_", PREDICTED)]])
  x <- to_number(if (CHRONOLOGICAL_FROM == "clock") samples[[paste0("clock_", CHRONOLOGICAL)]] else field_of(samples, CHRONOLOGICAL, c(TAKEN_IN_SAMPLES, grep("^clock_", names(samples), value = TRUE))))
  both <- !is.na(x) & !is.na(y)
  x <- x[both]
  y <- y[both]
  varies <- function(values) length(values) > 2 && sqrt(mean((values - mean(values))^2)) > 2 * .Machine$double.eps * abs(mean(values))
  line <- if (varies(x)) unname(coef(lm(y ~ x))) else c(NA, NA)
  test <- if (varies(x) && varies(y)) suppressWarnings(cor.test(x, y))
  interval <- if (is.null(test$conf.int)) c(NA, NA) else test$conf.int
  told <- c(n = length(x), slope = line[2], intercept = line[1], r = if (is.null(test)) NA else unname(test$estimate), r_low = interval[1],
    r_high = interval[2], mean_absolute_error = mean(abs(y - x)), mean_difference = mean(y - x))
  size <- c(0, 1, rep(max(abs(y)), 1), 1, 1, 1, 0, max(abs(y)))
  agree(paste("clock", names(told)), told, REPORTED_CLOCK[names(told)], size)
}
`

/** Shares of the components. */
export const pca = String.raw`
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
`

/** Heights of both trees. */
export const trees = String.raw`
heights_of <- function(values) {
  if (DISTANCE == "euclidean") distances <- as.matrix(dist(values))
  else {
    r <- suppressWarnings(cor(t(values), use = "pairwise.complete.obs"))
    distances <- 1 - pmax(-1, pmin(1, r))
  }
  diag(distances) <- 0
  distances[!is.finite(distances)] <- NA
  # Where no distance can be told between two, the one that lacks the most is left out, the last of several.
  while (anyNA(distances)) {
    lacking <- rowSums(is.na(distances))
    out <- max(which(lacking == max(lacking)))
    distances <- distances[-out, -out, drop = FALSE]
  }
  if (nrow(distances) < 2) return(numeric(0))
  hclust(as.dist(distances), sub("^ward$", "ward.D2", LINKAGE))$height
}

recompute_trees <- function(results) {
  values <- values_of(results, "activity")
  told <- function(what, heights, reported) {
    if (is.na(reported["joins"])) return()
    agree(paste(what, names(reported)), c(length(heights), sum(heights), max(heights)), reported)
  }
  told("clustering of samples:", heights_of(values), REPORTED_SAMPLE_TREE)
  told("clustering of pathways:", heights_of(t(values)), REPORTED_PATHWAY_TREE)
}
`
