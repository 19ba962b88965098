import type { TableChoice } from '../../../shared/domain/exporting.ts'
import type { OpenedApp, Run } from '../command.ts'
import { UsageError } from '../endings.ts'
import { findDrugList } from '../findDrugList.ts'
import { spellPathways } from '../findPathway.ts'
import { defined, isSet, listOf, type OptionValues, oneOf, textOf } from '../values.ts'
import { readComparing, readSamples } from './compareOptions.ts'
import { measures, views } from './exportOptions.ts'

export const kinds = ['results', 'samples', 'drugs', 'compare', 'screening', 'history', 'answers'] as const
export type Kind = (typeof kinds)[number]
/** Of a study, beside the tables. */
export const documents = ['report', 'capsule'] as const
export type DocumentKind = (typeof documents)[number]

const ofSamples = ['samples', 'group']
const ofCompare = ['by', 'a', 'b', 'values', 'test', 'pair-by', 'replicates-by']
const ofStudy = [...ofSamples, ...ofCompare, 'pathways', 'sample', 'language']
/** Which options choose what of each kind. */
const choosing: Record<Kind | DocumentKind, readonly string[]> = {
  results: [...ofSamples, 'pathways', 'wide', 'measure', 'view', 'controls'],
  samples: ofSamples,
  drugs: ['list', 'search'],
  compare: [...ofSamples, 'pathways', ...ofCompare],
  screening: ['task'],
  history: ['batch'],
  answers: ofSamples,
  report: ofStudy,
  capsule: ofStudy,
}
const everyKind = [...kinds, ...documents]

/** Throws `UsageError` for an option that chooses something of another kind of export. */
export function refuseOthers(values: OptionValues, kind: Kind | DocumentKind | null): void {
  for (const name of new Set(Object.values(choosing).flat())) {
    if (values[name] === undefined || (kind !== null && choosing[kind].includes(name))) continue
    if (kind === null) throw new UsageError(`--${name} does not go with --preset, which says it all.`)
    const fitting = everyKind.filter((one) => choosing[one].includes(name))
    throw new UsageError(`--${name} goes with ${fitting.map((one) => `export ${one}`).join(', ')}.`)
  }
}

/** The table that the options ask for; finds out the rest, such as the id of a list, when the app is there. */
export type Chosen = (app: OpenedApp) => Promise<TableChoice>

/** Throws `UsageError`. */
export function readChoice({ values }: Run, kind: Kind): Chosen {
  refuseOthers(values, kind)
  switch (kind) {
    case 'results':
      return readResults(values)
    case 'samples':
    case 'answers': {
      const of = readSamples(values)
      return async () => ({ kind, of })
    }
    case 'drugs':
      return readDrugs(values)
    case 'compare':
      return readComparison(values)
    case 'screening':
      return async () => ({ kind, ...defined({ taskId: textOf(values, 'task') }) })
    case 'history':
      return async () => ({ kind, ...defined({ batchId: textOf(values, 'batch') }) })
  }
}

function readResults(values: OptionValues): Chosen {
  const of = readSamples(values)
  const names = listOf(values, 'pathways')
  const measure = oneOf(values, 'measure', measures) ?? 'activity'
  const view = oneOf(values, 'view', views) ?? 'raw'
  const controls = textOf(values, 'controls')
  if (!isSet(values, 'wide')) {
    const wide = ['measure', 'view', 'controls'].find((name) => values[name] !== undefined)
    if (wide !== undefined) throw new UsageError(`--${wide} goes with --wide.`)
    return async (app) => ({ kind: 'resultsLong', of, pathways: await spellPathways(app.call, names) })
  }
  if (controls !== undefined && view !== 'z') throw new UsageError('--controls goes with --view z.')
  const viewed =
    controls === undefined
      ? { kind: view }
      : { kind: 'zControls' as const, controls: { filter: { group: controls } } }
  return async (app) => ({
    kind: 'resultsWide',
    of,
    measure,
    view: viewed,
    pathways: await spellPathways(app.call, names),
  })
}

function readDrugs(values: OptionValues): Chosen {
  const [list, search] = [textOf(values, 'list'), textOf(values, 'search')]
  if (list !== undefined && search !== undefined)
    throw new UsageError('Name only one of --list and --search.')
  return async (app) => ({
    kind: 'drugs',
    of: list === undefined ? { search: { text: search ?? '' } } : { setId: await findDrugList(app, list) },
  })
}

function readComparison(values: OptionValues): Chosen {
  const comparison = readComparing(values)
  const of = readSamples(values)
  const names = listOf(values, 'pathways')
  return async (app) => ({
    kind: 'compare',
    request: { of, ...comparison, pathways: await spellPathways(app.call, names) },
  })
}
