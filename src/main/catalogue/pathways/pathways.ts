import type { Handlers } from '../../../shared/contract/contract.ts'
import type { Pathway, StandingOut } from '../../../shared/domain/pathway.ts'
import type { Clock, Database, Emit } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { DrugStore, PathwayGroup } from '../drugStore.ts'
import { type Change, lineOf, merge, rename, reset, split } from './changes.ts'
import { createTableReader, type Table } from './readTable.ts'
import { rootOf } from './rules.ts'
import { describe, furthestFirst, rankActivities } from './standingOut.ts'
import type { Line } from './table.ts'

export type Pathways = {
  list: Handlers['pathways.list']
  /** A key that was merged into another shows that one, so that addresses of before still lead somewhere. */
  show: Handlers['pathways.show']
  merge: Handlers['pathways.merge']
  split: Handlers['pathways.split']
  rename: Handlers['pathways.rename']
  reset: Handlers['pathways.reset']
  /** The table as a search needs it: at most two seconds old, and never older than what was changed here. */
  groups(): Promise<PathwayGroup[]>
  /** The samples in which any of these pathways lies furthest from its mean, over all of them. */
  standingOut(pathwayNames: readonly string[], limit: number): Promise<StandingOutIn[]>
}

/** `pathway` is the first of the names that were asked for of it, `names` are all of those; `n`: samples of the cohort. */
export type StandingOutIn = StandingOut & { pathway: string; names: string[]; n: number }

const maxStandingOut = 20
const groupsFreshMs = 2000

/** The alias table of the pathways' names, and where each pathway stands out. */
export function createPathways(options: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  store: Pick<DrugStore, 'pathwayNames' | 'countActingOn'>
  clock: Clock
  emit: Emit
}): Pathways {
  const { journal, store, clock, emit } = options
  const reader = createTableReader(options)
  let cachedGroups: { groups: PathwayGroup[]; atMs: number } | null = null
  /** Raised by every change, so that a table read before it is not remembered after it. */
  let changes = 0

  const list = async (): Promise<Pathway[]> => {
    const { lines } = await reader.read()
    return Promise.all(lines.map((line) => withDrugs(store, line)))
  }

  const change = async (work: (change: Change) => Promise<void>): Promise<Pathway[]> => {
    const read = await reader.read()
    const at = new Date(clock.now()).toISOString()
    // The rules are read again inside, so that two changes at once build on each other.
    await journal.transaction(async (query) => work({ query, at, ...(await reader.within(query, read)) }))
    cachedGroups = null
    changes += 1
    emit('pathways.changed', {})
    return list()
  }

  return {
    list: () => list(),
    merge: ({ pathway, into }) => change((one) => merge(one, pathway, into)),
    split: ({ name }) => change((one) => split(one, name)),
    rename: ({ pathway, title }) => change((one) => rename(one, pathway, title)),
    reset: ({ pathway }) => change((one) => reset(one, pathway)),

    async show({ pathway: requestedKey }) {
      const table = await reader.read()
      const line = lineOf(table.lines, rootOf(table.rules, requestedKey))
      const groups = [toGroup(line)]
      const found = (await rankActivities(options.answers, groups, table.results)).get(line.pathway)
      const furthest = found?.ranked.slice(0, maxStandingOut) ?? []
      const described = await describe(options, furthest, groups, table.results)
      return {
        ...(await withDrugs(store, line)),
        standingOut: described.map(({ pathway: _pathway, ...one }) => one),
        whyNone: found ? found.cohort.whyNone : 'noResults',
        cohort: { n: found?.cohort.n ?? 0, mean: found?.cohort.mean ?? null, sd: found?.cohort.sd ?? null },
      }
    },

    async groups() {
      const nowMs = clock.now()
      if (cachedGroups && Math.abs(nowMs - cachedGroups.atMs) < groupsFreshMs) return cachedGroups.groups
      const before = changes
      const groups = withMerged(await reader.read())
      if (changes === before) cachedGroups = { groups, atMs: nowMs }
      return groups
    },

    async standingOut(pathwayNames, limit) {
      const table = await reader.read()
      const requestedGroups = findGroups(table, pathwayNames)
      const found = await rankActivities(options.answers, [...requestedGroups.keys()], table.results)
      const furthest = [...found.values()]
        .flatMap(({ ranked }) => ranked.slice(0, limit))
        .sort(furthestFirst)
        .slice(0, limit)
      const namesOf = new Map([...requestedGroups].map(([group, names]) => [group.pathway, names]))
      const described = await describe(options, furthest, [...requestedGroups.keys()], table.results)
      return described.map((one) => {
        const names = namesOf.get(one.pathway) ?? []
        return { ...one, pathway: names[0] ?? one.pathway, names, n: found.get(one.pathway)?.cohort.n ?? 0 }
      })
    },
  }
}

const toGroup = ({ pathway, title, names }: Line): PathwayGroup => ({
  pathway,
  title,
  names: names.map(({ name }) => name),
})

function withMerged({ lines, rules }: Table): PathwayGroup[] {
  const merged = Map.groupBy(rules.keys.keys(), (key) => rootOf(rules, key))
  return lines.map((line) => ({
    ...toGroup(line),
    merged: (merged.get(line.pathway) ?? []).filter((key) => key !== line.pathway),
  }))
}

/** Drugs under several names of a pathway count once, which only the store knows. */
async function withDrugs(store: Pick<DrugStore, 'countActingOn'>, line: Line): Promise<Pathway> {
  const { pathway, title, samples } = line
  const names = line.names.map((one) => ({ ...one }))
  const ofDrugs = names.filter(({ drugs }) => drugs > 0)
  const drugs =
    ofDrugs.length > 1 ? await store.countActingOn(ofDrugs.map(({ name }) => name)) : (ofDrugs[0]?.drugs ?? 0)
  return { pathway, title, names, drugs, samples }
}

/** The pathways of these names, each with the names that asked for it. */
function findGroups({ lines }: Table, pathwayNames: readonly string[]): Map<PathwayGroup, string[]> {
  const lineOfName = new Map(lines.flatMap((line) => line.names.map(({ name }) => [name, line] as const)))
  const namesByLine = new Map<Line, string[]>()
  for (const name of new Set(pathwayNames)) {
    const line = lineOfName.get(name)
    if (line) namesByLine.set(line, [...(namesByLine.get(line) ?? []), name])
  }
  return new Map([...namesByLine].map(([line, names]) => [toGroup(line), names]))
}
