import type { TableLayout } from '../../../shared/domain/appData.ts'
import { arrangeColumns } from '../../ui/columnLayout.ts'
import { pathwayColumn } from './tableLayout.ts'

/** The pathways that are shown, in their order; null where they stand as they come, all of them. */
export function shownPathways(pathways: readonly string[], layout: TableLayout): string[] | null {
  const columns = pathways.map((label) => ({ id: pathwayColumn(label), label, width: 100 }))
  const shown = arrangeColumns(columns, layout).map(({ label }) => label)
  const isAll = shown.length === pathways.length && shown.every((name, at) => name === pathways[at])
  return isAll ? null : shown
}
