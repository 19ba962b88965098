import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Input, Output as Result } from '../../../../../shared/contract/contract.ts'
import { Failure, isFailure } from '../../../../../shared/contract/failures.ts'
import type { FileHandle } from '../../../../../shared/contract/state.ts'
import { fileReason } from '../../../../../shared/domain/app/fileErrors.ts'
import {
  type Batch,
  dayFormatSchema,
  type ImportCheck,
  type ImportDraft,
  type ReadOptions,
  type SheetChoice,
  type Transform,
  transformSchema,
} from '../../../../../shared/domain/samples/importing.ts'
import type { OrderForm } from '../../../../../shared/domain/samples/orderForm.ts'
import { referenceNeeded } from '../../../../../shared/domain/samples/referenceNeeded.ts'
import { type Message, message, toEnglish } from '../../../../../shared/words/message.ts'
import { withApp } from '../../app.ts'
import { studyNamed } from '../../lookups.ts'
import { counted, formatPairs, shellQuoted } from '../../output/output.ts'
import { confirmPaid, describeResults, refuseLarger } from '../../paidCalls.ts'
import type { CommandSpec, OpenedApp, OptionSpec, Run } from '../../program/command.ts'
import { exitCodes, jobOf, UsageError } from '../../program/exitCodes.ts'
import { prompt } from '../../program/prompts.ts'
import {
  defined,
  isSet,
  oneOf,
  parseDelimiter,
  someOf,
  textOf,
  textsOf,
  wholeOf,
} from '../../program/values.ts'
import { type BatchCounts, batchCounts, sendBatch, unfinishedBatches } from './batches.ts'
import {
  answerFlags,
  columnAnswerFlags,
  describeReading,
  openQuestions,
  ordersInDoubt,
  type Question,
  type Reading,
  readingRecord,
  report,
  rowKindNames,
  rowKinds,
  showCheck,
  showDryRun,
  showNotes,
} from './importReport.ts'
import {
  mergeValues,
  type PlanChanges,
  parseMapEntry,
  parseMappingFile,
  parseTransformFile,
  templateOf,
  toPlan,
  withAgeUnit,
} from './mapping.ts'

const decimals = [',', '.'] as const
const headings = ['group', 'omit', 'include'] as const
const plates = ['samples', 'all', 'no'] as const
const markedRows = ['include', 'omit'] as const
const ageUnits = () => transformSchema.shape.ageUnit.unwrap().options

/** The options that override the detected format of the file. */
export const readingOptions: readonly OptionSpec[] = [
  '--delimiter <SIGN>',
  '--encoding <NAME>',
  { flags: '--decimal <SIGN>', choices: decimals },
  '--sheet <NAME>',
  '--all-sheets',
  '--header-line <N>',
  '--no-header',
  '--end-line <N>',
  { flags: '--keep-rows <KIND,...>', choices: rowKindNames },
  '--sample-column <COLUMN>...',
  '--fill-down <COLUMN>...',
  '--keep-blanks',
  { flags: '--hidden-rows <WHAT>', choices: markedRows },
  { flags: '--struck-rows <WHAT>', choices: markedRows },
  { flags: '--headings <WHAT>', choices: headings },
  '--omit-rows',
  { flags: '--plate <WHAT>', choices: plates },
  '--plain-quotes',
  '--quoted-cells',
  '--keep-missing-words',
]

/** The options for the columns: fields, formats, and the columns to store. */
export const columnOptions = (): OptionSpec[] => [
  '--mapping <FILE>',
  '--map <COLUMN=FIELD>...',
  '--leave-out <COLUMN>...',
  '--keep-only <COLUMN>...',
  '--transform <FILE>',
  { flags: '--day-format <FORMAT>', choices: dayFormatSchema.options },
  { flags: '--age-unit <UNIT>', choices: ageUnits() },
  '--ages-as-notes',
  '--value <COLUMN:FROM=TO>...',
]

export const samplesImport: CommandSpec = {
  name: 'samples import',
  takes: '<FILE>',
  group: 'Samples',
  options: () => [
    ...columnOptions(),
    ...readingOptions,
    '--template <NAME>',
    '--study <NAME>',
    '--dry-run',
    '--yes',
    '--max-orders <N>',
    '--max-requests <N>',
    '--failed-rows <FILE>',
  ],
  examples: [
    'samples import cohort.csv --dry-run',
    "samples import plate.csv --map 'Barcode=client_reference' --age-unit weeks --yes --failed-rows failed.csv",
  ],
  async run(run) {
    const { values, streams } = run
    const dryRun = isSet(values, 'dry-run')
    const confirms = !dryRun && !isSet(values, 'yes')
    if (confirms && !streams.stdin.isTTY)
      throw new UsageError('No terminal to ask you: give --yes to send, or --dry-run to check only.')
    const options = readOptions(run)
    const changes = await planChanges(run)
    return withApp(run, async (app) => {
      const { fileId } = await app.call('files.adopt', { path: run.operands[0] ?? '' })
      const failedRows = await placeForFailedRows(app)
      const { reading, check, template } = await readAndCheck(app, fileId, options, { changes, confirms })
      const { draft } = reading
      showCheck(run, reading, check, template)
      const dry = dryRun ? await app.call('imports.dryRun', { draftId: draft.draftId }) : null
      if (dry) showDryRun(run, dry)
      const sent = await send(app, reading, check, { dryRun, confirms })
      const waiting = sent === null && check.orders === 0 ? await waitingOrders(app, draft) : null
      const code = await report(app, check, sent ?? waiting, { reading, dry })
      showRemedies(run, check)
      if (failedRows) await saveFailedRows(app, draft, failedRows)
      // Also if there was nothing to send: a scheduled job must notice that orders are stopped.
      const { uncertain } = await app.callAnyway('app.status', {})
      return uncertain && !dryRun ? exitCodes.ordersUncertain : code
    })
  },
}

/** Reads the options about the file. Throws `UsageError`. */
export function readOptions({ values }: Run): ReadOptions {
  const delimiter = textOf(values, 'delimiter')
  const isPlain = isSet(values, 'plain-quotes')
  const isQuoted = isSet(values, 'quoted-cells')
  if (isPlain && isQuoted)
    throw new UsageError('Say how quotes are read: either --plain-quotes or --quoted-cells.')
  const samplesBy = textsOf(values, 'sample-column')
  const fillDown = textsOf(values, 'fill-down')
  const keepRows = new Set(someOf(values, 'keep-rows', rowKindNames).map((name) => rowKinds[name]))
  return defined({
    delimiter: delimiter === undefined ? undefined : parseDelimiter(delimiter),
    encoding: textOf(values, 'encoding'),
    decimal: oneOf(values, 'decimal', decimals),
    sheet: textOf(values, 'sheet'),
    allSheets: isSet(values, 'all-sheets') || undefined,
    headerLine: wholeOf(values, 'header-line', 1, 1_048_576),
    noHeader: isSet(values, 'no-header') || undefined,
    missingWords: isSet(values, 'keep-missing-words') ? false : undefined,
    endLine: wholeOf(values, 'end-line', 1, 1_000_000_000),
    keepRows: keepRows.size > 0 ? [...keepRows] : undefined,
    plainQuotes: isPlain || isQuoted ? isPlain : undefined,
    samplesBy: samplesBy.length > 0 ? samplesBy : undefined,
    fillDown: fillDown.length > 0 ? fillDown : isSet(values, 'keep-blanks') ? [] : undefined,
    hiddenRows: oneOf(values, 'hidden-rows', markedRows),
    struckRows: oneOf(values, 'struck-rows', markedRows),
    headings: oneOf(values, 'headings', headings),
    omitRows: isSet(values, 'omit-rows') || undefined,
    plate: oneOf(values, 'plate', plates),
  })
}

/** Reads the options about columns. The file and the saved mappings are not known yet. */
export async function planChanges({ values }: Run): Promise<Omit<PlanChanges, 'template'>> {
  const mapping = textOf(values, 'mapping')
  const transform = textOf(values, 'transform')
  return {
    mapping: {
      ...(mapping === undefined ? {} : parseMappingFile(await readText(mapping))),
      ...Object.fromEntries(textsOf(values, 'map').map(parseMapEntry)),
    },
    transform: {
      ...(transform === undefined ? {} : parseTransformFile(await readText(transform))),
      ...defined({
        dayFormat: oneOf(values, 'day-format', dayFormatSchema.options),
        ageUnit: oneOf(values, 'age-unit', ageUnits()),
        unreadAges: isSet(values, 'ages-as-notes') ? ('note' as const) : undefined,
      }),
    },
    values: textsOf(values, 'value'),
    leaveOut: textsOf(values, 'leave-out'),
    keepOnly: textsOf(values, 'keep-only'),
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`The file "${file}" cannot be read: ${toEnglish(fileReason(error))}.`, {
      cause: error,
    })
  }
}

async function readAndCheck(
  { call, run }: OpenedApp,
  fileId: string,
  options: ReadOptions,
  { changes, confirms }: { changes: Omit<PlanChanges, 'template'>; confirms: boolean },
) {
  const named = textOf(run.values, 'template')
  const template = named === undefined ? null : templateOf(await call('mappings.list', {}), named)
  const { form } = await call('orderForm.get', {})
  const toDraft = (overrides: ReadOptions) => readAs(call, fileId, template?.options ?? {}, overrides)
  const draft = await answerQuestions(run, await toDraft(options), {
    reread: (answers) => toDraft({ ...options, ...answers }),
    named: (found) => namedReference(found, { ...changes, template }, form),
    confirms,
  })
  const plan = toPlan(draft, { ...changes, template }, form)
  const { draftId } = draft
  const first = await call('imports.check', { draftId, ...plan }).catch((error: unknown) => {
    throw withHeaderLine(error, draft, form)
  })
  const unit = confirms ? await promptForAgeUnit(run, first) : null
  const inUnit = unit === null ? plan.transform : withAgeUnit(plan.transform, unit)
  const answers = confirms ? await promptForCodes(run, first) : {}
  const given = Object.keys(answers).length > 0
  const transform = given ? { ...inUnit, values: mergeValues(inUnit.values, answers) } : inUnit
  const checked =
    transform === plan.transform ? first : await call('imports.check', { draftId, ...plan, transform })
  return {
    reading: { draft, plan },
    check: withFileProblems(draft, checked),
    template: named ?? draft.template?.name ?? null,
  }
}

type Answering = {
  reread(answers: ReadOptions): Promise<ImportDraft>
  /** Returns the columns that the command names as the sample's name. */
  named(draft: ImportDraft): string[]
  confirms: boolean
}

/** Reads the file again with the answer to each question about it: from the options, or from the user. */
async function answerQuestions(
  run: Run,
  first: ImportDraft,
  { reread, named, confirms }: Answering,
): Promise<ImportDraft> {
  let draft = first
  let answers: ReadOptions = {}
  for (;;) {
    const open = openQuestions(draft.notes)
    const samples = open.some(({ rule }) => rule === 'repeated-samples') ? named(draft) : []
    const question = open[0]
    if (!question) return draft
    const answer =
      samples.length > 0 ? { samplesBy: samples } : confirms ? await promptForChoice(run, question) : null
    if (answer === null) return draft
    answers = { ...answers, ...answer }
    draft = await reread(answers)
  }
}

/** Returns the columns named for the sample name. Empty if the command leaves that to the file. */
function namedReference(draft: ImportDraft, changes: PlanChanges, form: OrderForm): string[] {
  const field = form.find(({ type }) => type === 'reference')?.field
  const isNamed =
    changes.template !== null ||
    Object.values(changes.mapping).includes(field ?? null) ||
    Object.hasOwn(changes.transform.joined ?? {}, field ?? '')
  if (field === undefined || !isNamed) return []
  const { mapping, transform } = toPlan(draft, changes, form)
  return transform.joined[field]?.columns ?? draft.columns.filter((column) => mapping[column] === field)
}

/** Returns the answer that the user chose by number, or null. */
async function promptForChoice(run: Run, { message, choices }: Question): Promise<ReadOptions | null> {
  const list = choices.map(({ label }, index) => `  ${index + 1}  ${toEnglish(label)}`).join('\n')
  const answer = await prompt(run, `${toEnglish(message)}\n${list}\nAnswer [1-${choices.length}]: `)
  return choices[Number(answer) - 1]?.options ?? null
}

const unclearAges = ({ notes }: ImportCheck): Message | null =>
  notes.find(({ rule, severity }) => rule === 'age-unit-assumed' && severity === 'warning')?.message ?? null

/** Asks the user for the unit of ages that may not be years. Null if the unit is clear or the user gives none. */
async function promptForAgeUnit(run: Run, check: ImportCheck): Promise<Transform['ageUnit'] | null> {
  const message = unclearAges(check)
  if (message === null) return null
  const answer = (await prompt(run, `${toEnglish(message)} [${ageUnits().join('/')}] `)).toLowerCase()
  return ageUnits().find((unit) => unit === answer || unit.slice(0, -1) === answer) ?? null
}

/** Asks the user to explain ambiguous codes of a sex. */
async function promptForCodes(run: Run, { notes }: ImportCheck): Promise<NonNullable<Transform['values']>> {
  const answers: Record<string, Record<string, string>> = {}
  for (const { rule, column, message, answers: ways = [] } of notes) {
    if (rule !== 'ambiguous-sex' || column === null) continue
    run.output.warn(toEnglish(message))
    const codes = new Set(ways.flatMap(({ transform }) => Object.keys(transform.values?.[column] ?? {})))
    for (const code of codes) {
      const answer = (await prompt(run, `${code} = [F/M/other/unknown] `)).toLowerCase()
      const sex = sexes.find((one) => one.toLowerCase() === answer)
      if (sex !== undefined) answers[column] = { ...answers[column], [code]: sex }
    }
  }
  return answers
}

const sexes = ['F', 'M', 'other', 'unknown']

/** Prints the options that settle open questions, since a script cannot be asked. */
function showRemedies({ output }: Run, check: ImportCheck): void {
  for (const { choices } of openQuestions(check.notes))
    output.warn(
      `No order was placed. Answer with one of:\n${choices.map(({ label, options }) => `  ${answerFlags(options)}   ${toEnglish(label)}`).join('\n')}`,
    )
  if (unclearAges(check) !== null)
    output.warn(`No order was placed. Give the unit of the ages with --age-unit: ${ageUnits().join(', ')}.`)
  const numbered = [...check.notes, ...check.problems].find(({ rule }) => rule === 'donor-numbers')
  if (numbered)
    output.warn(
      `To join columns for the donor, give --transform FILE with {"joined":{"donor_id":{"columns":["COLUMN",${JSON.stringify(numbered.column)}],"separator":"-"}}}.`,
    )
  if (ordersInDoubt(check) > 0)
    output.warn(
      `${counted(ordersInDoubt(check), 'order')} of an earlier batch may have been placed. List them with “samples resume”, then settle each with “samples settle”.`,
    )
  for (const { column, answers = [] } of check.notes)
    if (answers.length > 0)
      output.warn(
        `To answer for “${column}”, give ${answers.map(({ transform }) => columnAnswerFlags(transform)).join('\n  or ')}`,
      )
  const hasQuestion = check.notes.some(({ rule }) => rule === 'ambiguous-sex')
  const code = check.problems.find(({ rule }) => rule === 'sex')
  if (code?.value && !hasQuestion)
    output.warn(
      `To say what a value means, give --value ${shellQuoted(`${code.column}:${code.value}=F`)}, or M, other or unknown.`,
    )
}

/** Improves an error about a missing name column: the header is probably on another line than the detected one. */
function withHeaderLine(
  error: unknown,
  { columns, readAs, sheets, likelyReferences }: ImportDraft,
  form: OrderForm,
): unknown {
  const name = form.find(({ type }) => type === 'reference')?.field
  if (!isFailure(error, 'rejected')) return error
  const { details, userMessage } = error as Failure<'rejected'>
  if (
    !details.problems.some(
      ({ field, message }) => field === name && toEnglish(message) === toEnglish(referenceNeeded),
    )
  )
    return error
  const names = columns.map((column) => `“${column}”`).join(', ')
  const found = readAs.noHeader
    ? `The file was read without a header: ${names}.`
    : `The header was read from line ${readAs.headerLine}: ${names}.`
  const isOther = ({ name: sheet, hidden }: SheetChoice): boolean =>
    readAs.format === 'xlsx' && sheet !== readAs.sheet && !hidden
  const others = sheets.filter(isOther).map((sheet) => sheet.name)
  const [other] = others
  const elsewhere =
    other === undefined
      ? ''
      : ` Other sheets of the workbook: ${others.map((sheet) => `“${sheet}”`).join(', ')}. Read one with --sheet ${shellQuoted(other)}.`
  const line = readAs.noHeader ? '' : ', or the line with --header-line N, or read the file with --no-header'
  const likely = likelyReferences.map(
    ({ column, isPersonal }) =>
      `--map ${shellQuoted(`${column}=${name}`)}${isPersonal ? ' (looks like names or numbers of people, which would leave this computer)' : ''}`,
  )
  const how = likely.length > 0 ? `Likeliest: ${likely.join(', or ')}. Otherwise name` : 'Name'
  const remedy = `${how} the column with --map 'Column=${name}'${line}; “samples preview” shows the cells.${elsewhere}`
  return new Failure(
    'rejected',
    message('cli.threeSentences', { first: userMessage, second: found, third: remedy }),
    details,
    { cause: error },
  )
}

/** Reads the file with the saved options and these overrides. A saved encoding applies if the file's is unclear. */
async function readAs(
  call: OpenedApp['call'],
  fileId: string,
  { encoding, ...saved }: ReadOptions,
  overrides: ReadOptions,
): Promise<ImportDraft> {
  const options = { ...saved, ...overrides }
  const draft = await call('imports.read', { fileId, options })
  const isGuessed = draft.problems.some(({ rule }) => rule === 'encoding-guessed')
  if (encoding === undefined || overrides.encoding !== undefined || !isGuessed) return draft
  return call('imports.read', { fileId, options: { ...options, encoding } })
}

/** Adds the findings about the file before those about its rows. */
function withFileProblems({ problems }: ImportDraft, check: ImportCheck): ImportCheck {
  const ofFile = problems.filter(({ rule }) => !check.rules.some((one) => one.rule === rule))
  return {
    ...check,
    problemCount: check.problemCount + ofFile.length,
    problems: [...ofFile, ...check.problems],
  }
}

/** Returns the study for the samples. Throws `UsageError` for an archived one. */
async function readStudy(app: OpenedApp): Promise<Pick<Input<'imports.send'>, 'study'>> {
  const name = textOf(app.run.values, 'study')
  if (name === undefined) return {}
  const found = studyNamed(await app.call('studies.names', {}), name)
  return { study: found ? { studyId: found.studyId } : { name } }
}

/** Sends the batch and returns its counts. Null if there was nothing to send or the user declined. */
async function send(
  app: OpenedApp,
  reading: Reading,
  check: ImportCheck,
  { dryRun, confirms }: { dryRun: boolean; confirms: boolean },
): Promise<(BatchCounts & { studyId?: string }) | null> {
  if (dryRun || check.orders === 0) return null
  const { cost } = await app.call('imports.dryRun', { draftId: reading.draft.draftId })
  refuseLarger(app.run, [cost])
  if (confirms) app.run.output.print(describeResults(cost))
  if (!(await confirmPaid(app.run, `Place ${counted(cost.orders, 'order')}`, cost))) return null
  const study = await readStudy(app)
  let sent: Result<'imports.send'> | undefined
  try {
    const counts = await sendBatch(app, async () => {
      sent = await app.call('imports.send', { draftId: reading.draft.draftId, ...study })
      return sent
    })
    return { ...counts, ...defined({ studyId: sent?.studyId }) }
  } catch (error) {
    if (jobOf(error) && sent)
      await report(
        app,
        check,
        { ...(await batchCounts(app.callAnyway, sent.batchId)), studyId: sent.studyId },
        { reading },
      )
    throw error
  }
}

/** Returns the batch of this file that another run is sending, or null. All samples would look ordered without it. */
async function waitingOrders({ call, run }: OpenedApp, { fileName }: ImportDraft): Promise<Batch | null> {
  const waiting = (await unfinishedBatches(call)).find((batch) => batch.fileName === fileName)
  if (!waiting) return null
  const { batchId, queued } = waiting
  run.output.warn(
    `${counted(queued, 'order')} of this file belong to the batch of another run. ` +
      `If that run has ended, resume the batch: pathclock samples resume ${batchId}`,
  )
  return waiting
}

/** Reserves the file for failed rows. Throws early if this run reads that file. */
async function placeForFailedRows(app: OpenedApp): Promise<FileHandle | null> {
  const { values } = app.run
  const path = textOf(values, 'failed-rows')
  if (path === undefined) return null
  for (const name of ['mapping', 'transform']) {
    const read = textOf(values, name)
    if (read !== undefined) await app.call('files.adopt', { path: resolve(read) })
  }
  return app.saveAt(path)
}

async function saveFailedRows(app: OpenedApp, { draftId }: ImportDraft, place: FileHandle): Promise<void> {
  const { rows } = await app.call('imports.saveFailedRows', { draftId, fileId: place.fileId })
  app.run.output.print(
    `${counted(rows, 'row')} that could not be sent: ${textOf(app.run.values, 'failed-rows')}`,
  )
}

export const samplesPreview: CommandSpec = {
  name: 'samples preview',
  takes: '<FILE>',
  group: 'Samples',
  options: () => ['--rows <N>', ...readingOptions],
  examples: ['samples preview plate.csv', "samples preview plate.xlsx --sheet 'Plate 1' --rows 50"],
  async run(run) {
    const { globals, output, operands, values } = run
    const options = readOptions(run)
    const rows = wholeOf(values, 'rows', 0, 10_000) ?? 10
    const isNamed = globals.profile !== undefined || globals.service !== undefined
    return withApp(
      run,
      async ({ call }) => {
        const { fileId } = await call('files.adopt', { path: operands[0] ?? '' })
        const table = await call('files.preview', { fileId, options, rows })
        const { columns, preview, readAs, rowCount, notes, problems, suggestedMapping } = table
        for (const { row, cells } of preview)
          output.record({
            type: 'row',
            row,
            cells: Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
          })
        output.summary({
          file: table.fileName,
          rows: rowCount,
          shown: preview.length,
          ...readingRecord(table, suggestedMapping, notes),
          problem_count: problems.length,
          problems,
        })
        const fields = columns.flatMap((column) =>
          suggestedMapping[column] ? [`${column} = ${suggestedMapping[column]}`] : [],
        )
        output.print(
          formatPairs([
            ['File', table.fileName],
            ['Read as', describeReading(readAs)],
            ['Rows', rowCount],
            ['Suggested mapping', fields.join(', ') || 'Pathclock recognizes none of the columns'],
          ]),
        )
        showNotes(run, notes)
        for (const { row, message } of problems) output.warn(`Line ${row}: ${toEnglish(message)}`)
        output.print('')
        output.table(
          ['line', ...columns],
          preview.map(({ row, cells }) => [row, ...columns.map((_, index) => cells[index])]),
        )
        if (preview.length < rowCount)
          output.print(
            `… and ${counted(rowCount - preview.length, 'more row')}: --rows N shows more of them.`,
          )
      },
      { ownProfile: !isNamed },
    )
  },
}
