import type { KyselyPlugin } from 'kysely'
import { toFailure } from '../../../adapters/sqlite/sqliteFailure.ts'
import type { Database } from '../../../ports.ts'

/** SQLite's result codes for disk errors. */
export const refusals = {
  'permission denied': 3,
  'read-only': 8,
  'input and output error': 10,
  'disk full': 13,
  'cannot be opened': 14,
} as const

export type Refusal = keyof typeof refusals

/** `at`: the statement, counted from 1, at which the disk starts to fail; a commit counts as one. */
export type DiskFault = { refusal: Refusal; at: number; lasts: boolean }

/**
 * Wraps a database so that its disk refuses one statement, or all further ones until it is repaired. SQLite itself
 * rolls back each refused transaction.
 */
export function createFaultyDisk<Schema>(database: Database<Schema>, file: string, fault: DiskFault | null) {
  let statements = 0
  let isRepaired = false
  const pass = (): void => {
    statements += 1
    if (!fault || isRepaired || statements < fault.at) return
    if (!fault.lasts) isRepaired = true
    throw toFailure(Object.assign(new Error(fault.refusal), { errcode: refusals[fault.refusal] }), file)
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      pass()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const faulty: Database<Schema> = {
    ...database,
    query: database.query.withPlugin(plugin),
    transaction: (work) => {
      const wholly = async (query: typeof database.query) => {
        const result = await work(query.withPlugin(plugin))
        pass()
        return result
      }
      return database.transaction(wholly)
    },
  }
  return {
    database: faulty,
    statements: () => statements,
    repair: (): void => {
      isRepaired = true
    },
  }
}
