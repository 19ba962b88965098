import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newFolder } from '../testing/newFolder.ts'
import { createEmbeddedDemo } from './workspaces.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

describe('the service of the demo', () => {
  it('starts once, and again after it was closed', async () => {
    const demo = createEmbeddedDemo(folder)
    const [one, other] = await Promise.all([demo.start(), demo.start()])
    expect(one).toBe(other)
    await demo.close()
    const next = await demo.start()
    expect(next.apiKey).not.toBe(one.apiKey)
    await demo.close()
  })

  it('starts once its stored data can be read again', async () => {
    const demo = createEmbeddedDemo(folder)
    const file = join(folder, 'demo-service.json')
    mkdirSync(file)
    await expect(demo.start()).rejects.toThrow('EISDIR')
    rmSync(file, { recursive: true })
    expect((await demo.start()).url).toContain('127.0.0.1')
    await demo.close()
  })
})
