/** Tells how far two numbers lie apart, and ends the program by what was found. */
export const agreeing = String.raw`
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
