import type { Kysely } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import { isFinal, sampleStateSchema } from '../../shared/domain/sample.ts'
import { boundList } from '../store/boundList.ts'
import type { JournalSchema, StoredSample } from '../store/journal.ts'

const openStates = sampleStateSchema.options.filter((state) => !isFinal(state))

export const findSample = (
  query: Kysely<JournalSchema>,
  sampleId: string,
): Promise<StoredSample | undefined> =>
  query.selectFrom('samples').selectAll().where('sample_id', '=', sampleId).executeTakeFirst()

/** Those of the samples, or of the whole register, whose state is not final; oldest first. */
export async function openSamples(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[] | 'all',
): Promise<string[]> {
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('state', 'in', openStates)
    .$if(sampleIds !== 'all', (open) => open.where('sample_id', 'in', boundList(sampleIds)))
    .orderBy('created_at')
    .orderBy('sample_id')
    .execute()
  return rows.map((row) => row.sample_id)
}

/** Throws `notFound` for the first of the ids that the register does not hold. */
export async function requireRegistered(
  query: Kysely<JournalSchema>,
  sampleIds: readonly string[],
): Promise<void> {
  const rows = await query
    .selectFrom('samples')
    .select('sample_id')
    .where('sample_id', 'in', boundList(sampleIds))
    .execute()
  const known = new Set(rows.map((row) => row.sample_id))
  const unknownId = sampleIds.find((sampleId) => !known.has(sampleId))
  if (unknownId !== undefined)
    throw new Failure('notFound', `The sample ${unknownId} is not in the register of this computer.`, {
      what: 'sample',
    })
}
