import { expect, it } from 'vitest'
import { normalizeOfflineArgument } from './offlineArgument.ts'

it.each([
  ['--offline', true],
  ['--offline=', true],
  ['--offline=true', true],
  ['--offline=YES', true],
  ['--offline=nonsense', true],
  ['--offline=false', false],
  ['--offline=0', false],
  ['--offline=No', false],
  ['--offline=off', false],
  ['--offline=no --offline', true],
  ['--offline --offline=no', false],
])('%s blocks requests: %s', (args, isOffline) => {
  const plain = normalizeOfflineArgument(['whoami', ...args.split(' '), '--json'])
  expect(plain).toEqual(['whoami', '--json', ...(isOffline ? ['--offline'] : [])])
})

it('keeps arguments after `--`, and arguments that only look similar', () => {
  expect(normalizeOfflineArgument(['drugs', 'search', '--', '--offline'])).toEqual([
    'drugs',
    'search',
    '--',
    '--offline',
  ])
  expect(normalizeOfflineArgument(['--offline-days=3'])).toEqual(['--offline-days=3'])
})
