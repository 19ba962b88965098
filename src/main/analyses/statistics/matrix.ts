/** Numbers in rows, one after another: `values[row * columns + column]`. */
export type Matrix = { values: Float64Array; rows: number; columns: number }

/** Rows as columns: a copy. */
export function transposed({ values, rows, columns }: Matrix): Matrix {
  const turned = new Float64Array(values.length)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      turned[column * rows + row] = values[row * columns + column] ?? Number.NaN
  return { values: turned, rows: columns, columns: rows }
}

/** One row, as a view on the same numbers. */
export const rowOf = ({ values, columns }: Matrix, row: number): Float64Array =>
  values.subarray(row * columns, (row + 1) * columns)

/** Sum of the products of two vectors of one length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}
