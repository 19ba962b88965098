import type { CollectedStudy } from '../study/collectStudy.ts'
import { assignments, partsOf, r } from './parameters.ts'
import { comparing, contrastsOf } from './rComparison.ts'

/** A program in base R that makes the numbers of a study again from its tables; only what the study used is in it. */
export function toRProgram(collected: CollectedStudy, head: readonly string[]): string {
  const parts = partsOf(collected)
  const [first] = collected.comparisons
  const pieces = [
    head.map((line) => `# ${line}`).join('\n'),
    assignments(collected, r),
    reading,
    agreeing,
    ...(first ? [contrastsOf(first.test), comparing] : []),
    ...(parts.clock ? [clock] : []),
    ...(parts.pca ? [pca] : []),
    ...(parts.trees ? [trees] : []),
    [
      'results <- read_table("results.csv")',
      'recompute_values(results)',
      ...(first ? ['recompute_comparison(results)'] : []),
      ...(parts.clock ? ['recompute_clock()'] : []),
      ...(parts.pca ? ['recompute_pca(results)'] : []),
      ...(parts.trees ? ['recompute_trees(results)'] : []),
      'finish()',
    ].join('\n'),
  ]
  return `${pieces.map((piece) => piece.trim()).join('\n\n')}\n`
}

/** Tells how far two numbers lie apart, and ends the program by what was found. */
const agreeing = String.raw`
compared <- 0
worst <- 0
differing <- character(0)

# "size": numbers smaller than a millionth of what they were made of are compared with that, as they may cancel to 0.
agree <- function(what, ours, theirs, size = 0) {
  ours[!is.finite(ours)] <- NA
  one <- is.na(ours) | is.na(theirs)
  apart <- ifelse(one, ifelse(is.na(ours) == is.na(theirs), 0, Inf), 0)
  least <- pmax(abs(ours), abs(theirs), 1e-6 * size)[!one]
  apart[!one] <- ifelse(ours[!one] == theirs[!one], 0, abs(ours[!one] - theirs[!one]) / least)
  wrong <- apart > TOLERANCE
  compared <<- compared + sum(!is.na(theirs))
  worst <<- max(worst, apart)
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
`

/** Reads the tables: CSV as RFC 4180 has it, in UTF-8, whatever the locale is. An empty cell is NA, `""` is a text. */
const reading = String.raw`
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
`

/** The fit of predicted to chronological age. */
const clock = String.raw`
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
const pca = String.raw`
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
const trees = String.raw`
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
