import {
  type ConventionSettings,
  conventionSettingsSchema,
  formatConvention,
  parseConvention,
} from '../../../../shared/domain/app/convention.ts'
import type { Profile } from '../../../../shared/domain/app/profile.ts'
import { type OrderField, orderFieldNames } from '../../../../shared/domain/samples/sample.ts'
import { forEachSignInText, formatPath, parsePath, type SignInText } from '../../../ui/forms/conventions.ts'

type ConventionName = keyof ConventionSettings
export type Source = 'set' | 'found' | 'assumed'

/** Conventions that are typed as text, as on the command line. */
export const typedNames = [
  'success_codes',
  'sample_id_path',
  'status_path',
  'task_id_path',
  'drug_id_path',
  'user_id_path',
  'items_path',
  'total_path',
  'next_page_path',
  'scores_path',
  'hits_path',
  'cursor_parameter',
  'state_words',
  'pending_statuses',
] as const
export type TypedName = (typeof typedNames)[number]

/** The values of the form; an empty text or undefined means not set. */
export type ConventionDraft = Record<SignInText, string> & {
  base_path: string
  success_code: 200 | 0 | undefined
  idempotency: ConventionSettings['idempotency']
  order_fields: Record<OrderField, string>
  typed: Record<TypedName, string>
  paging: ConventionSettings['paging']
  created_id: ConventionSettings['created_id']
  pending_results: ConventionSettings['pending_results']
  token_body: ConventionSettings['token_body']
  client_secret_in: ConventionSettings['client_secret_in']
  activity_unit: string
  aging_offset_unit: string
}

export function toConventionDraft(set: ConventionSettings): ConventionDraft {
  const names = orderFieldNames.map((field) => [field, set.order_fields?.[field] ?? ''] as const)
  return {
    base_path: set.base_path === undefined ? '' : formatPath(set.base_path),
    success_code: set.success_code,
    idempotency: set.idempotency,
    order_fields: Object.fromEntries(names) as Record<OrderField, string>,
    ...forEachSignInText((name) => set[name] ?? ''),
    typed: Object.fromEntries(
      typedNames.map((name) => [name, formatConvention(set[name])]),
    ) as ConventionDraft['typed'],
    paging: set.paging,
    created_id: set.created_id,
    pending_results: set.pending_results,
    token_body: set.token_body,
    client_secret_in: set.client_secret_in,
    activity_unit: set.activity_unit ?? '',
    aging_offset_unit: set.aging_offset_unit ?? '',
  }
}

/** The fields that differ from the saved settings. Untouched fields are left out, because they may change elsewhere. */
export type Touched = Partial<Omit<ConventionDraft, 'order_fields' | 'typed'>> & {
  order_fields?: Partial<Record<OrderField, string>>
  typed?: Partial<Record<TypedName, string>>
}

/** Returns the fields that differ from the saved settings; null if all are equal. */
export function toTouched(draft: ConventionDraft, set: ConventionSettings): Touched | null {
  const before = toConventionDraft(set)
  const { order_fields, typed, ...others } = otherThan(draft, before)
  const fields = order_fields && otherThan(order_fields, before.order_fields)
  const texts = typed && otherThan(typed, before.typed)
  const touched = {
    ...others,
    ...(fields && Object.keys(fields).length > 0 && { order_fields: fields }),
    ...(texts && Object.keys(texts).length > 0 && { typed: texts }),
  }
  return Object.keys(touched).length > 0 ? touched : null
}

export function withTouched(set: ConventionSettings, touched: Touched | null): ConventionDraft {
  const draft = toConventionDraft(set)
  return {
    ...draft,
    ...touched,
    order_fields: { ...draft.order_fields, ...touched?.order_fields },
    typed: { ...draft.typed, ...touched?.typed },
  }
}

const otherThan = <T extends object>(values: T, others: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== others[name as keyof T]),
  ) as Partial<T>

/**
 * Returns the settings to save. Settings that the form does not show, such as an order field of another version, are
 * kept.
 */
export function toSettings(draft: ConventionDraft, before: ConventionSettings): ConventionSettings {
  const requested: { [K in ConventionName]: ConventionSettings[K] | undefined } = {
    ...readTyped(draft.typed, before),
    paging: draft.paging,
    created_id: draft.created_id,
    pending_results: draft.pending_results,
    base_path: draft.base_path.trim() === '' ? undefined : parsePath(draft.base_path),
    success_code: draft.success_code,
    idempotency: draft.idempotency,
    order_fields: toOrderFields(draft, before),
    ...forEachSignInText((name) => draft[name].trim() || undefined),
    token_body: draft.token_body,
    client_secret_in: draft.client_secret_in,
    activity_unit: draft.activity_unit.trim() || undefined,
    aging_offset_unit: draft.aging_offset_unit.trim() || undefined,
  }
  return Object.fromEntries(Object.entries(requested).filter(([, value]) => value !== undefined))
}

type Typed = { [K in TypedName]: ConventionSettings[K] | undefined }

/** Parses the typed conventions. One that cannot be parsed keeps its previous value. */
function readTyped(typed: ConventionDraft['typed'], before: ConventionSettings): Typed {
  const read = typedNames.map((name) => {
    const text = typed[name].trim()
    const parsed = text === '' ? null : parseTyped(name, text)
    return [name, parsed === null ? undefined : parsed.success ? parsed.data : before[name]]
  })
  return Object.fromEntries(read) as Typed
}

function parseTyped(name: TypedName, text: string) {
  const wrong = { success: false } as const
  try {
    return conventionSettingsSchema.shape[name].unwrap().safeParse(parseConvention(name, text))
  } catch {
    return wrong
  }
}

/** Returns true if the text can be parsed or is empty. */
export const isReadable = (name: TypedName, text: string): boolean =>
  text.trim() === '' || parseTyped(name, text.trim()).success

function toOrderFields(
  { order_fields: typed }: ConventionDraft,
  { order_fields: before = {} }: ConventionSettings,
): Record<string, string> | undefined {
  const shown: readonly string[] = orderFieldNames
  const unshown = Object.entries(before).filter(([field]) => !shown.includes(field))
  const names = orderFieldNames.flatMap((field) => {
    const name = typed[field].trim()
    return name === '' || name === field ? [] : [[field, name] as const]
  })
  return unshown.length + names.length === 0 ? undefined : Object.fromEntries([...unshown, ...names])
}

const longestName = 200

export type OrderFieldProblem = 'twice' | 'tooLong'

/** Returns the problems of the order field names, by field. */
export function orderFieldProblems(
  typed: ConventionDraft['order_fields'],
): Partial<Record<OrderField, OrderFieldProblem>> {
  const sent = (field: OrderField): string => typed[field].trim() || field
  const all = orderFieldNames.map(sent)
  const problems = orderFieldNames.flatMap((field): [OrderField, OrderFieldProblem][] => {
    if (sent(field).length > longestName) return [[field, 'tooLong']]
    const twice = all.filter((name) => name === sent(field)).length > 1
    // Marks the field that was typed, not the one that it collides with.
    return twice && typed[field].trim() !== '' ? [[field, 'twice']] : []
  })
  return Object.fromEntries(problems)
}

/** Returns the origin of the value in use. */
export function sourceOf(name: ConventionName, set: ConventionSettings, found: ConventionSettings): Source {
  if (set[name] !== undefined) return 'set'
  return found[name] === undefined ? 'assumed' : 'found'
}

/** The props of each part of the form. */
export type ConventionPart = {
  draft: ConventionDraft
  profile: Profile
  change: (part: Partial<ConventionDraft>) => void
}
