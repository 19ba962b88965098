import type { Input } from '../../../../../shared/contract/contract.ts'
import { option } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { isSet, type OptionValues, positiveOf, refuse, textOf, textsOf } from '../../program/values.ts'
import { parseFormula } from './formula.ts'

/** Creates the options of a linear model, shared by `compare` and `export`. */
export const createModelOptions = () => [
  option('--model <FORMULA>', "Fit a linear model instead, such as '~ group + age + sex'"),
  option(
    '--contrast <CONTRAST>...',
    "A contrast of the model, such as 'treated-control', or a field of numbers for its slope; all of the first field by default",
  ),
  option('--moderated', 'Moderate variances across pathways (limma)'),
  option('--trend', 'Let the moderated variances depend on the mean'),
  option('--block <FIELD>', 'Samples with the same value are not independent, such as those of one donor_id'),
  option('--least-effect <X>', 'Test for effects beyond ±X, in the unit of the measure'),
  option('--equivalence <MARGIN>', 'Also test that effects lie within ±MARGIN'),
  option('--factor <FIELD>...', 'Use this field of numbers as groups'),
  option('--reference <FIELD=LEVEL>...', 'Make this level of a field the reference'),
]

const modelNames = [
  'contrast',
  'moderated',
  'trend',
  'block',
  'least-effect',
  'equivalence',
  'factor',
  'reference',
]
export const modelOptionNames: readonly string[] = ['model', ...modelNames]
const groupNames = ['by', 'a', 'b', 'values', 'test', 'pair-by', 'replicates-by', 'independent']

export type ModelOptions = Omit<Input<'results.model'>, 'measure' | 'of' | 'pathways'>

/** Reads the model; null without `--model`. Throws `UsageError` for a formula or options that do not go together. */
export function readModel(values: OptionValues): ModelOptions | null {
  const formula = textOf(values, 'model')
  if (formula === undefined) {
    refuse(values, modelNames, (name) => `${name} goes with --model.`)
    return null
  }
  refuse(values, groupNames, (name) => `${name} does not go with --model, whose formula names the fields.`)
  const { fields, interaction } = parseFormula(formula)
  const factors = textsOf(values, 'factor')
  const references = new Map(textsOf(values, 'reference').map((text) => splitReference(text, fields)))
  const unknown = [...factors, ...references.keys()].find((field) => !fields.includes(field))
  if (unknown !== undefined) throw new UsageError(`The model has no field "${unknown}".`)
  if (isSet(values, 'trend') && !isSet(values, 'moderated'))
    throw new UsageError('--trend goes with --moderated.')
  const block = textOf(values, 'block') ?? null
  if (block !== null && fields.includes(block))
    throw new UsageError(
      `${block} is in the model already. Name it in the formula or as --block, one of the two.`,
    )
  return {
    terms: fields.map((field) => ({
      field,
      ...(factors.includes(field) ? { as: 'factor' as const } : {}),
      ...(references.has(field) ? { reference: references.get(field) } : {}),
    })),
    interaction,
    contrasts: textsOf(values, 'contrast'),
    moderation: isSet(values, 'trend') ? 'trend' : isSet(values, 'moderated') ? 'constant' : 'none',
    block,
    leastEffect: positiveOf(values, 'least-effect') ?? 0,
    equivalence: positiveOf(values, 'equivalence') ?? null,
  }
}

/** Splits at the `=` that ends the name of a field. */
function splitReference(text: string, fields: readonly string[]): [field: string, level: string] {
  const field = fields.find((name) => text.startsWith(`${name}=`)) ?? text.split('=')[0] ?? ''
  if (text.length <= field.length + 1)
    throw new UsageError(`--reference is FIELD=LEVEL, such as group=control, not "${text}".`)
  return [field, text.slice(field.length + 1)]
}
