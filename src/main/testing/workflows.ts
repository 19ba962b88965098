import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import type { ReferenceOptions } from '../../demoService/index.ts'
import { dialectSchema } from '../../shared/domain/app/dialect.ts'
import { createApp } from '../compose/composeApp.ts'
import { createCall } from '../dispatch.ts'
import { exampleCohort, openCommandLine } from '../hosts/cli/testing/openApp.ts'
import type { LaunchHelper } from '../ports.ts'
import { consent } from '../session/testing/consent.ts'
import { appOptions, noDialogs } from './appOptions.ts'
import { expectedOf, wrongFindings } from './variants.ts'

const rows = 4
const dayMs = 86_400_000

export const workflowNames = [
  'connect',
  'import',
  'check',
  'status',
  'analysis',
  'report',
  'drugs',
  'screening',
  'export',
  'sign-in',
] as const
export type WorkflowName = (typeof workflowNames)[number]

/** The failure of each workflow, or null if it succeeded. */
export type Outcome = Partial<Record<WorkflowName, string | null>>

type Workbench = Awaited<ReturnType<typeof setUp>>

/** Runs every workflow of a lab, in order, against a new reference service of that variant. */
export async function runWorkflows(
  variant: string,
  { faults = [], until }: { faults?: ReferenceOptions['faults']; until?: WorkflowName | undefined } = {},
): Promise<Outcome> {
  const bench = await setUp(variant, faults)
  const outcome: Outcome = {}
  try {
    for (const name of workflowNames) {
      outcome[name] = await workflows[name](bench).then(() => null, messageOf)
      if (name === until) break
    }
    return outcome
  } finally {
    await bench.close()
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Sets up a service with a virtual clock, and the command line with a key in the environment. */
async function setUp(
  variant: string,
  faults: readonly NonNullable<ReferenceOptions['faults']>[number][] = [],
) {
  let passedMs = 0
  const started = Date.now()
  const { run, ...opened } = await openCommandLine({
    variants: variant === 'default' ? [] : variant.split('+'),
    rate: { requests: 1_000_000, windowS: 60 },
    speed: 1,
    now: () => started + passedMs,
    faults,
  })
  return {
    ...opened,
    variant,
    /** Runs a command that must end with 0; gives its lines. */
    runOk: async (...args: string[]) => {
      const { code, lines, stderr } = await run(...args)
      if (code !== 0) throw new Error(`${args.slice(0, 2).join(' ')} ended with ${code}: ${stderr}`)
      return lines
    },
    advance: (ms: number) => (passedMs += ms),
  }
}

/** At 35 s an order is being worked on, at 155 s it is finished (ripening of the reference service). */
const [untilRunning, untilFinished] = [35_000, 120_000]

const workflows: Record<WorkflowName, (bench: Workbench) => Promise<void>> = {
  async connect({ runOk }) {
    const [user] = await runOk('whoami')
    assertThat(String(user?.['user_id']).startsWith('usr_'), 'whoami names the user')
  },

  async import({ runOk, save }) {
    const lines = (await readFile(exampleCohort, 'utf8')).split('\n').slice(0, rows + 1)
    const file = await save('cohort.csv', lines.join('\n'))
    const summary = (await runOk('samples', 'import', file, '--yes')).at(-1)
    assertThat(summary?.['created'] === rows && summary['unknown'] === 0, 'every row became an order')
  },

  async check({ runOk, call, advance, variant, folder }) {
    const { state_words = '', ...expected } = expectedOf(variant)
    advance(untilRunning)
    assertThat(wrongFindings(findingsIn(await runOk('check')), { state_words }))
    advance(untilFinished)
    const dialectFile = join(folder, 'dialect.json')
    const finished = findingsIn(await runOk('check', '--write', dialectFile))
    assertThat(wrongFindings(finished, expected))
    // The rest runs with what the check suggests, as after `login --dialect`.
    const { profile } = await call('app.status', {})
    const dialect = {
      ...profile?.dialect,
      ...dialectSchema.parse(JSON.parse(await readFile(dialectFile, 'utf8'))),
    }
    await call('profiles.change', { profileId: String(profile?.id), dialect })
  },

  async status({ runOk }) {
    const samples = (await runOk('samples', 'status')).filter(({ type }) => type === 'sample')
    assertThat(samples.length === rows, 'every sample is in the register')
    assertThat(
      samples.every(({ state }) => state === 'succeeded'),
      'every sample is finished',
    )
  },

  async analysis({ runOk }) {
    const summary = (await runOk('analyze', '--all', '--clock')).at(-1)
    assertThat(summary?.['analysed'] === rows && summary['failed'] === 0, 'every sample is analysed')
  },

  async report({ runOk, call, variant }) {
    const [sample] = await runOk('samples', 'list')
    const report = await call('samples.report', { sampleId: String(sample?.['sample_id']) })
    assertThat(report.contentType.startsWith(String(expectedOf(variant).report_format)), report.contentType)
    assertThat(report.sizeBytes > 500, 'the report is there')
  },

  async drugs({ runOk }) {
    const found = await runOk('drugs', 'search', 'rapamycin')
    assertThat(found.at(-1)?.['source'] === 'service', 'the search is answered by the service')
    const [shown] = await runOk('drugs', 'show', String(found[0]?.['drug_id']))
    const pathways = shown?.['pathways'] as { pathway: string; direction: string }[]
    assertThat(
      pathways.some(({ pathway, direction }) => pathway === 'mTOR' && direction === 'inhibits'),
      'rapamycin inhibits mTOR',
    )
  },

  async screening({ runOk, advance }) {
    const [sample] = await runOk('samples', 'list')
    const [task] = await runOk('screen', 'create', String(sample?.['sample_id']))
    advance(untilFinished)
    const lines = await runOk('screen', 'show', String(task?.['task_id']), '--wait')
    assertThat(lines.at(-1)?.['state'] === 'succeeded', 'the screening is finished')
    assertThat(lines.filter(({ type }) => type === 'hit').length > 0, 'it ranks drugs')
  },

  async export({ runOk, folder }) {
    const out = join(folder, 'results.csv')
    await runOk('export', 'results', '--format', 'csv', '--out', out)
    const table = parse(await readFile(out, 'utf8'), { columns: true }) as Record<string, string>[]
    assertThat(new Set(table.map((row) => row['sample_id'])).size === rows, 'every sample has results')
    assertThat(
      table.every((row) => row['activity'] !== '' && Number.isFinite(Number(row['activity']))),
      'every activity is a number',
    )
    assertThat(
      table.some((row) => Number(row['aging_offset']) < 0),
      'offsets may be negative',
    )
  },

  /** In the browser, through the whole app: consent, use, expiry, refresh, use. */
  async 'sign-in'({ folder, service, advance }) {
    const app = await openBrowserApp(join(folder, 'signed-in'))
    try {
      const { url: serviceUrl, clientId } = service
      const status = await app.call('session.connectOAuth', { serviceUrl, clientId })
      assertThat(status.signedIn, 'signed in')
      const before = await app.call('session.user', {})
      // The access token has ended by now (service-interface, "Tokens"), so only a refresh helps.
      advance(1.5 * dayMs)
      const after = await app.call('session.user', {})
      assertThat(
        after.userId === before.userId && before.userId !== '',
        'the user is the same after a refresh',
      )
    } finally {
      await app.close()
    }
  },
}

/** Throws where it does not hold, or where there are complaints. */
function assertThat(holds: boolean | string[], what = ''): void {
  if (Array.isArray(holds) ? holds.length > 0 : !holds)
    throw new Error(Array.isArray(holds) ? holds.join('; ') : `not so: ${what}`)
}

const findingsIn = (lines: readonly Record<string, unknown>[]) =>
  lines.filter(({ type }) => type === 'convention') as { name: string; value: string; how: string }[]

/** Opens the app on a computer without a keychain, with a user who allows the sign-in request. */
async function openBrowserApp(dataFolder: string) {
  const app = await createApp({
    ...appOptions(dataFolder),
    dialogs: { ...noDialogs, openExternal: async (address) => void (await consent(address)) },
    launchKeychainHelper: noKeychain,
  })
  return { call: createCall(app.dispatch), close: () => app.close() }
}

const noKeychain: LaunchHelper = () => ({
  send: () => {},
  onMessage: () => {},
  onExit: (listener) => void setImmediate(() => listener(1)),
  kill: () => {},
})
