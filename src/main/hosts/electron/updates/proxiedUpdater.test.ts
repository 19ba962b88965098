import { expect, it } from 'vitest'
import type { Proxy } from '../../../../shared/domain/app/settings.ts'
import type { Updater } from '../../../ports.ts'
import { createProxiedUpdater } from './updateClient.ts'

function start() {
  const calls: string[] = []
  let proxy: Proxy | null = { mode: 'none' }
  const ended = Promise.withResolvers<void>()
  const plain: Updater = {
    check: async (channel) => (calls.push(`asked ${channel}`), { version: '2.0.0' }),
    download: async () => {
      calls.push('begun')
      await ended.promise
      calls.push('fetched')
    },
    installAtQuit: () => void calls.push('installs at quit'),
    installNow: () => void calls.push('installs now'),
  }
  const updater = createProxiedUpdater(plain, {
    currentProxy: () => proxy,
    applyProxy: async ({ mode }) => {
      if (mode === 'manual') throw new Error('refused by Chromium')
      calls.push(`led ${mode}`)
    },
  })
  const use = (next: Proxy): void => {
    proxy = next
  }
  return { calls, updater, use, ended }
}
const signal = new AbortController().signal

it('an update uses the configured proxy, which is set once', async () => {
  const { calls, updater, ended } = start()
  ended.resolve()
  await updater.check('latest')
  await updater.download(() => undefined, signal)
  updater.installNow()
  expect(calls).toEqual(['led none', 'asked latest', 'begun', 'fetched', 'installs now'])
})

it('a download ends through the proxy it began with, and the next request uses the new one', async () => {
  const { calls, updater, use, ended } = start()
  const fetched = updater.download(() => undefined, signal)
  await Promise.resolve()
  use({ mode: 'system' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(calls).toEqual(['led none', 'begun'])
  ended.resolve()
  await fetched
  await updater.check('beta')
  expect(calls.slice(2)).toEqual(['fetched', 'led system', 'asked beta'])
})

it('a proxy that cannot be set blocks the request and is set for the next one', async () => {
  const { calls, updater, use } = start()
  use({ mode: 'manual', address: 'http://proxy.lab:3128' })
  await expect(updater.check('latest')).rejects.toThrow('refused')
  use({ mode: 'system' })
  await updater.check('latest')
  expect(calls).toEqual(['led system', 'asked latest'])
})
