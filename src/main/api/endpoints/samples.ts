import { Failure } from '../../../shared/contract/failures.ts'
import { parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { type Message, message } from '../../../shared/words/message.ts'
import type { OrderResponse, RemoteService, ReportResponse } from '../../ports.ts'
import { fields, headerNames } from '../fieldNames.ts'
import {
  type ApiResponse,
  type EndpointDeps,
  findCreated,
  requireSameId,
  UnreadableContent,
} from '../responses/apiResponse.ts'
import { findRecord, findValue, pick, readText, readTime } from '../responses/jsonFields.ts'
import { endpoints, toCall } from './endpoints.ts'

type SampleCalls = Pick<RemoteService, 'createOrder' | 'sampleStatus' | 'sampleReport'>

export function createSampleCalls({ request }: EndpointDeps): SampleCalls {
  return {
    createOrder(json, { idempotencyKey, ...options }) {
      const headers = { [headerNames.idempotency]: idempotencyKey }
      const call = toCall(endpoints.createOrder, message('shared.orders'), { json, headers })
      return request(call, options, (received) => readOrder(received, null))
    },

    async sampleStatus(sampleId, options) {
      const call = toCall(endpoints.sampleStatus, message('service.sample', { sampleId }), { id: sampleId })
      return request(call, options, (received) => readOrder(received, sampleId))
    },

    async sampleReport(sampleId, options) {
      const what = message('service.reportSample', { sampleId })
      const call = toCall(endpoints.sampleReport, what, { id: sampleId })
      return request(call, options, (received) => parseReport(received, sampleId))
    },
  }
}

/** Parses an order. `expectedId` is the identifier that the response must name; null if the service assigns one. */
function readOrder(received: ApiResponse, expectedId: string | null): OrderResponse {
  const { dialect } = received
  const find = expectedId === null ? findCreated : findRecord
  const { record, id } = find(received, fields.sampleId, dialect.id?.sample, '/samples')
  const sampleId = requireSameId(id, expectedId)
  if (sampleId === null) throw new UnreadableContent(missingIdReason(record, received))
  const statusText = readText(findValue(record, received, fields.status, dialect.status))
  const status = statusText ?? (expectedId === null ? 'queued' : 'unknown')
  return {
    sampleId,
    status,
    state: parseState(status, dialect.state_words),
    createdAt: readTime(pick(record, fields.createdAt)),
  }
}

const maxLocationLength = 200

/** Returns the target of the header Location for display, without its query, which may contain a secret. */
function locationText({ headers, service }: ApiResponse): string | null {
  const location = headers.get('Location')
  const url = location === null ? null : URL.parse(location, service)
  if (!url) return null
  const { hostname, origin, pathname } = url
  return `${hostname === new URL(service).hostname ? '' : origin}${pathname}`.slice(0, maxLocationLength)
}

/** Describes what the response has instead of an identifier: an address, or fields that the user could configure. */
function missingIdReason(record: unknown, received: ApiResponse): Message {
  const location = locationText(received)
  if (location !== null) return message('service.namesNoSampleAddress', { location })
  const names = isRecord(record)
    ? Object.keys(record)
        .filter((name) => /^[\w-]{1,40}$/.test(name))
        .slice(0, 10)
    : []
  return names.length === 0
    ? message('service.namesNoSampleIdentifier')
    : message('service.namesNoSampleOne', { names: names.join(', ') })
}

/** Returns the report in a response. Throws `unreadable` unless it is complete: a partial report is never stored. */
function parseReport(received: ApiResponse, sampleId: string): ReportResponse {
  const { bytes, status, data } = received
  if (status === 202 || received.pending || isPendingStatus(data)) throw notReadyFailure(sampleId, received)
  if (bytes.byteLength === 0) throw new UnreadableContent(message('service.itIsEmpty'))
  if (status === 206) throw new UnreadableContent(truncatedReason)
  const problem = incompleteReason(received)
  if (problem !== null) throw new UnreadableContent(problem)
  return { contentType: received.contentType || 'application/octet-stream', bytes }
}

/** The fields of a status message. A report contains other fields too. */
const statusFieldNames =
  /^(status|state|message|msg|detail|details|progress|eta\w*|retry_?after\w*|code|sample_?id|id|request_?id|\w+_at|\w+At)$/i

function isPendingStatus(data: unknown): boolean {
  if (!isRecord(data) || !Object.keys(data).every((name) => statusFieldNames.test(name))) return false
  const state = parseState(readText(pick(data, ['status', 'state'])) ?? '')
  return state === 'queued' || state === 'running' || state === 'unknown'
}

function notReadyFailure(sampleId: string, { data, requestId }: ApiResponse): Failure {
  const statusText = readText(pick(data, ['message', 'msg', 'detail', 'status', 'state']))?.slice(0, 200)
  const text = statusText
    ? message('service.serviceNoFinishedReport', { sampleId, statusText })
    : message('service.serviceNoFinishedReportSample', { sampleId })
  return new Failure('unreadable', text, {
    endpoint: endpoints.sampleReport.endpoint,
    reason: message('service.reportNotReady'),
    notReady: true,
    ...(requestId !== null && { requestId }),
  })
}

const truncatedReason = message('service.breaksOffReportNot')

/** True for a complete PDF. A linearized one has an end marker after its first page too, but states its length. */
function isWholePdf(start: string, end: string, length: number): boolean {
  const named = /\/linearized\b[^>]*?\/l\s+(\d+)/.exec(start)?.[1]
  return end.includes('%%eof') && (named === undefined || length >= Number(named))
}

/** True for a complete archive, whose final comment has the stated length. One nested inside ends earlier. */
function isWholeArchive(content: Buffer): boolean {
  const at = content.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  return at >= 0 && at + 22 <= content.length && at + 22 + content.readUInt16LE(at + 20) === content.length
}

/** The beginning of a file as Latin-1 in lowercase, without leading whitespace. */
type FileStart = string

const isHtml = (start: FileStart): boolean =>
  /^(?:<!--.*?-->\s*)*<(?:!doctype html|html|head|body)\b/s.test(start)
const isText = (start: FileStart): boolean => !start.includes('\0') && !isHtml(start)

/** The first bytes by content type: a proxy or portal may send its own page under the type of the report. */
const contentSignatures: readonly { type: RegExp; name: string; isKind(start: FileStart): boolean }[] = [
  // Readers accept a PDF header anywhere in the first kilobyte.
  { type: /\bpdf\b/, name: 'PDF', isKind: (start) => start.includes('%pdf-') },
  {
    type: /\bzip\b|officedocument|opendocument|epub/,
    name: 'ZIP',
    isKind: (start) => start.startsWith('pk'),
  },
  { type: /\bpng\b/, name: 'PNG', isKind: (start) => start.startsWith('\u0089png') },
  // The byte of Ø appears as ø, since the text is lowercase.
  { type: /\bjpe?g\b/, name: 'JPEG', isKind: (start) => start.startsWith('\u00ff\u00f8\u00ff') },
  {
    type: /json/,
    name: 'JSON',
    isKind: (start) => /^(?:\u00ef\u00bb\u00bf)?[[{"\d-]|^(?:null|true|false)\b/.test(start),
  },
  { type: /html/, name: 'HTML', isKind: (start) => !start.includes('\0') },
  {
    type: /xml/,
    name: 'XML',
    isKind: (start) => !start.includes('\0') && start.includes('<') && !isHtml(start),
  },
  { type: /^text\/|csv/, name: 'text', isKind: isText },
]

/** The reason why this is not a report of its declared content type; null if it may be one. */
function foreignContentReason(content: Buffer, contentType: string): Message | null {
  const start = content.toString('latin1', 0, 1024).trimStart().toLowerCase()
  const signature = contentSignatures.find(({ type }) => type.test(contentType.toLowerCase()))
  const isWide = /charset\s*=\s*"?utf-?(16|32)/i.test(contentType)
  if (signature && !isWide && !signature.isKind(start)) {
    return isHtml(start)
      ? message('catalogue.webPageNotDeclared', { name: signature.name })
      : message('catalogue.contentNotDeclared', { name: signature.name })
  }
  const isSignInPage =
    isHtml(start) && /<input\b[^>]*\btype\s*=\s*["']?password\b/i.test(content.toString('latin1'))
  return isSignInPage ? message('catalogue.signPageNotReport') : null
}

function incompleteReason({ bytes, headers, contentType, raw }: ApiResponse): Message | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = content.toString('latin1', 0, 1024).trimStart().toLowerCase()
  const end = content
    .toString('latin1', Math.max(0, content.length - 2048))
    .trimEnd()
    .toLowerCase()
  const foreign = foreignContentReason(content, contentType)
  if (foreign !== null) return foreign
  if (start.includes('%pdf-')) return isWholePdf(start, end, content.length) ? null : truncatedReason
  if (start.startsWith('pk\u0003\u0004')) return isWholeArchive(content) ? null : truncatedReason
  if (contentType.includes('json') && raw !== null) return null
  // JSON that ends properly was only too large to parse.
  if (contentType.includes('json') && !/[\]}]$/.test(end)) return truncatedReason
  const isPage = start.startsWith('<!doctype html') || start.startsWith('<html')
  if (isPage && end.endsWith('</html>')) return null
  // Libraries silently unpack truncated data without checking its length.
  if (!/^(identity)?$/i.test(headers.get('Content-Encoding')?.trim() ?? ''))
    return message('service.compressedAlthoughPathclockRequested')
  const length = headers.get('Content-Length')
  if (length !== null) return Number(length) === content.length ? null : truncatedReason
  const endsWithConnection =
    /\bclose\b/i.test(headers.get('Connection') ?? '') && !headers.has('Transfer-Encoding')
  return endsWithConnection ? message('service.namesNoLengthEnds') : null
}
