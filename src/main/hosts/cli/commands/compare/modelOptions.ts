import type { Checked } from '../../../../../shared/contract/contract.ts'
import type { OptionSpec } from '../../program/command.ts'
import { UsageError } from '../../program/exitCodes.ts'
import { isSet, type OptionValues, positiveOf, refuse, textOf, textsOf } from '../../program/values.ts'
import { parseFormula } from './formula.ts'

/** The options of a linear model beside its formula, with their values. */
const ofModel = {
  contrast: ' <CONTRAST>...',
  moderated: '',
  trend: '',
  block: ' <FIELD>',
  'least-effect': ' <X>',
  equivalence: ' <MARGIN>',
  factor: ' <FIELD>...',
  number: ' <FIELD>...',
  reference: ' <FIELD=LEVEL>...',
}
const modelNames = Object.keys(ofModel)
export const modelOptionNames: readonly string[] = ['model', ...modelNames]
/** Shared by `compare` and `export`. */
export const modelOptions: readonly OptionSpec[] = [
  '--model <FORMULA>',
  ...Object.entries(ofModel).map(([name, value]): OptionSpec => `--${name}${value}`),
]
const groupNames = ['by', 'a', 'b', 'values', 'test', 'pair-by', 'replicates-by', 'independent']

export type ModelOptions = Omit<Checked<'results.model'>, 'measure' | 'of' | 'pathways'>

/** Reads the model; null without `--model`. Throws `UsageError` for a formula or options that do not go together. */
export function readModel(values: OptionValues): ModelOptions | null {
  const formula = textOf(values, 'model')
  if (formula === undefined) {
    refuse(values, modelNames, (name) => `${name} goes with --model.`)
    return null
  }
  refuse(values, groupNames, (name) => `${name} does not go with --model, whose formula names the fields.`)
  const { fields, interaction } = parseFormula(formula)
  const [factors, numbers] = [textsOf(values, 'factor'), textsOf(values, 'number')]
  const references = new Map(textsOf(values, 'reference').map((text) => splitReference(text, fields)))
  const unknown = [...factors, ...numbers, ...references.keys()].find((field) => !fields.includes(field))
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
      ...(factors.includes(field) ? { as: 'factor' } : numbers.includes(field) ? { as: 'number' } : {}),
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
