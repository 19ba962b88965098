import { isFailure } from '../../shared/contract/failures.ts'
import { parseState } from '../../shared/domain/sample.ts'
import { type OrderAnswer, OutcomeUnknown, type RemoteService } from '../ports.ts'
import { segment, toAnswer, unreadable } from './answers.ts'
import type { Send } from './call.ts'
import type { Conventions } from './conventions.ts'
import { pick, readId, readText, readTime, unwrap } from './payload.ts'
import { sameId } from './sameId.ts'

type SampleCalls = Pick<RemoteService, 'createOrder' | 'sampleStatus' | 'sampleReport'>

/** Detection orders: create, state, report. */
export function createSampleCalls(send: Send, conventions: Conventions): SampleCalls {
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
        },
        options,
      )
      try {
        return toAnswer(received, () => readOrder(received.data, null, endpoint, conventions))
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
          path: `/samples/${segment(sampleId, 'sample')}`,
        },
        options,
      )
      return toAnswer(received, () => readOrder(received.data, sampleId, endpoint, conventions))
    },

    async sampleReport(sampleId, options) {
      const received = await send(
        {
          endpoint: 'GET /samples/{sample_id}/report',
          what: `a report of sample ${sampleId}`,
          scope: conventions.scopes.samples,
          method: 'GET',
          path: `/samples/${segment(sampleId, 'sample')}/report`,
          anyContent: true,
        },
        options,
      )
      const contentType = received.contentType || 'application/octet-stream'
      return toAnswer(received, () => ({ contentType, bytes: received.bytes }))
    },
  }
}

/** `asked`: the identifier the answer must be about; null when the service is to name a new one. */
function readOrder(
  data: unknown,
  asked: string | null,
  endpoint: string,
  { fields }: Conventions,
): OrderAnswer {
  const record = unwrap(data, fields.sampleId)
  const sampleId = sameId(readId(pick(record, fields.sampleId)), asked, endpoint)
  if (sampleId === null) throw unreadable(endpoint, 'it names no sample')
  const status = readText(pick(record, fields.status)) ?? 'unknown'
  return {
    sampleId,
    status,
    state: parseState(status),
    createdAt: readTime(pick(record, fields.createdAt)),
  }
}
