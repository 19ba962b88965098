import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ReferenceOptions,
  type ReferenceService,
  startReferenceService,
} from '../../../../demoService/index.ts'
import { type ProfilesFile, profilesFileSchema } from '../../../session/profiles/profiles.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import type { Run } from '../program/command.ts'
import { UsageError } from '../program/exitCodes.ts'
import { parseCommandLine } from '../program/program.ts'
import { runCommand, startCommand } from '../testing/runCommand.ts'
import { login } from './account.ts'

const longMs = 60_000
let folder: string
const services: ReferenceService[] = []
beforeEach(() => {
  folder = newFolder()
})
afterEach(() => Promise.all(services.splice(0).map((service) => service.close())))

const startService = async (options: ReferenceOptions = {}) => {
  const service = await startReferenceService(options)
  services.push(service)
  return service
}

/** Acts as a user whose browser cannot reach the computer. Returns the address of the redirect. */
async function consent(page: string): Promise<string> {
  const html = await (await fetch(page)).text()
  const request = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const body = new URLSearchParams({ request, decision: 'allow' })
  const answer = await fetch(new URL('/oauth/authorize', page), { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('Location') ?? ''
}

/** Waits until stderr matches the pattern. */
async function waitForOutput(
  child: ReturnType<typeof startCommand>['child'],
  pattern: RegExp,
): Promise<string> {
  let output = ''
  for (;;) {
    const [found] = pattern.exec(output) ?? []
    if (found !== undefined) return found
    const [chunk] = (await once(child.stderr, 'data')) as [Buffer]
    output += chunk.toString()
  }
}

const readProfiles = async (): Promise<ProfilesFile> =>
  profilesFileSchema.parse(JSON.parse(await readFile(join(folder, 'profiles.json'), 'utf8')))

describe('pathclock login --browser', () => {
  it.each<[string, ReferenceOptions, string[], string, object]>([
    ['with a pasted address', {}, [], '', {}],
    [
      'with a secret, other shapes and a pasted address',
      { clientSecret: 'the-secret', variants: ['enveloped-oauth'] },
      ['--client-secret-stdin', '--dialect'],
      'the-secret\n',
      { sign_in: { token_body: 'json' }, activity_unit: 'a.u.' },
    ],
  ])(
    'signs in %s; a wrong address is refused and the right one awaited',
    {
      timeout: longMs,
    },
    async (_what, options, args, secret, set) => {
      const service = await startService(options)
      const address = ['--service', service.url, '--data', folder, '--profile', 'Lab']
      const browser = ['--browser', '--client-id', service.clientId, '--paste', '--json']
      const dialectFile = join(folder, 'dialect.json')
      await writeFile(dialectFile, JSON.stringify(set))
      if (args.includes('--dialect')) args = [...args, dialectFile]
      const { child, ended } = startCommand(['login', ...address, ...browser, ...args], { stdin: null })
      child.stdin.write(secret)
      const page = await waitForOutput(child, /http:\/\/127\.0\.0\.1:\d+\/oauth\/authorize\?\S+/)
      child.stdin.write('http://127.0.0.1:9/oauth/callback?code=1&state=2\n')
      await waitForOutput(child, /not the address/)
      child.stdin.write(`${await consent(page)}\n`)
      const { code, lines, stderr, stdout } = await ended
      expect(lines.at(-1)).toMatchObject({ type: 'summary', service: service.url, profile: 'Lab' })
      // The test has no keychain.
      expect(code).toBe(3)
      expect(stderr).toMatch(/cannot store this sign-in[^]*Sign in in your browser[^]*could not be stored/)
      const { profiles } = await readProfiles()
      expect(profiles[0]).toMatchObject({ signIn: 'oauth', hasClientSecret: secret !== '' })
      expect(profiles[0]?.dialect).toEqual(set)
      expect(JSON.stringify(profiles) + stdout + stderr).not.toContain('the-secret')
    },
  )

  it.each([
    ['--client-id', ['--browser']],
    ['https://', ['--browser', '--client-id', 'c', '--auth-server', 'http://login.example']],
  ])('asks for %s if it is wrong or missing', { timeout: longMs }, async (why, args) => {
    const address = ['--service', 'https://api.example.org', '--data', folder]
    const { code, stdout, stderr } = await runCommand(['login', ...address, ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(why)
  })
})

describe('wrong usage of pathclock login', () => {
  const client = ['--browser', '--client-id', 'c']
  it.each([
    ['--paste goes with --browser', ['--api-key-stdin', '--paste']],
    ['--auth-server goes with --browser', ['--api-key-stdin', '--auth-server', 'https://x.example']],
    ['Choose how to sign in', [...client, '--client-secret-stdin', '--api-key-stdin']],
    ['nowhere.json cannot be read: it does not exist', [...client, '--dialect', 'nowhere.json']],
    ['src cannot be read: it is a folder', [...client, '--dialect', 'src']],
    ['package-lock.json is too large', [...client, '--dialect', 'package-lock.json']],
    ['package.json: Unrecognized key', [...client, '--dialect', 'package.json']],
    ['README.md is not JSON', [...client, '--dialect', 'README.md']],
  ])('is reported as "%s" before a browser opens', async (why, args) => {
    const run = { globals: { service: 'https://api.example.org' }, values: valuesOf(args) }
    await expect(login.run(run as Run)).rejects.toThrow(why)
    await expect(login.run(run as Run)).rejects.toBeInstanceOf(UsageError)
  })

  it('is not a dialect with a byte order mark', async () => {
    const file = join(folder, 'dialect.json')
    await writeFile(file, '\uFEFF{ "paging": "cursor" }')
    const run = {
      globals: { service: 'https://api.example.org' },
      values: valuesOf([...client, '--dialect', file]),
    }
    await expect(login.run(run as Run)).rejects.toThrow('dialect.json: paging › Invalid option')
  })

  const valuesOf = (args: string[]) => {
    const parsed = parseCommandLine(['login', ...args], [login])
    return parsed.kind === 'command' ? parsed.values : {}
  }
})
