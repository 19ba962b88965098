import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReferenceOptions } from '../../../../demoService/index.ts'
import { type ProfilesFile, profilesFileSchema } from '../../../session/profiles/profiles.ts'
import { consent } from '../../../session/testing/consent.ts'
import { newFolder } from '../../../testing/newFolder.ts'
import { runInProcess } from '../../../testing/processes/runInProcess.ts'
import { startService } from '../../../testing/startService.ts'
import type { Run } from '../program/command.ts'
import { UsageError } from '../program/exitCodes.ts'
import { parseCommandLine } from '../program/program.ts'
import { startCommand } from '../testing/runCommand.ts'
import { login } from './account.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

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
      // The browser of this user cannot reach the computer.
      child.stdin.write(`${await consent(page, { redirect: 'manual' })}\n`)
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
  ])('asks for %s if it is wrong or missing', async (why, args) => {
    const address = ['--service', 'https://api.example.org', '--data', folder]
    const { code, stdout, stderr } = await runInProcess(['login', ...address, ...args])
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
    ['package.json: has names that are not known: name, ', [...client, '--dialect', 'package.json']],
    ['README.md is not JSON', [...client, '--dialect', 'README.md']],
  ])('is reported as "%s" before a browser opens', async (why, args) => {
    await expect(runLogin(args)).rejects.toThrow(why)
    await expect(runLogin(args)).rejects.toBeInstanceOf(UsageError)
  })

  it('names each wrong setting of a dialect and the values that it takes, despite a byte order mark', async () => {
    const file = join(folder, 'dialect.json')
    await writeFile(file, '\uFEFF{ "paging": "cursor", "pending": { "statuses": [404, 503] } }')
    await expect(runLogin([...client, '--dialect', file])).rejects.toThrow(
      'dialect.json: paging: must be one of: page, page_from_0, offset; pending › statuses › 1: must be one of: 202, 404, 409, 425',
    )
  })

  async function runLogin(args: string[]) {
    const parsed = parseCommandLine(['login', ...args], [login])
    const values = parsed.kind === 'command' ? parsed.values : {}
    return login.run({ globals: { service: 'https://api.example.org' }, values } as Run)
  }
})
