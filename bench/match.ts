/**
 * Measures the ranking of cached drugs against one contrast: ours against reading every drug's row, and against a bare
 * loop over data in memory. CPU ms (user + system), alternating, medians. `--drugs=N`, `--rounds=N`; `--in=FOLDER`
 * saves the built data for the next run. Exits 1 if a target is missed or the three disagree.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '../src/main/adapters/sqlite/openDatabase.ts'
import { createDrugCache } from '../src/main/drugs/cache/drugCache.ts'
import { all } from '../src/main/drugs/search/index/rawSql.ts'
import { type DrugsSchema, drugsMigrations } from '../src/main/store/drugs.ts'
import { createSeededRandom } from '../src/main/testing/seededRandom.ts'
import type { DrugPathway } from '../src/shared/domain/drugs/drug.ts'
import { createScorer } from '../src/shared/domain/drugs/drugMatch.ts'
import { atMost, head, median, print, reportTargets, row } from './report.ts'
import { generate, pathwaysOf } from './search/catalogues.ts'
import { buildOurs } from './search/ours.ts'

const { values: args } = parseArgs({
  options: {
    drugs: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '7' },
    in: { type: 'string' },
  },
})
const drugs = Number(args.drugs)
const maxRatioToRows = 0.5

const folder = args.in ?? mkdtempSync(join(tmpdir(), 'pathclock-match-'))
mkdirSync(folder, { recursive: true })
const file = join(folder, `ours-${drugs}.db`)
const entries = generate(drugs)
if (!existsSync(file)) await buildOurs(file, entries)
const database = await openDatabase<DrugsSchema>({
  file,
  migrations: drugsMigrations,
  durability: 'normal',
  cacheKib: 8 * 1024,
})
const cache = createDrugCache(database)

const known = entries.map(pathwaysOf)
const names = [...new Set(known.flatMap((acts) => acts.map(({ pathway }) => pathway)))].sort()
const random = createSeededRandom(5)
const pathways = names.map((name) => ({ names: [name], value: random() * 4 - 2 }))
const indexByName = new Map(names.map((name, at) => [name, at]))
const scoreOf = createScorer(
  pathways.map(({ value }) => value),
  'opposing',
)
const placed = (acts: readonly DrugPathway[]) =>
  acts.map(({ pathway, direction }) => ({ at: indexByName.get(pathway) ?? -1, direction }))
const inMemory = known.map(placed)

type Found = { matched: number; best: number }
const scored = (found: Found, acts: ReturnType<typeof placed>): void => {
  const matchScore = scoreOf(acts)
  if (matchScore === null) return
  found.matched += 1
  found.best = Math.max(found.best, matchScore.score)
}

const methods: Record<string, () => Promise<Found>> = {
  async ours() {
    const { counts, drugs: ranked } = await cache.matchCachedDrugs({
      pathways,
      direction: 'opposing',
      limit: 100,
    })
    return { matched: counts.matched, best: ranked[0]?.score ?? 0 }
  },
  async 'every row'() {
    const found = { matched: 0, best: 0 }
    for (let after = 0; after < drugs; after += 1000)
      for (const row of await all<{ pathways: string }>(
        database.query,
        'SELECT pathways FROM drugs WHERE rowid > ? AND rowid <= ?',
        [after, after + 1000],
      ))
        scored(found, placed(JSON.parse(row.pathways)))
    return found
  },
  async 'bare loop'() {
    const found = { matched: 0, best: 0 }
    for (const acts of inMemory) scored(found, acts)
    return found
  },
}

const cpuMs = new Map<string, number[]>(Object.keys(methods).map((name) => [name, []]))
const answers = new Set<string>()
for (let round = 0; round < Number(args.rounds); round += 1)
  for (const [name, match] of Object.entries(methods)) {
    const before = process.cpuUsage()
    const { matched, best } = await match()
    const { user, system } = process.cpuUsage(before)
    cpuMs.get(name)?.push((user + system) / 1000)
    answers.add(`${matched} drugs, the best with ${best.toFixed(9)}`)
  }
await database.close()
if (args.in === undefined) rmSync(folder, { recursive: true, force: true })

const middle = (name: string): number => median(cpuMs.get(name) ?? [])
print(`# Drugs that oppose one contrast of ${pathways.length} pathways, among ${drugs} (median CPU ms)\n`)
head(['', 'ours', 'every row', 'bare loop', 'ours / every row', 'ours / bare loop'])
const [ours, rows, bare] = [middle('ours'), middle('every row'), middle('bare loop')]
const times = [ours, rows, bare].map((ms) => ms.toFixed(1))
row(['all', ...times, `${(ours / rows).toFixed(2)} ×`, `${(ours / bare).toFixed(1)} ×`])
reportTargets([
  { target: 'all three find the same', measured: [...answers].join('; '), met: answers.size === 1 },
  atMost('ours beside reading every row', ours / rows, maxRatioToRows),
])
