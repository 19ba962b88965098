/** Reads the tables: CSV as RFC 4180 has it, in UTF-8, whatever the locale is. An empty cell is NA, `""` is a text. */
export const reading = String.raw`
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
