import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createVirtualClock } from '../../api/testing/virtualClock.ts'
import type { Clock } from '../../ports.ts'
import { newFolder } from '../../testing/newFolder.ts'
import { systemClock } from '../system.ts'
import { createLocks } from './locks.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

const locks = () => createLocks(join(folder, 'locks'), systemClock)

describe('locks', () => {
  it.each([
    [
      'of one process',
      () => {
        const one = locks()
        return [one, one, one]
      },
    ],
    ['of several', () => [locks(), locks(), locks()]],
  ])('have one holder at a time among the locks %s', async (_whose, make) => {
    let holders = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++holders)
      await new Promise((resolve) => setImmediate(resolve))
      holders -= 1
    }
    await Promise.all(make().flatMap((one) => [one.withLock('name', work), one.withLock('name', work)]))
    expect(most).toBe(1)
  })

  it('do not block other names, and are released if the work fails', async () => {
    const one = locks()
    const inside = one.withLock('a/b', () => locks().withLock('b', async () => 'both'))
    expect(await inside).toBe('both')
    await expect(one.withLock('a/b', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await locks().withLock('a/b', async () => 'free')).toBe('free')
  })

  it('are released when their process is killed', async () => {
    const child = fork(join(import.meta.dirname, 'testing/holdLock.ts'), [join(folder, 'locks'), 'name'])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message')
    let held = false
    const tried = Promise.withResolvers<void>()
    const sleep: Clock['sleep'] = (ms) => (tried.resolve(), systemClock.sleep(ms))
    const waiting = createLocks(join(folder, 'locks'), { ...systemClock, sleep }).withLock(
      'name',
      async () => (held = true),
    )
    await tried.promise
    expect(held).toBe(false)
    child.kill('SIGKILL')
    await waiting
    expect(held).toBe(true)
  })

  it('are waited for as long as a renewal may take: two responses of 30 s and a slow keychain', async () => {
    const time = createVirtualClock()
    const holding = locks().withLock('name', () => time.clock.sleep(90_000))
    const second = createLocks(join(folder, 'locks'), time.clock).withLock('name', async () => 'held')
    expect(await time.finish(second)).toBe('held')
    await holding
  })

  it('fail after two minutes, with advice on what to do', async () => {
    const time = createVirtualClock()
    const release = Promise.withResolvers<void>()
    const holding = locks().withLock('name', () => release.promise)
    await time.settle()
    const second = createLocks(join(folder, 'locks'), time.clock).withLock('name', async () => 'never')
    await expect(time.finish(second)).rejects.toMatchObject({ code: 'file' })
    release.resolve()
    await holding
  })

  it('work even if their file is damaged', async () => {
    const one = locks()
    await one.withLock('name', async () => undefined)
    await writeFile(join(folder, 'locks', 'name.lock'), 'no database '.repeat(100))
    expect(await one.withLock('name', async () => 'held')).toBe('held')
  })
})
