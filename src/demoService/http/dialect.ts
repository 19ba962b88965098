import type { Settings } from '../options.ts'
import { type EndpointResponse, isRecord, type WireResponse } from './httpMessages.ts'

type VariantName = Settings['variants'][number]

/** The wire format of responses, in the default form and in every variant. Only this module defines it. */
export type Dialect = {
  /** The path of the published base address, and the prefix of every endpoint's path. */
  basePath: string
  prefix: string
  honoursKeys: boolean
  envelopedOAuth: boolean
  shape(answer: EndpointResponse, requestId: string): WireResponse
  /** True if a pathway analysis or clock is first accepted and then requested at an address. */
  defersResults: boolean
  /** The query of a list with its page in the documented form. */
  toDocumentedQuery(query: URLSearchParams): URLSearchParams
  /** The word for a state of an order or a task. */
  stateWord(state: string): string
}

const json = { 'Content-Type': 'application/json; charset=utf-8' }
const noStore = { 'Cache-Control': 'no-store' }

/** State names that clients cannot all recognize: no client has `sequencing` in its table. */
const otherWords: Record<string, string> = {
  queued: 'SUBMITTED',
  running: 'Sequencing',
  succeeded: 'Completed',
}

export function createDialect(variants: readonly VariantName[]): Dialect {
  const has = (name: VariantName): boolean => variants.includes(name)
  const envelope = has('code-zero') ? 0 : has('own-code') ? 20_000 : 200
  const prefix = has('base-v1') ? '/v1' : '/api/v1'
  const renameKeys = has('camel-case') ? camelCased : (value: unknown) => value
  const write = (status: number, body: unknown, headers = {}): WireResponse => ({
    status,
    headers: { ...json, ...headers },
    body: JSON.stringify(renameKeys(body)),
  })
  const [codeKey, dataKey, messageKey] = has('other-envelope')
    ? (['status_code', 'result', 'errmsg'] as const)
    : (['code', 'data', 'message'] as const)
  const success = (status: number, data: unknown, headers = {}): WireResponse =>
    write(status, { [codeKey]: envelope, [dataKey]: data, synthetic: true }, headers)

  const problem = (
    status: number,
    message: string,
    headers: WireResponse['headers'],
    requestId: string,
  ): WireResponse => {
    const title = `Error ${status}`
    if (has('html-errors'))
      return {
        status,
        headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers },
        body: `<!doctype html><title>${title}</title><h1>${title}</h1><p>${escapeHtml(message)}</p>`,
      }
    if (has('problem-json')) {
      // RFC 9457.
      const body = {
        type: 'about:blank',
        title,
        status,
        detail: message,
        instance: requestId,
        synthetic: true,
      }
      const problemHeaders = { 'Content-Type': 'application/problem+json', ...headers }
      return { status, headers: problemHeaders, body: JSON.stringify(body) }
    }
    const payload = { [codeKey]: status, [messageKey]: message, synthetic: true }
    return write(has('error-in-200') ? 200 : status, payload, headers)
  }

  return {
    basePath: has('base-v1') ? '/v1' : '',
    prefix,
    honoursKeys: !has('no-idempotency'),
    envelopedOAuth: has('enveloped-oauth'),
    defersResults: has('pending-results'),
    toDocumentedQuery: (query) => toDocumentedPage(query, has),
    stateWord: (state) => (has('unknown-states') ? (otherWords[state] ?? state) : state),
    shape(answer, requestId) {
      switch (answer.kind) {
        case 'data':
          if (answer.status === 201 && has('location-only')) return locationOf(answer.data, prefix)
          return Array.isArray(answer.data) && has('bare-arrays')
            ? write(answer.status, answer.data)
            : success(answer.status, answer.data, answer.headers)
        case 'list': {
          const { items, total, page, limit } = answer
          if (has('cursor-pages')) {
            const next_cursor = page * limit < total ? `page-${page + 1}` : null
            return success(200, { items, next_cursor })
          }
          return has('bare-arrays') ? write(200, items) : success(200, { items, total, page, limit })
        }
        case 'report':
          return has('pdf-reports') ? pdfReport(answer.data) : success(200, answer.data)
        case 'problem':
          return problem(answer.status, answer.message, answer.headers ?? {}, requestId)
        case 'token':
          return has('enveloped-oauth')
            ? success(200, answer.body, noStore)
            : write(200, { ...answer.body, synthetic: true }, noStore)
        case 'oauthProblem':
          return has('enveloped-oauth')
            ? problem(answer.status, `${answer.error}: ${answer.description}`, noStore, requestId)
            : write(answer.status, { error: answer.error, error_description: answer.description }, noStore)
        case 'plain':
          return answer
      }
    },
  }
}

/** Returns a response that identifies the created resource only by its address. */
function locationOf(data: unknown, prefix: string): WireResponse {
  const made = isRecord(data) ? data : {}
  const resource = made['sample_id'] !== undefined && made['task_id'] === undefined ? 'samples' : 'screening'
  const id = made['task_id'] ?? made['sample_id']
  return { status: 201, headers: { Location: `${prefix}/${resource}/${String(id)}` }, body: '' }
}

function toDocumentedPage(query: URLSearchParams, has: (name: VariantName) => boolean): URLSearchParams {
  const [page, limit] = [Number(query.get('page') ?? 0), Number(query.get('limit') ?? 20)]
  const cursor = /^page-(\d+)$/.exec(query.get('cursor') ?? '')
  const documented = new URLSearchParams(query)
  if (has('cursor-pages')) documented.set('page', cursor?.[1] ?? '1')
  if (has('zero-pages')) documented.set('page', String(page + 1))
  if (has('offset-pages'))
    documented.set('page', String(Math.floor(Number(query.get('offset') ?? 0) / limit) + 1))
  return documented
}

/** Renames `snake_case` fields; names of pathways (`NF_KB`) are values that serve as keys, and stay. */
function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [camelKey(key), camelCased(inner)]))
}

const camelKey = (key: string): string =>
  /^[a-z0-9]+(_[a-z0-9]+)+$/.test(key)
    ? key.replaceAll(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
    : key

function pdfReport(data: Record<string, unknown>): WireResponse {
  const lines = JSON.stringify(data, null, 1).split('\n')
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: createPdf(lines) }
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const linesPerPage = 60

/** A plain PDF of lines of text, one font, as many pages as it takes; characters outside ASCII become `?`. */
function createPdf(lines: string[]): Buffer {
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / linesPerPage)) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  // Objects 1 to 3 are the catalogue, the page tree and the font; then a page and its text, in turn.
  const kids = pages.map((_, page) => `${4 + page * 2} 0 R`).join(' ')
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier>>',
    ...pages.flatMap((page, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 3 0 R>>>>/Contents ${5 + at * 2} 0 R>>`,
      toContentStream(page),
    ]),
  ]
  return assemble(objects)
}

function toContentStream(lines: string[]): string {
  const text = `BT /F 9 Tf 40 800 Td 12 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')} ET`
  return `<</Length ${text.length}>>stream\n${text}\nendstream`
}

const escaped = (line: string): string =>
  line.replaceAll(/[^\x20-\x7e]/g, '?').replaceAll(/[\\()]/g, (character) => `\\${character}`)

/** Puts the objects one after another, with the table of their byte offsets that a reader starts from. */
function assemble(objects: string[]): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj${object}endobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${text}${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`)
}
