import { isFailure } from '../../../shared/contract/failures.ts'
import type { ConventionSettings } from '../../../shared/domain/app/convention.ts'
import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import { maxIdLength, parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/messages/message.ts'
import {
  type CallOptions,
  OutcomeUnknown,
  type RemoteService,
  type ScreeningResponse,
  type ServiceResponse,
} from '../../ports.ts'
import type { Conventions } from '../conventions.ts'
import { unreadableResponse } from '../http/exchange.ts'
import {
  type ApiResponse,
  type CallSpec,
  idFromLocation,
  pathSegment,
  requireSameId,
  type Send,
  toAnswer,
} from '../responses/apiResponse.ts'
import {
  findRecord,
  findValue,
  pick,
  readId,
  readNumber,
  readText,
  readTime,
} from '../responses/jsonFields.ts'

type ScreeningCalls = Pick<RemoteService, 'createScreening' | 'screening' | 'virtualScreening'>

/**
 * Creates the calls for screening tasks and virtual screening. The response itself shows whether it is a task or
 * results.
 */
export function createScreeningCalls(
  send: Send,
  conventions: Conventions,
  settings: () => ConventionSettings,
): ScreeningCalls {
  const create = async (
    path: string,
    sampleId: string,
    options: CallOptions | undefined,
  ): Promise<ServiceResponse<ScreeningResponse>> => {
    const spec: CallSpec = {
      endpoint: `POST ${path}`,
      what: message`sample ${sampleId}`,
      scope: conventions.scopes.screening,
      method: 'POST',
      path,
      json: { sample_id: sampleId },
      once: true,
      mayBeEmpty: true,
    }
    const received = await send(spec, options)
    const createdId = idFromLocation(received, '/screening', settings())
    const expected = { taskId: null, sampleId, createdId }
    try {
      return toAnswer(received, () =>
        readScreening(received, expected, spec.endpoint, conventions, settings()),
      )
    } catch (error) {
      // The service accepted the request without naming the task, so the task may exist.
      throw isFailure(error) ? new OutcomeUnknown(error) : error
    }
  }

  return {
    createScreening: ({ sampleId }, options) => create('/screening', sampleId, options),
    virtualScreening: ({ sampleId }, options) => create('/moa/virtual-screening', sampleId, options),

    async screening(taskId, { sampleId = null, ...options } = {}) {
      const endpoint = 'GET /screening/{task_id}'
      const received = await send(
        {
          endpoint,
          what: message`screening task ${taskId}`,
          scope: conventions.scopes.screening,
          method: 'GET',
          path: `/screening/${pathSegment(taskId, 'task')}`,
        },
        options,
      )
      const expected = { taskId, sampleId, createdId: null }
      return toAnswer(received, () => readScreening(received, expected, endpoint, conventions, settings()))
    },
  }
}

/**
 * Parses a screening. `expected` states what the response must be about; it has no task if one may just have been
 * created, possibly named by `createdId`.
 */
function readScreening(
  received: ApiResponse,
  expected: { taskId: string | null; sampleId: string | null; createdId: string | null },
  endpoint: string,
  conventions: Conventions,
  { task_id_path, status_path, hits_path, state_words }: ConventionSettings,
): ScreeningResponse {
  const { fields } = conventions
  const { data } = received
  const found = Array.isArray(data)
    ? { record: { results: data }, id: null }
    : findRecord(received, fields.taskId, task_id_path)
  const record = isRecord(found.record) ? found.record : expected.createdId === null ? null : {}
  if (!record) throw unreadableResponse(endpoint, message`it holds neither a task nor results`)
  const taskId = requireSameId(found.id ?? expected.createdId, expected.taskId, endpoint)
  requireSameId(readId(pick(record, fields.sampleId)), expected.sampleId, endpoint)
  const hits = readHits(findValue(record, received, fields.hits, hits_path), conventions)
  if (taskId === null && !hits)
    throw unreadableResponse(endpoint, message`it holds neither a task nor results`)
  const statusText = readText(findValue(record, received, fields.status, status_path))
  const status = statusText ?? (hits ? 'completed' : expected.createdId === null ? 'unknown' : 'queued')
  const state = parseState(status, state_words)
  return {
    taskId,
    status,
    state,
    progress: readProgress(pick(record, fields.progress)),
    createdAt: readTime(pick(record, fields.createdAt)),
    // While a task runs, an empty list means "none yet", not "no drug fits".
    hits: hits && (hits.length > 0 || state === 'succeeded') ? hits : null,
  }
}

function readHits(value: unknown, conventions: Conventions): ScreeningHit[] | null {
  const list = Array.isArray(value)
    ? value
    : isRecord(value)
      ? pick(value, conventions.fields.hits)
      : undefined
  return Array.isArray(list) ? list.map((raw, index) => readHit(raw, index, conventions)) : null
}

function readHit(raw: unknown, index: number, { fields }: Conventions): ScreeningHit {
  const drug = pick(raw, ['drug'])
  const givenId = readId(pick(raw, fields.drugId)) ?? readId(pick(drug, fields.drugId))
  const drugId = givenId !== null && givenId.length <= maxIdLength ? givenId : null
  const named = readText(raw) ?? readText(drug) ?? readText(pick(raw, fields.drugName))
  return {
    rank: readNumber(pick(raw, fields.rank)) ?? index + 1,
    drugId,
    name: named ?? readText(pick(drug, fields.drugName)) ?? drugId ?? `#${index + 1}`,
    score: readNumber(pick(raw, fields.score)),
    raw,
  }
}

/** Reads a progress from 0 to 1. Values above 1 or with a percent sign are percentages. */
function readProgress(value: unknown): number | null {
  const isPercent = typeof value === 'string' && value.trim().endsWith('%')
  const number = readNumber(isPercent ? value.replace('%', '') : value)
  if (number === null || number < 0) return null
  return Math.min(1, isPercent || number > 1 ? number / 100 : number)
}
