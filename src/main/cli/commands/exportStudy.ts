import { reportLanguageSchema, type Study, type StudySettings } from '../../../shared/domain/study.ts'
import type { OpenedApp } from '../command.ts'
import { UsageError } from '../endings.ts'
import { spellPathways } from '../findPathway.ts'
import { listOf, type OptionValues, oneOf, textOf } from '../values.ts'
import { createComparingOptions, readComparing, readSamples } from './compareOptions.ts'
import { type DocumentKind, refuseOthers } from './exportChoice.ts'

/** The document that the options ask for; spells the names of pathways when the app is there. */
export type ChosenStudy = (app: OpenedApp) => Promise<StudySettings>

/** What is left out of those that choose a table. */
const onlyTables = ['columns', 'dictionary']

/** Throws `UsageError` for what can be seen to be wrong. `out`: the file, whose ending says the format of a report. */
export function readDocument(values: OptionValues, kind: DocumentKind, out: string): ChosenStudy {
  refuseOthers(values, kind)
  const stray = onlyTables.find((name) => values[name] !== undefined)
  if (stray !== undefined) throw new UsageError(`--${stray} goes with tables, not with export ${kind}.`)
  const language = oneOf(values, 'language', reportLanguageSchema.options) ?? 'en'
  const study = readStudy(values)
  if (kind === 'report') {
    const format = reportFormat(values, out)
    return async (app) => ({ document: 'report', format, study: await study(app), language })
  }
  if (values['format'] !== undefined)
    throw new UsageError('A capsule has one format, so --format does not go with export capsule.')
  return async (app) => ({ document: 'capsule', study: await study(app), language })
}

function reportFormat(values: OptionValues, out: string): 'html' | 'pdf' {
  const said = oneOf(values, 'format', ['html', 'pdf'])
  const format = said ?? /\.(?:(pdf)|html?)$/i.exec(out)
  if (format === null)
    throw new UsageError('Say what to write: a FILE that ends in .html or .pdf, or --format html or pdf.')
  if (typeof format === 'string') return format
  return format[1] === undefined ? 'html' : 'pdf'
}

function readStudy(values: OptionValues): (app: OpenedApp) => Promise<Study> {
  const sampleId = textOf(values, 'sample')
  const comparing = createComparingOptions()
    .map((one) => one.name())
    .find((name) => values[name] !== undefined)
  if (sampleId !== undefined) {
    const beside = ['samples', 'group', 'pathways'].find((name) => values[name] !== undefined) ?? comparing
    if (beside !== undefined)
      throw new UsageError(`--${beside} does not go with --sample, which is of one sample alone.`)
    return async () => ({ kind: 'sample', sampleId })
  }
  const of = readSamples(values)
  const names = listOf(values, 'pathways')
  if (comparing === undefined) {
    if (names.length > 0)
      throw new UsageError('--pathways says which pathways are compared, and goes with --by.')
    return async () => ({ kind: 'cohort', of })
  }
  const comparison = readComparing(values)
  return async ({ call }) => ({
    kind: 'cohort',
    of,
    comparison: { ...comparison, pathways: await spellPathways(call, names) },
  })
}
