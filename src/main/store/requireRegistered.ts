import { notFound } from '../../shared/contract/failures.ts'
import { message } from '../../shared/words/message.ts'
import { yieldingChunks } from '../concurrency/chunks.ts'
import { boundList } from './boundList.ts'
import type { JournalQuery } from './journal.ts'

/** The ids looked up before other work gets its turn. A batch takes a few ms. */
const lookupBatchSize = 2000

/** Throws `notFound` for the first id that is not in the register. */
export async function requireRegistered(query: JournalQuery, sampleIds: readonly string[]): Promise<void> {
  for await (const chunk of yieldingChunks(sampleIds, lookupBatchSize)) {
    const rows = await query
      .selectFrom('samples')
      .select('sample_id')
      .where('sample_id', 'in', boundList(chunk))
      .execute()
    const known = new Set(rows.map((row) => row.sample_id))
    const unknownId = chunk.find((sampleId) => !known.has(sampleId))
    if (unknownId !== undefined)
      throw notFound(message('samples.registerNoSample', { sampleId: unknownId }), message('shared.sample'))
  }
}
