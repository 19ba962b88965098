import { createHash } from 'node:crypto'
import {
  isAmbiguous,
  type JoinChoice,
  type JoinFailure,
  type TableJoin,
} from '../../../shared/domain/samples/tableJoin.ts'
import { normalizedHeaderNames, normalizeHeader } from '../import/detect/synonyms.ts'
import type { SampleChange } from '../register/annotations.ts'

type Value = string | number

/** A sample of the register. `sent`: the fields of its order; `local`: the fields and the group of its annotation. */
export type JoinSample = {
  sampleId: string
  clientReference: string
  sent: Readonly<Record<string, Value>>
  local: Readonly<Record<string, Value>>
}

/**
 * A row of the table. `key`: null if the cell is empty. `values`: field → value. `conflicts`: true if it repeats a key
 * with other values.
 */
export type JoinRow = {
  row: number
  key: string | null
  values: ReadonlyMap<string, Value>
  conflicts: boolean
}

const toKey = (value: Value): string => String(value).trim().normalize('NFC')

/** Compares names without case, punctuation and leading zeros: `S-01` and `s1`. */
const toLooseKey = (key: string): string =>
  key
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')

const barcodeNames = new Set(
  'barcode barcodes tubebarcode tubeid tube vialid vial aliquotid matrixid matrixbarcode rackbarcode 条码 条形码 條碼 管号 管號 バーコード 바코드'.split(
    ' ',
  ),
)
export const isBarcode = (name: string): boolean =>
  normalizedHeaderNames(name).some((one) => barcodeNames.has(one))

/** Returns true if a value of this field identifies one sample, unlike a donor or a cage. */
const namesOneSample = (on: string): boolean =>
  on === 'client_reference' || on === 'sample_id' || isBarcode(on)

const own = (record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

function valueOf({ sampleId, clientReference, sent, local }: JoinSample, on: string): Value | undefined {
  if (on === 'sample_id') return sampleId
  if (on === 'client_reference') return clientReference
  return own(local, on) ?? own(sent, on)
}

/** Creates indexes to find samples by any of their properties. Each index is built at its first use. */
export function createSampleIndex(samples: readonly JoinSample[]) {
  const indexes = new Map<string, Map<string, JoinSample[]>>()
  const names = new Set(samples.flatMap(({ sent, local }) => [...Object.keys(sent), ...Object.keys(local)]))
  const keyOf = (sample: JoinSample, on: string): string => toKey(valueOf(sample, on) ?? '')
  const indexOf = (on: string, form: 'exact' | 'loose'): Map<string, JoinSample[]> => {
    const known = indexes.get(`${form} ${on}`)
    if (known) return known
    const index = Map.groupBy(samples, (sample) =>
      form === 'exact' ? keyOf(sample, on) : toLooseKey(keyOf(sample, on)),
    )
    index.delete('')
    indexes.set(`${form} ${on}`, index)
    return index
  }
  return {
    fields: names as ReadonlySet<string>,
    find: (on: string, key: string): readonly JoinSample[] => indexOf(on, 'exact').get(key) ?? [],
    /** Returns the one value that differs only in case, punctuation or leading zeros; null for none or several. */
    similar(on: string, key: string): string | null {
      const similar = indexOf(on, 'loose').get(toLooseKey(key)) ?? []
      const found = new Set(similar.map((sample) => keyOf(sample, on)))
      const [only = null] = found
      return found.size === 1 ? only : null
    },
  }
}
export type SampleIndex = ReturnType<typeof createSampleIndex>

/** Returns the properties that a column may match, such as the field with its name. */
const targetsOf = (column: string, { fields }: SampleIndex): string[] => {
  const names = normalizedHeaderNames(column)
  const others = [...fields].filter((field) => isBarcode(field) || names.includes(normalizeHeader(field)))
  return [
    ...new Set(['client_reference', 'sample_id', ...(fields.has('donor_id') ? ['donor_id'] : []), ...others]),
  ]
}

/** A column that matches less than this share of the best column's rows probably matches by chance. */
const contenderShare = 0.5

/**
 * Suggests how to join a table, based on the values of its columns. `header`: the field that a column name suggests; it
 * decides between targets that match equally many rows. Returns no join if several targets fit equally well: the user
 * must choose.
 */
export function suggestJoin(
  table: { columns: readonly string[]; rows: readonly { cells: readonly string[] }[] },
  index: SampleIndex,
  header: (column: string) => string | null,
): { join: { by: string; on: string } | null; choices: JoinChoice[] } {
  const choices = table.columns.flatMap((by, at) =>
    targetsOf(by, index).flatMap((on) => {
      let matched = 0
      const found = new Set<string>()
      for (const { cells } of table.rows) {
        const samples = index.find(on, toKey(cells[at] ?? ''))
        if (samples.length > 0) matched += 1
        for (const { sampleId } of samples) found.add(sampleId)
      }
      return matched === 0 ? [] : [{ by, on, matched, found: [...found].sort().join('\n') }]
    }),
  )
  const rank = ({ by, on }: JoinChoice): number =>
    (isBarcode(on) ? isBarcode(by) : header(by) === on) ? 0 : namesOneSample(on) ? 1 : 2
  // A column such as group or sex matches many rows and identifies no sample.
  const identifies = ({ on }: JoinChoice): boolean => namesOneSample(on) || on === 'donor_id'
  choices.sort(
    (a, b) => Number(identifies(b)) - Number(identifies(a)) || b.matched - a.matched || rank(a) - rank(b),
  )
  const [best] = table.columns.length > 1 ? choices.filter(identifies) : choices
  const join =
    best &&
    decide(
      choices.filter(({ matched }) => matched >= best.matched * contenderShare),
      rank,
    )
  return {
    join: join ? { by: join.by, on: join.on } : null,
    choices: choices.map(({ by, on, matched }) => ({ by, on, matched })),
  }
}

/** Returns the best choice, or null if an equally ranked choice finds other samples. */
function decide<T extends JoinChoice & { found: string }>(
  choices: readonly T[],
  rank: (one: T) => number,
): T | null {
  const [best, ...others] = choices
  if (!best) return null
  const rivals = others.filter(
    (one) => one.found !== best.found && (one.by === best.by ? rank(best) > 0 || rank(one) === 0 : false),
  )
  return rivals.length === 0 ? best : null
}

const maxExamples = 20

type Joined = Pick<
  TableJoin,
  'matched' | 'unmatched' | 'ambiguous' | 'samples' | 'changed' | 'added' | 'fields' | 'conflicts' | 'digest'
> & { examples: TableJoin['examples']; changes: (conflicts: 'keep' | 'overwrite') => SampleChange[] }

/**
 * Joins rows to samples. A value that the sample already has is not written again. A different value is a conflict,
 * whether the sample's value was sent or added here. `columns`: field → column.
 */
export function joinTable(
  rows: readonly JoinRow[],
  index: SampleIndex,
  { on, columns }: { on: string; columns: ReadonlyMap<string, string> },
): Joined {
  const conflicting = new Set(rows.flatMap(({ key, conflicts }) => (conflicts && key !== null ? [key] : [])))
  const counts = { matched: 0, unmatched: 0, ambiguous: 0, conflicts: 0 }
  const examples: Joined['examples'] = { matched: [], failed: [], conflicts: [] }
  const fields = new Map(
    [...columns].map(([name, column]) => [name, { name, column, added: 0, same: 0, conflicts: 0, sent: 0 }]),
  )
  const samples = new Set<string>()
  const filled: FilledValue[] = []
  const digest = createHash('sha256')

  const fill = (row: number, sample: JoinSample, name: string, value: Value): void => {
    const field = fields.get(name)
    if (!field) return
    const existing = valueOf(sample, name)
    if (existing !== undefined && isSame(existing, value)) {
      field.same += 1
      return
    }
    filled.push({ sampleId: sample.sampleId, name, value, overwrites: existing !== undefined })
    digest.update(`${JSON.stringify([sample.sampleId, name, value, existing ?? null])}\n`)
    if (existing === undefined) {
      field.added += 1
      return
    }
    const wasSent = own(sample.local, name) === undefined
    counts.conflicts += 1
    field.conflicts += 1
    if (wasSent) field.sent += 1
    if (examples.conflicts.length < maxExamples)
      examples.conflicts.push({
        row,
        sample: sample.clientReference,
        field: name,
        existing: String(existing),
        value: String(value),
        wasSent,
      })
  }

  for (const { row, key, values } of rows) {
    const found = key === null ? [] : index.find(on, toKey(key))
    const why = failureOf(key, found, on, values, conflicting)
    if (why === null) {
      counts.matched += 1
      if (examples.matched.length < maxExamples)
        examples.matched.push({ row, key: key ?? '', samples: toNames(found), sampleCount: found.length })
      for (const sample of found) {
        // A later row with the same key has the same values.
        if (samples.has(sample.sampleId)) continue
        samples.add(sample.sampleId)
        for (const [name, value] of values) fill(row, sample, name, value)
      }
      continue
    }
    counts[isAmbiguous(why) ? 'ambiguous' : 'unmatched'] += 1
    if (examples.failed.length < maxExamples)
      examples.failed.push({
        row,
        key: key ?? '',
        why,
        samples: toNames(found),
        similar: why === 'unmatched' && key !== null ? index.similar(on, toKey(key)) : null,
      })
  }
  const added = filled.filter(({ overwrites }) => !overwrites)
  const overwritten = filled.filter(({ overwrites }) => overwrites)
  return {
    ...counts,
    samples: samples.size,
    changed: countSamples(filled),
    added: countSamples(added),
    fields: [...fields.values()],
    examples,
    digest: digest.digest('hex'),
    changes: (conflicts) => toChanges(conflicts === 'overwrite' ? [...added, ...overwritten] : added),
  }
}

/** A value that a sample gets from the table. `overwrites`: the sample has another one. */
type FilledValue = { sampleId: string; name: string; value: Value; overwrites: boolean }

const countSamples = (filled: readonly FilledValue[]): number =>
  new Set(filled.map(({ sampleId }) => sampleId)).size

const maxNames = 3
const toNames = (samples: readonly JoinSample[]): string[] =>
  samples.slice(0, maxNames).map(({ clientReference }) => clientReference)

function failureOf(
  key: string | null,
  found: readonly JoinSample[],
  on: string,
  values: JoinRow['values'],
  conflicting: ReadonlySet<string>,
): JoinFailure | null {
  if (key === null) return 'noKey'
  if (found.length === 0) return 'unmatched'
  if (conflicting.has(key)) return 'severalRows'
  if (found.length > 1 && namesOneSample(on)) return 'severalSamples'
  const contradicts = ['sample_id', 'client_reference'].some((name) => {
    const value = values.get(name)
    return value !== undefined && found.some((sample) => toKey(valueOf(sample, name) ?? '') !== toKey(value))
  })
  return contradicts ? 'otherSample' : null
}

/** A number may be stored as text: 45 and “45.0” are the same. */
const isSame = (existing: Value, value: Value): boolean =>
  String(existing).trim() === String(value).trim() ||
  (typeof value === 'number' && String(existing).trim() !== '' && Number(existing) === value)

const toChanges = (filled: readonly FilledValue[]): SampleChange[] =>
  [...Map.groupBy(filled, ({ sampleId }) => sampleId)].map(([sampleId, values]) => {
    const group = values.find(({ name }) => name === 'group')
    const others = values.filter(({ name }) => name !== 'group')
    const fields = Object.fromEntries(others.map(({ name, value }) => [name, value]))
    return {
      sampleId,
      change: {
        ...(group === undefined ? {} : { group: String(group.value) }),
        ...(others.length > 0 ? { fields } : {}),
      },
    }
  })
