import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Job } from '../../../../shared/contract/state.ts'
import { fileReason } from '../../../../shared/domain/app/fileErrors.ts'
import type { ImportCheck } from '../../../../shared/domain/samples/importing.ts'
import { toEnglish } from '../../../../shared/words/message.ts'
import { followJob, withApp } from '../app.ts'
import { counted } from '../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../program/command.ts'
import { CommandFailed, exitCodes, UsageError } from '../program/exitCodes.ts'
import { textOf } from '../program/values.ts'
import { exportTo } from './export/exportTable.ts'
import { type BatchCounts, sendBatch, sumCounts, unfinishedBatches } from './samples/batches.ts'
import { ordersInDoubt } from './samples/importReport.ts'
import { resumeBatch } from './samples/samples.ts'

const example = 'examples/cohort.csv'

const tables = [
  ['results.csv', 'resultsLong'],
  ['samples.csv', 'samples'],
] as const

export const demo: CommandSpec = {
  name: 'demo',
  group: 'Core',
  options: () => ['--dir <DIR>'],
  examples: ['demo', 'demo --dir /tmp/demo --json'],
  async run(run) {
    const folder = resolve(textOf(run.values, 'dir') ?? 'pathclock-demo')
    await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      throw new UsageError(`The folder "${folder}" cannot be made: ${toEnglish(fileReason(error))}.`, {
        cause: error,
      })
    })
    const dataFolder = run.globals.data === undefined ? join(folder, '.pathclock') : resolve(run.globals.data)
    return withApp(run, (app) => runDemo(app, folder), { dataFolder, ownProfile: true })
  },
}

/** Runs the demo. Each step skips what an earlier run has done, so orders are never placed twice. */
async function runDemo(app: OpenedApp, folder: string): Promise<number> {
  const { output } = app.run
  await app.call('session.startDemo', {})
  await refuseOthersTables(app, folder)
  const batches: BatchCounts[] = []
  for (const { batchId } of await unfinishedBatches(app.call)) batches.push(await resumeBatch(app, batchId))
  const { check, batch } = await importCohort(app)
  if (batch) batches.push(batch)
  const placed = sumCounts(batches)
  const analysis = await followJob(app, () => app.call('analyses.run', { clock: true }))
  const files: string[] = []
  for (const [name, kind] of tables) {
    const path = join(folder, name)
    await exportTo(app, { table: { kind }, format: 'csv' }, path)
    files.push(path)
  }
  const failed = placed.failed + placed.unknown + analysis.failed + check.invalid + ordersInDoubt(check)
  output.summary({
    rows: check.rows,
    created: placed.created,
    duplicates: check.duplicates,
    analysed: analysis.done,
    failed,
    batch: batch?.batchId ?? null,
    folder,
    files,
    synthetic: true,
  })
  output.print(sentences(check, placed.created, analysis, files))
  return failed > 0 ? exitCodes.someRowsFailed : exitCodes.done
}

/** Throws if a table belongs to the user: one that no earlier demo wrote, or that changed since. */
async function refuseOthersTables({ call }: OpenedApp, folder: string): Promise<void> {
  const written = new Set((await call('exports.list', {})).map(({ sha256 }) => sha256))
  for (const [name] of tables) {
    const path = join(folder, name)
    if (!existsSync(path)) continue
    const bytes = await readFile(path).catch(() => null)
    if (bytes === null || !written.has(createHash('sha256').update(bytes).digest('hex')))
      throw new UsageError(
        `“${name}” in ${folder} was not written by an earlier demo, so it was left as it is. Name another folder with --dir.`,
      )
  }
}

async function importCohort(app: OpenedApp): Promise<{ check: ImportCheck; batch: BatchCounts | null }> {
  const { call } = app
  const { fileId } = await call('files.adopt', { path: findExample(app.run) })
  const { draftId, suggestedMapping: mapping } = await call('imports.read', { fileId })
  const check = await call('imports.check', { draftId, mapping })
  const batch = check.orders === 0 ? null : await sendBatch(app, () => call('imports.send', { draftId }))
  return { check, batch }
}

/** Finds the example: in a checkout two folders above the entry; in the installed app among its resources. */
function findExample({ deps }: Run): string {
  const { folder } = deps.entry
  const places = [join(folder, '../..', example), join(folder, '../../..', example)]
  const found = places.find((path) => existsSync(path))
  if (found === undefined)
    throw new CommandFailed(`The example table is missing: it should be at ${places[0]}.`, exitCodes.bug)
  return found
}

function sentences(check: ImportCheck, created: number, analysis: Job, files: string[]): string {
  const inDoubt = ordersInDoubt(check)
  const parts = [
    check.duplicates > inDoubt && `${check.duplicates - inDoubt} were placed by an earlier run`,
    inDoubt > 0 && `${inDoubt} may have been placed by an earlier run`,
  ].filter((part) => part !== false)
  const before = parts.length > 0 ? ` (${parts.join(', ')})` : ''
  return [
    `${counted(created, 'order')} placed from ${example}${before}.`,
    `${counted(analysis.done, 'sample')} analyzed, with the pathway clock. All values are synthetic.`,
    'Tables:',
    ...files.map((path) => `  ${path}`),
  ].join('\n')
}
