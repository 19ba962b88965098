import { beforeEach, describe, expect, it } from 'vitest'
import { createCrashedPage } from './crashedPage.ts'

let said: string[]
const page = { isDestroyed: () => false, reload: () => void said.push('reloaded') }
const parts = (reload: boolean | Promise<boolean>) => ({
  record: (where: string, { message }: Error) => void said.push(`kept ${where}: ${message}`),
  ask: async () => {
    said.push('asked')
    return reload
  },
  quit: () => void said.push('quit'),
})

describe('a page whose process is gone', () => {
  beforeEach(() => {
    said = []
  })

  it('is kept as a report and loaded again when the person says so', async () => {
    await createCrashedPage(parts(true))(page, { reason: 'crashed' })
    expect(said).toEqual(['kept window: crashed', 'asked', 'reloaded'])
  })

  it('ends the app when the person would rather quit', async () => {
    await createCrashedPage(parts(false))(page, { reason: 'oom' })
    expect(said).toEqual(['kept window: oom', 'asked', 'quit'])
  })

  it('is no crash where it ended by itself', async () => {
    await createCrashedPage(parts(true))(page, { reason: 'clean-exit' })
    expect(said).toEqual([])
  })

  it('is asked about once, and again when it crashes again', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const gone = createCrashedPage(parts(promise))
    const first = gone(page, { reason: 'crashed' })
    await gone(page, { reason: 'crashed' })
    expect(said).toEqual(['kept window: crashed', 'asked'])
    resolve(true)
    await first
    await gone(page, { reason: 'crashed' })
    expect(said.filter((word) => word === 'asked')).toHaveLength(2)
  })

  it('whose window was closed meanwhile is left alone', async () => {
    await createCrashedPage(parts(true))({ ...page, isDestroyed: () => true }, { reason: 'crashed' })
    expect(said).not.toContain('reloaded')
  })
})
