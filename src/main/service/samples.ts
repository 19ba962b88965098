import { isFailure } from '../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import { parseState } from '../../shared/domain/sample.ts'
import { type OrderResponse, OutcomeUnknown, type RemoteService } from '../ports.ts'
import { type ApiResponse, idFromLocation, pathSegment, toAnswer, unreadableResponse } from './apiResponse.ts'
import type { Send } from './call.ts'
import type { Conventions } from './conventions.ts'
import { findRecord, findValue, isRecord, pick, readText, readTime } from './jsonFields.ts'
import { requireSameId } from './requireSameId.ts'
import { parseReport } from './sampleReport.ts'

type SampleCalls = Pick<RemoteService, 'createOrder' | 'sampleStatus' | 'sampleReport'>

/** Detection orders: create, state, report. */
export function createSampleCalls(
  send: Send,
  conventions: Conventions,
  settings: () => ConventionSettings,
): SampleCalls {
  return {
    async createOrder(fields, { idempotencyKey, ...options }) {
      const endpoint = 'POST /samples'
      const received = await send(
        {
          endpoint,
          what: 'orders',
          method: 'POST',
          path: '/samples',
          json: fields,
          headers: { [conventions.idempotencyHeader]: idempotencyKey },
          once: true,
          mayBeEmpty: true,
        },
        options,
      )
      try {
        const createdId = idFromLocation(received, '/samples', settings())
        return toAnswer(received, () =>
          readOrder(received, { sampleId: null, createdId }, endpoint, conventions, settings()),
        )
      } catch (error) {
        // The service said yes, but not to which sample: the order stands.
        throw isFailure(error) ? new OutcomeUnknown(error) : error
      }
    },

    async sampleStatus(sampleId, options) {
      const endpoint = 'GET /samples/{sample_id}'
      const received = await send(
        {
          endpoint,
          what: `sample ${sampleId}`,
          scope: conventions.scopes.samples,
          method: 'GET',
          path: `/samples/${pathSegment(sampleId, 'sample')}`,
        },
        options,
      )
      const expected = { sampleId, createdId: null }
      return toAnswer(received, () => readOrder(received, expected, endpoint, conventions, settings()))
    },

    async sampleReport(sampleId, options) {
      const received = await send(
        {
          endpoint: 'GET /samples/{sample_id}/report',
          what: `a report of sample ${sampleId}`,
          scope: conventions.scopes.samples,
          method: 'GET',
          path: `/samples/${pathSegment(sampleId, 'sample')}/report`,
          anyContent: true,
        },
        options,
      )
      return toAnswer(received, () => parseReport(received, sampleId))
    },
  }
}

/** `expected`: the identifier the answer must be about; null when the service is to name a new one, as `createdId` may do. */
function readOrder(
  received: ApiResponse,
  expected: { sampleId: string | null; createdId: string | null },
  endpoint: string,
  { fields }: Conventions,
  { sample_id_path, status_path, state_words, created_id }: ConventionSettings,
): OrderResponse {
  const { record, id } = findRecord(received, fields.sampleId, sample_id_path)
  const named = created_id === 'location' ? (expected.createdId ?? id) : (id ?? expected.createdId)
  const sampleId = requireSameId(named, expected.sampleId, endpoint)
  if (sampleId === null) throw unreadableResponse(endpoint, missingIdReason(record, received))
  const statusText = readText(findValue(record, received, fields.status, status_path))
  const status = statusText ?? (expected.sampleId === null ? 'queued' : 'unknown')
  return {
    sampleId,
    status,
    state: parseState(status, state_words),
    createdAt: readTime(pick(record, fields.createdAt)),
  }
}

const maxLocationLength = 200

/** Where the header Location points, for a person to look at: without its query, which may hold a secret. */
function locationText({ headers, service }: ApiResponse): string | null {
  const location = headers.get('Location')
  const url = location === null ? null : URL.parse(location, service)
  if (!url) return null
  const { hostname, origin, pathname } = url
  return `${hostname === new URL(service).hostname ? '' : origin}${pathname}`.slice(0, maxLocationLength)
}

/** What there is instead: an address, or fields of which one may be the identifier under a name that can be set. */
function missingIdReason(record: unknown, received: ApiResponse): string {
  const location = locationText(received)
  if (location !== null)
    return `it names no sample, only the address ${location}; look there for the identifier, or set created_id=location where the address ends in it`
  const names = isRecord(record)
    ? Object.keys(record)
        .filter((name) => /^[\w-]{1,40}$/.test(name))
        .slice(0, 10)
    : []
  return names.length === 0
    ? 'it names no sample; if its identifier stands elsewhere, set the place as sample_id_path'
    : `it names no sample, but has ${names.join(', ')}; if one of these is the identifier, set it as sample_id_path`
}
