import type { SampleChoice } from '../../../../../shared/domain/results/cohort.ts'
import {
  pairedTests,
  requestable,
  severalGroupTests,
  type TestName,
  testSchema,
} from '../../../../../shared/domain/results/comparison.ts'
import { spellPathways, studyFilter } from '../../lookups.ts'
import type { OpenedApp, OptionSpec } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { defined, listOf, type OptionValues, oneOf, textOf } from '../../program/values.ts'

/** The usual order field for the donor of a sample. */
export const usualPair = 'donor_id'

/** The options shared by `compare` and `drugs match --compare`. */
export const methodOptions: readonly OptionSpec[] = ['--pair-by <FIELD>', '--replicates-by <FIELD>']

const tests = testSchema.options

/** The options for the groups and the test. */
export const comparingOptions = (): OptionSpec[] => [
  '--by <FIELD>',
  '--a <VALUE>',
  '--b <VALUE>',
  { flags: '--values <VALUE,...>', initial: requestable(severalGroupTests).join(' or ') },
  { flags: '--test <NAME>', choices: tests },
  ...methodOptions,
]

type Method = { test: TestName; pairBy?: string; replicatesBy?: string }
type Comparing = Method & { groups: { by: string; values: string[] } }

/** Reads the test (one of `tests`), the pairing and the replicates. */
export function readMethod(values: OptionValues, tests: readonly TestName[]): Method {
  const test = oneOf(values, 'test', tests) ?? 'welch'
  return {
    test,
    ...defined({
      pairBy: textOf(values, 'pair-by') ?? (pairedTests.has(test) ? usualPair : undefined),
      replicatesBy: textOf(values, 'replicates-by'),
    }),
  }
}

/** Reads the comparison. Throws `UsageError` if it is incomplete. */
export function readComparing(values: OptionValues): Comparing {
  const by = textOf(values, 'by') || undefined
  const groups = readGroupValues(values)
  if (by === undefined || groups === undefined)
    throw new UsageError(
      'Say what to compare: --by FIELD --a VALUE --b VALUE, or --values V,V,… for several groups.',
    )
  const method = readMethod(values, tests)
  if (groups.length > 2 && !severalGroupTests.has(method.test))
    throw new UsageError(
      `Several groups are compared by --test ${requestable(severalGroupTests).join(' or --test ')}.`,
    )
  return { ...method, groups: { by, values: groups } }
}

/** Reads the groups from `--a` and `--b` or from `--values`. Undefined if they are missing. */
function readGroupValues(values: OptionValues): string[] | undefined {
  const [a, b] = ['a', 'b'].map((name) => textOf(values, name) || undefined)
  const several = listOf(values, 'values')
  if (several.length === 0) return a === undefined || b === undefined ? undefined : [a, b]
  if (a !== undefined || b !== undefined)
    throw new UsageError('Say the groups by --a and --b, or by --values, one of the two.')
  return several
}

/** Resolves the chosen samples once the app is open, which is needed to find a study by name. */
export type ChosenSamples = (app: OpenedApp) => Promise<SampleChoice>

/** Reads the samples: those of the option, or of `--study` and `--group`; all by default. Throws `UsageError`. */
export function readSamples(values: OptionValues, option = 'samples'): ChosenSamples {
  const sampleIds = listOf(values, option)
  const group = textOf(values, 'group')
  const isFiltered = group !== undefined || textOf(values, 'study') !== undefined
  if (sampleIds.length > 0 && isFiltered)
    throw new UsageError(
      `Choose samples with --${option} ID,…, or with --study NAME and --group GROUP, one of the two.`,
    )
  return async (app) =>
    sampleIds.length > 0 ? { sampleIds } : { filter: { ...(await studyFilter(app)), ...defined({ group }) } }
}

/** Reads the samples and pathways, which are resolved once the app is open. */
export function readCohort(values: OptionValues) {
  const of = readSamples(values)
  const names = listOf(values, 'pathways')
  return async (app: OpenedApp) => ({ of: await of(app), pathways: await spellPathways(app.call, names) })
}
