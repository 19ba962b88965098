import { Failure } from '../../shared/contract/failures.ts'
import { parseState } from '../../shared/domain/sample.ts'
import type { ReportResponse } from '../ports.ts'
import { type ApiResponse, unreadableResponse } from './apiResponse.ts'
import { isRecord, pick, readText } from './jsonFields.ts'

const endpoint = 'GET /samples/{sample_id}/report'

/**
 * The report in an answer. Throws `unreadable` where it is not ready, empty, or cannot be shown to be whole: half a
 * report must never be kept as one.
 */
export function parseReport(received: ApiResponse, sampleId: string): ReportResponse {
  const { bytes, status, data } = received
  if (status === 202 || received.pending || isPendingStatus(data)) throw notReadyFailure(sampleId, data)
  if (bytes.byteLength === 0) throw unreadableResponse(endpoint, 'it is empty')
  if (status === 206) throw unreadableResponse(endpoint, truncatedReason)
  const problem = incompleteReason(received)
  if (problem !== null) throw unreadableResponse(endpoint, problem)
  return { contentType: received.contentType || 'application/octet-stream', bytes }
}

/** What an answer says of work that goes on; a report holds more than that. */
const statusFieldNames =
  /^(status|state|message|msg|detail|details|progress|eta\w*|retry_?after\w*|code|sample_?id|id|request_?id|\w+_at|\w+At)$/i

function isPendingStatus(data: unknown): boolean {
  if (!isRecord(data) || !Object.keys(data).every((name) => statusFieldNames.test(name))) return false
  const state = parseState(readText(pick(data, ['status', 'state'])) ?? '')
  return state === 'queued' || state === 'running' || state === 'unknown'
}

function notReadyFailure(sampleId: string, data: unknown): Failure {
  const statusText = readText(pick(data, ['message', 'msg', 'detail', 'status', 'state']))?.slice(0, 200)
  const message = statusText
    ? `The service has no finished report of sample ${sampleId} yet. It says: "${statusText}". Fetch it again later.`
    : `The service has no finished report of sample ${sampleId} yet. Fetch it again later.`
  return new Failure('unreadable', message, { endpoint, reason: 'the report is not ready', notReady: true })
}

const truncatedReason = 'it breaks off, so that the report is not whole'

/** A PDF made for the web has an end behind its first page too, and names its length at its start. */
function isWholePdf(start: string, end: string, length: number): boolean {
  const named = /\/linearized\b[^>]*?\/l\s+(\d+)/.exec(start)?.[1]
  return end.includes('%%eof') && (named === undefined || length >= Number(named))
}

/** An archive ends with a comment of the length that it names; one within it ends before. */
function isWholeArchive(content: Buffer): boolean {
  const at = content.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  return at >= 0 && at + 22 <= content.length && at + 22 + content.readUInt16LE(at + 20) === content.length
}

/** Why this may not be the whole report; null where it is. */
function incompleteReason({ bytes, headers, contentType, raw }: ApiResponse): string | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = content.toString('latin1', 0, 1024).trimStart().toLowerCase()
  const end = content
    .toString('latin1', Math.max(0, content.length - 2048))
    .trimEnd()
    .toLowerCase()
  if (start.startsWith('%pdf-')) return isWholePdf(start, end, content.length) ? null : truncatedReason
  if (start.startsWith('pk\u0003\u0004')) return isWholeArchive(content) ? null : truncatedReason
  if (contentType.includes('json') && raw !== null) return null
  // One that ends as it should was only not taken apart.
  if (contentType.includes('json') && !/[\]}]$/.test(end)) return truncatedReason
  const isPage = start.startsWith('<!doctype html') || start.startsWith('<html')
  if (isPage && end.endsWith('</html>')) return null
  // Libraries unpack what ends too early without a word, and count no bytes of it.
  if (!/^(identity)?$/i.test(headers.get('Content-Encoding')?.trim() ?? ''))
    return 'it came compressed, which Pathclock asked the service not to do, so that nobody can tell whether it is whole'
  const length = headers.get('Content-Length')
  if (length !== null) return Number(length) === content.length ? null : truncatedReason
  const endsWithConnection =
    /\bclose\b/i.test(headers.get('Connection') ?? '') && !headers.has('Transfer-Encoding')
  return endsWithConnection
    ? 'it names no length and ends with the connection, so that nobody can tell whether it is whole'
    : null
}
