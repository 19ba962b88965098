import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeAtomicallySync } from '../../adapters/files/jsonFile.ts'
import type { Clock } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { createCrashReports } from './crashReports.ts'

const about = { version: '1.2.3', host: 'electron', system: 'linux 6.1.0 x64' }
const stack = 'TypeError: Cannot read properties of null (reading x)\n    at draw (/opt/app/out/main.js:3:4)'

let root: string
let folder: string
let nowMs: number
beforeEach(() => {
  root = newFolder()
  folder = join(root, 'crashes')
  nowMs = Date.UTC(2026, 10, 22, 7)
})

const clock: Clock = { now: () => (nowMs += 1000), sleep: () => Promise.resolve() }
const start = (isEnabled = () => true, write = writeAtomicallySync) =>
  createCrashReports({ folder, clock, isOwnFile: (name) => name === 'main.js', about, isEnabled, write })

describe('reports of crashes', () => {
  it('are small texts with the time, place and code location', () => {
    start().record('screen', stack)
    const [name = ''] = readdirSync(folder)
    expect(name).toBe('crash-2026-11-22T07-00-01-000Z.new.txt')
    expect(readFileSync(join(folder, name), 'utf8')).toBe(
      [
        'at: 2026-11-22T07:00:01.000Z',
        'where: screen',
        'version: 1.2.3',
        'host: electron',
        'system: linux 6.1.0 x64',
        'TypeError: Cannot read properties of null',
        '  at main.js:3:4',
        '',
      ].join('\n'),
    )
  })

  it('are shown once, after the next start, newest first', () => {
    const first = start()
    first.record('main', stack)
    first.record('window', 'Error: crashed')
    expect(start().takeUnseen()).toEqual([
      { at: '2026-11-22T07:00:02.000Z', where: 'window' },
      { at: '2026-11-22T07:00:01.000Z', where: 'main' },
    ])
    expect(start().takeUnseen()).toEqual([])
    expect(start().format()).toContain('where: window')
  })

  it('are at most twenty: the oldest are removed', () => {
    for (let run = 0; run < 3; run++) {
      const reports = start()
      for (let count = 0; count < 9; count++) reports.record('main', stack)
    }
    const names = readdirSync(folder).toSorted()
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('crash-2026-11-22T07-00-08-000Z.new.txt')
  })

  it('are at most ten per run, so that a repeatedly failing screen leaves room for others', () => {
    const reports = start()
    for (let count = 0; count < 50; count++) reports.record('screen', stack)
    expect(readdirSync(folder)).toHaveLength(10)
  })

  it('are not written if the user disables them, and are then removed', () => {
    let isEnabled = false
    const reports = start(() => isEnabled)
    reports.record('main', stack)
    expect(reports.format()).toBe('None.\n')
    isEnabled = true
    reports.record('main', stack)
    writeFileSync(join(folder, 'mine.txt'), 'of somebody else')
    expect(reports.format()).toContain('TypeError')
    reports.clear()
    expect(readdirSync(folder)).toEqual(['mine.txt'])
  })

  it('do not throw on a full disk, or a file in place of the folder', () => {
    expect(() =>
      start(undefined, () => {
        throw new Error('ENOSPC')
      }).record('main', stack),
    ).not.toThrow()
    rmSync(folder, { recursive: true, force: true })
    writeFileSync(folder, 'a file')
    const reports = start()
    expect(() => reports.record('main', stack)).not.toThrow()
    expect(reports.takeUnseen()).toEqual([])
    expect(reports.format()).toBe('None.\n')
  })

  it('from another source are reported only in our own form', () => {
    start().record('main', stack)
    const [name = ''] = readdirSync(folder)
    const file = join(folder, name)
    writeFileSync(
      file,
      `${readFileSync(file, 'utf8').replace('linux', 'Ada')}HLS-001 of Ada\n  at Ada Lovelace\n`,
    )
    const text = start().format()
    expect(text).toContain('TypeError: Cannot read properties of null')
    expect(text).not.toMatch(/Ada|HLS/)
    writeFileSync(file, 'where: main\nat: Ada')
    expect(start().format()).toBe('None.\n')
  })
})
