/** A rectangle on the sheet, from its top left, in millimeters. */
export type BoardBox = { xMm: number; yMm: number; widthMm: number; heightMm: number }

type BoardGrid = {
  widthMm: number
  columns: number
  /** The panels in order. `span`: the number of columns each takes. */
  panels: readonly { span: number }[]
  /** The space above and below all panels. */
  topMm: number
  bottomMm: number
  /** Returns the height that a panel's content needs at this width. */
  heightOf: (place: number, widthMm: number) => number
}

/**
 * Lays out panels from left to right in as many rows as needed. A panel that does not fit starts the next row. All
 * panels of a row get the height of the tallest, so that their bottom edges align.
 */
export function layOutBoard({ widthMm, columns, panels, topMm, bottomMm, heightOf }: BoardGrid): {
  heightMm: number
  panels: BoardBox[]
} {
  const columnMm = widthMm / columns
  const boxes: BoardBox[] = []
  let row: BoardBox[] = []
  let taken = 0
  let yMm = topMm
  const endRow = (): void => {
    const heightMm = Math.max(0, ...row.map((box) => box.heightMm))
    for (const box of row) box.heightMm = heightMm
    yMm += heightMm
    row = []
    taken = 0
  }
  for (const [place, panel] of panels.entries()) {
    const span = Math.min(panel.span, columns)
    if (taken + span > columns) endRow()
    const box = { xMm: taken * columnMm, yMm, widthMm: span * columnMm, heightMm: 0 }
    box.heightMm = heightOf(place, box.widthMm)
    boxes.push(box)
    row.push(box)
    taken += span
  }
  endRow()
  return { heightMm: yMm + bottomMm, panels: boxes }
}
