import type { SampleChoice } from '../../../../shared/domain/results/cohort.ts'
import type { Sample, SampleSorts } from '../../../../shared/domain/samples/sample.ts'
import { call } from '../../../client/call.ts'
import { type Question, toListParams } from './view.ts'

/** The selected samples: individually selected ones, or all results of a query except deselected ones. */
export type Selection =
  | { kind: 'ticked'; ids: ReadonlySet<string> }
  | { kind: 'matching'; question: Question; total: number; except: ReadonlySet<string> }

export const nothingChosen: Selection = { kind: 'ticked', ids: new Set() }

const byId: SampleSorts = [{ by: 'sample_id', order: 'asc' }]

/** The limit of one call in the contract. */
export const mostChosen = 100_000
/** The most samples that are copied to the clipboard. For more, the user exports them. */
export const mostCopied = 10_000

export const countOf = (selection: Selection): number =>
  selection.kind === 'ticked' ? selection.ids.size : selection.total - selection.except.size

export const isChosen = (selection: Selection, sampleId: string): boolean =>
  selection.kind === 'ticked' ? selection.ids.has(sampleId) : !selection.except.has(sampleId)

/** Returns the selected samples, or all results of the query if none is selected. */
export function choiceOf(selection: Selection, question: Question): SampleChoice {
  if (countOf(selection) === 0) return question
  if (selection.kind === 'ticked') return { sampleIds: [...selection.ids] }
  const { question: matched, except } = selection
  return except.size === 0 ? matched : { ...matched, except: [...except] }
}

export function choose(selection: Selection, ids: ReadonlySet<string>, chosen: boolean): Selection {
  const change = (set: ReadonlySet<string>, isIn: boolean) => (isIn ? set.union(ids) : set.difference(ids))
  if (selection.kind === 'ticked') return { kind: 'ticked', ids: change(selection.ids, chosen) }
  return { ...selection, except: change(selection.except, !chosen) }
}

const rowsAtOnce = 500

/** Returns the ids of all selected samples. Results of a query are loaded in pages. */
export async function idsOf(selection: Selection): Promise<string[]> {
  if (selection.kind === 'ticked') return [...selection.ids]
  return (await samplesMatching(selection)).map(({ sampleId }) => sampleId)
}

/** Returns all selected samples as they are now. Those in `shown` are not requested again. */
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
