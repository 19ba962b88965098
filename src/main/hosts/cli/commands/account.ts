import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { text as readAll } from 'node:stream/consumers'
import type { Input } from '../../../../shared/contract/contract.ts'
import { isFailure } from '../../../../shared/contract/failures.ts'
import type { AppStatus, Revocation } from '../../../../shared/contract/state.ts'
import { dialectSchema, type ServiceDialect } from '../../../../shared/domain/app/dialect.ts'
import { fileReason } from '../../../../shared/domain/app/fileErrors.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { issueMessage } from '../../../../shared/words/issueMessage.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { inApp, plainAddress, withApp } from '../app.ts'
import { formatPairs, pick } from '../output/output.ts'
import { type CommandSpec, goingWith, type OpenedApp, type Run } from '../program/command.ts'
import { CommandFailed, exitCodes, Interrupted, UsageError } from '../program/exitCodes.ts'
import { isYes } from '../program/prompts.ts'
import { defined, isSet, refuse, textOf } from '../program/values.ts'

const browserOptions = ['--client-id <ID>', '--client-secret-stdin', '--auth-server <URL>', '--paste']

export const login: CommandSpec = {
  name: 'login',
  group: 'Core',
  options: () => [
    '--api-key-stdin',
    '--browser',
    ...goingWith('--browser', browserOptions),
    '--dialect <FILE>',
  ],
  examples: [
    'login --service https://service.example --api-key-stdin < key.txt',
    'login --service https://service.example --browser --client-id lab-42',
  ],
  async run(run) {
    const { values, globals, output } = run
    const serviceUrl = globals.service
    if (serviceUrl === undefined) throw new UsageError('Name the service: --service URL.')
    const inBrowser = isSet(values, 'browser')
    if (isSet(values, 'api-key-stdin') === inBrowser)
      throw new UsageError('Choose how to sign in: --api-key-stdin or --browser.')
    const names = browserOptions.map((flags) => flags.slice(2).replace(/ .*/, ''))
    if (!inBrowser) refuse(values, names, (option) => `${option} goes with --browser.`)
    const dialect = await readDialect(textOf(values, 'dialect'))
    const connection = {
      serviceUrl,
      ...(globals.profile === undefined ? {} : { name: globals.profile }),
      ...(dialect && { dialect, isWholeDialect: true }),
    }
    const apiKey = inBrowser ? null : await readApiKey(run)
    return withApp(
      run,
      async (app) => {
        await checkKeychain(app, inBrowser)
        const status =
          apiKey === null
            ? await signInInBrowser(app, connection)
            : await app.call('session.connectApiKey', { ...connection, apiKey })
        return reportSignIn(output, status)
      },
      { ownProfile: true },
    )
  },
}

async function readDialect(path: string | undefined): Promise<ServiceDialect | null> {
  if (path === undefined) return null
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new UsageError(`--dialect: ${path} cannot be read: ${toEnglish(fileReason(error))}.`)
  })
  let json: unknown
  try {
    // Editors on Windows may add a byte order mark.
    json = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UsageError(`--dialect: ${path} is not JSON.`)
  }
  const { success, data, error } = dialectSchema.safeParse(json)
  if (success) return data
  const problems = error.issues.map((issue) =>
    [issue.path.join(' › '), toEnglish(issueMessage(issue))].filter(Boolean).join(': '),
  )
  throw new UsageError(`--dialect: ${path}: ${problems.join('; ')}`)
}

/** Warns before the user types a password for a sign-in that would end with this command. A script continues. */
async function checkKeychain(app: OpenedApp, inBrowser: boolean): Promise<void> {
  const { output, streams } = app.run
  const keychain = await app.call('session.checkKeychain', {})
  if (keychain.kind !== 'session') return
  output.warn(
    `Pathclock cannot store this sign-in, so it ends with this command: ${toEnglish(keychain.cause)} ${toEnglish(keychain.fix)}\n${keyForThisRun}`,
  )
  if (!inBrowser || !streams.stdin.isTTY) return
  if (await isYes(app.run, 'Sign in anyway, to see whether it works? [y/N] ')) return
  throw new CommandFailed('Nothing changed.', exitCodes.notSignedIn)
}

const keyForThisRun =
  'Or set PATHCLOCK_API_KEY and give --service URL with every command: that key is stored nowhere.'

async function readApiKey({ streams, output }: Run): Promise<string> {
  if (streams.stdin.isTTY) output.warn('Paste the API key, then press Enter and Ctrl+D.')
  const key = (await readAll(streams.stdin)).trim()
  if (key === '') throw new UsageError('Standard input holds no API key. Use: … --api-key-stdin < key.txt')
  return key
}

type Connection = Pick<Input<'session.connectOAuth'>, 'serviceUrl' | 'name' | 'dialect' | 'isWholeDialect'>

/** Signs in with the browser. Reads standard input only if requested: a script may need it for something else. */
async function signInInBrowser(app: OpenedApp, connection: Connection): Promise<AppStatus> {
  const { values, streams } = app.run
  const promptsForSecret = isSet(values, 'client-secret-stdin')
  const takesAddress = isSet(values, 'paste') || streams.stdin.isTTY
  const known = await knownSignIn(app, connection)
  const clientId = chooseClientId(app.run, known)
  const input = promptsForSecret || takesAddress ? createInterface({ input: streams.stdin }) : null
  // From here on, lines are buffered until they are read.
  const lines = input?.[Symbol.asyncIterator]() ?? null
  try {
    const secret = promptsForSecret && lines ? { clientSecret: await readSecret(app.run, lines) } : {}
    // Signing in again uses the same server, since the stored secret belongs to it.
    const server = textOf(values, 'auth-server') ?? known?.authServer ?? undefined
    const request = { ...connection, clientId, ...secret, ...defined({ authServer: server }) }
    return await waitForBrowser(app, request, takesAddress ? lines : null)
  } finally {
    input?.close()
  }
}

/** Returns the profile that signed in to this service with the browser before. */
async function knownSignIn({ call }: OpenedApp, { serviceUrl, name }: Connection): Promise<Profile | null> {
  const { profiles } = await call('app.status', {})
  const here = profiles.filter(
    (profile) => profile.signIn === 'oauth' && plainAddress(profile.serviceUrl) === plainAddress(serviceUrl),
  )
  return here.find((profile) => profile.name === name) ?? (name === undefined ? here[0] : null) ?? null
}

function chooseClientId({ values }: Run, known: Profile | null): string {
  const clientId = textOf(values, 'client-id') ?? known?.clientId
  if (clientId) return clientId
  throw new UsageError('Give the client id that the service gave you for signing in: --client-id ID.')
}

type Lines = AsyncIterator<string>

async function readSecret({ streams, output }: Run, lines: Lines): Promise<string> {
  if (streams.stdin.isTTY) output.warn('Paste the client secret, then press Enter.')
  const line = await lines.next()
  const secret = line.done ? '' : line.value
  if (secret.trim() === '')
    throw new UsageError('Standard input holds no client secret. Use: … --client-secret-stdin < secret.txt')
  return secret
}

async function waitForBrowser(
  app: OpenedApp,
  input: Input<'session.connectOAuth'>,
  lines: Lines | null,
): Promise<AppStatus> {
  const stopTaking = lines ? takePasted(app, lines) : () => {}
  try {
    return await app.call('session.connectOAuth', input)
  } catch (error) {
    if (error instanceof Interrupted) await app.callAnyway('session.cancelOAuth', {})
    throw error
  } finally {
    stopTaking()
  }
}

const pasteHint =
  'If the browser cannot reach this computer, as over SSH, copy the address it was sent to after signing in\n' +
  '(http://127.0.0.1:…/oauth/callback?…), paste it here and press Enter.'

/** Passes typed lines to the waiting sign-in as the redirect's address. Returns a function that stops this. */
function takePasted({ callAnyway, listen, run }: OpenedApp, lines: Lines): () => void {
  const { output } = run
  const take = async (line: string): Promise<void> => {
    try {
      await callAnyway('session.pasteRedirect', { address: line })
    } catch (error) {
      if (!isFailure(error)) throw error
      output.warn(error.message)
    }
  }
  const takeAll = async (): Promise<void> => {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      if (line.value.trim() !== '') void take(line.value)
  }
  return listen(({ name, payload }) => {
    if (name !== 'signIn.changed' || payload.url === null) return
    output.warn(pasteHint)
    void takeAll()
  })
}

const noRefreshToken =
  'The sign-in server gave no refresh token, so this sign-in ends when its access token does. If your provider gives one for a scope, name the scopes in a dialect file (--dialect FILE): { "sign_in": { "requested_scopes": "… offline_access" } }.'

/** Reports the sign-in. Without a keychain it ends with this run, so the command counts as failed. */
function reportSignIn(output: Run['output'], { profile, secrets, signedIn }: AppStatus): number {
  const isStored = secrets.kind === 'keychain'
  output.summary({
    service: profile?.serviceUrl ?? null,
    profile: profile?.name ?? null,
    signed_in: signedIn && isStored,
    stored_in: isStored ? 'keychain' : null,
  })
  if (profile?.hasRefreshToken === false) output.warn(noRefreshToken)
  if (secrets.kind === 'session') {
    throw new CommandFailed(
      `The sign-in works, but could not be stored: ${toEnglish(secrets.cause)}`,
      exitCodes.notSignedIn,
    )
  }
  output.print(
    `Signed in to ${profile?.serviceUrl} (profile "${profile?.name}"). The key is in the keychain.`,
  )
  return exitCodes.done
}

export const logout: CommandSpec = {
  name: 'logout',
  group: 'Core',
  examples: ['logout', "logout --profile 'Lab A'"],
  run: inApp(async ({ call, output }) => {
    const { profile } = await call('app.status', {})
    const { revocation } = await call('session.signOut', { clearCache: false })
    output.summary({
      profile: profile?.name ?? null,
      signed_in: false,
      revocation: revocation?.outcome ?? null,
      reason: revocation?.reason ?? null,
    })
    output.print(outOf(profile))
    const stillValid = notRevoked(revocation)
    if (stillValid) output.warn(stillValid)
  }),
}

/** Describes the tokens that remain valid after signing out. Null if all were revoked. */
function notRevoked(revocation: Revocation): string | null {
  if (!revocation?.reason) return null
  const advice =
    revocation.outcome === 'not-offered'
      ? ''
      : '; if others may have them, end this sign-in on the pages of your provider'
  return `The tokens were not revoked. ${toEnglish(revocation.reason)} They are removed here, but stay valid until they expire${advice}.`
}

function outOf(profile: Profile | null): string {
  if (!profile) return 'You were not signed in.'
  return profile.signIn === 'capsule'
    ? `Closed the capsule “${profile.name}”; its file stays.`
    : `Signed out of ${profile.serviceUrl}.`
}

export const whoami: CommandSpec = {
  name: 'whoami',
  group: 'Core',
  examples: ['whoami', 'whoami --json --profile lab'],
  run: inApp(async ({ call, output }) => {
    const user = await call('session.user', {})
    const { profile } = await call('app.status', {})
    const { name, email, organization, plan, scopes } = user
    const service = profile?.serviceUrl ?? null
    output.record({
      type: 'user',
      ...pick(user, 'userId', 'name', 'email', 'organization', 'plan', 'scopes'),
      service,
      profile: profile?.name ?? null,
    })
    output.summary({ user_id: user.userId, service })
    output.print(
      formatPairs([
        ['User', user.userId],
        ['Name', name],
        ['Email', email],
        ['Organization', organization],
        ['Plan', plan],
        ['Allowed', scopes?.join(', ')],
        ['Service', service],
      ]),
    )
  }),
}
