import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toEnglish } from '../../../shared/words/message.ts'
import { drugsMigrations } from '../../store/drugs.ts'
import { isFull, printFigure, scale } from '../../testing/faults.ts'
import { createRandom } from '../testing/createRandom.ts'
import { drugOf, toFetchedDrug } from '../testing/drugCacheFixture.ts'
import { createDrugThreads, type DrugThreads } from './drugThreads.ts'
import { launchInline, launchWith } from './testing/launchInline.ts'

const pageBytes = 4096
const endings = ['', '-wal'] as const
const fetchedAt = '2026-01-01T00:00:00.000Z'

const drugs = Array.from({ length: 400 }, (_, index) =>
  drugOf(`D${index}`, `${['Alpha', 'Beta', 'Gamma', 'Delta'][index % 4]}nib${index}x`, {
    synonyms: [`Trade${index}`, `Other name ${index}`],
    category: `Class ${index % 7}`,
    description: `Acts on the target number ${index % 50} of the cell, as was found in a study of ${index} cases.`,
  }),
)
/** Drugs up to this index are in the database file itself, later ones only in the log that the crash leaves. */
const writtenBack = 300
const byId = new Map(drugs.map((drug) => [drug.drugId, drug]))

let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pathclock-damage-'))
  const threads = open(join(folder, 'sound.db'), [])
  await threads.store.cacheDrugs(drugs.slice(0, writtenBack).map(toFetchedDrug))
  for (const { drugId } of drugs.slice(0, 100)) {
    const acts = [
      {
        pathway: Number(drugId.slice(1)) % 2 ? 'mTOR' : 'AMPK',
        direction: 'inhibits' as const,
        evidence: null,
      },
    ]
    await threads.store.cachePathways(drugId, { value: acts, raw: acts, fetchedAt })
  }
  await threads.close()
  // Simulates a crash: the last writes are only in the log.
  copyFileSync(join(folder, 'sound.db'), join(folder, 'open.db'))
  for (const name of ['sound', 'open']) {
    const more = open(join(folder, `${name}.db`), [])
    await more.store.cacheDrugs(drugs.slice(writtenBack).map(toFetchedDrug))
    for (const ending of endings)
      if (name === 'open') copyFileSync(join(folder, `open.db${ending}`), join(folder, `crashed.db${ending}`))
    await more.close()
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const open = (file: string, notices: string[], launch: Launch = launchInline): DrugThreads =>
  createDrugThreads({ launch, file, notice: (text) => notices.push(toEnglish(text)) })

type Launch = typeof launchInline

type Damage = { name: string; do(file: string, random: () => number): void }

const change = (file: string, how: (bytes: Buffer) => Buffer | void): void => {
  const bytes = readFileSync(file)
  writeFileSync(file, how(bytes) ?? bytes)
}
const somePage = (bytes: Buffer, random: () => number) =>
  Math.floor(random() * Math.floor(bytes.length / pageBytes)) * pageBytes

const damages: Damage[] = [
  {
    name: 'cut',
    do: (file, random) => change(file, (bytes) => bytes.subarray(0, Math.floor(random() * bytes.length))),
  },
  {
    name: 'zeroed pages',
    do: (file, random) =>
      change(file, (bytes) => {
        for (let count = 1 + random() * 4; count > 0; count--) {
          const at = somePage(bytes, random)
          bytes.fill(0, at, at + pageBytes)
        }
      }),
  },
  {
    name: 'garbage',
    do: (file, random) =>
      change(file, (bytes) => {
        const at = somePage(bytes, random)
        for (let offset = 0; offset < pageBytes * (1 + 3 * random()); offset++)
          bytes[at + offset] = random() * 256
      }),
  },
  {
    name: 'flipped bits',
    do: (file, random) =>
      change(file, (bytes) => {
        for (let count = 1 + random() * 30; count > 0; count--) {
          const at = Math.floor(random() * bytes.length)
          bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
        }
      }),
  },
  {
    name: 'bad log',
    do: (file, random) => {
      if (!existsSync(`${file}-wal`)) writeFileSync(`${file}-wal`, Buffer.alloc(9000, 7))
      else if (random() < 0.5)
        change(
          `${file}-wal`,
          (bytes) => void bytes.fill(Math.floor(random() * 256), 32 + Math.floor(random() * 5000)),
        )
      else truncateSync(`${file}-wal`, Math.floor(random() * 100_000))
    },
  },
  { name: 'flipped bit in the schema', do: (file, random) => flipAfter(file, 'CREATE ', 200, random) },
  {
    name: 'flipped bit in a migration',
    do: (file, random) => flipAfter(file, drugsMigrations[0]?.name, 12, random),
  },
  { name: 'no database', do: (file) => change(file, () => Buffer.from('not a database '.repeat(2000))) },
]

/** Flips one bit in the `lengthBytes` after a random occurrence of the text. */
function flipAfter(file: string, text = '', lengthBytes: number, random: () => number): void {
  change(file, (bytes) => {
    const places: number[] = []
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) places.push(at)
    const place = places[Math.floor(random() * places.length)]
    if (place === undefined) return
    const at = Math.min(bytes.length - 1, place + Math.floor(random() * lengthBytes))
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  })
}

type Outcome = { word: boolean; slowestMs: number; wrong: string[]; changed: number; failures: string[] }

/** Runs every kind of read on a damaged file. `wrong` lists what was missing or false without a notice. */
async function tryDamaged(file: string, sure: number, launch: Launch): Promise<Outcome> {
  const notices: string[] = []
  const threads = open(file, notices, launch)
  const outcome: Outcome = { word: false, slowestMs: 0, wrong: [], changed: 0, failures: [] }
  const wrong: string[] = []
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    const startMs = performance.now()
    try {
      return await work()
    } catch (error) {
      outcome.failures.push(String(error))
      return null
    } finally {
      outcome.slowestMs = Math.max(outcome.slowestMs, performance.now() - startMs)
    }
  }
  for (const drug of drugs.filter((_, index) => index % 13 === 0)) {
    const answer = await attempt(() => threads.store.search({ text: drug.name, page: 1, limit: 20 }))
    if (answer?.notice) notices.push(toEnglish(answer.notice))
    const isFound = answer?.hits.some(({ drugId }) => drugId === drug.drugId)
    if (!isFound && Number(drug.drugId.slice(1)) < sure) wrong.push(`${drug.name} is missing`)
    for (const { drugId, name, description } of answer?.hits ?? []) {
      const truth = byId.get(drugId)
      if (name !== truth?.name || description !== truth.description) outcome.changed++
    }
  }
  const all = await attempt(() => threads.store.search({ text: '', page: 1, limit: 100 }))
  if (all?.hits.length !== 100) wrong.push(`${all?.hits.length} of the first hundred`)
  await attempt(() => threads.store.facets({ text: 'nib' }))
  await attempt(() => threads.store.get([...byId.keys()]))
  await attempt(() => threads.store.cacheDrugs(drugs.slice(0, 50).map(toFetchedDrug), true))
  await attempt(() => threads.store.cacheDrugs([toFetchedDrug(drugOf('N1', 'Newlykept'))]))
  const found = await attempt(() => threads.store.search({ text: 'newlykept', page: 1, limit: 5 }))
  if (found?.hits[0]?.drugId !== 'N1') outcome.failures.push('what is kept after the damage is not found')
  await threads.close()
  outcome.word = notices.length > 0
  if (!outcome.word) outcome.wrong = wrong
  return outcome
}

/** Damages copies of the sound and the crashed file, each in another way, and uses them. */
async function damageAndUse(count: number, launch: Launch) {
  const sum = { words: 0, slowestMs: 0, changed: 0, failures: [] as string[], wrong: [] as string[] }
  for (let seed = 1; seed <= count; seed++) {
    const random = createRandom(seed * 7919)
    const damage = damages[seed % damages.length]!
    const from = random() < 0.5 ? 'sound' : 'crashed'
    const file = join(mkdtempSync(join(folder, 'case-')), 'drugs.db')
    for (const ending of endings)
      if (existsSync(join(folder, `${from}.db${ending}`)))
        copyFileSync(join(folder, `${from}.db${ending}`), `${file}${ending}`)
    damage.do(file, random)
    // A log may be cut off anywhere: only what was written back to the file is certain to survive.
    const sure = damage.name === 'bad log' ? writtenBack : drugs.length
    const { word, slowestMs, wrong, changed, failures } = await tryDamaged(file, sure, launch)
    const named = (texts: string[]) => texts.map((text) => `${seed} ${damage.name} (${from}): ${text}`)
    if (word) sum.words++
    sum.slowestMs = Math.max(sum.slowestMs, slowestMs)
    sum.changed += changed
    sum.failures.push(...named(failures))
    sum.wrong.push(...named(wrong))
    if (word && readdirSync(join(file, '..')).every((name) => !name.includes('.damaged-')))
      sum.failures.push(...named(['told of, and not quarantined']))
  }
  return sum
}

const reportFigures = (fault: string, damaged: number, sum: Awaited<ReturnType<typeof damageAndUse>>) =>
  printFigure('Reliability', fault, {
    damages: damaged,
    'told of': sum.words,
    'slowest answer in ms': Math.round(sum.slowestMs),
    'wrong without a word': sum.wrong.length,
    failures: sum.failures.length,
    'texts changed by flipped bits': sum.changed,
  })

const longMs = 3_600_000
/** The quick form runs beside other tests on a busy computer. */
const limitMs = scale(20_000, 3000)

describe('a damaged file of cached drugs', () => {
  it('is quarantined and reported when it is opened, and calls still return', {
    timeout: longMs,
  }, async () => {
    const count = scale(8, 300)
    const sum = await damageAndUse(count, launchInline)
    reportFigures('damaged drugs.db, read through at the start', count, sum)
    expect(sum.failures).toEqual([])
    expect(sum.wrong).toEqual([])
    expect(sum.slowestMs).toBeLessThan(limitMs)
  })

  it('is quarantined when a call meets the damage, if it is too large to check on opening', {
    timeout: longMs,
  }, async () => {
    const count = scale(8, 300)
    const sum = await damageAndUse(count, launchWith({}, 0))
    reportFigures('damaged drugs.db, met while it is used', count, sum)
    expect(sum.failures).toEqual([])
    expect(sum.slowestMs).toBeLessThan(limitMs)
  })

  it.runIf(isFull)('is not detected by a mutant that ignores damage', { timeout: longMs }, async () => {
    const sum = await damageAndUse(20, launchWith({ isDamage: () => false }, 0))
    expect(sum.failures.length + sum.wrong.length).toBeGreaterThan(0)
  })
})
