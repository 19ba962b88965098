import { expect, it } from 'vitest'
import { lazyService } from './lazyService.ts'

it('loads a service on its first call, once, and retries after a failure', async () => {
  let loads = 0
  const service = lazyService('jobs', async () => {
    loads++
    if (loads === 1) throw new Error('no file')
    return { list: () => [], cancel: () => null }
  })
  expect(Object.keys(service)).toEqual(['list', 'cancel'])
  expect(loads).toBe(0)
  await expect(service.list({})).rejects.toThrow('no file')
  expect(await service.list({})).toEqual([])
  await service.list({})
  expect(loads).toBe(2)
})
