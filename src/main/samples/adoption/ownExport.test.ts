import { describe, expect, it } from 'vitest'
import { isOwnExport, type ListedCell, ownDelimiter, toExported, toLayout } from './ownExport.ts'
import { reconcile } from './reconcile.ts'

const last = ['service', 'synthetic']
const middle = ['status', 'state', 'created_at', 'checked_at', 'analysed_at']
const columns = [
  ...'sample_id client_reference age clock_in field_status'.split(' '),
  ...middle,
  ...'clock_age annotation_group annotation_tags annotation_note annotation_dose'.split(' '),
  ...'annotation_field_annotation_group annotated_at annotated_by'.split(' '),
  ...last,
]
const at = '2026-01-02T03:04:05.000Z'
const read = (cells: Record<string, ListedCell>) =>
  toExported(new Map(Object.entries(cells)), toLayout(columns))

describe('our own export of samples', () => {
  it('is recognized by its columns, whichever optional columns it has', () => {
    expect(isOwnExport(columns)).toBe(true)
    expect(isOwnExport([...columns, 'age'])).toBe(false)
    expect(isOwnExport(['sample_id', 'status'])).toBe(false)
    expect(isOwnExport(['age', 'sample_id'])).toBe(false)
    expect(ownDelimiter(`\uFEFF${columns.join(',')}\r\nx`)).toBe(',')
    expect(ownDelimiter(columns.join('\t'))).toBe('\t')
    expect(ownDelimiter(columns.join(';'))).toBe(';')
    expect(ownDelimiter('sample_id,status\r\n')).toBeNull()
  })

  it('gives columns their register names back', () => {
    const { fields, covariates, results } = toLayout(columns)
    expect([...fields.values()]).toEqual(['age', 'clock_in', 'status'])
    expect([...covariates.values()]).toEqual(['dose', 'group'])
    expect(results).toEqual(['analysed_at', 'clock_age'])
  })

  it('is recognized by its unique column names if columns are missing, and its results stay results', () => {
    for (const one of ['analysed_at', 'clock_age', 'annotation_dose']) {
      expect(isOwnExport(['sample_id', 'plate', one])).toBe(true)
      expect(isOwnExport(['sample', 'plate', one])).toBe(false)
    }
    const part = toLayout(['sample_id', 'plate', 'state', 'analysed_at', 'clock_age', 'annotation_dose'])
    expect([...part.fields.values()]).toEqual(['plate'])
    expect([...part.covariates.values()]).toEqual(['dose'])
    expect(part.results).toEqual(['analysed_at', 'clock_age'])
  })

  it('keeps a field name that only looks like a prefixed one', () => {
    const own = ['sample_id', 'client_reference', 'field_plate', 'field_', ...middle, ...last]
    expect([...toLayout(own).fields.values()]).toEqual(['field_plate', ''])
  })

  it('separates annotations from other columns, and ignores invalid times', () => {
    const nothing = { group: null, note: null, fields: {}, changedBy: null }
    const { annotation } = read({ annotation_tags: 'a; b', annotated_at: at, annotated_by: null })
    expect(annotation).toEqual({ ...nothing, tags: ['a', 'b'], changedAt: at })
    const { annotation: escaped } = read({ annotation_tags: 'a\\; b; c\\\\; \\d;e' })
    expect(escaped?.tags).toEqual(['a; b', 'c\\', '\\d', 'e'])
    expect(read({ age: 4 }).annotation).toBeNull()
    expect(read({ annotation_dose: 0 }).annotation).toMatchObject({ fields: { dose: 0 }, changedAt: null })
    const times = read({ created_at: '2-Sep', checked_at: '2026-01-02' })
    expect(times).toMatchObject({ createdAt: null, checkedAt: null })
    expect(read({ synthetic: 'TRUE', state: 'odd' })).toMatchObject({ synthetic: true, state: null })
    expect(read({ synthetic: false, state: 'queued' })).toMatchObject({ synthetic: false, state: 'queued' })
  })
})

describe('a row of our own export compared with the service', () => {
  const serviceValues = {
    fields: { age: '7', plate: '007' },
    status: 'completed',
    state: 'succeeded' as const,
    created_at: at,
    checked_at: '2026-05-05T05:05:05.000Z',
    synthetic: 1,
  }
  const same = { status: 'completed', state: 'succeeded', created_at: at, checked_at: at, synthetic: true }

  const known = { values: serviceValues, isKnown: true, isCreatedAtKnown: true }

  it('is stored unchanged if both agree; the service distinguishes 7 from "7"', () => {
    const { merged, differing, fromFileOnly } = reconcile(read({ ...same, age: 7 }), known)
    expect({ differing, fromFileOnly }).toEqual({ differing: [], fromFileOnly: [] })
    expect(merged).toEqual({ ...serviceValues, checked_at: at })
  })

  it('takes the values of the service where they differ', () => {
    const { merged, differing } = reconcile(read({ ...same, age: 8, state: 'queued' }), known)
    expect(differing).toEqual(['age', 'state'])
    expect(merged).toEqual(serviceValues)
  })

  it('fills values that the service does not return', () => {
    const silent = { ...serviceValues, fields: {}, created_at: '2026-06-06T06:06:06.000Z' }
    const serviceSample = { ...known, values: silent, isCreatedAtKnown: false }
    const { merged, fromFileOnly } = reconcile(read({ ...same, age: 8 }), serviceSample)
    expect(fromFileOnly).toEqual(['age'])
    expect(merged).toMatchObject({ fields: { age: 8 }, created_at: at })
  })

  it('is synthetic if either marks it as synthetic', () => {
    const real = { ...known, values: { ...serviceValues, synthetic: 0 } }
    const marked = reconcile(read({ ...same, age: 7, synthetic: true }), real)
    expect(marked).toMatchObject({ merged: { synthetic: 1 }, differing: [], fromFileOnly: ['synthetic'] })
    const unmarked = reconcile(read({ ...same, age: 7, synthetic: false }), known)
    expect(unmarked).toMatchObject({ merged: { synthetic: 1 }, differing: ['synthetic'] })
  })

  it('is stored unchanged if the service does not have the sample, and reports no differences', () => {
    const nothing = { fields: {}, status: 'unknown', state: 'unknown' as const, created_at: '', synthetic: 0 }
    const values = { ...nothing, checked_at: null }
    const unknown = { values, isKnown: false, isCreatedAtKnown: false }
    const { merged, differing, fromFileOnly } = reconcile(read({ ...same, age: 8 }), unknown)
    expect(merged).toEqual({ ...same, fields: { age: 8 }, created_at: at, checked_at: at, synthetic: 1 })
    expect({ differing, fromFileOnly }).toEqual({ differing: [], fromFileOnly: ['age'] })
  })
})
