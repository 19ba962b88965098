import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../../testing/newFolder.ts'
import { fileIdentity, quarantine, replaceDatabase } from './quarantine.ts'

const nowMs = Date.UTC(2026, 10, 21, 8, 0, 0)
let folder: string
let file: string
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'a.db')
  writeFileSync(file, 'damaged')
})

describe('quarantining a file', () => {
  it('renames the file together with its log and index', () => {
    writeFileSync(`${file}-wal`, 'log')
    writeFileSync(`${file}-shm`, 'index')
    const quarantined = quarantine(file, fileIdentity(file), nowMs)
    expect(quarantined).toBe(`${file}.damaged-2026-11-21T08-00-00-000Z`)
    expect(readFileSync(`${quarantined}-wal`, 'utf8')).toBe('log')
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('does not overwrite a file that was quarantined earlier', () => {
    const first = quarantine(file, fileIdentity(file), nowMs)
    writeFileSync(file, 'damaged again')
    const second = quarantine(file, fileIdentity(file), nowMs)
    expect(readFileSync(first ?? '', 'utf8')).toBe('damaged')
    expect(readFileSync(second ?? '', 'utf8')).toBe('damaged again')
  })

  it('leaves a sound file that another process has put in its place', () => {
    const identity = fileIdentity(file)
    writeFileSync(`${file}.new`, 'sound')
    renameSync(`${file}.new`, file)
    expect(quarantine(file, identity, nowMs)).toBeNull()
    expect(readFileSync(file, 'utf8')).toBe('sound')
    expect(quarantine(file, null, nowMs)).toBeNull()
  })
})

describe('replacing a file', () => {
  it('gives the name to the new file, without the old log', () => {
    writeFileSync(`${file}-wal`, 'log')
    writeFileSync(`${file}.new`, 'sound')
    const quarantined = replaceDatabase(`${file}.new`, file, nowMs)
    expect(readFileSync(file, 'utf8')).toBe('sound')
    expect(readFileSync(`${quarantined}-wal`, 'utf8')).toBe('log')
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('restores the old file and its log if the new one cannot be renamed', () => {
    writeFileSync(`${file}-wal`, 'log')
    expect(() => replaceDatabase(`${file}.new`, file, nowMs)).toThrow('ENOENT')
    expect(readFileSync(file, 'utf8')).toBe('damaged')
    expect(readFileSync(`${file}-wal`, 'utf8')).toBe('log')
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('removes a leftover log without its file', () => {
    rmSync(file)
    writeFileSync(`${file}-wal`, 'log')
    writeFileSync(`${file}.new`, 'sound')
    expect(replaceDatabase(`${file}.new`, file, nowMs)).toBeNull()
    expect(readdirSync(folder).toSorted()).toEqual(['a.db'])
  })
})
