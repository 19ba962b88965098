import { describe, expect, it } from 'vitest'
import { tableLayoutSchema } from '../../../../shared/domain/app/appData.ts'
import { type ArrangeableColumn, defaultLayout, type Sort, sortOf } from './columnLayout.ts'
import {
  type ColumnTable,
  createColumnTable,
  headColumns,
  moveColumn,
  showOnlyColumns,
  stepColumn,
  toggleColumnSort,
} from './columnTable.ts'
import { arrangeCopied, toShownColumns } from './copiedColumns.ts'

const column = (id: string, more: Partial<ArrangeableColumn> = {}): ArrangeableColumn => ({
  id,
  label: id,
  width: 100,
  ...more,
})
const columns = [
  column('name', { role: 'name', sorts: 'asc' }),
  column('a', { sorts: 'desc', copies: ['a1', 'a2'] }),
  column('b', { copies: ['b'] }),
  column('c', { hiddenAtFirst: true, copies: ['c'] }),
  column('d', { copies: ['d'] }),
]
type Layout = typeof defaultLayout
type Columns = readonly ArrangeableColumn[]

/** Returns the layout after an action on the table. */
function changed(of: Columns, layout: Layout, act: (columnTable: ColumnTable) => void): Layout {
  let next = layout
  const change = (changedLayout: Layout) => {
    next = changedLayout
  }
  act(createColumnTable(of, { layout, change }))
  return next
}
const withShown = (of: Columns, layout: Layout, id: string, shown: boolean) =>
  changed(of, layout, ({ table }) => table.getColumn(id)?.toggleVisibility(shown))
const withPinned = (of: Columns, layout: Layout, id: string) =>
  changed(of, layout, ({ table }) => table.getColumn(id)?.pin('start'))
const withWidth = (of: Columns, layout: Layout, id: string, width: number | null) =>
  changed(of, layout, ({ table }) =>
    width === null
      ? table.getColumn(id)?.resetSize()
      : table.setColumnSizing((before) => ({ ...before, [id]: width })),
  )
const withPosition = (of: Columns, layout: Layout, id: string, other: string) =>
  changed(of, layout, (columnTable) => moveColumn(columnTable, id, other))
const withStep = (of: Columns, layout: Layout, id: string, by: -1 | 1) =>
  changed(of, layout, (columnTable) => stepColumn(columnTable, id, by))
const withOnly = (of: Columns, layout: Layout, only: ReadonlySet<string>) =>
  changed(of, layout, (columnTable) => showOnlyColumns(columnTable, only))
const nextSort = (sort: Sort, { id }: ArrangeableColumn, additional: boolean, of: Columns = columns) =>
  changed(of, { ...defaultLayout, sort }, (columnTable) => toggleColumnSort(columnTable, id, additional)).sort
const shownColumns = (of: Columns, layout: Layout) => headColumns(of, { layout, change: () => {} })
const ids = (layout: Layout, of = columns) => shownColumns(of, layout).map(({ id }) => id)

describe('the columns of a table', () => {
  it('have their default order until something changes', () => {
    expect(ids(defaultLayout)).toEqual(['name', 'a', 'b', 'd'])
  })

  it('can be hidden and shown again in place, except the column that names the rows', () => {
    const hidden = withShown(columns, withShown(columns, defaultLayout, 'a', false), 'name', false)
    expect(ids(hidden)).toEqual(['name', 'b', 'd'])
    expect(ids(withShown(columns, hidden, 'a', true))).toEqual(['name', 'a', 'b', 'd'])
    expect(ids(withShown(columns, defaultLayout, 'c', true))).toEqual(['name', 'a', 'b', 'c', 'd'])
  })

  it('move one step past visible columns, and stop at the ends', () => {
    const one = withStep(columns, defaultLayout, 'd', -1)
    expect(ids(one)).toEqual(['name', 'a', 'd', 'b'])
    const far = withStep(columns, withStep(columns, withStep(columns, one, 'd', -1), 'd', -1), 'd', -1)
    expect(ids(far)).toEqual(['d', 'name', 'a', 'b'])
    expect(withStep(columns, far, 'd', -1)).toBe(far)
    expect(ids(withStep(columns, far, 'd', 1))).toEqual(['name', 'd', 'a', 'b'])
  })

  it('move to the place of another column, which makes room', () => {
    expect(ids(withPosition(columns, defaultLayout, 'a', 'd'))).toEqual(['name', 'b', 'd', 'a'])
    expect(ids(withPosition(columns, defaultLayout, 'd', 'name'))).toEqual(['d', 'name', 'a', 'b'])
    expect(withPosition(columns, defaultLayout, 'a', 'gone')).toBe(defaultLayout)
  })

  it('are pinned to the left in their own order', () => {
    const layout = withPinned(columns, withPinned(columns, defaultLayout, 'd'), 'b')
    expect(ids(layout)).toEqual(['b', 'd', 'name', 'a'])
    expect(shownColumns(columns, layout).map(({ pinned }) => pinned === true)).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(ids(withStep(columns, layout, 'd', 1))).toEqual(['b', 'd', 'name', 'a'])
  })

  it('are limited to the widths that dragging allows, and can be reset', () => {
    const wide = withWidth(columns, defaultLayout, 'b', 5000)
    expect(shownColumns(columns, wide).find(({ id }) => id === 'b')?.width).toBe(800)
    expect(ids(wide)).toEqual(ids(defaultLayout))
    const again = shownColumns(columns, withWidth(columns, wide, 'b', null))
    expect(again.map(({ width }) => width)).toEqual([100, 100, 100, 100])
  })

  it('keep their layout while they are absent, without affecting others', () => {
    const moved = withPosition(columns, defaultLayout, 'd', 'a')
    const without = columns.filter(({ id }) => id !== 'd')
    expect(ids(moved, without)).toEqual(['name', 'a', 'b'])
    const changed = withWidth(without, moved, 'b', 200)
    expect(ids(changed)).toEqual(['name', 'd', 'a', 'b'])
  })

  it('of one kind can be limited to a search result, and later columns of that kind stay hidden', () => {
    const many = [...columns, ...['x', 'y', 'z'].map((id) => ({ ...column(id), kind: 'pathway' }))]
    const only = withOnly(many, defaultLayout, new Set(['y']))
    expect(ids(only, many)).toEqual(['name', 'a', 'b', 'd', 'y'])
    expect(ids(only, [...many, column('later')])).toEqual(['name', 'a', 'b', 'd', 'y'])
    expect(tableLayoutSchema.parse(only)).toEqual(only)
  })

  it('are listed once each in any order of 2,000', () => {
    const many = Array.from({ length: 2000 }, (_, index) => column(`p${index}`))
    const layout = withPosition(many, defaultLayout, 'p1999', 'p0')
    expect(ids(layout, many).slice(0, 2)).toEqual(['p1999', 'p0'])
    expect(new Set(layout.columns.map(({ id }) => id)).size).toBe(layout.columns.length)
    expect(tableLayoutSchema.safeParse(layout).success).toBe(true)
  })
})

describe('the sort order', () => {
  const [name, a] = columns as [ArrangeableColumn, ArrangeableColumn]

  it("changes from the column's default order to the other one, and then to none", () => {
    const first = nextSort([], a, false)
    const second = nextSort(first, a, false)
    expect([first[0]?.order, second[0]?.order, nextSort(second, a, false)]).toEqual(['desc', 'asc', []])
    expect(nextSort(first, name, false)).toEqual([{ column: 'name', order: 'asc' }])
  })

  it('gains, reverses and loses columns one by one, up to five', () => {
    const two = nextSort(nextSort([], a, true), name, true)
    expect(two.map(({ column: id }) => id)).toEqual(['a', 'name'])
    const turned = nextSort(two, a, true)
    expect(turned).toEqual([
      { column: 'a', order: 'asc' },
      { column: 'name', order: 'asc' },
    ])
    expect(nextSort(turned, a, true)).toEqual([{ column: 'name', order: 'asc' }])
    const sortable = ['1', '2', '3', '4', '5', '6'].map((id) => column(id, { sorts: 'asc' }))
    const many = ['1', '2', '3', '4', '5', '6'].reduce<Layout['sort']>(
      (sort, id) => nextSort(sort, column(id), true, sortable),
      [],
    )
    expect(many).toHaveLength(5)
  })

  it('is the default if its column is absent', () => {
    const first = [{ column: 'name', order: 'asc' as const }]
    const gone = { ...defaultLayout, sort: [{ column: 'gone', order: 'desc' as const }] }
    expect(sortOf(columns, gone, first)).toBe(first)
  })
})

describe('the copied table', () => {
  const table = { columns: ['b', 'a1', 'more', 'a2', 'd', 'b'], rows: [[1, 2, 3, 4, 5, 6]] }
  const copied = { table, json: { whole: true } }

  it('has all columns in the default layout', () => {
    const wide = withWidth(columns, defaultLayout, 'b', 300)
    expect(arrangeCopied(copied, toShownColumns(columns, wide))).toBe(copied)
  })

  it('lacks hidden columns, and keeps data without a column on the screen', () => {
    const shown = toShownColumns(columns, withShown(columns, defaultLayout, 'a', false))
    expect(arrangeCopied(copied, shown).table).toEqual({
      columns: ['b', 'more', 'd', 'b'],
      rows: [[1, 3, 5, 6]],
    })
  })

  it('keeps complete JSON records whatever is hidden or moved', () => {
    const hidden = withShown(columns, defaultLayout, 'a', false)
    for (const layout of [hidden, withPosition(columns, hidden, 'd', 'a')])
      expect(arrangeCopied(copied, toShownColumns(columns, layout)).json).toBe(copied.json)
  })

  it('has the order of the screen', () => {
    const shown = toShownColumns(columns, withPosition(columns, defaultLayout, 'd', 'a'))
    expect(arrangeCopied(copied, shown).table.columns).toEqual(['d', 'a1', 'a2', 'b', 'b', 'more'])
  })

  it('begins with the pinned columns', () => {
    const shown = toShownColumns(columns, withPinned(columns, defaultLayout, 'd'))
    expect(arrangeCopied(copied, shown).table.columns).toEqual(['d', 'a1', 'a2', 'b', 'b', 'more'])
  })
})
