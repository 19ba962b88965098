import { expect, it } from 'vitest'
import { createShownTables } from './shownTables.ts'

it('offers at Share what the last view of that study showed, with its columns', () => {
  const store = createShownTables().getState
  const columns = { kind: 'compare' as const, first: ['q'], without: [] }
  const tables = [{ kind: 'samples' as const }]
  // A part of a screen arranges its columns before the screen says what it shows.
  store().arrange(columns, 'liver')
  store().show({ tables, study: { kind: 'cohort' } }, 'liver')
  store().clear('tables')
  store().clear('columns')
  store().show({ tables: [{ kind: 'drugs' }], study: null }, null)
  store().clear('tables')
  store().showLast('kidney')
  expect(store()).toMatchObject({ tables: [], study: null, columns: null })
  store().showLast('liver')
  expect(store()).toMatchObject({ tables, study: { kind: 'cohort' }, columns })
})
