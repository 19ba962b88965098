import { UsageError } from './endings.ts'
import { listOf, type OptionValues, textOf } from './values.ts'

/** The groups that are compared, by `--a` and `--b` or by `--values`; undefined where they are not said. */
export function readGroupValues(values: OptionValues): string[] | undefined {
  const [a, b] = ['a', 'b'].map((name) => textOf(values, name) || undefined)
  const several = listOf(values, 'values')
  if (several.length === 0) return a === undefined || b === undefined ? undefined : [a, b]
  if (a !== undefined || b !== undefined)
    throw new UsageError('Say the groups by --a and --b, or by --values, one of the two.')
  return several
}
