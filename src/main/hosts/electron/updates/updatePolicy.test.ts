import { describe, expect, it } from 'vitest'
import { areUpdatesForbidden, type PolicySources } from './updatePolicy.ts'

const failing = (code: string | number) => Promise.reject(Object.assign(new Error(String(code)), { code }))
const none: PolicySources = {
  queryRegistry: () => failing(1),
  readPreference: () => '',
  readFile: () => failing('ENOENT'),
}
const printedByReg = (value: string) =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Pathclock\r\n    Updates    REG_SZ    ${value}\r\n\r\n`

describe('updates of the app', () => {
  it.each(['win32', 'darwin', 'linux'] as const)('are on without a policy (%s)', async (platform) => {
    expect(await areUpdatesForbidden(platform, none)).toBe(false)
  })

  it.each(['off', 'on'])('follow the registry of Windows: %s', async (value) => {
    const queries: string[] = []
    const queryRegistry = async (args: readonly string[]) => {
      queries.push(args.join(' '))
      return printedByReg(value)
    }
    expect(await areUpdatesForbidden('win32', { ...none, queryRegistry })).toBe(value === 'off')
    expect(queries).toEqual([String.raw`query HKLM\SOFTWARE\Policies\Pathclock /v Updates`])
  })

  it.each(['off', 'on'])('follow the managed preferences of macOS: %s', async (value) => {
    const readPreference = (name: string) => (name === 'Updates' ? value : '')
    expect(await areUpdatesForbidden('darwin', { ...none, readPreference })).toBe(value === 'off')
  })

  it.each([
    ['{"updates":"off"}', true],
    ['{"updates":"on"}', false],
    ['{"updates":', true],
    ['{}', true],
  ])('follow the policy file of Linux, and are off where it cannot be understood: %s', async (text, off) => {
    const readFile = async (path: string) => (path === '/etc/pathclock/policy.json' ? text : '')
    expect(await areUpdatesForbidden('linux', { ...none, readFile })).toBe(off)
  })
})
