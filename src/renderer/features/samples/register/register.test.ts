import { describe, expect, it } from 'vitest'
import { registeredSample } from '../../../../shared/domain/samples/testing/registeredSample.ts'
import { endingOf, formatSize, groupOf, toCopied, toFileName, toReadable, toSorted } from './register.ts'

const sample = registeredSample({ fields: { group: 'control', age: 54 }, synthetic: false })
const annotation = {
  group: 're-run',
  tags: ['QC', 'pilot'],
  note: null,
  fields: { bmi: '24.1' },
  changedAt: '2026-11-21T00:00:00Z',
  changedBy: 'Ada',
}

describe('the register', () => {
  it('requests the fields that the register can sort by', () => {
    expect(toSorted([{ column: 'reference', order: 'desc' }])).toEqual({
      sort: [{ by: 'client_reference', order: 'desc' }],
    })
    const [group, created] = [
      { column: 'group', order: 'asc' as const },
      { column: 'created', order: 'desc' as const },
    ]
    expect(toSorted([group])).toEqual({ sort: [{ by: 'group', order: 'asc' }] })
    expect(toSorted([group, { column: 'gone', order: 'asc' }, created])).toEqual({
      sort: [
        { by: 'group', order: 'asc' },
        { by: 'created_at', order: 'desc' },
      ],
    })
  })

  it('prefers the annotated group to the one sent with the order', () => {
    expect(groupOf(sample)).toBe('control')
    expect(groupOf({ ...sample, annotation })).toBe('re-run')
  })

  it('copies order fields and annotations as separate columns, one row per sample', () => {
    const { table, json } = toCopied([sample, { ...sample, sampleId: 'S2', annotation }])
    expect(table.columns.slice(7)).toEqual([
      'group',
      'age',
      'annotation_group',
      'annotation_tags',
      'annotation_note',
      'annotation_bmi',
    ])
    expect(table.rows.map((row) => row.slice(7))).toEqual([
      ['control', 54, null, null, null, null],
      ['control', 54, 're-run', 'QC; pilot', null, '24.1'],
    ])
    expect(json).toHaveLength(2)
  })
})

describe('a report', () => {
  it('is formatted if it is valid JSON, and unchanged otherwise', () => {
    expect(toReadable('{"a":1}', 'application/json')).toBe('{\n  "a": 1\n}')
    expect(toReadable('{"a":', 'application/json')).toBe('{"a":')
    expect(toReadable('<p>x</p>', 'text/html')).toBe('<p>x</p>')
  })

  it('has a readable size', () => {
    expect(formatSize(2048)).toBe('2.0 KB')
  })

  it('is saved under a safe file name, with the extension of its type', () => {
    expect(toFileName('../a/b:c', '-report.pdf')).toBe('..-a-b-c-report.pdf')
    expect(endingOf('application/pdf')).toBe('.pdf')
    expect(endingOf('application/vnd.lab+json; charset=utf-8')).toBe('.json')
    expect(endingOf('application/x-unheard-of')).toBe('.bin')
  })
})
