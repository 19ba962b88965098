import { describe, expect, it } from 'vitest'
import { areUpdatesForbidden, type PolicySources } from './updatePolicy.ts'

const failing = (code: string | number) => Promise.reject(Object.assign(new Error(String(code)), { code }))
const policiesKey = String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies`
/** Prints the administrators' keys and our value like reg.exe of Windows 11. Exits with 1 for missing ones. */
const registryWith = (value: string | null) => async (args: readonly string[]) => {
  const keys = ['Microsoft', ...(value === null ? [] : ['Pathclock'])]
  if (args.join(' ') === String.raw`query HKLM\SOFTWARE\Policies`)
    return `\r\n${keys.map((key) => `${policiesKey}\\${key}\r\n`).join('')}`
  if (value === null || args.join(' ') !== String.raw`query HKLM\SOFTWARE\Policies\Pathclock /v Updates`)
    return failing(1)
  return `\r\n${policiesKey}\\Pathclock\r\n    Updates    ${value}\r\n\r\n`
}
const none: PolicySources = {
  queryRegistry: registryWith(null),
  readPreference: () => '',
  readFile: () => failing('ENOENT'),
}

describe('updates of the app', () => {
  it.each(['win32', 'darwin', 'linux'] as const)('are on without a policy (%s)', async (platform) => {
    expect(await areUpdatesForbidden(platform, none)).toBe(false)
  })

  it.each([
    ['REG_SZ    on', false],
    ['REG_SZ    off', true],
    ['REG_SZ    Off', true],
    ['REG_EXPAND_SZ    off', true],
    ['REG_DWORD    0x0', true],
    ['REG_SZ    ', true],
  ])('follow the registry of Windows, and are off for any value but "on": %s', async (value, off) => {
    const sources = { ...none, queryRegistry: registryWith(value) }
    expect(await areUpdatesForbidden('win32', sources)).toBe(off)
  })

  it('are off if reg.exe fails, since administrators can disable it', async () => {
    expect(await areUpdatesForbidden('win32', { ...none, queryRegistry: () => failing(1) })).toBe(true)
    const onlyKeys = (args: readonly string[]) => (args.length === 2 ? registryWith('')(args) : failing(1))
    expect(await areUpdatesForbidden('win32', { ...none, queryRegistry: onlyKeys })).toBe(true)
  })

  // As text, false is "0" on macOS.
  it.each([
    ['on', false],
    ['off', true],
    ['OFF', true],
    ['0', true],
  ])(
    'follow the managed preferences of macOS, and are off for any value but "on": %s',
    async (value, off) => {
      const readPreference = (name: string) => (name === 'Updates' ? value : '')
      expect(await areUpdatesForbidden('darwin', { ...none, readPreference })).toBe(off)
    },
  )

  it.each([
    ['{"updates":"on"}', false],
    ['{"updates":"off"}', true],
    ['{"updates":"Off"}', true],
    ['{"updates":false}', true],
    ['{"updates":', true],
    ['{}', true],
    ['', true],
  ])('follow the policy file of Linux, and are off if it does not contain "on": %s', async (text, off) => {
    const readFile = async (path: string) => (path === '/etc/pathclock/policy.json' ? text : '')
    expect(await areUpdatesForbidden('linux', { ...none, readFile })).toBe(off)
  })

  it('are off if the policy file on Linux cannot be read', async () => {
    expect(await areUpdatesForbidden('linux', { ...none, readFile: () => failing('EACCES') })).toBe(true)
  })
})
