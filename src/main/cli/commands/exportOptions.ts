import type { Option } from 'commander'
import { tableFormatSchema } from '../../../shared/domain/exporting.ts'
import { reportLanguageSchema } from '../../../shared/domain/study.ts'
import { option } from '../command.ts'
import { createComparingOptions } from './compareOptions.ts'

export const measures = ['activity', 'aging_offset'] as const
export const views = ['raw', 'z', 'rank'] as const

const under = (kinds: string, options: readonly Option[]): Option[] =>
  options.map((one) => one.helpGroup(`Options for ${kinds}:`))

export const createExportOptions = () => [
  option('--out <FILE>', 'Write to this file (required); - is standard output, for formats of text'),
  option('--format <FORMAT>', 'Write this format; html and pdf are for reports', {
    choices: [...tableFormatSchema.options, 'html', 'pdf'],
    initial: 'csv; for a report, what FILE ends in',
  }),
  option(
    '--columns <COLUMN,...>',
    'Write these columns only, in this order; "synthetic" stays where data is synthetic',
  ),
  option('--dictionary', 'Write what the columns mean, with types and units, not the table'),
  option('--preset <NAME>', 'Use all settings saved under this name; only --out goes with it'),
  option('--samples <ID,...>', 'Of these samples only'),
  option('--group <GROUP>', 'Of the samples of this group only'),
  option('--pathways <PATHWAY,...>', 'Of these pathways only, for results, compare, report and capsule'),
  ...under('results', [
    option('--wide', 'Write a row a sample, a column a pathway'),
    option('--measure <MEASURE>', 'With --wide, write this measure', {
      choices: measures,
      initial: 'activity',
    }),
    option('--view <VIEW>', 'With --wide, write raw values, z-scores or ranks', {
      choices: views,
      initial: 'raw',
    }),
    option('--controls <GROUP>', 'With --view z, compute z-scores beside this group'),
  ]),
  ...under('drugs', [
    option('--list <NAME>', 'Of this list or tag; "favourites" are those you marked'),
    option('--search <TEXT>', 'Those in the cache that this finds', { initial: 'all' }),
  ]),
  ...under('compare, report and capsule', createComparingOptions()),
  ...under('report and capsule', [
    option('--sample <ID>', 'Of this one sample'),
    option('--language <LANGUAGE>', 'Write in this language', {
      choices: reportLanguageSchema.options,
      initial: 'en',
    }),
  ]),
  ...under('screening and history', [
    option('--task <ID>', 'Of this one screening'),
    option('--batch <BATCH>', 'Of this one batch'),
  ]),
]
