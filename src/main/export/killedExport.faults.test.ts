import { once } from 'node:events'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { parquetMetadata } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../demoService/index.ts'
import {
  formatExtension,
  type TableFormat,
  tableFormatSchema,
} from '../../shared/domain/studies/exporting.ts'
import { commandsOn } from '../hosts/cli/testing/runCommand.ts'
import { openJournalFile } from '../store/testing/openStores.ts'
import { sampleRow } from '../store/testing/rows.ts'
import { isFull, printFigure, scale } from '../testing/faults.ts'
import { mountSmallDisk } from '../testing/guards/smallDisk.ts'
import { mutantEnv } from '../testing/mutations.ts'
import { newFileFolder } from '../testing/newFolder.ts'
import { journalIn } from '../testing/secrets/watchedService.ts'
import { createSeededRandom } from '../testing/seededRandom.ts'

const samples = scale(6000, 12_000)
const old = 'what stood there before\n'

const folder = newFileFolder()
let service: ReferenceService
beforeAll(async () => {
  service = await startReferenceService({ rate: { requests: 1_000_000, windowS: 60 } })
  await commands().run(['samples', 'list'])
  await fillRegister()
})
afterAll(async () => {
  await service.close()
})

const commands = () => commandsOn(service, join(folder, 'data'))
const exporting = (format: TableFormat, out: string) => [
  'export',
  'samples',
  '--format',
  format,
  '--out',
  out,
]
const exportAgain = (format: TableFormat, out: string) => commands().start(exporting(format, out)).ended

async function fillRegister(): Promise<void> {
  const journal = await openJournalFile(journalIn(join(folder, 'data')) ?? '')
  const fieldsOf = (index: number) => ({ age: index / 10, plate: `=P${index}`, text: 'x'.repeat(100) })
  await journal.transaction(async (query) => {
    for (let from = 0; from < samples; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) =>
        sampleRow(`smp_${from + index}`, { fields: JSON.stringify(fieldsOf(index)), service: service.url }),
      )
      await query.insertInto('samples').values(rows).execute()
    }
  })
  await journal.close()
}

/** Returns `part` if the file is neither the old one nor a complete new one. */
function whatStands(path: string, format: TableFormat): 'old' | 'new' | 'part' {
  const bytes = readFileSync(path)
  if (bytes.toString('utf8') === old) return 'old'
  try {
    return countRows(bytes, format) === samples ? 'new' : 'part'
  } catch {
    return 'part'
  }
}

function countRows(bytes: Buffer, format: TableFormat): number {
  if (format === 'parquet')
    return Number(parquetMetadata(new Uint8Array(bytes).buffer as ArrayBuffer).num_rows)
  if (format === 'xlsx') {
    const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString('latin1')
    return (sheet.match(/<row /g) ?? []).length - 1
  }
  const text = bytes.toString('utf8')
  if (format === 'json') return (JSON.parse(text) as { rows: unknown[] }).rows.length
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.length - (format === 'jsonl' ? 1 : 2) : Number.NaN
}

const unfinishedIn = (where: string): string[] =>
  readdirSync(where).filter((name) => name.startsWith('.pathclock-'))

/** Kills an export while it writes. `mutant`: the environment of a broken version. */
async function killOnce(format: TableFormat, afterMs: number, mutant?: Record<string, string>) {
  const where = await mkdtemp(join(folder, 'out-'))
  const path = join(where, `samples.${formatExtension[format]}`)
  writeFileSync(path, old)
  const options = { env: mutant ?? {}, fromSource: mutant !== undefined }
  const { child, ended } = commands().start(exporting(format, path), options)
  const begun = () => unfinishedIn(where).length > 0 || readFileSync(path, 'utf8') !== old
  while (child.exitCode === null && !begun()) await wait(1)
  await wait(afterMs)
  const exited = once(child, 'exit')
  if (child.exitCode === null) {
    child.kill('SIGKILL')
    await exited
  }
  await ended
  return { where, path, killed: child.signalCode === 'SIGKILL', stands: whatStands(path, format) }
}

describe('a killed export', () => {
  it('leaves either the complete old file or the complete new one', { timeout: 1_200_000 }, async () => {
    const targetKills = scale(4, 100)
    const random = createSeededRandom(16)
    const sum = { killed: 0, old: 0, new: 0, part: 0, 'left behind': 0, 'left after the next export': 0 }
    const formats = tableFormatSchema.options
    for (let run = 0; sum.killed < targetKills && run < targetKills * 3; run++) {
      const format = formats[run % formats.length] ?? 'csv'
      const { where, path, killed, stands } = await killOnce(format, (random() * 700 * samples) / 12_000)
      sum[stands] += 1
      if (killed) sum.killed += 1
      const left = unfinishedIn(where)
      sum['left behind'] += left.length
      // An hour later the next export into this folder removes the leftovers. The quick run checks this once.
      if (left.length > 0 && (isFull ? run % 5 === 0 : sum['left behind'] === 1)) {
        const before = new Date(Date.now() - 2 * 60 * 60 * 1000)
        for (const name of left) utimesSync(join(where, name), before, before)
        await exportAgain(format, path)
        sum['left after the next export'] += unfinishedIn(where).length
        if (whatStands(path, format) !== 'new') sum.part += 1
      }
      await rm(where, { recursive: true })
    }
    printFigure('16', `SIGKILL in mid-export of ${samples} samples`, sum)
    expect(sum).toMatchObject({ part: 0, 'left after the next export': 0 })
    expect(sum.killed).toBeGreaterThanOrEqual(targetKills)
    expect(sum['left behind']).toBeGreaterThan(0)
  })

  it.runIf(isFull)(
    'is detected if a mutant writes into the file directly',
    { timeout: 300_000 },
    async () => {
      const mutant = mutantEnv([
        {
          file: 'adapters/files/files.ts',
          from: "open(temporary, 'wx', mode ?? 0o666)",
          to: "open(target, 'w', mode ?? 0o666)",
        },
        { file: 'adapters/files/files.ts', from: 'renameFile(temporary, target)', to: 'Promise.resolve()' },
      ])
      const found = new Set<string>()
      for (let run = 0; run < 5 && !found.has('part'); run++)
        found.add((await killOnce('csv', run * 10, mutant)).stands)
      expect(found).toContain('part')
    },
  )
})

describe('an export to a full disk', () => {
  it('keeps the old file and gives the reason', async ({ skip }) => {
    const where = join(folder, 'small')
    await mkdir(where)
    const disk = mountSmallDisk(where, 256)
    if (!disk) return skip('skipped: nothing can be mounted here')
    try {
      const counts: Record<string, number> = {}
      for (const format of isFull ? tableFormatSchema.options : (['csv'] as const)) {
        const path = join(where, `samples.${formatExtension[format]}`)
        writeFileSync(path, old)
        const { code, stderr } = await exportAgain(format, path)
        if (format === 'parquet' && code === 0) continue
        expect(code).not.toBe(0)
        expect(stderr).toContain('could not be saved: the disk is full. Nothing was written')
        expect(readFileSync(path, 'utf8')).toBe(old)
        expect(unfinishedIn(where)).toEqual([])
        counts[format] = 1
      }
      printFigure('16', 'a full disk in mid-export', { ...counts, 'old files lost': 0 })
      disk.resize(64 * 1024)
      const path = join(where, 'samples.csv')
      expect((await exportAgain('csv', path)).code).toBe(0)
      expect(whatStands(path, 'csv')).toBe('new')
    } finally {
      disk.unmount()
    }
  })
})
