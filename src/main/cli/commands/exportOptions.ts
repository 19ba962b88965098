import { reportLanguageSchema } from '../../../shared/domain/study.ts'
import type { OptionSpec } from '../command.ts'
import { comparingOptions } from './compareOptions.ts'

/** The same as those of `compare`, and whom they concern. */
const ofComparisons: Record<string, OptionSpec> = Object.fromEntries(
  Object.entries(comparingOptions).map(([name, option]) => [
    name,
    { ...option, about: `compare, report, capsule: ${option.about}` },
  ]),
)

export const exportOptions: Record<string, OptionSpec> = {
  format: {
    type: 'string',
    value: 'F',
    about:
      'csv, csv-excel, csv-excel-semicolon (0,5 and semicolons), tsv, xlsx, json, jsonl or parquet; default csv; report: html or pdf, by the ending of FILE unless said',
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
  preset: { type: 'string', value: 'NAME', about: 'everything but --out as it was saved under this name' },
  samples: { type: 'string', value: 'ID,…', multiple: true, about: 'of these samples only' },
  group: { type: 'string', value: 'G', about: 'of the samples of this group only' },
  pathways: {
    type: 'string',
    value: 'P,…',
    multiple: true,
    about: 'results, compare, report, capsule: these pathways only',
  },
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
  list: { type: 'string', value: 'NAME', about: 'drugs: of this list or tag, or favourites' },
  search: { type: 'string', value: 'TEXT', about: 'drugs: those kept here that this finds; default: all' },
  ...ofComparisons,
  sample: { type: 'string', value: 'ID', about: 'report, capsule: of this one sample' },
  language: {
    type: 'string',
    value: 'L',
    about: `report, capsule: ${reportLanguageSchema.options.join(' or ')}; default en`,
  },
  task: { type: 'string', value: 'ID', about: 'screening: of this one only' },
  batch: { type: 'string', value: 'ID', about: 'history: of this import only' },
}
