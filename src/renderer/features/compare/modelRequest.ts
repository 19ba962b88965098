import type { Input } from '../../../shared/contract/contract.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { type Covariate, everySample } from '../../../shared/domain/results/cohort.ts'
import { quoteName } from '../../../shared/domain/results/model.ts'
import { inNameOrder } from '../../../shared/domain/studies/study.ts'
import { findControl, isQuantity } from '../../../shared/domain/studies/suggestions.ts'
import type { CohortSelection } from '../../state/cohort/cohort.ts'
import { mostGroups } from '../../state/searchSchemas.ts'
import type { Adjustment, CompareView } from './view.ts'

/** The clock has a view of its own. */
export type ModelRequest = Input<'results.model'> & { measure: Measure }

/**
 * A contrast of the request with the parts of its title. `groups`: first − second; null for a slope. `at`: the level of
 * another field at which the effect is estimated, or the two levels between which it differs.
 */
export type TitledContrast = {
  name: string
  groups: readonly [string, string] | null
  at: { field: string; level: string } | { field: string; levels: readonly [string, string] } | null
}

/** The reason why there is no model yet; `field`: the groups were made by hand. */
type NoModel = 'groups' | 'field'
type BuiltModel = { request: ModelRequest; contrasts: TitledContrast[] } | { missing: NoModel }

/** Returns the request of a model, or what is missing. `covariates`: of the selected samples. */
export function toModelRequest(
  { groups, adjust }: Pick<CompareView, 'groups'> & { adjust: Adjustment },
  { measure, of }: Pick<CohortSelection, 'measure' | 'of'>,
  covariates: readonly Covariate[],
): BuiltModel {
  const { slope, block = null, moderation = 'constant', leastEffect = 0, equivalence = null } = adjust
  if (slope === undefined && groups !== null && 'sets' in groups) return { missing: 'field' }
  const byField = groups !== null && 'by' in groups ? groups : null
  if (slope === undefined && (byField === null || byField.values.length < 2)) return { missing: 'groups' }
  const predictor = slope ?? byField?.by ?? ''
  const { interaction: requested = null, covariates: adjusted = [] } = adjust
  // An interaction with the predictor itself, or with the unit, is none.
  const interaction = requested === predictor || requested === block ? null : requested
  const fields = [...new Set([...adjusted, ...(interaction === null ? [] : [interaction])])].filter(
    (field) => field !== predictor && field !== block,
  )
  const levels = levelsOfFactor(covariates.find(({ name }) => name === interaction))
  const interacting = interaction === null ? null : { field: interaction, levels }
  const reference = referenceOf(adjust, byField?.values ?? [])
  const contrasts =
    slope === undefined && byField
      ? groupContrasts(byField, reference, interacting, covariates, fields)
      : slopeContrasts(predictor, interacting)
  return {
    request: {
      measure,
      of,
      terms: [
        slope === undefined
          ? { field: predictor, as: 'factor', reference }
          : { field: predictor, as: 'number' },
        ...fields.map((field) =>
          field === interaction && levels[0] !== undefined
            ? { field, as: 'factor' as const, reference: levels[0] }
            : { field },
        ),
      ],
      interaction: interaction === null ? null : [predictor, interaction],
      contrasts: contrasts.map(({ name }) => name),
      moderation,
      block,
      leastEffect,
      equivalence,
    },
    contrasts,
  }
}

export const referenceOf = ({ reference }: Adjustment, values: readonly string[]): string =>
  reference !== undefined && values.includes(reference) ? reference : (values.at(-1) ?? '')

/** Returns the levels of a field of categories, the reference first. Fields of numbers have no levels. */
function levelsOfFactor(field: Covariate | undefined): string[] {
  if (!field || (field.kind === 'numbers' && isQuantity(field.name))) return []
  const levels = inNameOrder(field.values.map(({ value }) => value))
  const first = findControl(levels) ?? levels[0]
  return first === undefined ? [] : [first, ...levels.filter((level) => level !== first)]
}

/** Returns the view that requests this model again; all groups if the contrasts are none of the screen. */
export function toModelView(
  {
    terms: [predictor, ...others],
    interaction,
    contrasts = [],
    ...request
  }: Omit<ModelRequest, 'of' | 'measure'>,
  covariates: readonly Covariate[],
): Pick<CompareView, 'groups'> & { adjust: Adjustment } {
  if (!predictor) return { groups: null, adjust: {} }
  const { field, as, reference: first } = predictor
  const levels = levelsOfFactor(covariates.find(({ name }) => name === field))
  const isSlope = as === 'number' || (as === undefined && first === undefined && levels.length === 0)
  const adjust: Adjustment = {
    covariates: others.map((term) => term.field).filter((name) => !interaction?.includes(name)),
    slope: isSlope ? field : undefined,
    interaction: interaction?.find((name) => name !== field),
    reference: first,
    moderation: request.moderation === 'constant' ? undefined : (request.moderation ?? 'none'),
    block: request.block ?? undefined,
    leastEffect: request.leastEffect || undefined,
    equivalence: request.equivalence ?? undefined,
  }
  if (isSlope) return { groups: null, adjust }
  const [reference = first ?? '', ...all] =
    first === undefined ? levels : [first, ...levels.filter((level) => level !== first)]
  const placeOf = (level: string): number => {
    const groups = { by: field, values: [level, reference] }
    const built = toModelRequest({ groups, adjust }, { measure: 'activity', of: everySample }, covariates)
    return 'contrasts' in built ? contrasts.indexOf(built.contrasts[0]?.name ?? '') : -1
  }
  const chosen = all
    .map((level) => ({ level, place: placeOf(level) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ level }) => level)
  const values = [...(chosen.length > 0 ? chosen : all).slice(0, mostGroups - 1), reference]
  return { groups: { by: field, values }, adjust }
}

type Interaction = { field: string; levels: readonly string[] }

/** Returns the differences to the reference: over all levels of the interacting field, at each, and how they differ. */
function groupContrasts(
  { by, values }: { by: string; values: readonly string[] },
  reference: string,
  interaction: Interaction | null,
  covariates: readonly Covariate[],
  fields: readonly string[],
): TitledContrast[] {
  const others = covariates.filter(({ name }) => fields.includes(name))
  const write = (field: string, level: string): string => {
    const isTaken =
      fields.includes(level) ||
      others.some(({ name, values: all }) => name !== field && all.some(({ value }) => value === level)) ||
      (field !== by && values.includes(level))
    return isTaken ? `${quoteName(field)}=${quoteName(level)}` : quoteName(level)
  }
  return values
    .filter((value) => value !== reference)
    .flatMap((value): TitledContrast[] => {
      const groups = [value, reference] as const
      const [first, second] = [write(by, value), write(by, reference)]
      const main: TitledContrast = { name: `${first} - ${second}`, groups, at: null }
      if (interaction === null) return [main]
      const { field, levels } = interaction
      const number = quoteName(field)
      if (levels.length === 0)
        return [main, { name: `${first}:${number} - ${second}:${number}`, groups, at: { field, level: '' } }]
      const nameAt = (level: string) => `${first}:${write(field, level)} - ${second}:${write(field, level)}`
      // R's name of the coefficient.
      const nameOfChange = (level: string) => `${by}${value}:${field}${level}`
      return [main, ...contrastsAtLevels(groups, interaction, nameAt, nameOfChange)]
    })
}

function slopeContrasts(predictor: string, interaction: Interaction | null): TitledContrast[] {
  if (interaction === null || interaction.levels.length === 0)
    return [{ name: quoteName(predictor), groups: null, at: null }]
  const { field, levels } = interaction
  const nameAt = (level: string) => `${quoteName(field)}=${quoteName(level)}:${quoteName(predictor)}`
  const nameOfChange = (level: string) => `${nameAt(level)} - ${nameAt(levels[0] ?? '')}`
  return contrastsAtLevels(null, interaction, nameAt, nameOfChange)
}

/** Returns an effect at each level of the interacting field, and how it differs from that at the first level. */
function contrastsAtLevels(
  groups: TitledContrast['groups'],
  { field, levels }: Interaction,
  nameAt: (level: string) => string,
  nameOfChange: (level: string) => string,
): TitledContrast[] {
  const [base = '', ...rest] = levels
  return [
    ...levels.slice(0, mostGroups).map((level) => ({ name: nameAt(level), groups, at: { field, level } })),
    ...rest
      .slice(0, mostGroups)
      .map((level) => ({ name: nameOfChange(level), groups, at: { field, levels: [level, base] as const } })),
  ]
}
