import type { OptionSpec } from '../command.ts'

export const exportOptions: Record<string, OptionSpec> = {
  format: {
    type: 'string',
    value: 'F',
    about: 'csv, csv-excel, tsv, xlsx, json, jsonl or parquet; default csv',
  },
  out: {
    type: 'string',
    value: 'FILE',
    about:
      'file to write; - for standard output, for formats of text: it holds the table alone, and with --json the summary goes to standard error',
  },
  columns: {
    type: 'string',
    value: 'C,…',
    multiple: true,
    about: 'these columns only, in this order; "synthetic" stays where data are synthetic',
  },
  dictionary: { type: 'boolean', about: 'write what the columns mean, with types and units, not the table' },
  recipe: { type: 'string', value: 'NAME', about: 'everything but --out as it was saved under this name' },
  samples: { type: 'string', value: 'ID,…', multiple: true, about: 'of these samples only' },
  group: { type: 'string', value: 'G', about: 'of the samples of this group only' },
  pathways: { type: 'string', value: 'P,…', multiple: true, about: 'results, compare: these pathways only' },
  wide: { type: 'boolean', about: 'results: a row a sample, a column a pathway' },
  measure: {
    type: 'string',
    value: 'M',
    about: 'results --wide: activity or aging_offset; default activity',
  },
  view: {
    type: 'string',
    value: 'V',
    about: 'results --wide: raw, z or rank among the chosen samples; default raw',
  },
  controls: {
    type: 'string',
    value: 'G',
    about: 'results --wide --view z: beside the samples of this group',
  },
  set: { type: 'string', value: 'NAME', about: 'drugs: of this list or tag, or favourites' },
  search: { type: 'string', value: 'TEXT', about: 'drugs: those kept here that this finds; default: all' },
  by: { type: 'string', value: 'FIELD', about: 'compare: field, group or tag:NAME that makes the groups' },
  a: { type: 'string', value: 'VALUE', about: 'compare: its value in the first group' },
  b: {
    type: 'string',
    value: 'VALUE',
    about: 'compare: its value in the second group; differences are a − b',
  },
  values: { type: 'string', value: 'V,V,…', multiple: true, about: 'compare: several groups instead' },
  test: {
    type: 'string',
    value: 'NAME',
    about:
      'compare: welch (default), mann-whitney, paired, wilcoxon-signed-rank, kruskal-wallis, welch-anova',
  },
  'pair-by': {
    type: 'string',
    value: 'FIELD',
    about: 'compare: for pairs, what belongs together; default donor_id',
  },
  'replicates-by': {
    type: 'string',
    value: 'FIELD',
    about: 'compare: samples of a group with the same value are repeated measurements',
  },
  task: { type: 'string', value: 'ID', about: 'screening: of this one only' },
  batch: { type: 'string', value: 'ID', about: 'history: of this import only' },
}
