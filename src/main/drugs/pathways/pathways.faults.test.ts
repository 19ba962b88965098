import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { measureCpu } from '../../testing/cpuTime.ts'
import { printFigure, scale } from '../../testing/faults.ts'
import { openDrugTestStores } from '../testing/drugTestStores.ts'
import { createPathways } from './pathways.ts'

const samples = scale(3000, 12_000)
const names = Array.from({ length: 60 }, (_, index) =>
  index % 3 === 0 ? `NF${index % 2 === 0 ? '_' : '-'}KB ${Math.floor(index / 6)}` : `path ${index}`,
)

const repeatRequest = JSON.stringify({ pathways: ['path 1', 'path 2'] })

/**
 * Writes responses of both kinds for every sample, and newer ones for some pathways of every tenth, directly with SQL.
 */
async function fill(all: Awaited<ReturnType<typeof openDrugTestStores>>): Promise<void> {
  const raw = JSON.stringify('x'.repeat(4000))
  await all.answers.transaction(async (query) => {
    for (const kind of ['activity', 'clock'])
      await sql`
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${samples})
        INSERT INTO analyses SELECT ${kind} || '-' || i, 'S-' || i, ${kind}, '{}', ${raw}, '2026-01-01',
          'https://s.example', NULL, 0, 1, NULL FROM n
      `.execute(query)
    await sql`
      INSERT INTO analyses SELECT 'again-' || sample_id, sample_id, kind, ${repeatRequest}, raw, '2026-01-02', service,
        NULL, 0, 2, NULL FROM analyses WHERE kind = 'activity' AND rowid % 10 = 0
    `.execute(query)
    await sql`
      UPDATE analyses SET current = 0 WHERE kind = 'activity' AND rowid % 10 = 0 AND current = 1
    `.execute(query)
    await sql`UPDATE analyses SET current = 1 WHERE current = 2`.execute(query)
    await sql`
      INSERT INTO scores SELECT analysis_id, value, ((analyses.rowid * 7919 + key * 104729) % 10007) / 1000.0, NULL
      FROM analyses, json_each(${JSON.stringify([...new Set(names)])})
      WHERE request = '{}' OR value IN ('path 1', 'path 2')
    `.execute(query)
  })
  for (let drug = 0; drug < 30; drug++)
    await all.cacheDrug(`D${drug}`, `drug ${drug}`, [`NF-kB ${drug % 10}`, `NFkB ${drug % 10}`, 'path 1'])
}

test('the table of a large register is read in chunks, and only new data is read again', async () => {
  const all = await openDrugTestStores()
  try {
    await fill(all)
    const pathways = createPathways(all)
    const first = await measureCpu(() => pathways.list({}))
    const again = await measureCpu(() => pathways.list({}))
    const shown = await measureCpu(() => pathways.show({ pathway: 'nfkb0' }))
    const groups = await measureCpu(() => pathways.groups())
    const out = await measureCpu(() => pathways.extremeSamples(names.slice(0, 20), 10))
    const everything = await measureCpu(() => pathways.extremeSamples(names, 10))
    await all.addResult('S-1', { 'path 1': [1] })
    const changed = await measureCpu(() => pathways.list({}))
    const figures = { first, again, changed, shown, groups, out, everything }
    const formattedFigures = Object.entries(figures).map(
      ([name, { cpuMs, longestMs }]) =>
        [name, `${cpuMs.toFixed(1)} ms of CPU, held up ${longestMs.toFixed(1)}`] as const,
    )
    printFigure(
      'pathways',
      `${samples} samples, ${new Set(names).size} names, both kinds of answers`,
      Object.fromEntries(formattedFigures),
    )
    const lines = await pathways.list({})
    expect(lines.find(({ pathway }) => pathway === 'path1')).toMatchObject({ samples, drugs: 30 })
    // S-1 is the only sample whose complete analysis was repeated.
    expect((await pathways.show({ pathway: 'path4' })).cohort.n).toBe(samples - 1)
    expect(again.cpuMs).toBeLessThan(first.cpuMs / 5)
    expect(changed.cpuMs).toBeLessThan(first.cpuMs / 2)
    expect(first.longestMs).toBeLessThan(first.cpuMs / 2)
    expect(everything.longestMs).toBeLessThan(everything.cpuMs / 2)
  } finally {
    await all.close()
  }
})
