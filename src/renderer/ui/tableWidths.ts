import type { CSSProperties } from 'react'
import type { HeadColumn } from './useArrangedColumns.ts'

/** Cells know their width and place by the names of properties of the table, so that these change without them. */
export const widthName = (index: number): string => `--width-${index}`
const leftName = (index: number): string => `--left-${index}`

/** How wide each column is, and how far from the left those stay that are pinned; in pixels. */
export function tableWidths(columns: readonly HeadColumn[]): CSSProperties {
  const properties: Record<string, string> = {}
  let left = 0
  for (const [index, { width, pinned }] of columns.entries()) {
    properties[widthName(index)] = `${width}px`
    if (pinned) properties[leftName(index)] = `${left}px`
    left += width
  }
  return properties
}

export const cellStyle = (index: number, { pinned }: HeadColumn): CSSProperties => ({
  width: `var(${widthName(index)})`,
  ...(pinned && { left: `var(${leftName(index)})` }),
})
