import { beforeEach, describe, expect, it } from 'vitest'
import { createCrashedPageHandler } from './crashedPage.ts'

let calls: string[]
const page = {
  isDestroyed: () => false,
  reload: () => void calls.push('reloaded'),
  forcefullyCrashRenderer: () => void calls.push('ended'),
}
beforeEach(() => {
  calls = []
})

function parts(reload: boolean | Promise<boolean>) {
  return {
    record: ({ message }: Error) => void calls.push(`kept: ${message}`),
    confirmReload: async (what: string) => {
      calls.push(`asked: ${what}`)
      return reload
    },
    quit: () => void calls.push('quit'),
  }
}

describe('a page whose process has ended', () => {
  it('is recorded, and reloaded when the user agrees', async () => {
    await createCrashedPageHandler(parts(true)).onGone(page, { reason: 'crashed' })
    expect(calls).toEqual(['kept: crashed', 'asked: gone', 'reloaded'])
  })

  it('ends the app when the user chooses to quit', async () => {
    await createCrashedPageHandler(parts(false)).onGone(page, { reason: 'oom' })
    expect(calls).toEqual(['kept: oom', 'asked: gone', 'quit'])
  })

  it('is not a crash after a clean exit', async () => {
    await createCrashedPageHandler(parts(true)).onGone(page, { reason: 'clean-exit' })
    expect(calls).toEqual([])
  })

  it('prompts once, and again after the next crash', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const { onGone: gone } = createCrashedPageHandler(parts(promise))
    const first = gone(page, { reason: 'crashed' })
    await gone(page, { reason: 'crashed' })
    expect(calls).toEqual(['kept: crashed', 'asked: gone'])
    resolve(true)
    await first
    await gone(page, { reason: 'crashed' })
    expect(calls.filter((word) => word === 'asked: gone')).toHaveLength(2)
  })

  it('is not reloaded if its window was closed meanwhile', async () => {
    await createCrashedPageHandler(parts(true)).onGone(
      { ...page, isDestroyed: () => true },
      { reason: 'crashed' },
    )
    expect(calls).not.toContain('reloaded')
  })
})

describe('a page that does not answer', () => {
  it('is ended and reloaded if the user agrees, and its end is not recorded as a second crash', async () => {
    const pages = createCrashedPageHandler(parts(true))
    await pages.onUnresponsive(page)
    await pages.onGone(page, { reason: 'killed' })
    expect(calls).toEqual(['asked: hung', 'kept: unresponsive', 'ended', 'reloaded'])
  })

  it('keeps running if the user waits', async () => {
    await createCrashedPageHandler(parts(false)).onUnresponsive(page)
    expect(calls).toEqual(['asked: hung'])
  })
})
