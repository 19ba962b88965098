import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labProfile } from '../../shared/domain/app/testing/labProfile.ts'
import { openDatabase } from '../adapters/sqlite/openDatabase.ts'
import type { Database } from '../ports.ts'
import { addCohort, type MadeSample } from '../results/cohort/testing/addCohort.ts'
import type { JournalSchema } from '../store/journal.ts'
import { type AnswersSchema, answersMigrations } from '../store/resultTables.ts'
import { openJournalFile } from '../store/testing/openStores.ts'
import { batchRow } from '../store/testing/rows.ts'
import { createSeededRandom } from './seededRandom.ts'

/** Names and paths that no exported file may contain: those of the profile, the account and a folder. */
export const personal = {
  profile: 'Nobody-else-knows-lab',
  account: 'account-of-this-computer',
  user: 'user-at-the-service',
  path: '/home/account-of-this-computer/orders',
  key: 'key-of-the-laboratory',
}

const labService = 'https://lab.example/api/v1'

const profile = labProfile({
  name: personal.profile,
  serviceUrl: 'https://lab.example',
  dialect: { activity_unit: 'a.u. ±' },
})

const pathways = ['mTOR Signaling', 'p53', 'Autophagy', 'NF-kB', 'Glycolysis']

/** Creates a data folder with one profile whose register has `count` imported samples with all kinds of results. */
export async function makeStudyFolder(count = 16) {
  const data = await mkdtemp(join(tmpdir(), 'pathclock-study-'))
  const folder = join(data, 'profiles', profile.id)
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(data, 'profiles.json'),
    JSON.stringify({ profiles: [profile], activeId: profile.id, signedInIds: [] }),
  )
  const journal = await openJournalFile(join(folder, 'journal.db'))
  const answers = await openDatabase<AnswersSchema>({
    file: join(folder, 'answers.db'),
    migrations: answersMigrations,
    durability: 'normal',
  })
  try {
    await addCohort({ journal, answers }, samplesOf(count))
    await addImport(journal, count)
    await answers.query
      .updateTable('analyses')
      .set({ request_id: 'req-1', raw: '{"data":{"2":0,"10":1,"数":[1.5,"=1+1",null]}}' })
      .where('kind', '=', 'activity')
      .execute()
  } finally {
    await journal.close()
    await answers.close()
  }
  return { data, folder, remove: () => rm(data, { recursive: true, force: true, maxRetries: 5 }) }
}

function samplesOf(count: number): MadeSample[] {
  const random = createSeededRandom(7)
  return Array.from({ length: count }, (_, index): MadeSample => {
    const isTreated = index % 2 === 1
    const names = index % 5 === 0 ? ['mtor signaling', ...pathways.slice(1)] : pathways
    const scores = Object.fromEntries(
      names.map((name): [string, [number | null, number | null]] => [
        name,
        [random() * 4 - 2 + (isTreated ? 1 : 0), index % 7 === 3 ? null : random() * 10 - 5],
      ]),
    )
    return {
      sampleId: `s-${String(index).padStart(5, '0')}`,
      fields: { group: isTreated ? 'treated' : 'control', age: 30 + index, donor_id: `D${index >> 1}` },
      ...(index === count - 1 ? {} : { scores }),
      clock: { predicted_age: 31 + index + random() },
      service: labService,
      fetchedAt: `2026-02-01T10:00:${String(index % 60).padStart(2, '0')}.000Z`,
      ...(index === 2 ? { synthetic: true } : {}),
      ...(index % 4 === 0
        ? { annotation: { group: null, tags: ['一', 'x;y'], fields: { weight: 70 + index } } }
        : {}),
      ...(index === 4
        ? { later: { fetchedAt: '2026-03-01T10:00:00.000Z', scores: { p53: 0.125, Autophagy: null } } }
        : {}),
    }
  })
}

async function addImport({ query }: Database<JournalSchema>, count: number) {
  const { profile: profileName, user, account } = personal
  const who = JSON.stringify({ profile: profileName, user, account })
  const readAs = { format: 'csv', delimiter: ',', encoding: 'utf-8', decimal: '.', headerLine: 1 }
  const transform = { constants: {}, joined: {}, notes: [], dayFormat: 'YYYY-MM-DD', ageUnit: 'years' }
  await query
    .insertInto('batches')
    .values(
      batchRow('batch-1', {
        file_name: 'orders.csv',
        file_sha256: 'a'.repeat(64),
        mapping: JSON.stringify({ Name: 'client_reference', Old: 'age' }),
        read_as: JSON.stringify(readAs),
        state: 'paused',
        lease_owner: personal.path,
        made_by: who,
        recipe: JSON.stringify({ transform, sendAs: { age: 'donor_age' } }),
        changes: JSON.stringify([{ kind: 'cells', edits: [{ row: 3, column: 'Old', value: '31' }] }]),
      }),
    )
    .execute()
  for (let index = 0; index < count; index += 1) {
    const sample_id = `s-${String(index).padStart(5, '0')}`
    await query
      .insertInto('ledger')
      .values({
        batch_id: 'batch-1',
        row: index + 2,
        client_reference: `ref-${sample_id}`,
        fields: JSON.stringify({ client_reference: `ref-${sample_id}`, age: 30 + index }),
        idempotency_key: `${personal.key}-${index}`,
        state: 'created',
        sample_id,
        message: null,
        updated_at: '2026-01-01T00:01:00.000Z',
        sent_at: '2026-01-01T00:00:30.000Z',
        attempts: 1,
        notes: index === 3 ? JSON.stringify({ plate: 'P1' }) : null,
      })
      .execute()
  }
  await query.updateTable('samples').set({ batch_id: 'batch-1' }).execute()
  await query.updateTable('annotations').set({ changed_by: personal.account }).execute()
}
