import type { Handlers } from '../../../shared/contract/contract.ts'
import { rejected } from '../../../shared/contract/failures.ts'
import type { Problem, ReadingNote } from '../../../shared/domain/samples/importing.ts'
import {
  type ImportPlan,
  keepUnused,
  storedNames,
  unusedColumns,
} from '../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../shared/domain/samples/orderForm.ts'
import type { SampleFilter } from '../../../shared/domain/samples/sample.ts'
import type { TableJoin } from '../../../shared/domain/samples/tableJoin.ts'
import { type Message, message, shortList } from '../../../shared/words/message.ts'
import type { Clock, Emit, Files, Random } from '../../ports.ts'
import type { Journal, JournalQuery } from '../../store/journal.ts'
import { ownResultColumns } from '../adoption/ownExport.ts'
import { suggestMapping } from '../import/mapping/columnMapping.ts'
import { suggestTransform } from '../import/mapping/suggestTransform.ts'
import type { DraftFacts, Reader } from '../import/readerMessages.ts'
import { readingNote } from '../import/tableRow.ts'
import { annotate } from '../register/annotations.ts'
import {
  createSampleIndex,
  isBarcode,
  type JoinRow,
  type JoinSample,
  joinTable,
  type SampleIndex,
  suggestJoin,
} from './joinTable.ts'

type TableJoins = Pick<Handlers, 'samples.joinTable' | 'samples.annotateFromTable'>
type Request = Parameters<TableJoins['samples.joinTable']>[0]
type Deps = {
  journal: Journal
  files: Files
  reader: Reader
  clock: Clock
  random: Random
  emit: Emit
  form: () => Promise<OrderForm>
  whoText: () => string
  find: (text: string, filter: SampleFilter) => Promise<string[]>
}

/** Enough rows to see what a column matches. */
const suggestionRows = 10_000
const maxProblems = 1000

/**
 * Adds the columns of a table to samples in the register. It reads and checks the table like an import. Sent orders
 * never change: the values go to the annotation, which takes precedence on this computer.
 */
export function createTableJoins(deps: Deps) {
  async function join(request: Request) {
    const path = deps.files.path(request.fileId)
    const { name: fileName } = await deps.files.adopt(path)
    const facts = await deps.reader.draft({ path, options: request.options, shownRows: suggestionRows })
    const [form, samples] = await Promise.all([deps.form(), readSamples(deps, request.study)])
    const index = createSampleIndex(samples)
    const { join: found, choices } = chooseJoin(request, facts, form, index)
    const plan = toJoinPlan(request, facts, form, found)
    const ownColumns = ownResultColumns(facts.columns)
    const { rows, ...checked } = found
      ? await checkRows(deps.reader, { path, facts, form, plan, request, ...found })
      : { ...nothingChecked(), count: facts.rowCount }
    const { changes, ...joined } = joinTable(checked.blocker === null ? rows : [], index, {
      on: found?.on ?? 'client_reference',
      columns: found ? filledColumns(plan) : new Map(),
    })
    const ownNotes = found ? toOwnNotes(unusedColumns(ownColumns, plan)) : []
    const { count, notes, ...problems } = checked
    const table: TableJoin = {
      fileName,
      readAs: facts.readAs,
      columns: facts.columns,
      ownColumns,
      join: found,
      choices,
      plan,
      notes: [...facts.notes, ...ownNotes, ...notes],
      rows: count,
      ...problems,
      ...joined,
    }
    return { table, changes }
  }

  return {
    joinTable: async (request: Request): Promise<TableJoin> => (await join(request)).table,
    async annotateFromTable({
      digest,
      conflicts,
      ...request
    }: Parameters<TableJoins['samples.annotateFromTable']>[0]) {
      const { table, changes } = await join(request)
      if (!table.join) throw rejected(message('samples.chooseColumnIdentifiesSamples'), 'by')
      if (table.blocker !== null) throw rejected(table.blocker)
      if (table.digest !== digest) throw rejected(message('samples.tableSamplesChangedSince'))
      if (table.conflicts > 0 && conflicts === undefined)
        throw rejected(message('samples.someSamplesOtherValues', { conflicts: table.conflicts }), 'conflicts')
      const made = changes(conflicts ?? 'keep')
      if (made.length === 0) throw rejected(message('samples.tableNoNewValues'))
      const by = { who: deps.whoText(), nowIso: new Date(deps.clock.now()).toISOString() }
      const outcome = await annotate(deps, made, by)
      deps.emit('samples.changed', { batchId: null })
      return outcome
    },
  }
}

/** Returns the fields that a plan fills, each with the names of its columns. */
function filledColumns({ mapping, transform }: ImportPlan): Map<string, string> {
  const mapped = Object.entries(mapping).flatMap(([column, field]) =>
    field === null ? [] : [[field, column] as const],
  )
  const joined = Object.entries(transform.joined).map(
    ([field, { columns }]) => [field, columns.join(', ')] as const,
  )
  const constants = Object.keys(transform.constants).map((field) => [field, ''] as const)
  const stored = [...storedNames({ mapping, transform })].map(([column, name]) => [name, column] as const)
  return new Map([...mapped, ...joined, ...constants, ...stored.filter(([name]) => !isIdentity(name))])
}

const maxShownColumns = 10

function toOwnNotes(leftOut: readonly string[]): ReadingNote[] {
  if (leftOut.length === 0) return []
  const text = message('samples.pathclockExportedTableStates', {
    leftOut: shortList(leftOut, maxShownColumns),
  })
  return [readingNote('own-results', text, { count: leftOut.length })]
}

/** Columns with these names confirm that a row belongs to its sample; they are not stored. */
const isIdentity = (name: string): boolean => name === 'sample_id' || name === 'client_reference'

function chooseJoin(
  { by, on }: Request,
  { columns, preview }: DraftFacts,
  form: OrderForm,
  index: SampleIndex,
): Pick<TableJoin, 'join' | 'choices'> {
  const at = by === undefined ? -1 : columns.indexOf(by)
  if (by !== undefined && at < 0)
    throw rejected(message('samples.tableNoColumnColumns', { by, columns: columns.join(', ') }), 'by')
  const header = (column: string): string | null => suggestMapping([column], form)[column] ?? null
  const table =
    by === undefined
      ? { columns, rows: preview }
      : { columns: [by], rows: preview.map(({ cells }) => ({ cells: [cells[at] ?? ''] })) }
  const suggested = suggestJoin(table, index, header)
  if (by === undefined) return suggested
  if (on !== undefined) {
    if (!isIdentity(on) && !index.fields.has(on))
      throw rejected(
        message('samples.noSampleFieldFields', { on, fields: [...index.fields].join(', ') }),
        'on',
      )
    return { ...suggested, join: { by, on } }
  }
  if (suggested.choices.length > 0) return suggested
  const field = header(by)
  const barcode = isBarcode(by) ? [...index.fields].find(isBarcode) : undefined
  const target = barcode ?? (field !== null && index.fields.has(field) ? field : 'client_reference')
  return { ...suggested, join: { by, on: target } }
}

/** Returns the rules for the other columns: those of the order form, but with no field required. */
const toJoinForm = (form: OrderForm, on: string | null): FieldRule[] =>
  form
    .filter(({ type, field }) => type !== 'reference' && field !== on)
    .map((rule) => ({ ...rule, required: false }))

function toJoinPlan(
  request: Request,
  { columns, preview }: DraftFacts,
  form: OrderForm,
  join: TableJoin['join'],
): ImportPlan {
  const { by, on } = join ?? { by: null, on: null }
  const others = columns.filter((column) => column !== by)
  const own = new Set(ownResultColumns(columns))
  const firstRows = preview.slice(0, 50)
  const rules = toJoinForm(form, on)
  const places = columns.flatMap((column, at) => (column === by ? [] : [at]))
  const withoutKey = firstRows.map(({ row, cells }) => ({ row, cells: places.map((at) => cells[at] ?? '') }))
  const suggestion = () => {
    const suggested = Object.entries(suggestMapping(others, rules, withoutKey))
    return Object.fromEntries(suggested.filter(([column]) => !own.has(column)))
  }
  const mapping = request.mapping ?? suggestion()
  const transform =
    request.transform ?? suggestTransform({ columns: others, mapping, form: rules, preview: withoutKey })
  const fields = new Set(rules.map(({ field }) => field))
  const plan = {
    // A field that the user maps and that identifies the samples is not filled.
    mapping: Object.fromEntries(
      others.map((column) => {
        const field = Object.hasOwn(mapping, column) ? (mapping[column] ?? null) : null
        return [column, field !== null && fields.has(field) ? field : null]
      }),
    ),
    transform: { ...transform, notes: transform.notes.filter((column) => column !== by) },
  }
  return request.transform
    ? plan
    : keepUnused(
        plan,
        others.filter((column) => !own.has(column)),
      )
}

async function readSamples({ journal, find }: Deps, study: string | undefined): Promise<JoinSample[]> {
  const rows = await readAll(journal.query)
  if (study === undefined) return rows
  const chosen = new Set(await find('', { study }))
  return rows.filter(({ sampleId }) => chosen.has(sampleId))
}

async function readAll(query: JournalQuery): Promise<JoinSample[]> {
  const rows = await query
    .selectFrom('samples')
    .leftJoin('annotations', 'annotations.sample_id', 'samples.sample_id')
    .select([
      'samples.sample_id',
      'client_reference',
      'samples.fields as sent',
      'annotations.fields as added',
      'group_name',
    ])
    .orderBy('place')
    .orderBy('samples.sample_id')
    .execute()
  // Both columns contain flat objects.
  return rows.map(({ sample_id, client_reference, sent, added, group_name }) => ({
    sampleId: sample_id,
    clientReference: client_reference,
    sent: JSON.parse(sent) as JoinSample['sent'],
    local: {
      ...(added === null ? {} : (JSON.parse(added) as JoinSample['local'])),
      ...(group_name === null ? {} : { group: group_name }),
    },
  }))
}

type RowsToCheck = {
  path: string
  facts: DraftFacts
  form: OrderForm
  plan: ImportPlan
  request: Request
  by: string
  on: string
}

const nothingChecked = () => ({
  rows: [] as JoinRow[],
  count: 0,
  invalid: 0,
  problemCount: 0,
  problems: [] as Problem[],
  notes: [] as ReadingNote[],
  blocker: null as Message | null,
})

/** Checks the rows as an import does, with the key in place of the sample name. */
async function checkRows(reader: Reader, { path, facts, form, plan, request, by, on }: RowsToCheck) {
  const { readAs, sha256, columns } = facts
  const key: FieldRule = {
    field: 'client_reference',
    sendAs: 'client_reference',
    type: 'reference',
    required: true,
  }
  const result = nothingChecked()
  const addProblems = (found: readonly Problem[]): void => {
    result.problemCount += found.length
    result.problems.push(...found.slice(0, Math.max(0, maxProblems - result.problems.length)))
  }
  const addRow = (row: Pick<JoinRow, 'row' | 'key'> & Partial<JoinRow>): void =>
    void result.rows.push({ values: new Map(), conflicts: false, ...row })
  const task = {
    path,
    readAs,
    sha256,
    columns,
    changes: [],
    mapping: { ...plan.mapping, [by]: 'client_reference' },
    transform: plan.transform,
    form: [key, ...toJoinForm(form, on)],
    isDecimalFound: readAs.format === 'csv' && request.options.decimal === undefined,
    records: 'none' as const,
  }
  // A kept column named client_reference is stored under another name, since the key uses that one.
  const ownNames = storedNames(plan)
  const namesOfTask = new Map(
    [...storedNames(task)].map(([column, name]) => [name, ownNames.get(column) ?? name]),
  )
  addProblems(
    facts.problems.filter(({ rule, row }) => rule === 'encoding-guessed' || row <= readAs.headerLine),
  )
  for await (const { rows, problems, notes = [] } of reader.rows(task)) {
    for (const { row, fields, notes: columns, problems: found } of rows) {
      result.count += 1
      const repeat = found.find(({ rule }) => rule === 'duplicate-in-file' || rule === 'conflicting-row')
      const noKey = found.some(
        ({ rule, column }) => rule === 'no-sample' || (rule === 'required' && column === by),
      )
      const shown = found.filter((one) => one !== repeat && one.severity !== 'note')
      const isRepeat = repeat !== undefined && shown.every(({ severity }) => severity !== 'error')
      if (noKey) addRow({ row, key: null })
      else if (fields) {
        const { client_reference: reference, ...values } = fields
        const sent = Object.entries(values).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, value] as const],
        )
        const local = Object.entries(columns ?? {}).map(
          ([name, text]) => [namesOfTask.get(name) ?? name, text] as const,
        )
        addRow({ row, key: reference, values: new Map<string, string | number>([...sent, ...local]) })
      } else if (isRepeat) addRow({ row, key: repeat.value, conflicts: repeat.rule === 'conflicting-row' })
      else result.invalid += 1
      if (!noKey) addProblems(shown)
    }
    addProblems(problems)
    result.notes.push(...notes)
    result.blocker ??= problems.find(({ severity }) => severity === 'error')?.message ?? null
  }
  return result
}
