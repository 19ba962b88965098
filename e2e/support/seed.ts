import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openResults } from '../../src/main/compose/composeResults.ts'
import { openJournal } from '../../src/main/compose/openJournal.ts'
import { type Message, toEnglish } from '../../src/shared/words/message.ts'

const pathways = 50
const clock = { now: Date.now, sleep: async () => {} }
const notice = (text: Message) => {
  throw new Error(toEnglish(text))
}
/** Numbered samples that are the same in each run. */
const samples = (count: number) =>
  sql`WITH RECURSIVE sample (n, id) AS (
    SELECT 1, format('big_%05d', 1) UNION ALL SELECT n + 1, format('big_%05d', n + 1) FROM sample WHERE n < ${count}
  )`

/**
 * Writes samples with results into the data of the newest profile while no app has it open, because ordering so many
 * would take minutes. One sample in ten lacks one pathway; treated samples have higher values in the later pathways.
 */
export async function seedSamples(dataFolder: string, count: number): Promise<void> {
  const [profile = ''] = await readdir(join(dataFolder, 'profiles'))
  const folder = join(dataFolder, 'profiles', profile)
  const at = new Date().toISOString()
  const { journal } = await openJournal({ folder, clock, notice })
  await journal.transaction(async (query) => {
    await sql`INSERT INTO samples
      (sample_id, client_reference, fields, status, state, created_at, checked_at, service, synthetic, place)
      ${samples(count)} SELECT id, format('BIG-%05d', n), json_object('group', iif(n % 2, 'control', 'treated'),
        'age', 20 + n % 60, 'tissue', iif(n % 3, 'liver', 'blood')),
        'succeeded', 'succeeded', ${at}, ${at}, 'https://service.example/v1', 1, format('%08d', n)
      FROM sample`.execute(query)
  })
  await journal.close()
  const { answers } = await openResults({ folder, notice })
  await answers.transaction(async (query) => {
    for (const [kind, parts] of [
      ['activity', pathways],
      ['clock', 2],
    ])
      await sql`INSERT INTO analyses
        (analysis_id, sample_id, kind, request, raw, fetched_at, service, synthetic, current, parts)
        ${samples(count)} SELECT ${kind} || id, id, ${kind}, '{}', '{}', ${at}, 'https://service.example/v1', 1, 1,
          ${parts} FROM sample`.execute(query)
    await sql`INSERT INTO scores
      ${samples(count)}, pathway (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM pathway WHERE k < ${pathways})
      SELECT 'activity' || id, format('Pathway %02d', k),
        iif((n * 51 + k) % 500, sin(n * 12.9898 + k * 78.233) + iif(n % 2, 0, k / 50.0), NULL), cos(n * 3.7 + k)
      FROM sample, pathway`.execute(query)
    await sql`INSERT INTO clock_values ${samples(count)}, value (name, wide) AS
      (VALUES ('chronological_age', 0), ('pathway_age', 4))
      SELECT 'clock' || id, name, 20 + n % 60 + wide * sin(n * 1.7) FROM sample, value`.execute(query)
  })
  await answers.close()
}
