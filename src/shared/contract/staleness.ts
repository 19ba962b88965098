import type { EventName } from './events.ts'
import type { MethodName } from './methodNames.ts'

type NounOf<M extends MethodName> = M extends `${infer Noun}.${string}` ? Noun : never

/** An event. `studySamples.changed`: `studies.changed` with `samples`, after existing samples entered or left a study. */
export type Change = EventName | 'studySamples.changed'

const cohort = ['samples.changed', 'results.changed', 'studySamples.changed'] as const
const study = ['studies.changed', 'samples.changed', 'results.changed'] as const

/**
 * The changes that make the responses of a noun's methods outdated. An entry of a single method replaces that of its
 * noun. Without an entry, responses stay until the page requests them again.
 */
const outdatedBy: { readonly [Name in MethodName | NounOf<MethodName>]?: readonly Change[] } = {
  app: ['status.changed'],
  settings: ['status.changed'],
  'session.user': ['status.changed'],
  'session.secrets': ['status.changed'],
  connection: ['status.changed'],
  updates: ['status.changed', 'update.changed'],
  recent: ['recent.changed'],
  jobs: ['job.progressed', 'job.ended'],
  'journal.doubt': ['samples.changed'],
  batches: ['samples.changed', 'job.ended'],
  samples: cohort,
  analyses: cohort,
  results: [...cohort, 'pathways.changed'],
  pathways: ['pathways.changed', 'results.changed'],
  screening: ['screening.changed'],
  studies: study,
  'studies.names': ['studies.changed'],
  'studies.boards': ['studies.changed'],
  'studies.ofSample': ['studies.changed', 'samples.changed'],
  // Recording a question emits no event, so the page reads the questions whenever it shows them.
  'studies.questions': ['samples.changed', 'results.changed'],
  'studies.overview': [...study, 'drugs.changed', 'job.ended'],
  'studies.cautions': [...study, 'drugs.changed', 'job.ended'],
  'studies.preview': [...study, 'drugs.changed', 'job.ended'],
  'drugs.show': ['drugs.changed'],
  'drugs.search': ['pathways.changed'],
  'drugs.facets': ['drugs.changed', 'pathways.changed'],
  'drugs.marks': ['drugs.changed'],
  'drugs.match': [...cohort, 'drugs.changed', 'pathways.changed'],
  drugLists: ['drugs.changed'],
  searches: ['drugs.changed'],
  offlineSync: ['offlineSync.changed', 'job.ended'],
  exports: ['job.ended'],
  'exports.describe': [...cohort, 'drugs.changed', 'pathways.changed'],
}

const nounOf = (method: MethodName) => method.slice(0, method.indexOf('.')) as NounOf<MethodName>

export const isOutdatedBy = (change: Change, method: MethodName): boolean =>
  (outdatedBy[method] ?? outdatedBy[nounOf(method)] ?? []).includes(change)

/** The changes that make any response outdated. */
export const outdatingChanges: ReadonlySet<Change> = new Set(Object.values(outdatedBy).flat())
