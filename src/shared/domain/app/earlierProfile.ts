import { z } from 'zod'
import { type ServiceDialect, signInSettingsSchema, withoutBlanks } from './dialect.ts'

/** The settings of a profile stored before the dialect (2026-11): flat conventions, and a limit that was always set. */
const earlierSchema = z.looseObject({
  conventions: z
    .object({ set: z.record(z.string(), z.unknown()), found: z.record(z.string(), z.unknown()) })
    .default({ set: {}, found: {} }),
  requestsPerMinute: z.number(),
})
const earlierRate = 100

const locations = {
  status_path: 'status',
  items_path: 'items',
  total_path: 'total',
  next_page_path: 'next',
  scores_path: 'scores',
  hits_path: 'hits',
} as const

/** Settings that have kept their name and meaning. */
const sameNames = [
  'base_path',
  'paging',
  'cursor_parameter',
  'order_fields',
  'state_words',
  'activity_unit',
  'aging_offset_unit',
]
const signInNames = Object.keys(signInSettingsSchema.shape)

type Settings = Record<string, unknown>

/** Converts a stored profile of an earlier version to one with a dialect. Returns any other value unchanged. */
export function convertEarlierProfile(stored: unknown): unknown {
  const earlier = earlierSchema.safeParse(stored)
  if (!earlier.success) return stored
  const { conventions, requestsPerMinute, ...profile } = earlier.data
  const { set, found } = conventions
  const detected = {
    ...(found['base_path'] === undefined ? {} : { base_path: found['base_path'] }),
    envelope: { success: successCodes(found) },
  }
  const { base_path: _, success_code: _code, success_codes: _codes, ...otherFound } = found
  return {
    ...profile,
    dialect: withoutBlanks({
      ...toDialect({ ...otherFound, ...set }),
      ...(requestsPerMinute !== earlierRate && { requests_per_minute: requestsPerMinute }),
    }),
    detected: withoutBlanks(detected as ServiceDialect),
  }
}

function toDialect(conventions: Settings): ServiceDialect {
  const pick = (names: readonly string[]): Settings =>
    Object.fromEntries(names.flatMap((name) => (name in conventions ? [[name, conventions[name]]] : [])))
  const { idempotency, pending_results, pending_statuses, created_id } = conventions
  // An order was looked for in the Location first, a task only if the body had none. Pointers replace the usual names.
  const isInLocation = created_id === 'location'
  const sample = toPointers(conventions['sample_id_path'])
  const task = toPointers(conventions['task_id_path'])
  const dialect: Settings = {
    ...pick(sameNames),
    ...Object.fromEntries(
      Object.entries(locations).map(([name, setting]) => [setting, toPointers(conventions[name])]),
    ),
    id: {
      sample: isInLocation ? ['Location', ...(sample.length > 0 ? sample : ['/sample_id', '/id'])] : sample,
      task: isInLocation ? [...(task.length > 0 ? task : ['/task_id', '/id']), 'Location'] : task,
      drug: toPointers(conventions['drug_id_path']),
      user: toPointers(conventions['user_id_path']),
    },
    envelope: { success: successCodes(conventions) },
    pending: { statuses: pending_statuses, ...(pending_results === 'repeat' && { repeat: true }) },
    // `unknown` was treated as `none`, which is the default now.
    ...(idempotency !== undefined && idempotency !== 'unknown' && { idempotency }),
    sign_in: pick(signInNames),
  }
  return dialect as ServiceDialect
}

function successCodes({ success_code, success_codes }: Settings): unknown[] {
  const others = Array.isArray(success_codes) ? success_codes : []
  return success_code === undefined ? others : [success_code, ...others]
}

/** Converts a path (`order.id`, `$.data[0].id`, `['a.b'].c`) to a JSON pointer. */
function toPointers(path: unknown): string[] {
  if (typeof path !== 'string' || path === '') return []
  const steps = [...path.matchAll(/\[(\d+)\]|\['([^']+)'\]|([^.[\]]+)/g)]
  const isFromRoot = path.startsWith('$') && steps.shift() !== undefined
  const names = steps.map(([, index, quoted, name]) => index ?? quoted ?? name ?? '')
  const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
  return [`${isFromRoot ? '#' : ''}${pointer}`]
}
