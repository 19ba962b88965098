import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import type { Sample, SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import { call } from '../../../client/call.ts'
import { type Question, toListParams } from './view.ts'

/** What is chosen: samples that were ticked; or all that a question finds, but for those that were let go one by one. */
export type Selection =
  | { kind: 'ticked'; ids: ReadonlySet<string> }
  | { kind: 'matching'; question: Question; total: number; except: ReadonlySet<string> }

export const nothingChosen: Selection = { kind: 'ticked', ids: new Set() }

const byId: SampleSorts = [{ by: 'sample_id', order: 'asc' }]

/** As many as one call of the contract takes. */
export const mostChosen = 100_000
/** The clipboard is for what a person pastes; more of them go through an export. */
export const mostCopied = 10_000

export const countOf = (selection: Selection): number =>
  selection.kind === 'ticked' ? selection.ids.size : selection.total - selection.except.size

export const isChosen = (selection: Selection, sampleId: string): boolean =>
  selection.kind === 'ticked' ? selection.ids.has(sampleId) : !selection.except.has(sampleId)

/** The samples that are chosen; where none are, those that the question finds. */
export function choiceOf(selection: Selection, question: Question): SampleChoice {
  if (countOf(selection) === 0) return question
  if (selection.kind === 'ticked') return { sampleIds: [...selection.ids] }
  const { question: matched, except } = selection
  return except.size === 0 ? matched : { ...matched, except: [...except] }
}

/** The selection with these samples in it, or without them. */
export function choose(selection: Selection, ids: ReadonlySet<string>, chosen: boolean): Selection {
  const change = (set: ReadonlySet<string>, isIn: boolean) => (isIn ? set.union(ids) : set.difference(ids))
  if (selection.kind === 'ticked') return { kind: 'ticked', ids: change(selection.ids, chosen) }
  return { ...selection, except: change(selection.except, !chosen) }
}

/** Rows of one call; the contract gives no more. */
const rowsAtOnce = 500

/** The ids of every chosen sample; those of a question are read in pages. */
export async function idsOf(selection: Selection): Promise<string[]> {
  if (selection.kind === 'ticked') return [...selection.ids]
  return (await samplesMatching(selection)).map(({ sampleId }) => sampleId)
}

/** Every chosen sample as it is now; `shown` are at hand and are not asked for again. */
export async function samplesOf(selection: Selection, shown: readonly Sample[]): Promise<Sample[]> {
  if (selection.kind === 'matching') return samplesMatching(selection)
  const known = new Map(shown.map((sample) => [sample.sampleId, sample]))
  const samples: Sample[] = []
  const ids = [...selection.ids]
  for (let from = 0; from < ids.length; from += asksAtOnce)
    samples.push(
      ...(await Promise.all(
        ids
          .slice(from, from + asksAtOnce)
          .map(async (sampleId) => known.get(sampleId) ?? call('samples.get', { sampleId })),
      )),
    )
  return samples
}

const asksAtOnce = 50

async function samplesMatching(selection: Selection & { kind: 'matching' }): Promise<Sample[]> {
  const found = new Map<string, Sample>()
  const params = { ...toListParams(selection.question), sort: byId, limit: rowsAtOnce }
  for (let page = 1; (page - 1) * rowsAtOnce < mostChosen; page += 1) {
    const { rows } = await call('samples.list', { ...params, page })
    for (const row of rows) found.set(row.sampleId, row)
    if (rows.length < rowsAtOnce) break
  }
  return [...found.values()].filter(({ sampleId }) => !selection.except.has(sampleId))
}
