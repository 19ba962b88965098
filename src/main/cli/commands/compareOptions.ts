import type { Checked } from '../../../shared/contract/contract.ts'
import {
  pairedTests,
  severalGroupTests,
  type TestName,
  testSchema,
} from '../../../shared/domain/comparison.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../endings.ts'
import { readGroupValues } from '../groupValues.ts'
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

const tests = testSchema.options

/** What makes the groups, and how they are compared. */
export const comparingOptions = {
  by: { type: 'string', value: 'FIELD', about: 'field, group or tag:NAME that makes the groups' },
  a: { type: 'string', value: 'VALUE', about: 'its value in the first group' },
  b: { type: 'string', value: 'VALUE', about: 'its value in the second group; differences are a − b' },
  values: {
    type: 'string',
    value: 'V,V,…',
    multiple: true,
    about: `several groups instead, for ${[...severalGroupTests].join(' or ')}`,
  },
  test: { type: 'string', value: 'NAME', about: `${tests.join(', ')}; default welch` },
  ...methodOptions,
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

/** Throws `UsageError` where they do not say what is compared. */
export function readComparing(values: OptionValues): Method & { by: string; values: string[] } {
  const by = textOf(values, 'by') || undefined
  const groups = readGroupValues(values)
  if (by === undefined || groups === undefined)
    throw new UsageError(
      'Say what to compare: --by FIELD --a VALUE --b VALUE, or --values V,V,… for several groups.',
    )
  const method = readMethod(values, tests)
  if (groups.length > 2 && !severalGroupTests.has(method.test))
    throw new UsageError(
      `Several groups are compared by --test ${[...severalGroupTests].join(' or --test ')}.`,
    )
  return { ...method, by, values: groups }
}
