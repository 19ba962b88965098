import { matchDirectionSchema } from '../../../../../shared/domain/drugs/drugMatch.ts'
import {
  reportLanguageSchema,
  type StudyChoice,
  type StudySettings,
} from '../../../../../shared/domain/studies/documents.ts'
import { type TableChoice, tableFormatSchema } from '../../../../../shared/domain/studies/exporting.ts'
import { findDrugList } from '../../lookups.ts'
import { goingWith, type OpenedApp, type OptionSpec, type Run } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { defined, isSet, listOf, type OptionValues, oneOf, refuse, textOf } from '../../program/values.ts'
import { comparingOptions, readCohort, readComparing, readSamples } from '../compare/compareOptions.ts'
import { modelOptionNames, modelOptions, readModel } from '../compare/modelOptions.ts'

const ofSamples = ['samples', 'study', 'group']
const ofCompare = ['by', 'a', 'b', 'values', 'test', 'pair-by', 'replicates-by']
const ofStudy = [...ofSamples, ...ofCompare, ...modelOptionNames, 'pathways', 'sample', 'language']
/** The options that select the data of each kind of export. */
const choosing = {
  results: [...ofSamples, 'pathways', 'wide', 'measure', 'view', 'controls'],
  samples: ofSamples,
  clock: ofSamples,
  drugs: ['list', 'search'],
  compare: [...ofSamples, 'pathways', ...ofCompare, ...modelOptionNames],
  match: [...ofSamples, ...ofCompare, 'sample', 'controls', 'direction'],
  screening: ['task'],
  history: ['batch'],
  answers: ofSamples,
  report: ofStudy,
  capsule: ofStudy,
} as const satisfies Record<string, readonly string[]>
export type Kind = keyof typeof choosing
/** The exports of a study that are not tables. */
type DocumentKind = 'report' | 'capsule'
const optionsOf: Record<Kind, readonly string[]> = choosing
export const kinds = Object.keys(choosing) as Kind[]

/** Throws `UsageError` for an option that belongs to another kind of export. */
export function refuseOthers(values: OptionValues, kind: Kind | null): void {
  for (const name of new Set(Object.values(optionsOf).flat())) {
    if (values[name] === undefined || (kind !== null && optionsOf[kind].includes(name))) continue
    if (kind === null) throw new UsageError(`--${name} does not go with --preset.`)
    const fitting = kinds.filter((one) => optionsOf[one].includes(name))
    throw new UsageError(`--${name} goes with ${fitting.map((one) => `export ${one}`).join(', ')}.`)
  }
}

/** Resolves the requested table once the app is open, which is needed for example for the id of a list. */
export type Chosen = (app: OpenedApp) => Promise<TableChoice>

export function readChoice({ values }: Run, kind: Exclude<Kind, DocumentKind>): Chosen {
  refuseOthers(values, kind)
  switch (kind) {
    case 'results':
      return readResults(values)
    case 'samples':
    case 'clock':
    case 'answers': {
      const of = readSamples(values)
      return async (app) => ({ kind, of: await of(app) })
    }
    case 'drugs':
      return readDrugs(values)
    case 'compare':
      return readComparison(values)
    case 'match':
      return readMatch(values)
    case 'screening':
      return async () => ({ kind, ...defined({ taskId: textOf(values, 'task') }) })
    case 'history':
      return async () => ({ kind, ...defined({ batchId: textOf(values, 'batch') }) })
  }
}

function readResults(values: OptionValues): Chosen {
  const cohort = readCohort(values)
  const measure = oneOf(values, 'measure', measures) ?? 'activity'
  const view = oneOf(values, 'view', views) ?? 'raw'
  const controls = textOf(values, 'controls')
  if (!isSet(values, 'wide')) {
    refuse(values, ['measure', 'view', 'controls'], (option) => `${option} goes with --wide.`)
    return async (app) => ({ kind: 'resultsLong', ...(await cohort(app)) })
  }
  if (controls !== undefined && view !== 'z') throw new UsageError('--controls goes with --view z.')
  const viewed =
    controls === undefined
      ? { kind: view }
      : { kind: 'zControls' as const, controls: { filter: { group: controls } } }
  return async (app) => ({ kind: 'resultsWide', measure, view: viewed, ...(await cohort(app)) })
}

function readDrugs(values: OptionValues): Chosen {
  const [list, search] = [textOf(values, 'list'), textOf(values, 'search')]
  if (list !== undefined && search !== undefined)
    throw new UsageError('Name only one of --list and --search.')
  return async (app) => ({
    kind: 'drugs',
    of: list === undefined ? { search: { text: search ?? '' } } : { listId: await findDrugList(app, list) },
  })
}

function readComparison(values: OptionValues): Chosen {
  const cohort = readCohort(values)
  const model = readModel(values)
  if (model) return async (app) => ({ kind: 'model', request: { ...model, ...(await cohort(app)) } })
  const comparison = readComparing(values)
  return async (app) => ({ kind: 'compare', request: { ...comparison, ...(await cohort(app)) } })
}

function readMatch(values: OptionValues): Chosen {
  const sampleId = textOf(values, 'sample')
  const controls = textOf(values, 'controls')
  const direction = oneOf(values, 'direction', matchDirectionSchema.options) ?? 'opposing'
  if (sampleId === undefined) {
    if (controls !== undefined) throw new UsageError('--controls goes with --sample.')
    const comparison = { measure: 'activity' as const, ...readComparing(values), pathways: [] }
    const of = readSamples(values)
    return async (app) => ({
      kind: 'match',
      direction,
      profile: { comparison: { ...comparison, of: await of(app) } },
    })
  }
  refuse(values, [...ofSamples, ...ofCompare], (option) => `${option} does not go with --sample.`)
  const against = { filter: controls === undefined ? {} : { group: controls } }
  return async () => ({ kind: 'match', direction, profile: { sampleId, against } })
}

const measures = ['activity', 'aging_offset'] as const
const views = ['raw', 'z', 'rank'] as const

export const exportOptions = (): OptionSpec[] => [
  '--out <FILE>',
  { flags: '--format <FORMAT>', choices: [...tableFormatSchema.options, 'html', 'pdf'] },
  '--columns <COLUMN,...>',
  '--dictionary',
  '--preset <NAME>',
  '--samples <ID,...>',
  '--study <NAME>',
  '--group <GROUP>',
  '--pathways <PATHWAY,...>',
  ...goingWith('results', [
    '--wide',
    { flags: '--measure <MEASURE>', choices: measures },
    { flags: '--view <VIEW>', choices: views },
    '--controls <GROUP>',
  ]),
  ...goingWith('drugs', ['--list <NAME>', '--search <TEXT>']),
  ...goingWith('match', [{ flags: '--direction <DIRECTION>', choices: matchDirectionSchema.options }]),
  ...goingWith('compare, match, report, capsule', comparingOptions()),
  ...goingWith('compare, report, capsule', modelOptions),
  ...goingWith('match, report, capsule', ['--sample <ID>']),
  ...goingWith('report, capsule', [
    { flags: '--language <LANGUAGE>', choices: reportLanguageSchema.options },
  ]),
  ...goingWith('screening, history', ['--task <ID>', '--batch <BATCH>']),
]

/** Resolves the requested document once the app is open, which is needed to spell pathway names. */
export type ChosenStudy = (app: OpenedApp) => Promise<StudySettings>

const onlyTables = ['columns', 'dictionary']

/** Reads the choice of a document. The extension of `out` gives the format of a report. Throws `UsageError`. */
export function readDocument(values: OptionValues, kind: DocumentKind, out: string): ChosenStudy {
  refuseOthers(values, kind)
  refuse(values, onlyTables, (option) => `${option} goes with tables, not with export ${kind}.`)
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
  const chosen = oneOf(values, 'format', ['html', 'pdf'])
  const format = chosen ?? /\.(?:(pdf)|html?)$/i.exec(out)
  if (format === null)
    throw new UsageError('Say what to write: a FILE that ends in .html or .pdf, or --format html or pdf.')
  if (typeof format === 'string') return format
  return format[1] === undefined ? 'html' : 'pdf'
}

function readStudy(values: OptionValues): (app: OpenedApp) => Promise<StudyChoice> {
  const sampleId = textOf(values, 'sample')
  if (sampleId !== undefined) {
    refuse(
      values,
      [...ofSamples, 'pathways', ...ofCompare, ...modelOptionNames],
      (option) => `${option} does not go with --sample, which is of one sample alone.`,
    )
    return async () => ({ kind: 'sample', sampleId })
  }
  const cohort = readCohort(values)
  const model = readModel(values)
  const isCompared = ofCompare.some((name) => values[name] !== undefined)
  if (!model && !isCompared && listOf(values, 'pathways').length > 0)
    throw new UsageError('--pathways says which pathways are compared, and goes with --by or --model.')
  const comparison = model || !isCompared ? null : readComparing(values)
  return async (app) => {
    const { of, pathways } = await cohort(app)
    return {
      kind: 'cohort',
      of,
      ...(model && { model: { ...model, pathways } }),
      ...(comparison && { comparison: { ...comparison, pathways } }),
    }
  }
}
