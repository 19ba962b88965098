import { Failure } from '../../shared/contract/failures.ts'
import type { Mapping, ReadingNote, Recipe } from '../../shared/domain/importing.ts'
import type { FieldRule, OrderForm } from '../../shared/domain/orderForm.ts'
import { constantProblem } from './check/cellCheck.ts'
import { areKindsOfSample, canHold } from './check/contents.ts'
import { createDonorWatch, type NumberedAnew, notUsedMessage } from './check/donorWatch.ts'
import { createMissingWords } from './check/missingWords.ts'
import { checkSex } from './check/sexes.ts'
import { fold, foldedNames, synonyms, weakNames } from './synonyms.ts'

/** Names that a column of a field may have, folded, the likeliest first; the field's own before what else stands for it. */
function namesOf({ field, sendAs, unit = '' }: FieldRule): readonly string[] {
  const own = [field, sendAs, field + unit, sendAs + unit].map(fold)
  const others = Object.hasOwn(synonyms, field) ? (synonyms[field] ?? []) : []
  return [...own, ...others.map(fold)].filter((name) => name !== '')
}

const foldedWeakNames = new Set([...weakNames].map(fold))

type Named = { column: string; index: number; folded: string[] }
type Candidate = { column: string; index: number; place: number; isWeak: boolean }

/** The columns whose names may stand for a field, the likeliest first. */
function candidatesOf(
  rule: FieldRule,
  named: readonly Named[],
  owners: ReadonlyMap<string, string>,
): Candidate[] {
  // Turned round, so that of equal names the first one counts.
  const places = new Map(
    namesOf(rule)
      .map((name, place) => [name, place] as const)
      .reverse(),
  )
  return named
    .flatMap(({ column, index, folded }) => {
      // A column named just as a field of the form is that field's, whatever else the name may stand for.
      const name = folded.find((one) => places.has(one) && (owners.get(one) ?? rule.field) === rule.field)
      const place = name === undefined ? undefined : places.get(name)
      if (name === undefined || place === undefined) return []
      return [{ column, index, place, isWeak: foldedWeakNames.has(name) && !owners.has(name) }]
    })
    .sort((a, b) => a.place - b.place)
}

const ownersOf = (form: OrderForm): ReadonlyMap<string, string> =>
  new Map(form.flatMap(({ field, sendAs }) => [field, sendAs].map((name) => [fold(name), field])))

const toNamed = (columns: readonly string[]): Named[] =>
  columns.map((column, index) => ({ column, index, folded: foldedNames(column) }))

/** The first rows of a file. `row`: its line, where it is known. */
type Preview = readonly { row?: number; cells: readonly string[] }[]
type FirstRows = { columns: readonly string[]; form: OrderForm; preview: Preview }

/** Of columns with a name for the donor, since each is compared with all others. */
const mostDonorColumns = 10

/** Where the first rows show that the numbers of a column, which may be donors, are given anew. */
function numbersAnew(
  rule: FieldRule,
  index: number,
  { columns, form, preview }: FirstRows,
): NumberedAnew | null {
  const missing = createMissingWords(rule)
  const sexRule = form.find(({ type }) => type === 'sex')
  const sex = sexRule && candidatesOf(sexRule, toNamed(columns), ownersOf(form))[0]
  const watch = createDonorWatch({
    columns,
    sources: [index],
    sex: sex ? { field: 'sex', column: sex.column } : null,
    age: null,
  })
  for (const { row = 0, cells } of preview) {
    const donor = cells[index]?.trim() ?? ''
    const found = sex && checkSex(cells[sex.index] ?? '').value
    if (donor !== '' && !missing.has(donor)) watch.see(row, { donor_id: donor, sex: found }, cells)
  }
  return watch.numbersAnew()
}

/** A note where a column has a name for the donor, but its numbers are given anew, so that nothing is suggested. */
export function donorNotes(
  columns: readonly string[],
  mapping: Mapping,
  form: OrderForm,
  preview: Preview,
): ReadingNote[] {
  const rule = form.find(({ field }) => field === 'donor_id')
  if (!rule || Object.values(mapping).includes('donor_id')) return []
  const candidates = candidatesOf(rule, toNamed(columns), ownersOf(form)).slice(0, mostDonorColumns)
  return candidates.flatMap(({ column, index }) => {
    const anew = mapping[column] ? null : numbersAnew(rule, index, { columns, form, preview })
    if (anew === null) return []
    const { first, second } = anew
    return [
      {
        rule: 'donor-numbers',
        column,
        count: preview.length,
        rows: [first.row, second.row],
        message: notUsedMessage(column, anew),
        severity: 'warning' as const,
        undo: null,
      },
    ]
  })
}

/**
 * The field that each column most likely holds, by its name and, where several columns have names for one field, by
 * what the first rows hold; no field is given to two columns.
 */
export function suggestMapping(columns: readonly string[], form: OrderForm, preview: Preview = []): Mapping {
  const chosen = new Map<string, string>()
  const named = toNamed(columns)
  const owners = ownersOf(form)
  for (const rule of form) {
    const isDonor = (index: number, place: number): boolean =>
      place < mostDonorColumns && numbersAnew(rule, index, { columns, form, preview }) === null
    const cellsOf = ({ index }: Candidate): string[] => preview.map(({ cells }) => cells[index] ?? '')
    const holds = (one: Candidate): boolean => canHold(rule, cellsOf(one))
    const hasText = (one: Candidate): boolean => cellsOf(one).some((cell) => cell.trim() !== '')
    const candidates = candidatesOf(rule, named, owners)
      .filter(({ column }) => !chosen.has(column))
      .filter((one) => !one.isWeak || holds(one))
      .filter((one) => rule.field !== 'tissue' || one.place === 0 || !areKindsOfSample(cellsOf(one)))
      .filter((one, place) => rule.field !== 'donor_id' || isDonor(one.index, place))
    const holding = candidates.length > 1 ? candidates.find(holds) : undefined
    const best = holding ?? candidates.find(hasText) ?? candidates[0]
    if (best) chosen.set(best.column, rule.field)
  }
  return Object.fromEntries(columns.map((column) => [column, chosen.get(column) ?? null]))
}

/**
 * A note for each field that other columns have a name for as well, and that one of the columns gives: only that one is
 * sent. Columns that are used in another way are no rivals.
 */
export function rivalNotes({ columns, mapping, recipe, form }: Task, rows: number): ReadingNote[] {
  const named = toNamed(columns)
  const owners = ownersOf(form)
  const joined = Object.values(recipe.joined).flatMap((one) => one.columns)
  const used = new Set([
    ...columns.filter((column) => Object.hasOwn(mapping, column) && mapping[column]),
    ...joined,
  ])
  return form.flatMap((rule) => {
    const column = columns.find((name) => Object.hasOwn(mapping, name) && mapping[name] === rule.field)
    const rivals = candidatesOf(rule, named, owners).filter((one) => !used.has(one.column) && !one.isWeak)
    if (column === undefined || rivals.length === 0) return []
    const names = rivals.map((rival) => `“${rival.column}”`).join(', ')
    const message = `“${rule.field}” comes from the column “${column}”. Not sent, though the name fits as well: ${names}.`
    return [
      { rule: 'other-column', column, count: rows, rows: [], message, severity: 'note' as const, undo: null },
    ]
  })
}

/**
 * Where a field's value comes from; indices are places in a record. `column`: what a problem names, the first of joined
 * ones; null for a constant.
 */
export type FieldSource = {
  rule: FieldRule
  column: string | null
  from:
    | { kind: 'column'; index: number }
    | { kind: 'joined'; indices: number[]; separator: string }
    | { kind: 'constant'; value: string }
}

/** What is made of each record: the fields of its order, and what is kept here with the sample. */
export type RowPlan = { fields: FieldSource[]; notes: { column: string; index: number }[] }

type Task = { columns: readonly string[]; mapping: Mapping; recipe: Recipe; form: OrderForm }
type Say = (field: string, message: string) => void

/**
 * The plan that a mapping, a recipe and an order form make for a file of these columns. Throws `rejected` where they do
 * not fit together, and says of each misfit how to mend it.
 */
export function toRowPlan(task: Task): RowPlan {
  const problems: { field: string; message: string }[] = []
  const say: Say = (field, message) => void problems.push({ field, message })
  const places = new Map(task.columns.map((column, index) => [column, index]))
  const sources = [...mapped(task, places, say), ...joined(task, places, say), ...constants(task, say)]
  for (const column of Object.keys(task.recipe.values ?? {})) placeOf(places, column, say)
  const notes = [...new Set(task.recipe.notes)].flatMap((column) => {
    const index = placeOf(places, column, say)
    return index === null ? [] : [{ column, index }]
  })
  const fields = task.form.flatMap((rule) => {
    const ofField = sources.filter((source) => source.rule === rule)
    if (ofField.length > 1) say(rule.field, `is given to ${several(ofField)}: choose one`)
    if (ofField.length === 0 && rule.required)
      say(
        rule.field,
        rule.type === 'reference'
          ? 'needs a column: choose the one that names each sample'
          : 'is needed for each order: choose its column, or enter one value for all rows',
      )
    return ofField
  })
  if (problems.length === 0) return { fields, notes }
  const sentence = problems.map(({ field, message }) => `“${field}” ${message}`).join('; ')
  throw new Failure('rejected', `The columns cannot be sent like this: ${sentence}.`, { problems })
}

function mapped({ columns, mapping, form }: Task, places: Places, say: Say): FieldSource[] {
  for (const column of Object.keys(mapping)) placeOf(places, column, say)
  return columns.flatMap((column, index) => {
    const field = Object.hasOwn(mapping, column) ? mapping[column] : null
    const rule = field ? ruleOf(form, field, say) : null
    return rule ? [{ rule, column, from: { kind: 'column', index } }] : []
  })
}

function joined({ recipe, form }: Task, places: Places, say: Say): FieldSource[] {
  return Object.entries(recipe.joined).flatMap(([field, { columns, separator }]) => {
    const rule = ruleOf(form, field, say)
    const indices = columns.flatMap((column) => placeOf(places, column, say) ?? [])
    if (new Set(columns).size < columns.length)
      say(field, 'joins a column with itself: choose each column once')
    if (/\p{C}/u.test(separator))
      say(field, 'is joined by a character that nobody sees: choose another separator')
    const [column = null] = columns
    return rule ? [{ rule, column, from: { kind: 'joined', indices, separator } }] : []
  })
}

function constants({ recipe, form }: Task, say: Say): FieldSource[] {
  return Object.entries(recipe.constants).flatMap(([field, value]) => {
    const rule = ruleOf(form, field, say)
    if (!rule) return []
    const message =
      rule.type === 'reference'
        ? 'names each sample, so it cannot be the same in all rows: choose a column'
        : constantProblem(rule, value, recipe)
    if (message !== null) say(field, message)
    return [{ rule, column: null, from: { kind: 'constant', value } }]
  })
}

type Places = ReadonlyMap<string, number>

function placeOf(places: Places, column: string, say: Say): number | null {
  const index = places.get(column)
  if (index === undefined) say(column, 'is no column of this file')
  return index ?? null
}

function ruleOf(form: OrderForm, field: string, say: Say): FieldRule | null {
  const rule = form.find((one) => one.field === field)
  if (!rule) say(field, `is no field of an order: choose one of ${form.map((one) => one.field).join(', ')}`)
  return rule ?? null
}

function several(sources: readonly FieldSource[]): string {
  const columns = sources.flatMap(({ column, from }) => (from.kind === 'column' ? [column] : []))
  if (columns.length === sources.length) return `several columns (${columns.join(', ')})`
  const kinds = { column: 'a column', joined: 'joined columns', constant: 'one value for all rows' }
  return sources.map(({ from }) => kinds[from.kind]).join(' and to ')
}
