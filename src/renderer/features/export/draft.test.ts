import { describe, expect, it } from 'vitest'
import type { TableColumn } from '../../../shared/domain/exporting.ts'
import { draftOf, fitLines, goneFrom, moveLine, scopeIn, settingsOf, tablesOf } from './draft.ts'

const columns = ['a', 'b', 'c'].map((name): TableColumn => ({ name, type: 'text', unit: null, about: '' }))
const on = (...names: string[]) => names.map((name) => ({ name, on: true }))
const namesOf = (lines: readonly { name: string; on: boolean }[]) => lines.map((line) => line.name)

describe('the tables on offer', () => {
  it('begin with what is shown, by the measure that is shown', () => {
    const draft = draftOf([{ kind: 'resultsWide', of: { filter: {} }, measure: 'aging_offset' }], 'tsv')
    expect(draft).toMatchObject({
      kind: 'resultsWide',
      scope: 'shown',
      measure: 'aging_offset',
      format: 'tsv',
    })
    expect(tablesOf(draft, []).everything).toMatchObject({ measure: 'aging_offset', view: { kind: 'raw' } })
  })

  it('are of everything where nothing is shown', () => {
    const draft = draftOf([], 'csv')
    expect([draft.kind, draft.scope]).toEqual(['resultsLong', 'everything'])
    expect(scopeIn(tablesOf(draft, []), 'shown')).toBe('everything')
  })

  it('leave out what is shown where it cannot be asked for', () => {
    const shown = [{ kind: 'resultsLong' as const, pathways: ['x'.repeat(201)] }]
    const tables = tablesOf(draftOf(shown, 'csv'), shown)
    expect(scopeIn(tables, 'shown')).toBe('everything')
  })

  it('hold no comparison of everything, as there are no groups', () => {
    const none = tablesOf({ kind: 'compare', given: null, measure: 'activity' }, [])
    expect(none).toEqual({ everything: null, shown: null, given: null })
    expect(scopeIn(none, 'everything')).toBeNull()
  })
})

describe('the columns', () => {
  it('that came since a choice was made stand off, at the end', () => {
    expect(fitLines(on('c', 'a'), columns)).toEqual([...on('c', 'a'), { name: 'b', on: false }])
  })

  it('are all on as long as nothing was chosen', () => {
    expect(fitLines(null, columns)).toEqual(on('a', 'b', 'c'))
  })

  it('that are not there any more are told, unless they were off', () => {
    expect(goneFrom([...on('x'), { name: 'y', on: false }], columns)).toEqual(['x'])
  })

  it('are moved one place, and stay at the ends', () => {
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'c', -1))).toEqual(['a', 'c', 'b'])
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'a', -1))).toEqual(['a', 'b', 'c'])
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'c', 1))).toEqual(['a', 'b', 'c'])
  })

  it('are named only where they are not all of the table in their own order', () => {
    const table = { kind: 'samples', of: { filter: {} } } as const
    const of = (...names: string[]) => settingsOf(table, 'csv', on(...names), columns).columns
    expect(of('a', 'b', 'c')).toBeUndefined()
    expect(of('b', 'a', 'c')).toEqual(['b', 'a', 'c'])
    expect(of('a', 'b')).toEqual(['a', 'b'])
  })
})
