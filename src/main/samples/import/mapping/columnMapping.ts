import { rejected } from '../../../../shared/contract/failures.ts'
import type { Mapping, ReadingNote } from '../../../../shared/domain/samples/importing.ts'
import {
  fieldOf,
  type ImportPlan,
  joinedColumns,
  ownEntry,
  storedNames,
} from '../../../../shared/domain/samples/importPlan.ts'
import type { FieldRule, OrderForm } from '../../../../shared/domain/samples/orderForm.ts'
import { referenceNeeded } from '../../../../shared/domain/samples/referenceNeeded.ts'
import { joinMessages, type Message, message } from '../../../../shared/words/message.ts'
import { findUnitColumn, parseWrittenAge } from '../cells/ageUnits.ts'
import { constantProblem } from '../cells/cellCheck.ts'
import { matchingDayFormats } from '../cells/dates.ts'
import { createMissingWords } from '../cells/missingWords.ts'
import { checkSex } from '../cells/sexes.ts'
import { classifyAgeHeader, matchHeader, mentionsSample } from '../detect/headerWords.ts'
import { personalKind } from '../detect/personalData.ts'
import {
  groupWords,
  innerName,
  normalizedHeaderNames,
  normalizeHeader,
  synonyms,
  weakNames,
} from '../detect/synonyms.ts'
import { readingNote } from '../tableRow.ts'
import { createDonorRule, notSuggestedMessage, type RenumberedDonors } from './renumberedDonors.ts'
import type { FieldSource, RowPlan } from './rowPlan.ts'

/** Returns the folded names that a column of a field may have: its own names, then synonyms. */
function namesForField({ field, sendAs, unit = '' }: FieldRule): readonly string[] {
  const ownNames = [field, sendAs, field + unit, sendAs + unit].map(normalizeHeader)
  const otherNames = ownEntry(synonyms, field) ?? []
  return [...ownNames, ...otherNames.map(normalizeHeader)].filter((name) => name !== '')
}

const normalizedWeakNames = new Set([...weakNames].map(normalizeHeader))

type Candidate = { column: string; index: number; rank: number; isWeak: boolean }

/** Creates a function that returns the columns whose names may mean a field, the likeliest first. */
function createCandidates(columns: readonly string[], form: OrderForm): (rule: FieldRule) => Candidate[] {
  // `inner`: the name without the wrapping of a repository.
  const named = columns.map((column, index) => {
    return { column, index, inner: innerName(column), names: normalizedHeaderNames(column) }
  })
  const fieldByName = new Map(
    form.flatMap(({ field, sendAs }) =>
      [field, sendAs].map((name) => [normalizeHeader(name), field] as const),
    ),
  )
  return (rule) => {
    // Reversed, so the first of equal names wins.
    const ranks = new Map(
      namesForField(rule)
        .map((name, rank) => [name, rank] as const)
        .reverse(),
    )
    const isOfAnother = (name: string): boolean => (fieldByName.get(name) ?? rule.field) !== rule.field
    return named
      .flatMap(({ column, index, inner, names }) => {
        // A column named exactly like a form field belongs to that field, even if the name has other meanings.
        const name = names.find((one) => ranks.has(one) && !isOfAnother(one))
        const rank = name === undefined ? undefined : ranks.get(name)
        if (name === undefined || rank === undefined) {
          const match = names.some(isOfAnother) ? null : matchHeader(inner, rule.field)
          return match ? [{ column, index, rank: ranks.size + match.length, isWeak: match.isWeak }] : []
        }
        return [{ column, index, rank, isWeak: normalizedWeakNames.has(name) && !fieldByName.has(name) }]
      })
      .sort((a, b) => a.rank - b.rank)
  }
}

/** The first rows of a file. `row`: its line, where it is known. */
type PreviewRows = readonly { row?: number; cells: readonly string[] }[]
const cellsAt = (rows: PreviewRows, index: number): string[] => rows.map(({ cells }) => cells[index] ?? '')
type FirstRows = { columns: readonly string[]; form: OrderForm; preview: PreviewRows }

/** Of columns with a name for the donor, since each is compared with all others. */
const maxDonorColumns = 10

/** Checks in the first rows whether the numbers of a possible donor column start over in each group. */
function findRenumbered(
  rule: FieldRule,
  index: number,
  { columns, form, preview }: FirstRows,
): RenumberedDonors | null {
  const missing = createMissingWords(rule)
  const sexRule = form.find(({ type }) => type === 'sex')
  const sex = sexRule && createCandidates(columns, form)(sexRule)[0]
  const watch = createDonorRule({
    column: '',
    columns,
    sources: [index],
    sex: sex ? { field: 'sex', column: sex.column } : null,
    age: null,
  })
  for (const { row = 0, cells } of preview) {
    const donor = cells[index]?.trim() ?? ''
    const found = sex && checkSex(cells[sex.index] ?? '').value
    if (donor !== '' && !missing.has(donor))
      watch.observe(row, cells, { donor_id: donor, ...(found !== undefined && { sex: found }) })
  }
  return watch.findRenumbered()
}

/** Adds a note if a column is named like the donor but its numbers start over in each group, so it is not suggested. */
export function donorNotes(table: FirstRows, mapping: Mapping): ReadingNote[] {
  const { columns, form, preview } = table
  const rule = form.find(({ field }) => field === 'donor_id')
  if (!rule || Object.values(mapping).includes('donor_id')) return []
  const candidates = createCandidates(columns, form)(rule).slice(0, maxDonorColumns)
  return candidates.flatMap(({ column, index }) => {
    const renumbered = mapping[column] ? null : findRenumbered(rule, index, table)
    if (renumbered === null) return []
    const rows = [renumbered.first.row, renumbered.second.row]
    const text = notSuggestedMessage(column, renumbered)
    return [readingNote('donor-numbers', text, { column, count: preview.length, rows, severity: 'warning' })]
  })
}

/**
 * Suggests the field of each column by its name and, if several columns have names for one field, by the content of the
 * first rows. Each field is suggested for one column at most.
 */
export function suggestMapping(
  columns: readonly string[],
  form: OrderForm,
  preview: PreviewRows = [],
): Mapping {
  const chosen = new Map<string, string>()
  const candidatesOf = createCandidates(columns, form)
  const table = { columns, form, preview }
  for (const rule of form) {
    const isDonor = (index: number, rank: number): boolean =>
      rank < maxDonorColumns && findRenumbered(rule, index, table) === null
    const cellsOf = ({ index }: Candidate): string[] => cellsAt(preview, index)
    const canHoldField = (one: Candidate): boolean => canHold(rule, cellsOf(one))
    const hasText = (one: Candidate): boolean => cellsOf(one).some((cell) => cell.trim() !== '')
    const namesPeople = rule.type === 'reference' || rule.field === 'donor_id'
    const candidates = candidatesOf(rule)
      .filter(({ column }) => !chosen.has(column))
      .filter((one) => !namesPeople || personalKind(one.column, cellsOf(one)) === null)
      .filter((one) => !one.isWeak || (rule.field === 'group' ? areGroups(cellsOf(one)) : canHoldField(one)))
      .filter((one) => rule.field !== 'tissue' || one.rank === 0 || !areKindsOfSample(cellsOf(one)))
      .filter((one, rank) => rule.field !== 'donor_id' || isDonor(one.index, rank))
    const fitting = candidates.length > 1 ? candidates.find(canHoldField) : undefined
    const best = fitting ?? candidates.find(hasText) ?? candidates[0]
    if (best) chosen.set(best.column, rule.field)
  }
  nameByDonor(chosen, table)
  return Object.fromEntries(columns.map((column) => [column, chosen.get(column) ?? null]))
}

/** In a sheet of people without a column for samples, such as BIDS' participants.tsv, the person names the sample. */
function nameByDonor(chosen: Map<string, string>, { columns, form, preview }: FirstRows): void {
  const reference = form.find(({ type }) => type === 'reference')
  const donor = columns.find((column) => chosen.get(column) === 'donor_id')
  // A list of donors alone is no sheet of samples.
  if (chosen.size < 2) return
  if (!reference || donor === undefined || [...chosen.values()].includes(reference.field)) return
  const index = columns.indexOf(donor)
  // A row per person may list several samples: “Baseline tube”, “Week 4 tube”.
  const isOfSamples = (column: string, at: number): boolean => {
    const names = preview.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '')
    const areNames = names.length > 1 && new Set(names).size === names.length
    return !chosen.has(column) && mentionsSample(column) && areNames && matchingDayFormats(names).length === 0
  }
  if (columns.some(isOfSamples)) return
  if (canHold(reference, cellsAt(preview, index))) chosen.set(donor, reference.field)
}

/** Parts of headers that suggest a name of the sample, for tables without a usual header for it. */
const identifying =
  /(?:^|[^\p{L}])(?:id|ids|no|nr|code|name|key|accession|label|title|index)(?:$|[^\p{L}])|[a-z](?:ID|Id)$|号|名|番号|번호/iu
const maxLikelyColumns = 3

/**
 * The columns that most likely name the samples, for a table where none is chosen, the likeliest first: filled and
 * different in each of the first rows. `isPersonal`: it looks like the names or numbers of people.
 */
export function likelyReferences(
  { columns, form, preview }: FirstRows,
  { mapping, transform }: ImportPlan,
): { column: string; isPersonal: boolean }[] {
  const reference = form.find(({ type }) => type === 'reference')
  const given = [...Object.values(mapping), ...Object.keys(transform.joined)]
  if (!reference || given.includes(reference.field)) return []
  const fixed = new Set(['age', 'sex', 'collected_at'])
  const all = columns.flatMap((column, index) => {
    const cells = cellsAt(preview, index)
    const isFixed = fixed.has(mapping[column] ?? '') || classifyAgeHeader(innerName(column)) !== null
    if (isFixed || !canHold(reference, cells)) return []
    const isPersonal = personalKind(column, cells) !== null
    const isText = cells.some((cell) => /\p{L}/u.test(cell))
    const isDay = matchingDayFormats(cells).length > 0
    const isFraction = cells.some((cell) => /^[+-]?\d+[.,]\d+$/.test(cell.trim()))
    const score =
      (identifying.test(column) ? 4 : 0) + (isText ? 2 : 0) + (index === 0 ? 1 : 0) - (isPersonal ? 6 : 0)
    return isDay || isFraction ? [] : [{ column, isPersonal, score }]
  })
  return all
    .sort((a, b) => b.score - a.score)
    .slice(0, maxLikelyColumns)
    .map(({ column, isPersonal }) => ({ column, isPersonal }))
}

/**
 * Notes about ages that are not sent or are ages at an event, and about columns of people's names and numbers, with
 * a warning for those that leave the computer. `preview`: the first rows.
 */
export function columnNotes(task: MappingTask, preview: PreviewRows, rows: number): ReadingNote[] {
  const { columns, form } = task
  const ageColumn = form
    .filter(({ type }) => type === 'age')
    .flatMap(({ field }) => columns.filter((column) => fieldOf(task, column) === field))[0]
  const unitAt = ageColumn === undefined ? -1 : findUnitColumn(columns, columns.indexOf(ageColumn))
  const joined = new Set(joinedColumns(task))
  return columns.flatMap((column, index) => {
    const field = fieldOf(task, column)
    const isSent = field !== null || joined.has(column)
    const notes: ReadingNote[] = []
    const addNote = (rule: string, severity: ReadingNote['severity'], text: Message): void =>
      void notes.push(readingNote(rule, text, { column, count: rows, severity }))
    const age = classifyAgeHeader(innerName(column))
    if (column === ageColumn && age === 'event')
      addNote('age-at-event', 'note', message('check.ageEventSentAge', { column }))
    else if (age !== null && !isSent && index !== unitAt && (age === 'other' || ageColumn === undefined))
      addNote(
        'age-not-sent',
        ageColumn === undefined ? 'warning' : 'note',
        message('check.mentionsAgeNotSent', { column }),
      )
    const kind = personalKind(column, cellsAt(preview, index))
    if (kind !== null)
      addNote(
        'personal-data',
        isSent ? 'warning' : 'note',
        !isSent
          ? message('check.looksLikeNamesPeopleNumbers', { column })
          : kind === 'names'
            ? message('check.looksLikeNamesPeople', { column, field: field ?? column })
            : message('check.looksLikeNumbersIdentify', { column, field: field ?? column }),
      )
    return notes
  })
}

/**
 * Returns the suggestion with sample names made from the columns that identify a sample. If the rows of a sample disagree
 * in a text column, the column is not sent and a note is added.
 */
export function withSamplesBy(
  { mapping, transform }: ImportPlan,
  samplesBy: readonly string[],
  { varyingColumns, form }: { varyingColumns: readonly string[]; form: OrderForm },
): ImportPlan & { notes: ReadingNote[] } {
  const reference = form.find(({ type }) => type === 'reference')?.field
  if (reference === undefined) return { mapping, transform, notes: [] }
  const [column = '', ...others] = samplesBy
  const isText = (field: string | null): boolean => form.find((rule) => rule.field === field)?.type === 'text'
  const varying = varyingColumns.filter((name) => isText(mapping[name] ?? null))
  const left = Object.entries(mapping).map(([name, field]) => [
    name,
    field === reference || varying.includes(name) ? null : field,
  ])
  const named = others.length === 0 ? { [column]: reference } : {}
  const joined = others.length === 0 ? {} : { [reference]: { columns: [...samplesBy], separator: '-' } }
  return {
    mapping: { ...Object.fromEntries(left), ...named },
    transform: { ...transform, joined: { ...transform.joined, ...joined } },
    notes: varying.map((name) =>
      readingNote('varying-column', message('files.rowsMostSamplesDifferent', { name }), {
        column: name,
        severity: 'warning',
      }),
    ),
  }
}

/** The types that values alone can identify. Numbers may be weights or doses as well, and texts anything. */
const tellingTypes: readonly FieldRule['type'][] = ['sex', 'day', 'age']

/**
 * Suggests the fields of columns without names, by the content of the first rows and only if exactly one column can
 * hold the field. The first column with a distinct text in each row names the samples.
 */
export function suggestByValues(columns: readonly string[], form: OrderForm, preview: PreviewRows): Mapping {
  const isTelling = ({ type }: FieldRule, cells: readonly string[]): boolean =>
    type !== 'age' || cells.some((cell) => parseWrittenAge(cell)?.kind === 'age')
  const chosen = new Map<string, string>()
  for (const rule of form.filter(({ type }) => tellingTypes.includes(type))) {
    const fitting = columns.filter((column, index) => {
      const cells = cellsAt(preview, index)
      return !chosen.has(column) && cells.length > 1 && canHold(rule, cells) && isTelling(rule, cells)
    })
    const [column] = fitting
    if (column !== undefined && fitting.length === 1) chosen.set(column, rule.field)
  }
  const reference = form.find(({ type }) => type === 'reference')
  const names = columns.find((column, index) => {
    const cells = cellsAt(preview, index)
    const isText = cells.some((cell) => /\p{L}/u.test(cell))
    return reference && !chosen.has(column) && cells.length > 1 && isText && canHold(reference, cells)
  })
  if (reference && names !== undefined) chosen.set(names, reference.field)
  return Object.fromEntries(columns.map((column) => [column, chosen.get(column) ?? null]))
}

/**
 * A note for each field that other columns have a name for as well, and that one of the columns gives: only that one is
 * sent. Columns that are used in another way are no rivals.
 */
export function conflictNotes(task: MappingTask, rows: number): ReadingNote[] {
  const { columns, form } = task
  const candidatesOf = createCandidates(columns, form)
  const used = new Set([...columns.filter((column) => fieldOf(task, column)), ...joinedColumns(task)])
  return form.flatMap((rule) => {
    const column = columns.find((name) => fieldOf(task, name) === rule.field)
    const rivals = candidatesOf(rule).filter((one) => !used.has(one.column) && !one.isWeak)
    if (column === undefined || rivals.length === 0) return []
    const names = rivals.map((rival) => `“${rival.column}”`).join(', ')
    const text = message('check.comesColumnNotSent', { field: rule.field, column, names })
    return [readingNote('other-column', text, { column, count: rows })]
  })
}

type MappingTask = ImportPlan & { columns: readonly string[]; form: OrderForm }

/** Combines mapping, transform and form into the row plan. Throws `rejected`, with remedies, for misfits. */
export function toRowPlan(task: MappingTask): RowPlan {
  const { columns, mapping, transform, form } = task
  const problems: { field: string; message: Message }[] = []
  const addProblem = (field: string, text: Message): void => void problems.push({ field, message: text })
  const columnIndexes = new Map(columns.map((column, index) => [column, index]))
  const indexOf = (column: string): number | null => {
    const index = columnIndexes.get(column)
    if (index === undefined) addProblem(column, message('samples.noColumnFile'))
    return index ?? null
  }
  const ruleOf = (field: string): FieldRule | null => {
    const rule = form.find((one) => one.field === field)
    const fields = form.map((one) => one.field).join(', ')
    if (!rule) addProblem(field, message('samples.noFieldOrderChoose', { form: fields }))
    return rule ?? null
  }

  const sources: FieldSource[] = []
  for (const column of Object.keys(mapping)) indexOf(column)
  for (const [index, column] of columns.entries()) {
    const field = fieldOf(task, column)
    const rule = field ? ruleOf(field) : null
    if (rule) sources.push({ rule, column, from: { kind: 'column', index } })
  }
  for (const [field, { columns: parts, separator }] of Object.entries(transform.joined)) {
    const rule = ruleOf(field)
    const indices = parts.flatMap((column) => indexOf(column) ?? [])
    if (new Set(parts).size < parts.length) addProblem(field, message('samples.joinsColumnChooseEach'))
    if (/\p{C}/u.test(separator)) addProblem(field, message('samples.joinedCharacterNobodySees'))
    if (rule) sources.push({ rule, column: parts[0] ?? null, from: { kind: 'joined', indices, separator } })
  }
  for (const [field, value] of Object.entries(transform.constants)) {
    const rule = ruleOf(field)
    if (!rule) continue
    const problem =
      rule.type === 'reference'
        ? message('samples.namesEachSampleCannot')
        : constantProblem(rule, value, transform)
    if (problem !== null) addProblem(field, problem)
    sources.push({ rule, column: null, from: { kind: 'constant', value } })
  }
  for (const column of Object.keys(transform.values ?? {})) indexOf(column)
  const notes = [...storedNames(task)].flatMap(([column, name]) => {
    const index = indexOf(column)
    return index === null ? [] : [{ name, index }]
  })

  const fields = form.flatMap((rule) => {
    const given = sources.filter((source) => source.rule === rule)
    const fieldSources = given.length > 0 ? given : dateSources(task, rule)
    if (fieldSources.length > 1)
      addProblem(
        rule.field,
        message('samples.givenChooseOne', { fieldSources: describeSources(fieldSources) }),
      )
    if (fieldSources.length === 0 && rule.required)
      addProblem(
        rule.field,
        rule.type === 'reference' ? referenceNeeded : message('samples.neededEachOrderChoose'),
      )
    return fieldSources
  })
  if (problems.length === 0) return { fields, notes }
  const list = joinMessages(
    problems.map(({ field, message: why }) => message('shared.quotedThen', { name: field, text: why })),
    '; ',
  )
  throw rejected(message('samples.columnsCannotSentLike', { list }), problems)
}

/** The age between two days, if no column gives it. */
function dateSources({ columns, transform, form }: MappingTask, rule: FieldRule): FieldSource[] {
  const { ageFromDates } = transform
  if (!ageFromDates || rule !== form.find(({ type }) => type === 'age')) return []
  const [born, taken] = [columns.indexOf(ageFromDates.born), columns.indexOf(ageFromDates.taken)]
  if (born < 0 || taken < 0) return []
  return [{ rule, column: ageFromDates.born, from: { kind: 'dates', indices: [born, taken] } }]
}

function describeSources(sources: readonly FieldSource[]): Message {
  const columns = sources.flatMap(({ column, from }) => (from.kind === 'column' ? [column] : []))
  if (columns.length === sources.length)
    return message('samples.severalColumns', { columns: columns.join(', ') })
  const kinds = {
    column: message('samples.aColumn'),
    joined: message('samples.joinedColumns'),
    constant: message('samples.oneValueAllRows'),
    dates: message('check.twoDays'),
  }
  return sources
    .map(({ from }) => kinds[from.kind])
    .reduce((all, source) => message('samples.andTo', { all, source }))
}

const isYesOrNo = (text: string): boolean => /^(yes|no|y|n|true|false)$/i.test(text)
const isNumber = (text: string): boolean => /^[+-]?\d+([.,]\d+)?$/.test(text)

/** True if the first cells of a column are valid for a field. Names must be present and distinct. */
function canHold(rule: FieldRule, cells: readonly string[]): boolean {
  const { type } = rule
  const missing = createMissingWords(rule)
  const texts = cells.map((cell) => (missing.has(cell) ? '' : cell.trim()))
  const filled = texts.filter((text) => text !== '')
  if (filled.length === 0) return false
  switch (type) {
    case 'reference':
      return filled.length === texts.length && new Set(texts).size === texts.length
    case 'age':
      return filled.every((text) => isNumber(text) || parseWrittenAge(text)?.kind === 'age')
    case 'number':
      return filled.every(isNumber)
    case 'sex':
      return filled.every((text) => checkSex(text).value !== undefined)
    case 'day':
      return matchingDayFormats(filled).length > 0
    default:
      // “yes” below “animal” states only that there was one, without its id.
      return rule.field !== 'donor_id' || !filled.every(isYesOrNo)
  }
}

/** The most distinct values of a column that still form groups, if the column has another usual name. */
const maxGroups = 6

/** True if the cells divide samples into a few groups, and at least one group has a usual name. */
function areGroups(cells: readonly string[]): boolean {
  const values = new Set(cells.map(normalizeHeader).filter((value) => value !== ''))
  return values.size > 1 && values.size <= maxGroups && [...values].some((value) => groupWords.has(value))
}

/** The types of samples in cBioPortal and TCGA. */
const kindOfSample =
  /^(?:(?:unknown|solid|blood|adjacent|matched|primary|metastatic|recurrent)[ _-]?(?:tissue )?)?(?:primary|metasta\w*|normal|tumou?r|recurren\w*|case|control|blank|qc|pool\w*|dna|rna|cfdna|protein|cell ?line)$/i

/** True if the cells are kinds of sample (primary, normal, DNA) rather than tissues. */
function areKindsOfSample(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return filled.length > 0 && filled.every((cell) => kindOfSample.test(cell))
}
