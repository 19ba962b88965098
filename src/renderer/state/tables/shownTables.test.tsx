import { expect, it } from 'vitest'
import { createShownTables } from './shownTables.ts'

it("offers on the Share screen what the study's last view showed, with its columns", () => {
  const store = createShownTables().getState
  const columns = { kind: 'compare' as const, first: ['q'], without: [] }
  const tables = [{ kind: 'samples' as const }]
  // Part of a screen sets the columns before the screen sets its tables.
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
