import { describe, expect, it } from 'vitest'
import { tableChoiceSchema } from '../../../shared/domain/studies/exporting.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import type { TableColumn } from '../../../shared/domain/studies/tableColumn.ts'
import { joinMessages } from '../../../shared/words/message.ts'
import {
  draftOf,
  draftOfSettings,
  fitLines,
  keepUnseen,
  linesAsShown,
  lockedIn,
  missingColumns,
  moveLine,
  scopeIn,
  settingsOf,
  tablesOf,
} from './draft.ts'

const columns = ['a', 'b', 'c'].map(
  (name): TableColumn => ({ name, type: 'text', unit: null, about: joinMessages([]) }),
)
const on = (...names: string[]) => names.map((name) => ({ name, on: true }))
const off = (...names: string[]) => names.map((name) => ({ name, on: false }))
const byHand = { isByName: false }
const namesOf = (lines: readonly { name: string; on: boolean }[]) => lines.map((line) => line.name)

describe('the tables on offer', () => {
  it('start with the shown table and its measure', () => {
    const draft = draftOf([{ kind: 'resultsWide', of: { filter: {} }, measure: 'aging_offset' }], 'tsv')
    expect(draft).toMatchObject({
      kind: 'resultsWide',
      scope: 'shown',
      measure: 'aging_offset',
      format: 'tsv',
    })
    expect(tablesOf(draft, [], allSamplesId).everything).toMatchObject({
      measure: 'aging_offset',
      view: { kind: 'raw' },
    })
  })

  it('cover everything if no table is shown', () => {
    const draft = draftOf([], 'csv')
    expect([draft.kind, draft.scope]).toEqual(['resultsLong', 'everything'])
    expect(scopeIn(tablesOf(draft, [], allSamplesId), 'shown')).toBe('everything')
  })

  it('cover only the current study, and offer it once', () => {
    const draft = draftOf([{ kind: 'samples', of: { filter: { study: 'liver' } } }], 'csv')
    const ofStudy = { kind: 'samples', of: { filter: { study: 'liver' } } }
    expect(tablesOf(draft, [], 'liver').everything).toEqual(ofStudy)
    const shown = [{ kind: 'samples' as const, of: { filter: { study: 'liver' } } }]
    expect(tablesOf(draft, shown, 'liver').shown).toBeNull()
    expect(tablesOf(draft, shown, 'kidney').shown).toEqual(ofStudy)
    expect(tablesOf({ ...draft, kind: 'drugs' }, [], 'liver').everything).toMatchObject({ kind: 'drugs' })
  })

  it('leave out a shown table that fails validation', () => {
    const shown = [{ kind: 'resultsLong' as const, pathways: ['x'.repeat(201)] }]
    const tables = tablesOf(draftOf(shown, 'csv'), shown, allSamplesId)
    expect(scopeIn(tables, 'shown')).toBe('everything')
  })

  it('keep the measure of saved settings when the scope changes to everything', () => {
    const table = { kind: 'resultsWide', measure: 'aging_offset' } as const
    const given = tableChoiceSchema.parse(table)
    const draft = draftOfSettings(draftOf([], 'csv'), { table: given, format: 'csv', dictionary: false })
    expect(tablesOf(draft, [], allSamplesId).everything).toMatchObject(table)
  })

  it('include no comparison of everything, as it has no groups', () => {
    const none = tablesOf({ kind: 'compare', given: null, measure: 'activity' }, [], allSamplesId)
    expect(none).toEqual({ everything: null, shown: null, given: null })
    expect(scopeIn(none, 'everything')).toBeNull()
  })
})

describe('the columns', () => {
  it('follow the current screen, without columns hidden there', () => {
    const shown = { first: ['c', 'gone', 'a'], without: ['b'] }
    expect(linesAsShown(columns, shown)).toEqual([...on('c', 'a'), ...off('b')])
  })

  it('that are new are off and last, if some were left out or a preset named the others', () => {
    const left = [...on('c'), ...off('a')]
    expect(fitLines({ lines: left, ...byHand }, columns, null)).toEqual([...left, ...off('b')])
    const named = { lines: on('c', 'a'), isByName: true }
    expect(fitLines(named, columns, null)).toEqual([...on('c', 'a'), ...off('b')])
  })

  it('that are new are on, if others were only reordered', () => {
    expect(fitLines({ lines: on('c', 'a'), ...byHand }, columns, null)).toEqual(on('c', 'a', 'b'))
  })

  it('are all on by default', () => {
    expect(fitLines({ lines: null, ...byHand }, columns, null)).toEqual(on('a', 'b', 'c'))
  })

  it('that mark synthetic data are always on', () => {
    expect(fitLines({ lines: off('b', 'a'), ...byHand }, columns, 'b')).toEqual([
      ...on('b'),
      ...off('a', 'c'),
    ])
    expect(fitLines({ lines: on('a'), isByName: true }, columns, 'c')).toEqual([
      ...on('a'),
      ...off('b'),
      ...on('c'),
    ])
  })

  it('that mark synthetic data are locked if any are synthetic, and for drugs', () => {
    const marked = [
      ...columns,
      { name: 'synthetic', type: 'boolean' as const, unit: null, about: joinMessages([]) },
    ]
    const of = (synthetic: boolean, has = marked) => ({ name: 'x', columns: has, rows: 1, synthetic })
    expect(lockedIn('samples', of(true))).toBe('synthetic')
    expect(lockedIn('samples', of(false))).toBeNull()
    expect(lockedIn('drugs', of(false))).toBe('synthetic')
    expect(lockedIn('samples', of(true, columns))).toBeNull()
  })

  it('that this table lacks keep their position through a change', () => {
    const before = [...on('x', 'a'), ...off('y', 'z'), ...on('b')]
    const changed = [...on('b'), ...off('a')]
    expect(keepUnseen(before, changed)).toEqual([...on('x', 'b'), ...off('a', 'y', 'z')])
    expect(keepUnseen(null, changed)).toEqual(changed)
  })

  it('that no longer exist are reported, unless they were off', () => {
    expect(missingColumns([...on('x'), { name: 'y', on: false }], columns)).toEqual(['x'])
  })

  it('are moved by one position, and stay at the ends', () => {
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'c', -1))).toEqual(['a', 'c', 'b'])
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'a', -1))).toEqual(['a', 'b', 'c'])
    expect(namesOf(moveLine(on('a', 'b', 'c'), 'c', 1))).toEqual(['a', 'b', 'c'])
  })

  it('are named only if they differ from the default columns', () => {
    const table = { kind: 'samples', of: { filter: {} } } as const
    const of = (...names: string[]) => settingsOf(table, 'csv', on(...names), columns).columns
    expect(of('a', 'b', 'c')).toBeUndefined()
    expect(of('b', 'a', 'c')).toEqual(['b', 'a', 'c'])
    expect(of('a', 'b')).toEqual(['a', 'b'])
  })
})
