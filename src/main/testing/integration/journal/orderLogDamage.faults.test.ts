import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { startReferenceService } from '../../../../demoService/index.ts'
import { commandsOn } from '../../../hosts/cli/testing/runCommand.ts'
import { isFull, printFigure, scale } from '../../faults.ts'
import { type Mutation, mutantEnv, unmutated } from '../../mutations.ts'
import { newFileFolder } from '../../newFolder.ts'

/**
 * A lab imports 40 samples, its process is killed at 29 orders or after the last one, the disk damages a file, and cron
 * runs the same import again. Every order exists exactly once, and each repair is reported.
 */

const rows = 40
const killedAt = 29
const apiKey = 'damage-key'
const root = newFileFolder()
let port: number

/** A data folder as a killed process leaves it, and the orders that the service has at that moment. */
type Template = { folder: string; orders: string }
type Phase = 'during' | 'after'
const templates = {} as Record<Phase, Template>
/** The journal as it was before the batch, which the newest backup has too. */
let yesterday: string

function writeSheet(name: string, from: number, count: number): void {
  const lines = Array.from(
    { length: count },
    (_, at) => `S-${from + at},${30 + (at % 40)},${at % 2 ? 'M' : 'F'}`,
  )
  writeFileSync(join(root, name), ['sample_id,age_years,sex', ...lines, ''].join('\n'))
}
const commandsIn = (folder: string) => commandsOn({ url: `http://127.0.0.1:${port}`, apiKey }, folder)
const importing = (name: string) => ['samples', 'import', join(root, name), '--yes']

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Runs `work` while the service is there, which begins with `orders`; returns what it has in the end. */
async function withService(
  orders: string | null,
  work: (placed: () => number) => Promise<void>,
): Promise<string> {
  let saved = orders ?? '{"orders":[]}'
  const service = await startReferenceService({
    port,
    apiKey,
    rate: { requests: 1_000_000, windowS: 60 },
    variants: ['no-idempotency'],
    store: { load: () => orders, save: (text) => void (saved = text) },
  })
  try {
    await work(() => service.summary().orders)
  } finally {
    await service.close()
  }
  return saved
}

/** Copies the data folder at the moment when its process is killed. */
async function makeTemplate(phase: Phase, base: string, orders: string): Promise<Template> {
  const folder = join(root, phase)
  cpSync(base, folder, { recursive: true })
  const target = 5 + (phase === 'during' ? killedAt : rows)
  const saved = await withService(orders, async (placed) => {
    const { child, ended } = commandsIn(folder).start(importing('cohort.csv'))
    while (placed() < target && child.exitCode === null) await wait(1)
    if (phase === 'after') await wait(30)
    child.kill('SIGKILL')
    await ended
  })
  return { folder, orders: saved }
}

beforeAll(async () => {
  port = await freePort()
  writeSheet('first.csv', 1, 5)
  writeSheet('cohort.csv', 100, rows)
  const base = join(root, 'base')
  const orders = await withService(null, async () => {
    const { code } = await commandsIn(base).run(importing('first.csv'))
    if (code !== 0) throw new Error('The first import failed.')
  })
  yesterday = join(root, 'yesterday.db')
  cpSync(journalIn(base), yesterday)
  templates.during = await makeTemplate('during', base, orders)
  templates.after = await makeTemplate('after', base, orders)
}, 600_000)

const journalIn = (folder: string): string =>
  join(folder, globSync('profiles/*/journal.db', { cwd: folder })[0] ?? 'none')
const logIn = (folder: string): string =>
  join(folder, globSync('profiles/*/orders.log', { cwd: folder })[0] ?? 'none')

/** Xorshift, so that a seed always means the same damage. */
function createRandom(seed: number) {
  let state = seed >>> 0 || 1
  return (below: number): number => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % below
  }
}

type Damage = (folder: string, seed: number) => void
const onBytes =
  (
    fileOf: (folder: string) => string,
    change: (bytes: Buffer, random: (below: number) => number) => Buffer,
  ): Damage =>
  (folder, seed) => {
    const file = fileOf(folder)
    if (existsSync(file)) writeFileSync(file, change(readFileSync(file), createRandom(seed)))
  }
const page = 4096
const flip = (bytes: Buffer, at: number, mask: number): void => {
  bytes[at] = (bytes[at] ?? 0) ^ mask
}

function removeJournal(folder: string, suffixes = ['', '-wal', '-shm']): void {
  const file = journalIn(folder)
  for (const suffix of suffixes) rmSync(`${file}${suffix}`, { force: true })
}

const journalDamages: Record<string, Damage> = {
  none: () => undefined,
  flips: onBytes(journalIn, (bytes, random) => {
    for (let count = 0; count < 20; count++) flip(bytes, page + random(bytes.length - page), 1 + random(255))
    return bytes
  }),
  schema: onBytes(journalIn, (bytes, random) => {
    for (let count = 0; count < 8; count++) flip(bytes, 200 + random(page - 200), 1 + random(255))
    return bytes
  }),
  pages: onBytes(journalIn, (bytes) => {
    for (const part of [1 / 3, 1 / 2]) {
      const at = Math.floor((bytes.length / page) * part) * page
      bytes.fill(0, at, at + page)
    }
    return bytes
  }),
  tail: onBytes(journalIn, (bytes) => bytes.subarray(0, Math.max(0, bytes.length - 4 * page))),
  half: onBytes(journalIn, (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2))),
  empty: onBytes(journalIn, () => Buffer.alloc(0)),
  wal: onBytes(
    (folder) => `${journalIn(folder)}-wal`,
    (bytes) => {
      if (bytes.length > 0) flip(bytes, Math.floor(bytes.length / 2), 1)
      return bytes
    },
  ),
  'wal gone': (folder) => removeJournal(folder, ['-wal', '-shm']),
  deleted: (folder) => removeJournal(folder),
  'deleted with its backups': (folder) => {
    journalDamages['deleted']?.(folder, 1)
    rmSync(join(dirname(logIn(folder)), 'backups'), { recursive: true, force: true })
  },
  'renamed rows': (folder) => {
    const database = new DatabaseSync(journalIn(folder))
    const [row] = database
      .prepare(`SELECT client_reference AS name FROM samples WHERE client_reference >= 'S-100' LIMIT 1`)
      .all()
    for (const table of ['ledger', 'samples'])
      database
        .prepare(`UPDATE ${table} SET client_reference = 'X' WHERE client_reference = ?`)
        .run(String(row?.['name']))
    database.close()
  },
  yesterday: (folder) => {
    removeJournal(folder, ['-wal', '-shm'])
    cpSync(yesterday, journalIn(folder))
  },
}

const logDamages: Record<string, Damage> = {
  'log cut': onBytes(logIn, (bytes, random) => bytes.subarray(0, random(bytes.length))),
  'log cut at a line': onBytes(logIn, (bytes, random) =>
    bytes.subarray(0, bytes.lastIndexOf(0x0a, bytes.length - 2 - random(bytes.length - 2)) + 1),
  ),
  'log flipped': onBytes(logIn, (bytes, random) => {
    flip(bytes, random(bytes.length), 1 + random(255))
    return bytes
  }),
  'log torn': (folder) => truncateSync(logIn(folder), readFileSync(logIn(folder)).length - 7),
  'log empty': onBytes(logIn, () => Buffer.alloc(0)),
  'log deleted': (folder) => rmSync(logIn(folder)),
}
const seededKinds = new Set(['flips', 'schema', 'log cut', 'log cut at a line', 'log flipped'])

type Order = { id: string; fields: { client_reference: string } }
type Result = Record<'code' | 'doubled' | 'lost' | 'silent' | 'stopped' | 'restored', number>
type Runner = (folder: string, args: string[]) => Promise<{ code: number; stderr: string }>
const runHere: Runner = (folder, args) => commandsIn(folder).run(args)

/** Damages a copy of the template, and runs the same import again, with an acknowledgment if it is stopped. */
async function rerun(
  phase: Phase,
  damage: Damage,
  seed: number,
  { hasWal, run = runHere }: { hasWal: boolean; run?: Runner },
): Promise<Result> {
  const folder = mkdtempSync(join(root, 'case-'))
  try {
    const template = templates[phase]
    cpSync(template.folder, folder, { recursive: true })
    if (!hasWal) new DatabaseSync(journalIn(folder)).close()
    damage(folder, seed)
    let code = 0
    let stopped = 0
    let texts = ''
    const saved = await withService(template.orders, async (placed) => {
      const before = placed()
      const importAgain = async () => {
        const ended = await run(folder, importing('cohort.csv'))
        texts += ended.stderr
        return ended
      }
      let ended = await importAgain()
      // A query met damage that the check at the start does not find; the next start restores the journal.
      if (ended.code === 2 && ended.stderr.includes('Restart the app')) ended = await importAgain()
      if (ended.code === 5) {
        stopped = 1
        if (placed() > before) throw new Error('An order was placed while the journal was uncertain.')
        const verified = await run(folder, ['journal', 'verify'])
        if (verified.code !== 5) throw new Error(`journal verify ended with ${verified.code}.`)
        const acknowledged = await run(folder, ['journal', 'acknowledge', '--yes'])
        if (acknowledged.code !== 0) throw new Error(`journal acknowledge: ${acknowledged.stderr}`)
        ended = await importAgain()
      }
      code = ended.code
      if (code > 1) throw new Error(`samples import ended with ${code}: ${ended.stderr}`)
    })
    const { orders } = JSON.parse(saved) as { orders: Order[] }
    const names = readdirSync(dirname(logIn(folder)))
    const isReplaced = (name: string) => /^(?:journal\.db|orders\.log)\.(?:damaged|replaced)-/.test(name)
    const restored = Number(names.some(isReplaced))
    return {
      code,
      ...compare(journalIn(folder), orders),
      stopped,
      restored,
      silent: restored && !/saved as/.test(texts) ? 1 : 0,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function compare(journal: string, orders: readonly Order[]) {
  const database = new DatabaseSync(journal, { readOnly: true })
  const known = new Set(
    database
      .prepare(
        `SELECT client_reference AS name FROM ledger WHERE state IN ('created', 'unknown') UNION SELECT client_reference FROM samples`,
      )
      .all()
      .map(({ name }) => String(name)),
  )
  database.close()
  const byName = Map.groupBy(orders, ({ fields }) => fields.client_reference)
  return {
    doubled: [...byName.values()].filter((same) => same.length > 1).length,
    lost:
      [...byName.keys()].filter((name) => !known.has(name)).length +
      (5 + rows - byName.size > 0 ? missing(byName, known) : 0),
  }
}

/** Samples of the file that were neither ordered nor are in doubt. */
const missing = (byName: ReadonlyMap<string, unknown>, known: ReadonlySet<string>): number =>
  Array.from({ length: rows }, (_, at) => `S-${100 + at}`).filter(
    (name) => !byName.has(name) && !known.has(name),
  ).length

const seeds = (kind: string): number[] =>
  seededKinds.has(kind) ? Array.from({ length: scale(1, 20) }, (_, at) => at + 1) : [1]

const kinds = Object.entries({ ...journalDamages, ...logDamages })
/** The quick form runs each kind in one phase only, by turns. */
const kindsIn = (phase: Phase) => kinds.filter((_, at) => isFull || (at % 2 === 0) === (phase === 'during'))

describe('the same import, run again after damage', () => {
  describe.each(['during', 'after'] as const)('killed %s the batch', (phase) => {
    it.each(kindsIn(phase))(
      'orders nothing twice, loses nothing and says so: %s',
      { timeout: 900_000 },
      async (kind, damage) => {
        const sum = { cases: 0, doubled: 0, lost: 0, silent: 0, stopped: 0, restored: 0 }
        for (const hasWal of isFull ? [true, false] : [phase === 'during'])
          for (const seed of seeds(kind)) {
            const result = await rerun(phase, damage, seed, { hasWal }).catch((error: unknown) => {
              throw new Error(`${kind}, seed ${seed}, ${hasWal ? 'with' : 'without'} a WAL`, { cause: error })
            })
            sum.cases += 1
            for (const name of ['doubled', 'lost', 'silent', 'stopped', 'restored'] as const)
              sum[name] += result[name]
            expect(result, `${kind}, seed ${seed}`).toMatchObject({ doubled: 0, lost: 0, silent: 0 })
          }
        printFigure('5', `${kind}, ${phase} the batch`, sum)
      },
    )
  })
})

const cutToFirstLine = onBytes(logIn, (bytes) => bytes.subarray(0, bytes.indexOf(0x0a) + 1))

describe('a log that ends before the journal or its newest backup', () => {
  /** Runs commands on a damaged copy of the template. Returns the last exit code, and how many orders were placed. */
  async function runDamaged(damages: readonly Damage[], commands: readonly string[][]) {
    const folder = mkdtempSync(join(root, 'case-'))
    try {
      cpSync(templates.during.folder, folder, { recursive: true })
      let code = 0
      let placedNow = 0
      await withService(templates.during.orders, async (placed) => {
        const before = placed()
        for (const damage of damages) damage(folder, 1)
        for (const args of commands) ({ code } = await runHere(folder, args))
        placedNow = placed() - before
      })
      return { code, placedNow }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const deleteJournal: Damage = (folder) => removeJournal(folder)
  const damagePages: Damage = (folder, seed) => journalDamages['pages']?.(folder, seed)

  it.each([
    ['deleted', deleteJournal],
    ['damaged', damagePages],
  ])('stops paid calls if the journal is %s as well', async (_, damageJournal) => {
    const result = await runDamaged([cutToFirstLine, damageJournal], [importing('cohort.csv')])
    expect(result).toEqual({ code: 5, placedNow: 0 })
  })

  it('is not merged with a backup before the user has opened the profile', async () => {
    const saved = join(root, 'week.pathclock-backup')
    expect((await runDamaged([], [['workspace', 'backup', saved]])).code).toBe(0)
    const commands = [['workspace', 'restore', saved, '--yes'], importing('cohort.csv')]
    for (const damage of [[cutToFirstLine], [cutToFirstLine, deleteJournal]])
      expect(await runDamaged(damage, commands)).toEqual({ code: 5, placedNow: 0 })
  })
})

type Mutant = { what: string; kind: string; mutations: Mutation[] }
const mutants: Mutant[] = [
  {
    what: 'does not bring the journal up to date',
    kind: 'yesterday',
    mutations: [
      {
        file: 'orderLog/replay.ts',
        from: '? condense(applied) : applied) replayLine(sql, line, batches)',
        to: '? condense(applied) : applied) void line',
      },
    ],
  },
  {
    what: 'does not notice a damaged journal',
    kind: 'pages',
    mutations: [
      { file: 'sqlite/inspect.ts', from: `result === 'ok' ?`, to: `result !== '?' ?` },
      { file: 'compose/openJournal.ts', from: `writeFileSync(damageMarker(file), '')`, to: 'undefined' },
    ],
  },
  {
    what: 'takes a log that is shorter than the journal for a sound one',
    kind: 'log cut at a line',
    mutations: [
      {
        file: 'files/chainedLog.ts',
        from: 'if (position.seq > 0 && !endsAt(file, position))',
        to: 'if (position.seq < 0)',
      },
    ],
  },
  {
    what: 'takes a missing log for one that never was',
    kind: 'log deleted',
    mutations: [
      {
        file: 'compose/openJournal.ts',
        from: 'const isFromBefore = isMissing &&',
        to: 'const isFromBefore = isMissing ||',
      },
    ],
  },
  {
    what: 'does not verify the middle of the log',
    kind: 'log flipped',
    mutations: [
      {
        file: 'files/chainedLog.ts',
        from: `if (bytes.toString('latin1', bodyEnd, stop) !==`,
        to: `if (false && bytes.toString('latin1', bodyEnd, stop) !==`,
      },
    ],
  },
  {
    what: 'allows orders while the journal is uncertain',
    kind: 'log deleted',
    mutations: [
      {
        file: 'compose/composeJournal.ts',
        from: 'if (uncertainty() !== null) throw',
        to: 'if (uncertainty() === undefined) throw',
      },
      {
        file: 'orderLog/orderLog.ts',
        from: 'if (entries.some(isPaidSending) && uncertainty())',
        to: 'if (!entries)',
      },
    ],
  },
  {
    what: 'does not correct rows from the log',
    kind: 'renamed rows',
    mutations: [{ file: 'orderLog/reconcile.ts', from: 'correct(sql, correction)', to: 'void seen' }],
  },
]
describe.runIf(isFull)('a mutant', () => {
  it.each(mutants)('that $what is caught', { timeout: 600_000 }, async ({ kind, mutations }) => {
    const run: Runner = async (folder, args) => {
      const options = { env: mutantEnv(mutations), fromSource: true }
      const { code, stderr } = await commandsIn(folder).start(args, options).ended
      if (stderr.includes(unmutated)) throw new Error(stderr)
      return { code: code ?? -1, stderr }
    }
    const damage = kinds.find(([name]) => name === kind)?.[1]
    if (!damage) throw new Error(`There is no damage “${kind}”.`)
    const sound: object[] = []
    const mutated: object[] = []
    // A flipped byte may leave a line that is no JSON, which every reader refuses.
    for (const seed of seededKinds.has(kind) ? [1, 2, 3, 4, 5] : [1]) {
      // Without a WAL, every page that is damaged is one that is read.
      sound.push(await rerun('during', damage, seed, { hasWal: false }))
      mutated.push(
        await rerun('during', damage, seed, { hasWal: false, run }).catch((error: unknown) => {
          if (String(error).includes(unmutated)) throw error
          return { failed: 1 }
        }),
      )
    }
    expect(mutated).not.toEqual(sound)
  })
})
