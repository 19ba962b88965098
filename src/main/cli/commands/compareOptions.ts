import type { Checked } from '../../../shared/contract/contract.ts'
import { pairedTests, type TestName } from '../../../shared/domain/comparison.ts'
import type { Command } from '../command.ts'
import { type OptionValues, oneOf, textOf } from '../values.ts'

/** Under this name orders carry whom a sample is of. */
const usualPair = 'donor_id'

/** What `compare` and `drugs match --compare` are told in the same words. */
export const methodOptions = {
  'pair-by': {
    type: 'string',
    value: 'FIELD',
    about: `for pairs: what belongs together; default ${usualPair}`,
  },
  'replicates-by': {
    type: 'string',
    value: 'FIELD',
    about:
      'samples of a group with the same value are repeated measurements: they count once, and tell the noise',
  },
} as const satisfies Command['options']

type Method = Pick<Checked<'results.compare'>, 'test' | 'pairBy' | 'replicatesBy'>

/** The test, one of `tests`, and what belongs together. */
export function readMethod(values: OptionValues, tests: readonly TestName[]): Method {
  const test = oneOf(values, 'test', tests) ?? 'welch'
  return {
    test,
    pairBy: textOf(values, 'pair-by') ?? (pairedTests.has(test) ? usualPair : undefined),
    replicatesBy: textOf(values, 'replicates-by'),
  }
}
