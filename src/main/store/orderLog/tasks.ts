import type { LogFile, SyncSql } from '../../ports.ts'
import { type Reconciliation, rebuildLog, reconcile } from './reconcile.ts'

/** The files of a profile. `answers` is null if there are none yet. */
export type OrderLogFiles = { journal: string; log: string; answers: string | null }

type Deps = {
  openLog(file: string): LogFile
  withSql<T>(file: string, work: (sql: SyncSql) => T, options?: { readOnly?: boolean }): T
}

/** Creates the order log methods of the journal's worker thread; see `reconcile` and `rebuildLog`. */
export const createOrderLogMethods = ({ openLog, withSql }: Deps) => {
  const withAnalyses = <T>(answers: string | null, work: (sql: SyncSql | null) => T): T =>
    answers === null ? work(null) : withSql(answers, work, { readOnly: true })
  return {
    reconcile: ({ journal, log, answers }: OrderLogFiles): Reconciliation =>
      withAnalyses(answers, (analyses) => withSql(journal, (sql) => reconcile(sql, openLog(log), analyses))),
    rebuildLog: ({ journal, log, answers }: OrderLogFiles, profileId: string, at: string) =>
      withAnalyses(answers, (analyses) =>
        withSql(journal, (sql) =>
          sql.transaction(() => rebuildLog(openLog(log), { profileId, sql, analyses, isDamaged: true }, at)),
        ),
      ),
  }
}

export type OrderLogMethods = ReturnType<typeof createOrderLogMethods>
