import { describe, expect, it } from 'vitest'
import { toCopiedTable, toCopy, yesNo } from './copyTable.ts'

const copied = {
  table: {
    columns: ['Pathway', 'Evidence'],
    rows: [
      ['NF|kB', null],
      ['=SUM(A1)', 'one\ntwo, "three"'],
    ],
  },
  json: [{ pathway: 'NF|kB', evidence: null }],
}

describe('toCopy', () => {
  it('writes TSV with a header and one line per record, and neutralizes formulas', () => {
    expect(toCopy(copied, 'tsv')).toBe('Pathway\tEvidence\nNF|kB\t\n\'=SUM(A1)\tone two, "three"')
    expect(toCopy({ table: { columns: ['n'], rows: [[-1.5], ['-1.5']] }, json: null }, 'tsv')).toBe(
      "n\n-1.5\n'-1.5",
    )
  })

  it('writes CSV whose formulas are neutralized', () => {
    expect(toCopy(copied, 'csv')).toBe('Pathway,Evidence\r\nNF|kB,\r\n\'=SUM(A1),"one\ntwo, ""three"""')
  })

  it('writes a Markdown table and escapes the separators in its cells', () => {
    expect(toCopy(copied, 'markdown')).toBe(
      '| Pathway | Evidence |\n| --- | --- |\n| NF\\|kB |  |\n| =SUM(A1) | one<br>two, "three" |',
    )
  })

  it('writes the values unchanged as JSON', () => {
    expect(JSON.parse(toCopy(copied, 'json'))).toEqual(copied.json)
  })
})

it('toCopiedTable takes cells by column name, and gives the rows themselves as JSON, or the given JSON', () => {
  const rows = [
    { name: 'a|b', count: 1, at: null },
    { name: 'c', count: 0, at: '2026-01-01T00:00:00Z' },
  ]
  const { table, json } = toCopiedTable(rows, {
    name: ({ name }) => name,
    at: ({ at }) => at,
    any: ({ count }) => yesNo(count > 0),
  })
  expect(table.columns).toEqual(['name', 'at', 'any'])
  expect(table.rows.map(String)).toEqual(['a|b,,yes', 'c,2026-01-01T00:00:00Z,no'])
  expect(json).toEqual(rows)
  expect(toCopiedTable(rows, { name: ({ name }) => name }, { all: 2 }).json).toEqual({ all: 2 })
})
