import { expect, it } from 'vitest'
import { normalizeOfflineArgument } from './offlineArgument.ts'

it.each([
  [true, '--offline|--offline=|--offline=true|--offline=YES|--offline=nonsense|--offline=no --offline'],
  [false, '--offline=false|--offline=0|--offline=No|--offline=off|--offline --offline=no'],
])('requests are blocked (%s) with %s', (isOffline, all) => {
  for (const args of all.split('|')) {
    const plain = normalizeOfflineArgument(['whoami', ...args.split(' '), '--json'])
    expect([args, ...plain]).toEqual([args, 'whoami', '--json', ...(isOffline ? ['--offline'] : [])])
  }
})

it('keeps arguments after `--`, and arguments that only look similar', () => {
  for (const args of [['drugs', 'search', '--', '--offline'], ['--offline-days=3']])
    expect(normalizeOfflineArgument(args)).toEqual(args)
})
