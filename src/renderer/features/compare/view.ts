import { z } from 'zod'
import { sampleChoiceSchema } from '../../../shared/domain/results/cohort.ts'
import { type TestName, testSchema } from '../../../shared/domain/results/comparison.ts'

export const shows = ['table', 'volcano', 'dots', 'drugs'] as const
export type Show = (typeof shows)[number]

const nameSchema = z.string().trim().min(1).max(200)
const setSchema = z.object({ name: nameSchema, of: sampleChoiceSchema }).strict()
export type NamedSet = z.infer<typeof setSchema>

/** Groups as far as they are chosen: too few of them are told, not compared. Differences are first − second. */
export type GroupDraft = { by: string; values: readonly string[] } | { sets: readonly NamedSet[] }

/** What the address of a comparison holds beside the selection that all views of the results share. */
export type CompareView = {
  /** null: nobody chose; the likeliest are then suggested. */
  groups: GroupDraft | null
  test: TestName
  pairBy: string | null
  replicatesBy: string | null
  show: Show
  /** The line that is open beside the table. */
  pathway: string | null
}

type Address = Record<string, unknown>
export const mostGroups = 20

/** Reads an address, whatever someone wrote into it. */
export function parseCompare(search: Address): CompareView {
  return {
    groups: readGroups(search),
    test: testSchema.safeParse(search['test']).data ?? 'welch',
    pairBy: readText(search['pair']),
    replicatesBy: readText(search['replicates']),
    show: shows.find((show) => show === search['show']) ?? 'table',
    pathway: readText(search['pathway']),
  }
}

/** The view as an address holds it: nothing of what is as it is at first. */
export function toCompareSearch(view: CompareView): Address {
  const { groups, test, pairBy, replicatesBy, show, pathway } = view
  return {
    by: groups && 'by' in groups ? groups.by : undefined,
    groups: groups && 'by' in groups ? groups.values : undefined,
    sets: groups && 'sets' in groups ? groups.sets : undefined,
    test: test === 'welch' ? undefined : test,
    pair: pairBy ?? undefined,
    replicates: replicatesBy ?? undefined,
    show: show === 'table' ? undefined : show,
    pathway: pathway ?? undefined,
  }
}

function readGroups(search: Address): GroupDraft | null {
  const sets = z.array(setSchema).max(mostGroups).safeParse(search['sets'])
  if (sets.success) return { sets: sets.data }
  const by = readText(search['by'])
  if (by === null) return null
  const values = Array.isArray(search['groups'])
    ? search['groups'].flatMap((value) => readText(value) ?? [])
    : []
  return { by, values: values.slice(0, mostGroups) }
}

/** The router reads `by=5` as a number. */
function readText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.trim() !== '' && value.length <= 1000 ? value : null
}
