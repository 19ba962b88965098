import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type ReferenceService, startReferenceService } from '../../../demoService/index.ts'
import { openQuestions } from '../../../main/hosts/cli/commands/samples/importReport.ts'
import type { Call } from '../../../shared/contract/contract.ts'
import { totalRequests, withAnalyses } from '../../../shared/domain/requests/paidCall.ts'
import type { DryRun, LedgerRow, Problem, ReadOptions } from '../../../shared/domain/samples/importing.ts'
import { createApp } from '../../compose/composeApp.ts'
import { createCall } from '../../dispatch.ts'
import { withAgeUnit } from '../../hosts/cli/commands/samples/mapping.ts'
import { commandsOn } from '../../hosts/cli/testing/runCommand.ts'
import { createHostileFile } from '../../samples/import/csv/testing/hostileFiles.ts'
import { appOptions } from '../appOptions.ts'
import { isFull, printFigure, scale } from '../faults.ts'
import { createFaultyTable } from '../faultyTable.ts'
import { jobEnd } from '../labWork.ts'
import { newFolder } from '../newFolder.ts'
import { createSeededRandom } from '../seededRandom.ts'

const messyCohort = join(import.meta.dirname, '../../../../examples/cohort-messy.csv')

let folder: string
beforeEach(() => {
  folder = newFolder()
})

type Counts = Record<'rows' | 'valid' | 'invalid' | 'duplicates' | 'created' | 'failed' | 'unknown', number>
/** The complete outcome of a file: its problems, those of each row, and the orders that the service received. */
type Outcome = {
  problems: Problem[]
  counts: Counts
  ledger: Pick<LedgerRow, 'row' | 'clientReference' | 'state'>[]
  orders: Record<string, unknown>
  dryRun: DryRunOutcome | null
}

/** A reference service of its own, that keeps what it was sent. */
async function withService<T>(work: (service: ReferenceService) => Promise<T>) {
  let savedStore = '{"orders":[]}'
  const store = { load: () => null, save: (all: string) => void (savedStore = all) }
  const service = await startReferenceService({ rate: { requests: 1_000_000, windowS: 60 }, store })
  let value: T
  try {
    value = await work(service)
  } finally {
    await service.close()
  }
  const { orders } = JSON.parse(savedStore) as { orders: { fields: { client_reference: string } }[] }
  const sent = orders.map(({ fields }) => [fields.client_reference, fields] as const)
  return {
    value,
    orders: Object.fromEntries(sent.sort(([a], [b]) => (a < b ? -1 : 1))),
    placed: orders.length,
  }
}

const openApp = (data: string, { url, apiKey }: ReferenceService) =>
  createApp({ ...appOptions(data), environmentKey: { serviceUrl: url, apiKey } })

async function ledgerOf(call: Call, batchId: string | null): Promise<Outcome['ledger']> {
  if (batchId === null) return []
  const { rows } = await call('batches.rows', { batchId, limit: 500 })
  return rows.map(({ row, clientReference, state }) => ({ row, clientReference, state }))
}

/** The arguments for the answers that the wizard gave to questions about the last file: the first choice, and years. */
let answers: string[]

function answerArguments(
  { samplesBy = [], omitRows, ...others }: ReadOptions,
  asksForUnit: boolean,
): string[] {
  expect(others).toEqual({})
  return [
    ...samplesBy.flatMap((column) => ['--sample-column', column]),
    ...(omitRows ? ['--omit-rows'] : []),
    ...(asksForUnit ? ['--age-unit', 'years'] : []),
  ]
}

/** Calls the service methods in the order of the wizard, and changes nothing by hand. */
async function throughWizard(path: string): Promise<Outcome> {
  const { value, orders } = await withService(async (service) => {
    const app = await openApp(join(folder, 'wizard'), service)
    try {
      const call = createCall(app.dispatch)
      const { fileId } = await call('files.adopt', { path })
      let options: ReadOptions = {}
      let draft = await call('imports.read', { fileId, options })
      for (const question of openQuestions(draft.notes)) {
        options = { ...options, ...question.choices[0]?.options }
        draft = await call('imports.read', { fileId, options })
      }
      const { draftId, suggestedMapping: mapping, suggestedTransform: transform } = draft
      let check = await call('imports.check', { draftId, mapping, transform })
      const asksForUnit = check.notes.some(
        ({ rule, severity }) => rule === 'age-unit-assumed' && severity === 'warning',
      )
      if (asksForUnit)
        check = await call('imports.check', { draftId, mapping, transform: withAgeUnit(transform, 'years') })
      answers = answerArguments(options, asksForUnit)
      await call('imports.failing', { draftId })
      const dryRun = await call('imports.dryRun', { draftId })
      const batchId = check.valid === 0 ? null : await sendAll(call, draftId)
      const [batch] = await call('batches.list', {})
      const { created = 0, failed = 0, unknown = 0 } = batch ?? {}
      const { rows, valid, invalid, duplicates } = check
      const ofHeader = draft.problems.filter(({ row }) => row <= draft.readAs.headerLine)
      return {
        problems: [...ofHeader, ...check.problems],
        counts: { rows, valid, invalid, duplicates, created, failed, unknown },
        ledger: await ledgerOf(call, batchId),
        dryRun: toPlainDryRun({ ...dryRun, requests: totalRequests(withAnalyses(dryRun.cost)) }),
      }
    } finally {
      await app.close()
    }
  })
  return { ...value, orders }
}

async function sendAll(call: Call, draftId: string): Promise<string> {
  const { jobId, batchId } = await call('imports.send', { draftId })
  await jobEnd(call, jobId)
  return batchId
}

/** `requests`: with those of the results. */
type DryRunOutcome = Pick<DryRun, 'orders' | 'examples' | 'duplicateCount'> & { requests: number }

const toPlainDryRun = ({ orders, requests, examples, duplicateCount }: DryRunOutcome): DryRunOutcome => ({
  orders,
  requests,
  examples,
  duplicateCount,
})

/** Runs `pathclock samples import FILE` with the same answers, first as a dry run. */
async function throughCommandLine(path: string): Promise<Outcome> {
  const data = join(folder, 'cli')
  const { value, orders } = await withService(async (service) => {
    const dry = await runImport([path, '--dry-run', ...answers], data, service)
    const summary = await runImport([path, '--yes', ...answers], data, service)
    const { rows, valid, invalid, duplicates, created, failed, unknown, batch, problems, problem_count } =
      summary
    const app = await openApp(data, service)
    try {
      return {
        problems: problems.slice(0, problem_count),
        counts: { rows, valid, invalid, duplicates, created, failed, unknown },
        ledger: await ledgerOf(createCall(app.dispatch), batch),
        dryRun: toPlainDryRun({
          ...dry.dry_run,
          requests: dry.dry_run.with_results.requests,
          duplicateCount: dry.dry_run.duplicate_count,
        }),
      }
    } finally {
      await app.close()
    }
  })
  return { ...value, orders }
}

type Summary = Counts & {
  batch: string | null
  problems: Problem[]
  problem_count: number
  dry_run: DryRun & { duplicate_count: number; with_results: { requests: number } }
}

async function runImport(args: string[], data: string, service: ReferenceService): Promise<Summary> {
  const { code, lines, stderr } = await commandsOn(service, data).run(['samples', 'import', ...args])
  const summary = lines.find(({ type }) => type === 'summary')
  if (!summary) throw new Error(`${basename(args[0] ?? '')}: ended with ${code}: ${stderr}`)
  return summary as unknown as Summary
}

const writeTable = (name: string, content: string | Buffer): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const emptyData = (): void => {
  for (const data of ['wizard', 'cli'].map((name) => join(folder, name))) {
    rmSync(data, { recursive: true, force: true, maxRetries: 5 })
    mkdirSync(data)
  }
}

test('the messy cohort has the same outcome in the wizard and on the command line, row by row', async () => {
  emptyData()
  const outcome = await throughWizard(messyCohort)
  expect(outcome.counts).toMatchObject({ rows: 50, valid: 19, created: 19, failed: 0 })
  expect(Object.keys(outcome.orders)).toHaveLength(19)
  expect(outcome.dryRun).toMatchObject({ orders: 19, requests: 4 * 19 })
  expect(await throughCommandLine(messyCohort)).toEqual(outcome)
})

test(
  'generated files have the same outcome in the wizard and on the command line, row by row',
  async () => {
    const figures = { files: scale(2, 50), rows: 0, findings: 0, withQuestions: 0, orders: 0, refused: 0 }
    for (let index = 0; index < figures.files; index += 1) {
      const random = createSeededRandom(7000 + index)
      const made = index % 2 === 0 ? createFaultyTable(random) : createHostileFile(random)
      const path = writeTable(`table-${index}.csv`, 'text' in made ? made.text : made.bytes)
      emptyData()
      const wizard = await throughWizard(path)
      const commandLine = await throughCommandLine(path)
      expect(commandLine, `file ${index}: ${made.what}`).toEqual(wizard)
      figures.rows += wizard.counts.rows
      figures.findings += wizard.problems.length
      figures.withQuestions += Number(answers.length > 0)
      figures.orders += Object.keys(wizard.orders).length
      figures.refused += wizard.counts.failed
    }
    // Files without findings, orders or refusals would prove nothing.
    expect(figures.findings).toBeGreaterThan(figures.files)
    expect(figures.orders).toBeGreaterThan(figures.files)
    printFigure('Step 4', 'wizard and command line on generated files', figures)
  },
  60_000 + scale(2, 50) * 10_000,
)

test.runIf(isFull)('a command line that reads a file otherwise is seen', async () => {
  emptyData()
  const path = writeTable('marked.csv', readFileSync(messyCohort))
  const outcome = await throughWizard(path)
  writeFileSync(path, readFileSync(messyCohort, 'utf16le').replace('33,6', '33,7'), 'utf16le')
  expect((await throughCommandLine(path)).orders).not.toEqual(outcome.orders)
})
