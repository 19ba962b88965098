import type { CohortSample, Covariate } from '../../../shared/domain/results/cohort.ts'
import { orderFieldNames } from '../../../shared/domain/samples/sample.ts'
import { toJsonList } from '../../../shared/json.ts'
import { lazy } from '../../../shared/lazy.ts'
import type { Reader } from '../../ports.ts'
import { countEach } from '../statistics/values.ts'

export type RegisteredSample = Pick<CohortSample, 'clientReference' | 'group'>

/** Returns the names and groups of the samples, in register order. Samples that are not in the register are absent. */
export async function readRegisteredSamples(
  journal: Reader,
  sampleIds: readonly string[],
): Promise<Map<string, RegisteredSample>> {
  const rows = await journal.rows<{ sample_id: string; client_reference: string; group_name: string | null }>(
    `SELECT sample_id, client_reference, group_name FROM register_index
    WHERE sample_id IN (SELECT value FROM json_each(?)) ORDER BY place, created_at, sample_id`,
    [toJsonList(sampleIds)],
  )
  return new Map(
    rows.map((row) => [
      row.sample_id,
      { clientReference: row.client_reference, group: row.group_name === '' ? null : row.group_name },
    ]),
  )
}

/** Properties of samples as text, null if missing: `columns.get(name)[row]`. */
export type CovariateTable = {
  sampleIds: readonly string[]
  /** `group` first, then the standard order fields, other fields by name, and tags. */
  columns: ReadonlyMap<string, readonly (string | null)[]>
  /** Returns null if the value is missing or the field or sample is unknown. */
  valueOf(field: string, sampleId: string): string | null
}

/** Reads the properties of samples in order: fields (annotations take precedence), group, and tags as `yes` or `no`. */
export async function readCovariates(journal: Reader, sampleIds: readonly string[]): Promise<CovariateTable> {
  const rowOf = new Map(sampleIds.map((id, row) => [id, row]))
  const columns = new Map<string, (string | null)[]>()
  const columnOf = (name: string, empty: string | null = null): (string | null)[] => {
    const column = columns.get(name) ?? Array.from<string | null>({ length: sampleIds.length }).fill(empty)
    columns.set(name, column)
    return column
  }
  const set = (name: string, at: number, value: string) => {
    columnOf(name)[at] = value === '' ? null : value
  }
  for (const [sampleId, group, sent, added, tags] of await readRows(journal, sampleIds)) {
    const at = rowOf.get(sampleId) ?? 0
    for (const fields of [sent, added])
      for (const [name, value] of Object.entries(parseFields(fields)))
        if (typeof value === 'string' || typeof value === 'number') set(name, at, String(value))
    // The register's group is used even if a field is named `group`, so that groups here match the register.
    set('group', at, group ?? '')
    for (const tag of toTags(tags)) columnOf(`tag:${tag}`, 'no')[at] = 'yes'
  }
  const filled = [...columns].filter(([, values]) => values.some((value) => value !== null))
  return {
    sampleIds,
    columns: new Map(filled.sort(([a], [b]) => compareNames(a, b))),
    valueOf: (field, sampleId) => columns.get(field)?.[rowOf.get(sampleId) ?? -1] ?? null,
  }
}

type Row = [sampleId: string, group: string | null, fields: string, added: string | null, tags: string | null]

const readRows = (journal: Reader, sampleIds: readonly string[]): Promise<Row[]> =>
  journal.lists<Row>(
    `SELECT s.sample_id, r.group_name, s.fields, a.fields AS added, a.tags
    FROM json_each(?) AS chosen CROSS JOIN samples AS s ON s.sample_id = chosen.value
    JOIN register_index AS r ON r.sample_id = s.sample_id
    LEFT JOIN annotations AS a ON a.sample_id = s.sample_id`,
    [toJsonList(sampleIds)],
  )

/** Parses a flat JSON object, as the app writes it. Other values (edited by hand) have no fields. */
function parseFields(text: string | null): object {
  const fields: unknown = text === null ? null : JSON.parse(text)
  return typeof fields === 'object' && fields !== null ? fields : {}
}

function toTags(text: string | null): string[] {
  const tags: unknown = text === null ? [] : JSON.parse(text)
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
}

const leadingNames: readonly string[] = ['group', ...orderFieldNames.filter((name) => name !== 'group')]

function compareNames(a: string, b: string): number {
  const position = (name: string) =>
    leadingNames.includes(name) ? leadingNames.indexOf(name) : leadingNames.length
  const isTag = (name: string) => Number(name.startsWith('tag:'))
  return isTag(a) - isTag(b) || position(a) - position(b) || byText().compare(a, b)
}

const byText = lazy(() => new Intl.Collator('en', { numeric: true, sensitivity: 'variant' }))
const maxValues = 100

/** Summarizes the columns that can define groups and scales. */
export const toCovariates = ({ columns }: CovariateTable): Covariate[] =>
  [...columns].map(([name, values]) => {
    const counts = countEach(values.filter((value) => value !== null))
    const sorted = [...counts].sort(([a, ofA], [b, ofB]) => ofB - ofA || byText().compare(a, b))
    return {
      name,
      kind: [...counts.keys()].every((value) => toNumber(value) !== null) ? 'numbers' : 'categories',
      values: sorted.slice(0, maxValues).map(([value, count]) => ({ value, count })),
      distinct: counts.size,
      missing: values.length - sorted.reduce((sum, [, count]) => sum + count, 0),
    }
  })

/** Parses a plain number: `45`, `-0.5`, `1e3`; null for other texts. */
export function toNumber(text: string | null): number | null {
  if (text === null || !/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}
