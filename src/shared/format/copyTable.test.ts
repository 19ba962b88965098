import { describe, expect, it } from 'vitest'
import { toCopy } from './copyTable.ts'

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

describe('what is copied', () => {
  it('is tab-separated with its header, each record in one line, and no spreadsheet runs it as a formula', () => {
    expect(toCopy(copied, 'tsv')).toBe('Pathway\tEvidence\nNF|kB\t\n\'=SUM(A1)\tone two, "three"')
    expect(toCopy({ table: { columns: ['n'], rows: [[-1.5], ['-1.5']] }, json: null }, 'tsv')).toBe(
      "n\n-1.5\n'-1.5",
    )
  })

  it('is CSV that no spreadsheet runs as a formula', () => {
    expect(toCopy(copied, 'csv')).toBe('Pathway,Evidence\r\nNF|kB,\r\n\'=SUM(A1),"one\ntwo, ""three"""')
  })

  it('is a Markdown table whose cells stay in their places', () => {
    expect(toCopy(copied, 'markdown')).toBe(
      '| Pathway | Evidence |\n| --- | --- |\n| NF\\|kB |  |\n| =SUM(A1) | one<br>two, "three" |',
    )
  })

  it('is JSON as the values came', () => {
    expect(JSON.parse(toCopy(copied, 'json'))).toEqual(copied.json)
  })
})
