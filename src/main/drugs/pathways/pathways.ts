import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { compareText } from '../../../shared/compareText.ts'
import type { Services } from '../../../shared/contract/contract.ts'
import { notFound, rejected } from '../../../shared/contract/failures.ts'
import type { ExtremeSample, Pathway, PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import { lazy } from '../../../shared/lazy.ts'
import { message } from '../../../shared/words/message.ts'
import { createSerialQueue } from '../../concurrency/serialQueue.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { DrugDeps, DrugStore, PathwayGroup } from '../rows/drugStore.ts'
import { ownKey, pathwayKey, type Rules, readRules, rootOf, startOf } from './nameRules.ts'
import { describe, furthestFirst, rankActivities } from './rankedActivities.ts'
import { createResultNames, type ResultNames } from './resultNames.ts'

export type Pathways = Services['pathways'] & {
  /** Returns the table for a search. It is at most two seconds old and always includes changes made in this process. */
  groups(): Promise<PathwayGroup[]>
  /** Returns the samples in which any of these pathways is furthest from its mean. */
  extremeSamples(pathwayNames: readonly string[], limit: number): Promise<ExtremeSampleOfPathway[]>
}

/** `pathway`: the first requested name. `names`: all of them. `n`: the size of the cohort. */
type ExtremeSampleOfPathway = ExtremeSample & { pathway: string; names: string[]; n: number }

const maxExtremeSamples = 20
const groupsFreshMs = 2000

/** Creates the service for the alias table of pathway names and the samples in which a pathway stands out. */
export function createPathways(
  options: Pick<DrugDeps, 'journal' | 'answers' | 'store' | 'clock' | 'emit'>,
): Pathways {
  const { journal, store, clock, emit } = options
  const reader = createTableReader(options)
  let cachedGroups: { groups: PathwayGroup[]; atMs: number } | null = null
  /** Incremented by every change, so that a table read before the change is not cached after it. */
  let changes = 0

  const list = async (): Promise<Pathway[]> => {
    const { lines } = await reader.read()
    return Promise.all(lines.map((line) => withDrugs(store, line)))
  }

  const change = async (work: (change: Change) => Promise<void>): Promise<Pathway[]> => {
    const read = await reader.read()
    const at = new Date(clock.now()).toISOString()
    // The rules are read again inside the transaction, so that concurrent changes build on each other.
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
      const furthest = found?.ranked.slice(0, maxExtremeSamples) ?? []
      const described = await describe(options, furthest, groups, table.results)
      return {
        ...(await withDrugs(store, line)),
        extremeSamples: described.map(({ pathway: _pathway, ...one }) => one),
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

    async extremeSamples(pathwayNames, limit) {
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

/** Adds the number of drugs. A drug with several names of a pathway counts once, which only the store can tell. */
async function withDrugs(store: Pick<DrugStore, 'countActingOn'>, line: Line): Promise<Pathway> {
  const { pathway, title, names, samples } = line
  const ofDrugs = names.filter(({ drugs }) => drugs > 0)
  const drugs =
    ofDrugs.length > 1 ? await store.countActingOn(ofDrugs.map(({ name }) => name)) : (ofDrugs[0]?.drugs ?? 0)
  return { pathway, title, names, drugs, samples }
}

/** Returns the pathways with these names, each with the requested names that belong to it. */
function findGroups({ lines }: Table, pathwayNames: readonly string[]): Map<PathwayGroup, string[]> {
  const lineOfName = new Map(lines.flatMap((line) => line.names.map(({ name }) => [name, line] as const)))
  const namesByLine = new Map<Line, string[]>()
  for (const name of new Set(pathwayNames)) {
    const line = lineOfName.get(name)
    if (line) namesByLine.set(line, [...(namesByLine.get(line) ?? []), name])
  }
  return new Map([...namesByLine].map(([line, names]) => [toGroup(line), names]))
}

/** The table under the rules of the open transaction `query`; `at` is the current time (ISO 8601). */
type Change = { query: Kysely<JournalSchema>; rules: Rules; lines: readonly Line[]; at: string }

/** Returns the line of a key. Throws `notFound`. */
function lineOf(lines: readonly Line[], pathway: string): Line {
  const line = lines.find((one) => one.pathway === pathway)
  if (line) return line
  throw notFound(message('catalogue.pathwayNotTableAny'), message('shared.pathway'))
}

/** Redirects all names of a pathway to another. If `into` was merged into `pathway` before, that is reversed. */
async function merge(change: Change, pathway: string, into: string): Promise<void> {
  const { rules, lines } = change
  if (pathway === into) throw rejected(message('catalogue.pathwayCannotMergedChoose'), 'into')
  lineOf(lines, pathway)
  const target = rootOf(rules, into)
  if (target === pathway) {
    await removeAlias(change, 'key', into)
    return setAlias(change, 'key', pathway, into)
  }
  lineOf(lines, target)
  return setAlias(change, 'key', pathway, target)
}

/** Gives one name a key that no other name has. Throws `notFound`, and `rejected` if it is the pathway's only name. */
async function split(change: Change, name: string): Promise<void> {
  const line = change.lines.find(({ names }) => names.some((one) => one.name === name))
  if (!line) throw notFound(message('catalogue.noDrugResultNames'), message('shared.pathway'))
  if (line.names.length === 1) throw rejected(message('catalogue.namePathwayNothingPart'), 'name')
  const key = freeKey(change, name)
  await removeAlias(change, 'key', key)
  await setAlias(change, 'name', name, key)
}

/** Returns the own key of a name, or a similar key if other names were merged into that one. */
function freeKey({ rules }: Change, name: string): string {
  const taken = new Set(rules.keys.values())
  for (const [alias, key] of rules.names) if (alias !== name) taken.add(key)
  let key = ownKey(name)
  for (let number = 2; taken.has(key); number++) key = ownKey(`${name} (${number})`)
  return key
}

/** Sets a title. Throws `rejected` if another pathway has it. */
async function rename({ query, lines, at }: Change, pathway: string, title: string): Promise<void> {
  lineOf(lines, pathway)
  if (lines.some((line) => line.pathway !== pathway && line.title === title))
    throw rejected(message('catalogue.anotherPathwayTitleMerge'), 'title')
  await query
    .insertInto('pathway_titles')
    .values({ pathway, title, changed_at: at })
    .onConflict((conflict) => conflict.column('pathway').doUpdateSet({ title, changed_at: at }))
    .execute()
}

/** Removes the pathway's title, the merges into it and the splits from it. Throws `notFound`. */
async function reset(change: Change, requestedKey: string): Promise<void> {
  const { query, rules, lines } = change
  const pathway = rootOf(rules, requestedKey)
  const merged = [...rules.keys.keys()].filter((key) => rootOf(rules, key) === pathway)
  const natural = new Set([pathway, ...merged])
  const named = [...rules.names].filter(
    ([name, key]) => natural.has(pathwayKey(name)) || rootOf(rules, key) === pathway,
  )
  if (!rules.titles.has(pathway) && merged.length + named.length === 0) lineOf(lines, pathway)
  await query.deleteFrom('pathway_titles').where('pathway', '=', pathway).execute()
  for (const key of merged) await removeAlias(change, 'key', key)
  for (const [name, key] of named) {
    await removeAlias(change, 'name', name)
    // The key was created for this name only, so a merge of the key is obsolete too.
    await removeAlias(change, 'key', key)
  }
}

async function setAlias({ query, at }: Change, kind: 'key' | 'name', alias: string, pathway: string) {
  const set = { pathway, changed_at: at }
  await query
    .insertInto('pathway_aliases')
    .values({ kind, alias, ...set })
    .onConflict((conflict) => conflict.columns(['kind', 'alias']).doUpdateSet(set))
    .execute()
}

async function removeAlias({ query }: Change, kind: 'key' | 'name', alias: string): Promise<void> {
  await query.deleteFrom('pathway_aliases').where('kind', '=', kind).where('alias', '=', alias).execute()
}

type Usage = Pick<PathwayName, 'name' | 'drugs' | 'results'>

/** One line of the table, without the counts over several names. `names`: its own names first, then by use. */
type Line = { pathway: string; title: string; names: PathwayName[]; samples: number }

/** Other work gets a turn after this many names, about 5 ms. */
const namesAtOnce = 1000

function toUsages(
  ofDrugs: readonly { name: string; drugs: number }[],
  { sampleGroups }: Pick<ResultNames, 'sampleGroups'>,
): Map<string, Usage> {
  const usages = new Map<string, Usage>()
  const usageOf = (name: string): Usage => {
    const usage = usages.get(name) ?? { name, drugs: 0, results: 0 }
    usages.set(name, usage)
    return usage
  }
  for (const { name, drugs } of ofDrugs) usageOf(name).drugs += drugs
  for (const { names, valued, samples } of sampleGroups())
    for (const name of names) usageOf(name).results += valued.has(name) ? samples : 0
  return usages
}

/** Returns the natural keys of names, reusing those of names that were used before. */
async function toKeys(
  names: Iterable<string>,
  former: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>()
  let made = 0
  for (const name of names) {
    const known = former.get(name)
    if (known === undefined && ++made % namesAtOnce === 0) await yieldToEventLoop()
    keys.set(name, known ?? pathwayKey(name))
  }
  return keys
}

type Member = PathwayName & { start: string }

/** Builds the table under these rules, with lines sorted by title, ignoring case. */
function toLines(
  usages: ReadonlyMap<string, Usage>,
  keys: ReadonlyMap<string, string>,
  rules: Rules,
  { sampleGroups }: Pick<ResultNames, 'sampleGroups'>,
): Line[] {
  const lines = [...membersByRoot(usages, keys, rules)].map(([pathway, members]): Line => {
    const own = (member: Member) => member.start === pathway
    const ordered = members.sort(
      (a, b) =>
        Number(own(b)) - Number(own(a)) ||
        b.drugs + b.results - (a.drugs + a.results) ||
        compareText(a.name, b.name),
    )
    const title = rules.titles.get(pathway) ?? ordered[0]?.name ?? pathway
    const names = ordered.map(({ name, how, drugs, results }) => ({ name, how, drugs, results }))
    return { pathway, title, names, samples: 0 }
  })
  countSamples(lines, sampleGroups)
  return lines.sort((a, b) => byTitle().compare(a.title, b.title) || compareText(a.pathway, b.pathway))
}

const byTitle = lazy(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

function membersByRoot(
  usages: ReadonlyMap<string, Usage>,
  keys: ReadonlyMap<string, string>,
  rules: Rules,
): Map<string, Member[]> {
  const found = new Map<string, Member[]>()
  for (const usage of usages.values()) {
    const start = startOf(rules, usage.name, (name) => keys.get(name) ?? pathwayKey(name))
    const root = rootOf(rules, start)
    const how = rules.names.has(usage.name) || root !== start ? 'person' : 'spelling'
    const member: Member = { ...usage, how, start }
    const others = found.get(root)
    if (others) others.push(member)
    else found.set(root, [member])
  }
  return found
}

/** Counts samples. A sample counts once for a pathway, even if several of its names have a value. */
function countSamples(lines: readonly Line[], sampleGroups: ResultNames['sampleGroups']): void {
  const lineOf = new Map(lines.flatMap((line) => line.names.map(({ name }) => [name, line] as const)))
  for (const { valued, samples } of sampleGroups()) {
    const touched = new Set<Line>()
    for (const name of valued) {
      const line = lineOf.get(name)
      if (line) touched.add(line)
    }
    for (const line of touched) line.samples += samples
  }
}

type Table = { lines: readonly Line[]; rules: Rules; results: ResultNames }
type Read = Table & { usages: ReadonlyMap<string, Usage>; keys: ReadonlyMap<string, string> }

type TableReader = {
  read(): Promise<Read>
  /** Returns the table of the same names under the rules inside a transaction. */
  within(query: Kysely<JournalSchema>, read: Read): Promise<{ rules: Rules; lines: readonly Line[] }>
}

/** Builds the table from the cached drugs, the results and the rules. */
function createTableReader(stores: Pick<DrugDeps, 'journal' | 'answers' | 'store'>): TableReader {
  const results = createResultNames(stores.answers)
  let keys: ReadonlyMap<string, string> = new Map()
  // Reads run one after the other, because each builds on the data of the one before.
  const { run: enqueue } = createSerialQueue()

  const read = async (): Promise<Read> => {
    const [ofDrugs, found] = await Promise.all([stores.store.pathwayNames(), results.read()])
    const usages = toUsages(ofDrugs, found)
    keys = await toKeys(usages.keys(), keys)
    const rules = await readRules(stores.journal.query)
    return { usages, keys, rules, results: found, lines: toLines(usages, keys, rules, found) }
  }
  return {
    read: () => enqueue(read),
    async within(query, { usages, keys: known, results: found }) {
      const rules = await readRules(query)
      return { rules, lines: toLines(usages, known, rules, found) }
    },
  }
}
