import { appendFileSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { beforeEach, describe, expect, it } from 'vitest'
import { LogDamaged, type LogLine, type LogPosition } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createChainedLog } from './chainedLog.ts'

const at = '2026-11-29T10:00:00.000Z'
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'orders.log')
})

const open = () => createChainedLog(file)
const entry = (name: string) => ({ kind: 'row sending', json: JSON.stringify({ name }) })
const write = (...names: string[]): LogPosition =>
  open().exclusively((log) => log.append(names.map(entry), at))
const read = (from?: LogPosition): { names: unknown[]; problem: string | null } => {
  const reading = open().lines(from)
  const names: unknown[] = []
  for (;;) {
    const next = reading.next()
    if (next.done) return { names, problem: next.value }
    names.push(next.value['name'])
  }
}

describe('an order log', () => {
  it('is JSON lines with numbers, times and checksums, readable in a text editor', () => {
    write('Müller "1"', '')
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as LogLine)).toMatchObject([
      { seq: 1, at, kind: 'row sending', name: 'Müller "1"', sum: expect.stringMatching(/^[\da-f]{32}$/) },
      { seq: 2, name: '' },
    ])
  })

  it('returns the lines after a position, and continues across instances', () => {
    const first = write('a', 'b')
    write('c')
    expect(read()).toEqual({ names: ['a', 'b', 'c'], problem: null })
    expect(read(first)).toEqual({ names: ['c'], problem: null })
  })

  it('finds its end even if the last line is longer than one read', () => {
    const end = write('x'.repeat(200_000))
    expect(open().exclusively((log) => log.end())).toEqual(end)
  })

  it('removes a torn last line before it appends', () => {
    write('a', 'b')
    truncateSync(file, readFileSync(file).length - 5)
    expect(read()).toEqual({ names: ['a'], problem: 'torn' })
    write('c')
    expect(read()).toEqual({ names: ['a', 'c'], problem: null })
  })

  it('detects any flipped byte, wherever it is', () => {
    write('a', 'b', 'c')
    const sound = readFileSync(file)
    for (let index = 0; index < sound.length; index++) {
      const damaged = Buffer.from(sound)
      damaged[index] = (damaged[index] ?? 0) ^ 1
      writeFileSync(file, damaged)
      const { names, problem } = read()
      expect(problem, `byte ${index}`).not.toBeNull()
      expect(['a', 'b', 'c'].slice(0, names.length), `byte ${index}`).toEqual(names)
    }
  })

  it('rejects a position that it does not contain', () => {
    const end = write('a', 'b')
    truncateSync(file, readFileSync(file).indexOf('\n') + 1)
    expect(() => read(end)).toThrow(LogDamaged)
    expect(() => read({ ...end, sum: '0'.repeat(32) })).toThrow(LogDamaged)
  })

  it('verifies every line but the damaged one, whichever part of the line is damaged', () => {
    write('a', 'b', 'c', 'd')
    const sound = readFileSync(file)
    const lineStart = sound.indexOf('\n') + 1
    const lineEnd = sound.indexOf('\n', lineStart)
    for (let index = lineStart; index < lineEnd; index++) {
      const damaged = Buffer.from(sound)
      damaged[index] = (damaged[index] ?? 0) ^ 1
      writeFileSync(file, damaged)
      const { lines } = open().provenLines()
      const names = lines.map((line) => line['name'])
      // If a checksum is damaged, its line is intact, and the next line proves it.
      expect(
        [
          ['a', 'c', 'd'],
          ['a', 'b', 'c', 'd'],
        ],
        `byte ${index}: ${String(names)}`,
      ).toContainEqual(names)
    }
  })

  it('reports in plain words that the system refuses its file', () => {
    mkdirSync(file)
    expect(() => write('A')).toThrow(
      expect.objectContaining({
        code: 'file',
        message: expect.stringContaining('could not write to its order log'),
      }),
    )
  })

  it('quarantines the old file when it is replaced', () => {
    write('a')
    const { end, quarantinedFile } = open().exclusively((log) => log.replace([entry('b'), entry('c')], at))
    expect(read()).toEqual({ names: ['b', 'c'], problem: null })
    expect(end.seq).toBe(2)
    expect(readdirSync(folder)).toContain(quarantinedFile)
  })

  it('detects that another process has removed lines', () => {
    const log = open()
    log.exclusively((locked) => locked.append([entry('a'), entry('b')], at))
    truncateSync(file, readFileSync(file).indexOf('\n') + 1)
    appendFileSync(file, 'not a line\n')
    expect(() => log.exclusively((locked) => locked.append([entry('c')], at))).toThrow(LogDamaged)
  })

  it('does not truncate lines of another process that follow a corrupt one', () => {
    const log = open()
    log.exclusively((locked) => locked.append([entry('a')], at))
    write('b', 'c')
    const bytes = readFileSync(file)
    bytes[bytes.indexOf('"b"') + 1] = 0x78
    writeFileSync(file, bytes)
    expect(() => log.exclusively((locked) => locked.append([entry('d')], at))).toThrow(LogDamaged)
    expect(readFileSync(file)).toEqual(bytes)
  })

  it('has each line once and in order if several threads append at the same time', async () => {
    const code = `
      import { workerData } from 'node:worker_threads'
      const { createChainedLog } = await import(workerData.module)
      const log = createChainedLog(workerData.file)
      for (let n = 0; n < 100; n++)
        log.exclusively((locked) => locked.append([{ kind: 'k', json: JSON.stringify({ name: workerData.name + n }) }], 'now'))
      log.close()`
    const module = new URL('./chainedLog.ts', import.meta.url).href
    await Promise.all(
      ['a', 'b', 'c'].map(
        (name) =>
          new Promise((resolve, reject) => {
            const url = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
            const worker = new Worker(url, { workerData: { module, file, name } })
            worker.once('error', reject).once('exit', resolve)
          }),
      ),
    )
    const { names, problem } = read()
    expect(problem).toBeNull()
    expect(names).toHaveLength(300)
    for (const name of ['a', 'b', 'c'])
      expect(names.filter((one) => String(one).startsWith(name))).toEqual(
        Array.from({ length: 100 }, (_, n) => `${name}${n}`),
      )
  })
})
