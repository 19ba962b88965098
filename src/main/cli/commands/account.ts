import { text as readAll } from 'node:stream/consumers'
import type { AppStatus } from '../../../shared/contract/state.ts'
import { withApp } from '../app.ts'
import type { Command, OpenedApp, Run } from '../command.ts'
import { exitCodes, Interrupted, UsageError } from '../endings.ts'
import { formatPairs } from '../text.ts'
import { isSet, textOf } from '../values.ts'

export const login: Command = {
  words: ['login'],
  usage: '--service URL (--api-key-stdin | --browser [--client-id ID])',
  about: 'sign in to a service; the credential goes to the keychain',
  operands: { least: 0, most: 0 },
  options: {
    'api-key-stdin': { type: 'boolean', about: 'read the API key from standard input' },
    browser: { type: 'boolean', about: 'sign in in the browser' },
    'client-id': { type: 'string', value: 'ID', about: 'client id that the service gave you, for --browser' },
  },
  async run(run) {
    const { values, globals, output } = run
    const serviceUrl = globals.service
    if (serviceUrl === undefined) throw new UsageError('Name the service: --service URL.')
    if (isSet(values, 'api-key-stdin') === isSet(values, 'browser'))
      throw new UsageError('Choose one way to sign in: --api-key-stdin or --browser.')
    const name = globals.profile === undefined ? {} : { name: globals.profile }
    const apiKey = isSet(values, 'browser') ? null : await readApiKey(run)
    return withApp(
      run,
      async (app) => {
        const status =
          apiKey === null
            ? await signInInBrowser(app, { serviceUrl, ...name })
            : await app.call('session.connectApiKey', { serviceUrl, apiKey, ...name })
        return reportSignIn(output, status)
      },
      { ownProfile: true },
    )
  },
}

async function readApiKey({ streams, output }: Run): Promise<string> {
  if (streams.stdin.isTTY) output.warn('Paste the API key, then press Enter and Ctrl+D.')
  const key = (await readAll(streams.stdin)).trim()
  if (key === '') throw new UsageError('Standard input holds no API key. Use: … --api-key-stdin < key.txt')
  return key
}

async function signInInBrowser(
  app: OpenedApp,
  { serviceUrl, name }: { serviceUrl: string; name?: string },
): Promise<AppStatus> {
  const { profiles } = await app.call('app.status', {})
  const known = profiles.find((profile) => profile.serviceUrl === serviceUrl.replace(/\/+$/, ''))
  const clientId = textOf(app.run.values, 'client-id') ?? known?.clientId
  if (!clientId)
    throw new UsageError('Give the client id that the service gave you for signing in: --client-id ID.')
  try {
    return await app.call('session.connectOAuth', {
      serviceUrl,
      clientId,
      ...(name === undefined ? {} : { name }),
    })
  } catch (error) {
    if (error instanceof Interrupted) await app.callAnyway('session.cancelOAuth', {})
    throw error
  }
}

/** Without a keychain a sign-in ends with this run, so it has not served its purpose. */
function reportSignIn(output: Run['output'], { profile, secrets, signedIn }: AppStatus): number {
  const kept = secrets.kind === 'keychain'
  output.record({
    type: 'summary',
    service: profile?.serviceUrl ?? null,
    profile: profile?.name ?? null,
    signed_in: signedIn && kept,
    kept_in: kept ? 'keychain' : null,
  })
  if (secrets.kind === 'session') {
    output.warn(
      `The sign-in works but could not be kept: ${secrets.cause} ${secrets.fix}\n` +
        'Or set PATHCLOCK_API_KEY and give --service URL with every command: that key is stored nowhere.',
    )
    return exitCodes.notSignedIn
  }
  output.say(`Signed in to ${profile?.serviceUrl} (profile "${profile?.name}"). The key is in the keychain.`)
  return exitCodes.done
}

export const logout: Command = {
  words: ['logout'],
  usage: '',
  about: 'forget the credential; data and profile stay',
  operands: { least: 0, most: 0 },
  options: {},
  run: (run) =>
    withApp(run, async ({ call }) => {
      const { profile } = await call('app.status', {})
      await call('session.signOut', { clearCache: false })
      run.output.record({ type: 'summary', profile: profile?.name ?? null, signed_in: false })
      run.output.say(profile ? `Signed out of ${profile.serviceUrl}.` : 'Nobody was signed in.')
      return exitCodes.done
    }),
}

export const whoami: Command = {
  words: ['whoami'],
  usage: '',
  about: 'the user as the service describes them',
  operands: { least: 0, most: 0 },
  options: {},
  run: (run) =>
    withApp(run, async ({ call }) => {
      const user = await call('session.user', {})
      const { profile } = await call('app.status', {})
      const { name, email, organization, plan, scopes } = user
      const service = profile?.serviceUrl ?? null
      run.output.record({
        type: 'user',
        user_id: user.userId,
        name,
        email,
        organization,
        plan,
        scopes,
        service,
        profile: profile?.name ?? null,
      })
      run.output.record({ type: 'summary', user_id: user.userId, service })
      run.output.say(
        formatPairs([
          ['User', user.userId],
          ['Name', name],
          ['E-mail', email],
          ['Organisation', organization],
          ['Plan', plan],
          ['Allowed', scopes?.join(', ')],
          ['Service', service],
        ]),
      )
      return exitCodes.done
    }),
}
