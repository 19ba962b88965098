import { expect, test } from 'vitest'
import { measureCpu } from '../testing/cpuTime.ts'
import { printFigure, scale } from '../testing/faults.ts'
import { createDrugLinks } from './links.ts'
import { openDrugTestStores } from './testing/drugTestStores.ts'

const screenings = scale(60, 500)
const hitsEach = 1000

test('the screenings of a drug are found quickly among many, and each is read only once', {
  timeout: 300_000,
}, async () => {
  const all = await openDrugTestStores()
  try {
    for (let task = 0; task < screenings; task++) {
      const hits = Array.from({ length: hitsEach }, (_, index) => {
        const number = (index * 7 + task) % 3000
        const raw = { drug_id: `D${number}`, name: `drug ${number}`, score: index, note: 'x'.repeat(200) }
        return { rank: index + 1, drugId: `D${number}`, name: `drug ${number}`, score: index / 7, raw }
      })
      const row = { task_id: `T${task}`, raw: JSON.stringify(hits), hits: JSON.stringify(hits) }
      await all.answers.query
        .insertInto('screening_results')
        .values({ ...row, fetched_at: '2026-01-01' })
        .execute()
      await all.journal.query
        .insertInto('screening_tasks')
        .values({
          task_id: `T${task}`,
          sample_id: 'S',
          endpoint: 'screening',
          status: 'done',
          state: 'succeeded',
          progress: null,
          created_at: '2026-01-01',
          checked_at: null,
          service: 'https://s.example',
          synthetic: 0,
        })
        .execute()
    }
    await all.cacheDrug('D7', 'drug 7', undefined, { synonyms: ['drug 8'] })
    const links = createDrugLinks({ ...all, extremeSamples: async () => [] })
    let found = 0
    const measured = () =>
      measureCpu(async () => {
        found = (await links.links({ drugId: 'D7' })).screenings.length
      })
    const first = await measured()
    const again = await measured()
    printFigure('links', `${screenings} screenings of ${hitsEach} drugs`, {
      first: `${first.cpuMs.toFixed(0)} ms of CPU, held up ${first.longestMs.toFixed(1)}`,
      again: `${again.cpuMs.toFixed(1)} ms of CPU, held up ${again.longestMs.toFixed(1)}`,
      found,
    })
    expect(found).toBeGreaterThan(screenings / 3)
    expect(again.cpuMs).toBeLessThan(first.cpuMs / 5)
    expect(first.longestMs).toBeLessThan(first.cpuMs / 2)
  } finally {
    await all.close()
  }
})
