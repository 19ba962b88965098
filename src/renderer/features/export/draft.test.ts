import { describe, expect, it } from 'vitest'
import { type TableColumn, tableChoiceSchema } from '../../../shared/domain/studies/exporting.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  draftOf,
  draftOfSettings,
  fitLines,
  goneFrom,
  keepUnseen,
  linesAsShown,
  lockedIn,
  moveLine,
  scopeIn,
  settingsOf,
  tablesOf,
} from './draft.ts'

const columns = ['a', 'b', 'c'].map(
  (name): TableColumn => ({ name, type: 'text', unit: null, about: message`` }),
)
const on = (...names: string[]) => names.map((name) => ({ name, on: true }))
const off = (...names: string[]) => names.map((name) => ({ name, on: false }))
const byHand = { isByName: false }
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
    expect(tablesOf(draft, [], allSamplesId).everything).toMatchObject({
      measure: 'aging_offset',
      view: { kind: 'raw' },
    })
  })

  it('are of everything where nothing is shown', () => {
    const draft = draftOf([], 'csv')
    expect([draft.kind, draft.scope]).toEqual(['resultsLong', 'everything'])
    expect(scopeIn(tablesOf(draft, [], allSamplesId), 'shown')).toBe('everything')
  })

  it('are of the study alone where one is in front, and offer it once', () => {
    const draft = draftOf([{ kind: 'samples', of: { filter: { study: 'liver' } } }], 'csv')
    const ofStudy = { kind: 'samples', of: { filter: { study: 'liver' } } }
    expect(tablesOf(draft, [], 'liver').everything).toEqual(ofStudy)
    const shown = [{ kind: 'samples' as const, of: { filter: { study: 'liver' } } }]
    expect(tablesOf(draft, shown, 'liver').shown).toBeNull()
    expect(tablesOf(draft, shown, 'kidney').shown).toEqual(ofStudy)
    expect(tablesOf({ ...draft, kind: 'drugs' }, [], 'liver').everything).toMatchObject({ kind: 'drugs' })
  })

  it('leave out what is shown where it cannot be asked for', () => {
    const shown = [{ kind: 'resultsLong' as const, pathways: ['x'.repeat(201)] }]
    const tables = tablesOf(draftOf(shown, 'csv'), shown, allSamplesId)
    expect(scopeIn(tables, 'shown')).toBe('everything')
  })

  it('stay of one measure when settings that were saved are taken for everything', () => {
    const table = { kind: 'resultsWide', measure: 'aging_offset' } as const
    const given = tableChoiceSchema.parse(table)
    const draft = draftOfSettings(draftOf([], 'csv'), { table: given, format: 'csv', dictionary: false })
    expect(tablesOf(draft, [], allSamplesId).everything).toMatchObject(table)
  })

  it('hold no comparison of everything, as there are no groups', () => {
    const none = tablesOf({ kind: 'compare', given: null, measure: 'activity' }, [], allSamplesId)
    expect(none).toEqual({ everything: null, shown: null, given: null })
    expect(scopeIn(none, 'everything')).toBeNull()
  })
})

describe('the columns', () => {
  it('stand as on the screen in front, without what is hidden there', () => {
    const shown = { first: ['c', 'gone', 'a'], without: ['b'] }
    expect(linesAsShown(columns, shown)).toEqual([...on('c', 'a'), ...off('b')])
  })

  it('that came since some were left out, or were named by a preset, stand off, at the end', () => {
    const left = [...on('c'), ...off('a')]
    expect(fitLines({ lines: left, ...byHand }, columns, null)).toEqual([...left, ...off('b')])
    const named = { lines: on('c', 'a'), isByName: true }
    expect(fitLines(named, columns, null)).toEqual([...on('c', 'a'), ...off('b')])
  })

  it('that came since they were put in another order, none left out, are on', () => {
    expect(fitLines({ lines: on('c', 'a'), ...byHand }, columns, null)).toEqual(on('c', 'a', 'b'))
  })

  it('are all on as long as nothing was chosen', () => {
    expect(fitLines({ lines: null, ...byHand }, columns, null)).toEqual(on('a', 'b', 'c'))
  })

  it('that say what is synthetic are on whatever was chosen', () => {
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

  it('that say what is synthetic are locked where it is, and with drugs', () => {
    const marked = [...columns, { name: 'synthetic', type: 'boolean' as const, unit: null, about: message`` }]
    const of = (synthetic: boolean, has = marked) => ({ name: 'x', columns: has, rows: 1, synthetic })
    expect(lockedIn('samples', of(true))).toBe('synthetic')
    expect(lockedIn('samples', of(false))).toBeNull()
    expect(lockedIn('drugs', of(false))).toBe('synthetic')
    expect(lockedIn('samples', of(true, columns))).toBeNull()
  })

  it('that this table does not have keep their places through a change', () => {
    const before = [...on('x', 'a'), ...off('y', 'z'), ...on('b')]
    const changed = [...on('b'), ...off('a')]
    expect(keepUnseen(before, changed)).toEqual([...on('x', 'b'), ...off('a', 'y', 'z')])
    expect(keepUnseen(null, changed)).toEqual(changed)
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
