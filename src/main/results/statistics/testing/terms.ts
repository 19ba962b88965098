import type { Term } from '../models/design.ts'

/** Returns a factor; without `levels`, they are its values in order. */
export const factor = (name: string, values: string[], levels = [...new Set(values)].sort()): Term => ({
  name,
  kind: 'factor',
  levels,
  values,
})
export const number = (name: string, values: number[]): Term => ({ name, kind: 'number', values })

/** Returns the contrasts that are the coefficients of a design. */
export const coefficientsOf = (names: readonly string[]) =>
  names.map((name, at) => ({ name, weights: names.map((_, index) => Number(index === at)) }))
