import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ImportDraft } from '../../../shared/domain/importing.ts'
import { renderInPage } from '../../charts/testing/renderInPage.tsx'
import { locale } from './locale.ts'
import { MappingTable } from './MappingTable.tsx'
import { Plan } from './Plan.tsx'
import { ProblemsTable } from './ProblemsTable.tsx'
import { ReadAsBar } from './ReadAsBar.tsx'

const words = { import: locale.en }
const draft: ImportDraft = {
  draftId: 'd',
  fileName: 'cohort.csv',
  sizeBytes: 100,
  sha256: '',
  sheets: [],
  readAs: { format: 'csv', delimiter: ';', encoding: 'UTF-16LE', decimal: ',', headerLine: 2 },
  columns: ['name', 'years', 'note'],
  suggestedMapping: { name: 'client_reference', years: 'age', note: null },
  preview: [{ row: 3, cells: ['liver-1', '54,5', 'x'] }],
  rowCount: 1,
  problems: [],
}
const check = {
  draftId: 'd',
  rows: 48,
  valid: 48,
  invalid: 0,
  duplicates: 0,
  problemCount: 0,
  problems: [],
  requests: 48,
  estimateS: 29,
}

describe('the columns of a file', () => {
  it('stand under the field they are sent as, with their lines in the file', () => {
    renderInPage(
      <MappingTable draft={draft} mapping={draft.suggestedMapping} assign={() => undefined} />,
      words,
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Send years as').value).toBe('age')
    expect(screen.getByLabelText<HTMLSelectElement>('Send note as').selectedOptions[0]?.text).toBe('not sent')
    expect(screen.getByRole('cell', { name: '3' })).toBeTruthy()
    expect(screen.getByRole('cell', { name: '54,5' })).toBeTruthy()
  })

  it('can be given another field, or none', async () => {
    const assigned: unknown[] = []
    renderInPage(
      <MappingTable
        draft={draft}
        mapping={draft.suggestedMapping}
        assign={(column, field) => assigned.push([column, field])}
      />,
      words,
    )
    await userEvent.selectOptions(screen.getByLabelText('Send note as'), 'Tissue')
    await userEvent.selectOptions(screen.getByLabelText('Send years as'), 'not sent')
    expect(assigned).toEqual([
      ['note', 'tissue'],
      ['years', null],
    ])
  })
})

describe('how a file was read', () => {
  it('is shown, and changing one part keeps the others', async () => {
    const asked: unknown[] = []
    renderInPage(
      <ReadAsBar readAs={draft.readAs} sheets={[]} change={(to) => asked.push(to)} disabled={false} />,
      words,
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Encoding').selectedOptions[0]?.text).toBe('UTF-16LE')
    await userEvent.selectOptions(screen.getByLabelText('Delimiter'), 'tab')
    const { format: _, ...inForce } = draft.readAs
    expect(asked).toEqual([{ ...inForce, delimiter: '\t' }])
  })

  it('offers the sheets of a workbook, and another one is read with nothing kept', async () => {
    const asked: unknown[] = []
    const readAs = { format: 'xlsx', sheet: 'Plate 1', decimal: ',', headerLine: 3 } as const
    const sheets = [
      { name: 'Plate 1', hidden: false },
      { name: 'Lists', hidden: true },
    ]
    renderInPage(
      <ReadAsBar readAs={readAs} sheets={sheets} change={(to) => asked.push(to)} disabled={false} />,
      words,
    )
    expect(screen.queryByLabelText('Encoding')).toBeNull()
    await userEvent.selectOptions(screen.getByLabelText('Sheet'), 'Lists (hidden)')
    expect(asked).toEqual([{ sheet: 'Lists' }])
  })
})

describe('the problems of a file', () => {
  it('name line, column, value and rule, and their severity by a word', () => {
    const problem = {
      row: 7,
      column: 'years',
      value: 'abc',
      rule: 'number',
      message: 'Age must be a number.',
      severity: 'error' as const,
    }
    renderInPage(
      <ProblemsTable problems={[problem, { ...problem, row: 8, column: null, value: null }]} height={200} />,
      words,
    )
    const [, first, second] = screen.getAllByRole('row')
    expect([...first!.children].map((cell) => cell.textContent)).toEqual([
      '7',
      'error',
      'years',
      'abc',
      'number',
      'Age must be a number.',
    ])
    expect(second!.textContent).toContain('whole row')
  })
})

describe('what will happen', () => {
  it('says requests, time and service, and warns of the cost of real orders', () => {
    renderInPage(<Plan check={check} demo={false} serviceUrl="https://api.example.org" />, words)
    expect(screen.getByText(/48 requests to https:\/\/api\.example\.org, about 29 seconds/)).toBeTruthy()
    expect(screen.getByText(/may cost money/)).toBeTruthy()
  })

  it('says that demo orders cost nothing', () => {
    renderInPage(<Plan check={check} demo serviceUrl={null} />, words)
    expect(screen.getByText(/cost nothing and their results are synthetic/)).toBeTruthy()
  })
})
