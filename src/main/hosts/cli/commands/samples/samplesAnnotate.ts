import type { Input } from '../../../../../shared/contract/contract.ts'
import type { TableJoin } from '../../../../../shared/domain/samples/tableJoin.ts'
import { toEnglish } from '../../../../../shared/words/message.ts'
import { withApp } from '../../app.ts'
import { studyFilter } from '../../lookups.ts'
import { counted, formatPairs, pick } from '../../output/output.ts'
import type { CommandSpec, OpenedApp, Run } from '../../program/command.ts'
import { exitCodes, UsageError } from '../../program/exitCodes.ts'
import { isYes } from '../../program/prompts.ts'
import { defined, isSet, textOf } from '../../program/values.ts'
import {
  columnPairs,
  columnRecord,
  describeReading,
  problemRecord,
  readingRecord,
  showNotes,
} from './importReport.ts'
import { toPlan } from './mapping.ts'
import { columnOptions, planChanges, readingOptions, readOptions } from './samplesImport.ts'

export const samplesAnnotate: CommandSpec = {
  name: 'samples annotate',
  takes: '[FILE]',
  group: 'Samples',
  options: () => [
    '--by <COLUMN>',
    '--on <FIELD>',
    '--study <NAME>',
    '--dry-run',
    '--overwrite',
    '--keep-existing',
    '--yes',
    '--revert <ID>',
    ...columnOptions(),
    ...readingOptions,
  ],
  examples: [
    'samples annotate clinic.xlsx --by Patient --dry-run',
    'samples annotate plates.csv --by sample_name --keep-only batch --overwrite',
    'samples annotate --revert 4c1f2f0e',
  ],
  async run(run) {
    const undoId = textOf(run.values, 'revert')
    const [path] = run.operands
    if (undoId !== undefined) {
      if (path !== undefined) throw new UsageError('Give either FILE or --revert ID.')
      return withApp(run, (app) => undo(app, undoId))
    }
    const by = textOf(run.values, 'by')
    if (path === undefined || by === undefined)
      throw new UsageError('Name the table and its column of samples: samples annotate FILE --by COLUMN.')
    const conflicts = conflictChoice(run)
    const options = readOptions(run)
    const changes = { ...(await planChanges(run)), template: null }
    return withApp(run, async (app) => {
      const { fileId } = await app.call('files.adopt', { path })
      const on = textOf(run.values, 'on')
      const first = { fileId, options, by, ...defined({ on }), ...(await studyFilter(app)) }
      const suggested = await app.call('samples.joinTable', first)
      if (!suggested.join) throw severalWays(by, suggested)
      const { form } = await app.call('orderForm.get', {})
      const named = new Set([
        ...Object.keys(changes.mapping),
        ...(changes.keepOnly ?? []),
        ...(changes.leaveOut ?? []),
      ])
      const leftOut = new Set(suggested.ownColumns.filter((column) => !named.has(column)))
      const draft = {
        columns: suggested.columns.filter((column) => column !== by && !leftOut.has(column)),
        suggestedMapping: suggested.plan.mapping,
        suggestedTransform: suggested.plan.transform,
      }
      const request = { ...first, on: suggested.join.on, ...toPlan(draft, changes, form) }
      const table = await app.call('samples.joinTable', request)
      return apply(app, request, table, conflicts)
    })
  },
}

function conflictChoice({ values }: Run): 'keep' | 'overwrite' | undefined {
  const [keep, overwrite] = [isSet(values, 'keep-existing'), isSet(values, 'overwrite')]
  if (keep && overwrite) throw new UsageError('Choose either --overwrite or --keep-existing.')
  return keep ? 'keep' : overwrite ? 'overwrite' : undefined
}

const targetNames: Record<string, string> = {
  client_reference: 'sample names',
  sample_id: 'sample IDs',
  donor_id: 'donors',
}
const nameOf = (on: string): string => targetNames[on] ?? `the field “${on}”`

function severalWays(by: string, { choices }: TableJoin): UsageError {
  const ways = choices.map(({ on, matched }) => `${nameOf(on)} (${counted(matched, 'row')})`).join(', ')
  const options = choices.map(({ on }) => `--on ${on}`).join(' or ')
  return new UsageError(`The column "${by}" matches ${ways}. Say which you mean with ${options}.`)
}

async function apply(
  app: OpenedApp,
  request: Omit<Input<'samples.annotateFromTable'>, 'digest' | 'conflicts'>,
  table: TableJoin,
  conflicts: 'keep' | 'overwrite' | undefined,
): Promise<number> {
  const { run, call } = app
  const isUndecided = table.conflicts > 0 && conflicts === undefined
  showJoin(run, table)
  const isDryRun = isSet(run.values, 'dry-run')
  if (!isDryRun && isUndecided)
    throw new UsageError(
      `Nothing was changed: samples already have other values (${table.conflicts}). Give --overwrite to replace them or --keep-existing to keep them; --dry-run lists them.`,
    )
  const additions = table.fields.reduce((sum, { added }) => sum + added, 0)
  const isNothing = additions === 0 && (table.conflicts === 0 || conflicts === 'keep')
  const asks = !isDryRun && !isNothing && run.streams.stdin.isTTY && !isSet(run.values, 'yes')
  const changes =
    isDryRun || isNothing || table.blocker !== null ? false : !asks || (await isYes(run, question(table)))
  const outcome = changes
    ? await call('samples.annotateFromTable', { ...request, digest: table.digest, ...defined({ conflicts }) })
    : null
  report(run, table, outcome, { isDryRun, isNothing: isNothing && table.blocker === null })
  const { unmatched, ambiguous, invalid, blocker } = table
  const failed = unmatched + ambiguous + invalid + (outcome?.left ?? 0) > 0 || blocker !== null || isUndecided
  return failed ? exitCodes.someRowsFailed : exitCodes.done
}

const question = ({ changed, fields }: TableJoin): string =>
  `Change ${counted(changed, 'sample')} (${fields.map(({ name }) => name).join(', ')})? [y/N] `

const reasons = {
  unmatched: 'matches no sample',
  noKey: 'the cell is empty',
  severalSamples: 'several samples have this value',
  severalRows: 'other rows with this value say something else',
  otherSample: 'the row names another sample',
} as const

function showJoin({ output }: Run, table: TableJoin): void {
  const { join, examples } = table
  output.print(
    formatPairs([
      ['File', table.fileName],
      ['Read as', describeReading(table.readAs)],
      ['Joined by', join && `“${join.by}” = ${nameOf(join.on)}`],
      ['Rows', table.rows],
      ['Matched', `${table.matched} (${counted(table.samples, 'sample')})`],
      ['Unmatched', table.unmatched],
      ['Ambiguous', table.ambiguous],
      ['With errors', table.invalid],
      ['Why nothing', table.blocker],
      ...columnPairs(
        table.columns.filter((column) => column !== join?.by),
        table.plan,
      ),
    ]),
  )
  showNotes({ output }, table.notes)
  if (table.fields.length > 0) output.print('')
  output.table(
    ['field', 'column', 'new', 'same', 'differ'],
    table.fields.map(({ name, column, added, same, conflicts }) => [name, column, added, same, conflicts]),
  )
  const lines = [
    ...examples.failed.map(({ row, key, why, samples, similar }) => {
      const more = [
        ...(samples.length > 0 ? [samples.join(', ')] : []),
        ...(similar ? [`similar: ${similar}`] : []),
      ]
      return [row, key, `${reasons[why]}${more.length > 0 ? ` (${more.join('; ')})` : ''}`]
    }),
    ...examples.conflicts.map(({ row, sample, field, existing, value, wasSent }) => [
      row,
      sample,
      `${field} is “${existing}”${wasSent ? ' as sent' : ''}, “${value}” in the table`,
    ]),
    ...table.problems.slice(0, 20).map(({ row, value, message }) => [row, value, toEnglish(message)]),
  ]
  if (lines.length > 0) output.print('')
  output.table(['line', 'value', 'finding'], lines)
}

function report(
  { output }: Run,
  table: TableJoin,
  outcome: { changed: number; undoId: string; left: number } | null,
  { isDryRun, isNothing }: { isDryRun: boolean; isNothing: boolean },
): void {
  const { join, examples } = table
  const others = table.columns.filter((column) => column !== join?.by)
  output.summary({
    by: join?.by ?? null,
    on: join?.on ?? null,
    ...pick(table, 'rows', 'matched', 'unmatched', 'ambiguous', 'invalid', 'samples', 'conflicts'),
    ...pick(table, 'problemCount'),
    fields: table.fields.map(({ name }) => name),
    field_counts: table.fields.map(({ name, column, added, same, conflicts, sent }) => ({
      field: name,
      column,
      added,
      same,
      conflicts,
      conflicts_with_sent: sent,
    })),
    changed: outcome?.changed ?? 0,
    not_changed: outcome?.left ?? 0,
    would_change: table.changed,
    undo: outcome?.undoId ?? null,
    dry_run: isDryRun,
    hindrance: table.blocker,
    examples: {
      matched: examples.matched.map(({ row, key, samples: names }) => ({ row, value: key, samples: names })),
      failed: examples.failed.map(({ row, key, why, samples: names, similar }) => ({
        row,
        value: key,
        reason: reasons[why],
        samples: names,
        similar,
      })),
      conflicts: examples.conflicts.map((one) =>
        pick(one, 'row', 'sample', 'field', 'existing', 'value', 'wasSent'),
      ),
    },
    problems: table.problems.map(problemRecord),
    ...readingRecord(table, table.plan.mapping, table.notes),
    ...columnRecord(others, table.plan),
  })
  if (outcome)
    output.print(
      `\n${counted(outcome.changed, 'sample')} changed. Nothing was sent. Undo with: pathclock samples annotate --revert ${outcome.undoId}`,
    )
  else
    output.print(
      isNothing
        ? '\nNothing was changed: the table has no new values for these samples.'
        : '\nNothing was changed.',
    )
}

async function undo({ call, run: { output } }: OpenedApp, undoId: string): Promise<number> {
  const { changed, left } = await call('samples.undoAnnotate', { undoId })
  output.summary({ undone: changed, left })
  output.print(`${counted(changed, 'sample')} restored.`)
  if (left > 0) output.warn(`${counted(left, 'sample')} changed again since: left as they are.`)
  return left > 0 ? exitCodes.someRowsFailed : exitCodes.done
}
