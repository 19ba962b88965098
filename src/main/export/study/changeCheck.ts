import { sql } from 'kysely'
import { Failure } from '../../../shared/contract/failures.ts'
import type { Sources } from '../contents.ts'

/** Throws `rejected` where an answer or an annotation of these samples has come since the watch began. */
export type Unchanged = (sampleIds: readonly string[]) => Promise<void>

/** A study is read in many steps; a file of which one half is older than the other must not be written. */
export async function watchStudy({
  answers,
  journal,
}: Pick<Sources, 'answers' | 'journal'>): Promise<Unchanged> {
  const lastAnswer = (
    await sql<{ last: number | null }>`SELECT max(rowid) AS last FROM analyses`.execute(answers)
  ).rows
  const lastChange = (
    await sql<{ last: string | null }>`SELECT max(changed_at) AS last FROM annotations`.execute(journal)
  ).rows
  return async (sampleIds) => {
    const ids = JSON.stringify(sampleIds)
    const newAnswers = await sql`
      SELECT 1 FROM analyses WHERE rowid > ${lastAnswer[0]?.last ?? 0}
        AND sample_id IN (SELECT value FROM json_each(${ids})) LIMIT 1
    `.execute(answers)
    const newChanges = await sql`
      SELECT 1 FROM annotations WHERE changed_at > ${lastChange[0]?.last ?? ''}
        AND sample_id IN (SELECT value FROM json_each(${ids})) LIMIT 1
    `.execute(journal)
    if (newAnswers.rows.length > 0 || newChanges.rows.length > 0) throw changedMeanwhile()
  }
}

export const changedMeanwhile = () =>
  new Failure('rejected', 'The results changed while they were read. Write it again.', {
    problems: [{ field: 'study', message: 'Some are not the same any more.' }],
  })
