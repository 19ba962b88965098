import type { Kysely } from 'kysely'
import type { Database } from '../../ports.ts'
import type { JournalSchema } from '../../store/journal.ts'
import type { AnswersSchema } from '../../store/resultTables.ts'
import type { DrugStore } from '../drugStore.ts'
import { createResultNames, type ResultNames } from './resultNames.ts'
import { type Rules, readRules } from './rules.ts'
import { type Line, toKeys, toLines, toUsages, type Usage } from './table.ts'

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
