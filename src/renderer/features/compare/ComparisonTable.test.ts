import { expect, it } from 'vitest'
import type { TableLayout } from '../../../shared/domain/app/appData.ts'
import { shownComparison } from '../../../shared/tables/shownComparison.ts'
import { defaultLayout } from '../../ui/table/columns/columnLayout.ts'
import { toShownColumns } from '../../ui/table/columns/copiedColumns.ts'

const ofTwo = ['treated', 'control'].map((name) => ({ name, sampleIds: [] }))
const ofThree = [...ofTwo, { name: 'other', sampleIds: [] }]

function shownIn(layout: TableLayout, groups: typeof ofTwo) {
  const { difference, effect, p, q, interval, means, counts } = shownComparison({
    groups,
    rows: [],
    test: 'welch',
    effectName: 'hedges_g',
    statisticName: 't',
  })
  const pathway = { id: 'pathway', names: ['pathway'] }
  const note = { id: 'note', names: [] }
  const columns = [pathway, difference, effect, p, q, interval, note, ...means, ...counts]
  return toShownColumns(
    columns.map(({ id, names }) => ({ id, label: id, width: 80, copies: names })),
    layout,
  )
}

it('has all columns if the table has its default layout', () => {
  expect(shownIn(defaultLayout, ofTwo)).toBeNull()
})

it('leaves out hidden columns, by their names in the file', () => {
  const names = ['effect', 'interval', 'mean 1', 'n 0', 'note']
  const hidden = { ...defaultLayout, columns: names.map((id) => ({ id, hidden: true, pinned: false })) }
  expect(shownIn(hidden, ofTwo)).toEqual({
    first: [],
    without: ['effect', 'effect_name', 'ci_low', 'ci_high', 'mean_b', 'n_a'],
  })
  expect(shownIn(hidden, ofThree)?.without).not.toContain('mean_b')
})

it('follows the column order of the table', () => {
  const pinned = { ...defaultLayout, columns: [{ id: 'q', hidden: false, pinned: true }] }
  const shown = shownIn(pinned, ofTwo)
  expect(shown?.first.slice(0, 4)).toEqual(['q', 'pathway', 'difference', 'effect'])
})
