import { expect, test } from 'vitest'
import { Failure } from '../../../shared/contract/failures.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import { createJobs } from '../../concurrency/jobs.ts'
import { openStores } from '../../store/testing/openStores.ts'
import { sampleDefaults } from '../testing/sampleDefaults.ts'
import { createAdopt } from './adoptSamples.ts'

test('adds samples adopted before the network fails to the register, and follows their status', async () => {
  const { journal, close } = await openStores()
  const { clock } = createVirtualClock()
  const jobs = createJobs({ clock, random: { next: () => 0.5, id: () => 'job' }, emit: () => undefined })
  const followed: string[] = []
  const adopt = createAdopt({
    ...sampleDefaults,
    journal,
    jobs,
    clock,
    files: { path: () => expect.unreachable() },
    remote: {
      sampleStatus: async (sampleId) => {
        if (sampleId === 'S-2')
          throw new Failure('offline', joinMessages([`The network is gone.`]), { reason: 'network' })
        const value = { sampleId, status: 'running', state: 'running', createdAt: null } as const
        return { value, raw: {}, fetchedAt: '', service: '', requestId: null, synthetic: false }
      },
    },
    form: async () => [],
    afterAdopting: (sampleIds) => void followed.push(...sampleIds),
  })
  try {
    const samples = ['S-1', 'S-2'].map((sampleId) => ({ sampleId, fields: {} }))
    const { jobId } = await adopt({ from: { samples }, keepUnknown: false })
    expect(await jobs.finished(jobId ?? '')).toMatchObject({ state: 'failed', done: 1 })
    const rows = await journal.query.selectFrom('samples').select('sample_id').execute()
    expect(rows.map(({ sample_id }) => sample_id)).toEqual(['S-1'])
    expect(followed).toEqual(['S-1'])
  } finally {
    await jobs.close()
    await close()
  }
})
