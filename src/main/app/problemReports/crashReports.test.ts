import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeAtomicallySync } from '../../adapters/files/jsonFile.ts'
import type { Clock } from '../../ports.ts'
import { createCrashReports } from './crashReports.ts'

const about = { version: '1.2.3', host: 'electron', system: 'linux 6.1.0 x64' }
const stack = 'TypeError: Cannot read properties of null (reading x)\n    at draw (/opt/app/out/main.js:3:4)'

let root: string
let folder: string
let nowMs: number
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pathclock-crashes-'))
  folder = join(root, 'crashes')
  nowMs = Date.UTC(2026, 10, 22, 7)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const clock: Clock = { now: () => (nowMs += 1000), sleep: () => Promise.resolve() }
const start = (isEnabled = () => true, write = writeAtomicallySync) =>
  createCrashReports({ folder, clock, isOwnFile: (name) => name === 'main.js', about, isEnabled, write })

describe('reports of crashes', () => {
  it('state the time, the process and the place in the code', () => {
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

  it('are reported once, after the next start, newest first', () => {
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

  it('are limited to twenty, and the oldest are deleted', () => {
    for (let run = 0; run < 3; run++) {
      const reports = start()
      for (let count = 0; count < 9; count++) reports.record('main', stack)
    }
    const names = readdirSync(folder).toSorted()
    expect(names).toHaveLength(20)
    expect(names[0]).toBe('crash-2026-11-22T07-00-08-000Z.new.txt')
  })

  it('are limited to ten per run, so a screen that fails repeatedly leaves room for others', () => {
    const reports = start()
    for (let count = 0; count < 50; count++) reports.record('screen', stack)
    expect(readdirSync(folder)).toHaveLength(10)
  })

  it('are not written if the user turned them off, and are deleted when the user turns them off', () => {
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

  it('never throw, even on a full disk or with a file in place of the folder', () => {
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

  it('are read back without lines that do not have our format', () => {
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
