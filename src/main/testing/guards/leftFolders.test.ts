import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeLeft } from '../../../../scripts/leftFolders.mjs'
import { newFolder } from '../newFolder.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const hoursAgo = (hours: number) => (nowMs - hours * 3_600_000) / 1000

function make(folder: string, name: string, hours: number): void {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'file'), '')
  utimesSync(path, hoursAgo(hours), hoursAgo(hours))
}

it('folders that a killed run of the tests left a day ago go, and no others', () => {
  const folder = newFolder()
  make(folder, 'pathclock-test-aB3xY9', 25)
  make(folder, 'pathclock-test-aB3xY8', 23)
  make(folder, 'pathclock-test-mine', 400)
  make(folder, 'pathclock-tests-aB3xY9', 400)
  make(folder, 'other-aB3xY9', 400)
  writeFileSync(join(folder, 'pathclock-test-file00'), '')
  utimesSync(join(folder, 'pathclock-test-file00'), hoursAgo(400), hoursAgo(400))
  symlinkSync(join(folder, 'other-aB3xY9'), join(folder, 'pathclock-test-link00'))
  removeLeft(folder, 'pathclock-test-', nowMs)
  expect(readdirSync(folder).toSorted()).toEqual([
    'other-aB3xY9',
    'pathclock-test-aB3xY8',
    'pathclock-test-file00',
    'pathclock-test-link00',
    'pathclock-test-mine',
    'pathclock-tests-aB3xY9',
  ])
  expect(readdirSync(join(folder, 'other-aB3xY9'))).toEqual(['file'])
})
