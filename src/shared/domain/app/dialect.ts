import { z } from 'zod'
import { isRecord } from '../../json.ts'
import { message } from '../../words/message.ts'
import { sampleStateSchema } from '../samples/sample.ts'

/** A path from the root of an origin, without a trailing slash. '' is the root itself. */
const basePath = z
  .string()
  .max(500)
  .regex(/^(\/[\w.~-]+)*$/, message('service.mustPathSuchApi').key)
  .refine(
    (path) => !path.split('/').some((part) => part === '.' || part === '..'),
    message('shared.mustNotContainPart').key,
  )

const fieldName = z.string().trim().min(1).max(200)

/** A limit far above the fields and state words of a service: every command reads the profiles file with the dialect. */
const maxNames = 200

/** Maps names to values. */
const namesTo = <T extends z.ZodType>(value: T) =>
  z.record(fieldName, value).check(({ value: record, issues }) => {
    if (Object.keys(record).length > maxNames)
      issues.push({ code: 'too_big', origin: 'array', maximum: maxNames, inclusive: true, input: record })
  })

const loopbackHosts: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/** True if data sent to the address stays private: it uses https, or is this computer. */
function isSecureAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (username !== '' || password !== '' || hash !== '') return false
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.includes(hostname))
}

/** True if the sign-in page can redirect the browser to the address: plain http on this computer (RFC 8252, 7.3). */
function isRedirectAddress(text: string): boolean {
  if (!isSecureAddress(text)) return false
  const { protocol, search } = new URL(text)
  return protocol === 'http:' && search === ''
}

/** A text, or an empty string that clears the setting. */
const optionalText = (maxLength: number, isValid: (text: string) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => text === '' || isValid(text), message)

const endpoint = optionalText(2000, isSecureAddress, message('service.mustWholeAddressBegins').key)

/** The settings for signing in with the browser. An empty text clears a setting. */
export const signInSettingsSchema = z
  .strictObject({
    /** Endpoints of the sign-in server that override those in its metadata. */
    authorization_endpoint: endpoint,
    token_endpoint: endpoint,
    revocation_endpoint: endpoint,
    /**
     * Separated by spaces (RFC 6749, 3.3). Replaces the documented scopes and `offline_access`, which is added if the
     * server offers it.
     */
    requested_scopes: optionalText(
      2000,
      (text) => /^[\x21\x23-\x5b\x5d-\x7e]+( +[\x21\x23-\x5b\x5d-\x7e]+)*$/.test(text),
      message('service.mustScopesSeparatedSpaces').key,
    ),
    /**
     * The intended recipient of the token: the `audience` parameter of some sign-in servers, and `resource` of RFC 8707.
     */
    audience: optionalText(2000, (text) => !/[\p{Cc}]/u.test(text), message('service.mustOneLineText').key),
    resource: optionalText(
      2000,
      (text) => URL.canParse(text) && !text.includes('#'),
      message('service.mustWholeAddressWithout').key,
    ),
    /**
     * The prompts of the sign-in page (OpenID Connect Core, 3.1.2.1). Replaces `consent`, the default if `offline_access`
     * is requested.
     */
    prompt: optionalText(
      100,
      (text) => /^[a-z_]+( [a-z_]+)*$/.test(text),
      message('service.mustWordsSuchLogin').key,
    ),
    /** The registered redirect address. Without a port, any free port is used. */
    redirect_uri: optionalText(500, isRedirectAddress, message('service.mustAddressComputerWithout').key),
    /** The encoding of the token endpoint's parameters. */
    token_body: z.enum(['form', 'json']),
    /** The place of a client secret in the request, for services that require one. */
    client_secret_in: z.enum(['body', 'header']),
  })
  .partial()
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/**
 * The position of a value as a JSON pointer (RFC 6901): `/order/id` in the record that a response is about, `#/data/id` in
 * the whole response. `Location` is the last part of that header.
 */
const pointers = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^(Location|#|#?(\/([^/~]|~[01])*)+)$/, message('service.mustJsonPointerSuch').key),
  )
  .max(10)

const unit = z.string().trim().max(60)

/**
 * Everything that a profile knows about its service where the interface leaves a choice: the contents of a dialect file.
 * Each setting is optional. Locations are pointers that are tried in order instead of the usual names.
 */
export const dialectSchema = z
  .strictObject({
    /** The path between the origin and the endpoint. Absent: detected at the first call. */
    base_path: basePath,
    /** The location of the content in a response, and the codes that mean success besides 2xx. Absent: detected. */
    envelope: z
      .strictObject({
        data: pointers,
        success: z.array(z.number().int().min(-999_999_999).max(999_999_999)).max(20),
      })
      .partial(),
    id: z.strictObject({ sample: pointers, task: pointers, drug: pointers, user: pointers }).partial(),
    /** The location of the state of a sample or a task. */
    status: pointers,
    /** The locations of the items of a list, their total, and the address or cursor of the next page. */
    items: pointers,
    total: pointers,
    next: pointers,
    /** The locations of the scores of an analysis, of those of a clock (absent: as `scores`), and of a screening's hits. */
    scores: pointers,
    clock: pointers,
    hits: pointers,
    /** The numbering of list pages: from 1, from 0, or by the number of items before the page. */
    paging: z.enum(['page', 'page_from_0', 'offset']),
    /** The parameter that takes the cursor of the next page. Absent: derived from the name of the cursor. */
    cursor_parameter: fieldName,
    /**
     * The HTTP statuses that mean a result is not ready. `repeat`: repeats the request until it is, which must be free of
     * charge at this service. Otherwise only the address in the Location header is polled.
     */
    pending: z
      .strictObject({ statuses: z.array(z.literal([202, 404, 409, 425])).max(4), repeat: z.boolean() })
      .partial(),
    /**
     * The service's treatment of a repeated order. `honoured`: the same `Idempotency-Key` never places a second order.
     * `client_reference`: it refuses a second order with the same reference. `none`, the default: it may place the order twice.
     */
    idempotency: z.enum(['none', 'client_reference', 'honoured']),
    /** Maps our names of order fields to the service's. Other fields keep their names. */
    order_fields: namesTo(fieldName),
    /** Maps the service's words for states of samples and tasks to our states. */
    state_words: namesTo(sampleStateSchema.exclude(['unknown'])),
    /** The limit in requests per 60 s. Absent: 100, or what the service states. */
    requests_per_minute: z.number().int().min(1).max(1_000_000),
    /** Unit labels of the values, shown on screen and in exports. Absent: no unit is documented. */
    activity_unit: unit,
    aging_offset_unit: unit,
    sign_in: signInSettingsSchema,
  })
  .partial()
export type ServiceDialect = z.infer<typeof dialectSchema>

/** The settings that are detected at the first call. */
export const detectedSchema = dialectSchema.pick({ base_path: true, envelope: true })
export type DetectedDialect = z.infer<typeof detectedSchema>

export const defaultBasePath = '/api/v1'

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Removes empty texts, lists and groups, which clear a setting. An empty base path is a valid value. */
export const withoutBlanks = (dialect: ServiceDialect): ServiceDialect =>
  Object.fromEntries(
    Object.entries(dialect).flatMap(([name, value]) => {
      const cleaned = isRecord(value)
        ? Object.fromEntries(Object.entries(value).filter(([, inner]) => !isBlank(inner)))
        : value
      return isBlank(cleaned) && name !== 'base_path' ? [] : [[name, cleaned]]
    }),
  )

/** Adds settings to a dialect. Groups such as `state_words` are merged; an empty group removes the earlier one. */
export function mergeDialects(before: ServiceDialect = {}, more: ServiceDialect = {}): ServiceDialect {
  const merged = Object.entries(more).map(([name, value]) => {
    const former = before[name as keyof ServiceDialect]
    return [name, isRecord(value) && isRecord(former) && !isBlank(value) ? { ...former, ...value } : value]
  })
  return withoutBlanks({ ...before, ...Object.fromEntries(merged) })
}

/** Returns the dialect in use: the user's settings, else those that were detected. Success codes of both count. */
export function dialectOf({
  dialect,
  detected,
}: {
  dialect: ServiceDialect
  detected: DetectedDialect
}): ServiceDialect {
  const merged = mergeDialects(detected, dialect)
  const success = new Set([...(detected.envelope?.success ?? []), ...(dialect.envelope?.success ?? [])])
  return success.size === 0 ? merged : { ...merged, envelope: { ...merged.envelope, success: [...success] } }
}
