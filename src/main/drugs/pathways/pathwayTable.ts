import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import { lazy } from '../../../shared/lazy.ts'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { DrugStore } from '../cache/drugStore.ts'
import { pathwayKey, type Rules, readRules, rootOf, startOf } from './nameRules.ts'
import { createResultNames, type ResultNames } from './resultNames.ts'

/** A name with how many drugs and samples use it. */
type Usage = Pick<PathwayName, 'name' | 'drugs' | 'results'>

/** One line of the table, without what has to be counted over its names. `names`: its own first, then by use. */
export type Line = { pathway: string; title: string; names: PathwayName[]; samples: number }

/** After so many names whatever else waits has its turn: about 5 ms. */
const namesAtOnce = 1000

/** Every name that a kept drug or a result uses. */
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

/** Natural keys of names, remembered as long as the names are used. */
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

/** The table by these rules; lines by title, blind to case. */
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
        compare(a.name, b.name),
    )
    const title = rules.titles.get(pathway) ?? ordered[0]?.name ?? pathway
    const names = ordered.map(({ name, how, drugs, results }) => ({ name, how, drugs, results }))
    return { pathway, title, names, samples: 0 }
  })
  countSamples(lines, sampleGroups)
  return lines.sort((a, b) => byTitle().compare(a.title, b.title) || compare(a.pathway, b.pathway))
}

const byTitle = lazy(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

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

/** A sample counts once for a pathway, under however many names it has a value. */
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

export type Table = { lines: readonly Line[]; rules: Rules; results: ResultNames }
type Read = Table & { usages: ReadonlyMap<string, Usage>; keys: ReadonlyMap<string, string> }

type TableReader = {
  read(): Promise<Read>
  /** The same names by the rules as they are inside a transaction. */
  within(query: Kysely<JournalSchema>, read: Read): Promise<{ rules: Rules; lines: readonly Line[] }>
}

/** Puts the table together from the kept drugs, the results and the rules. */
export function createTableReader(stores: {
  journal: Database<JournalSchema>
  answers: Database<AnswersSchema>
  store: Pick<DrugStore, 'pathwayNames'>
}): TableReader {
  const results = createResultNames(stores.answers)
  let keys: ReadonlyMap<string, string> = new Map()
  let lastRead: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<Read> => {
    const [ofDrugs, found] = await Promise.all([stores.store.pathwayNames(), results.read()])
    const usages = toUsages(ofDrugs, found)
    keys = await toKeys(usages.keys(), keys)
    const rules = await readRules(stores.journal.query)
    return { usages, keys, rules, results: found, lines: toLines(usages, keys, rules, found) }
  }
  return {
    read() {
      // One after the other, since each builds on what the one before has read.
      const reading = lastRead.then(read)
      lastRead = reading.catch(() => {})
      return reading
    },
    async within(query, { usages, keys: known, results: found }) {
      const rules = await readRules(query)
      return { rules, lines: toLines(usages, known, rules, found) }
    },
  }
}
