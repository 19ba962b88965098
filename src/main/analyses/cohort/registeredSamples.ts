import type { CohortSample } from '../../../shared/domain/cohort.ts'
import type { Reader } from '../../ports.ts'

/** As the one parameter of `SELECT value FROM json_each(?)`. */
export const toJsonList = (texts: readonly string[]): string =>
  JSON.stringify(texts.map((text) => text.toWellFormed()))

type Row = { sample_id: string; client_reference: string; group_name: string | null }
export type RegisteredSample = Pick<CohortSample, 'clientReference' | 'group'>

/** What names these samples to a person, in the order of the register; strangers are left out. */
export async function readRegisteredSamples(
  journal: Reader,
  sampleIds: readonly string[],
): Promise<Map<string, RegisteredSample>> {
  const rows = await journal.rows<Row>(
    `SELECT sample_id, client_reference, group_name FROM register_index
    WHERE sample_id IN (SELECT value FROM json_each(?)) ORDER BY place, created_at, sample_id`,
    [toJsonList(sampleIds)],
  )
  return new Map(
    rows.map((row) => [
      row.sample_id,
      { clientReference: row.client_reference, group: row.group_name === '' ? null : row.group_name },
    ]),
  )
}
