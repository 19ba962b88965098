import type { ScreeningHit } from '../../../shared/domain/drugs/screening.ts'
import { maxIdLength, parseState } from '../../../shared/domain/samples/sample.ts'
import { isRecord } from '../../../shared/json.ts'
import { message } from '../../../shared/words/message.ts'
import type { CallOptions, RemoteService, ScreeningResponse } from '../../ports.ts'
import { fields } from '../fieldNames.ts'
import {
  type ApiResponse,
  type EndpointDeps,
  findCreated,
  requireSameId,
  UnreadableContent,
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
import { endpoints, toCall } from './endpoints.ts'

type ScreeningCalls = Pick<RemoteService, 'createScreening' | 'screening' | 'virtualScreening'>

/** Creates the calls for screenings. The response itself shows whether it is a task or results. */
export function createScreeningCalls({ request }: EndpointDeps): ScreeningCalls {
  const create = (
    endpoint: typeof endpoints.createScreening | typeof endpoints.virtualScreening,
    sampleId: string,
    options: CallOptions | undefined,
  ) => {
    const what = message('service.sample', { sampleId })
    const call = toCall(endpoint, what, { json: { sample_id: sampleId } })
    return request(call, options, (received) => readScreening(received, { taskId: null, sampleId }))
  }

  return {
    createScreening: ({ sampleId }, options) => create(endpoints.createScreening, sampleId, options),
    virtualScreening: ({ sampleId }, options) => create(endpoints.virtualScreening, sampleId, options),

    async screening(taskId, { sampleId = null, ...options } = {}) {
      const call = toCall(endpoints.screening, message('service.screeningTask', { taskId }), { id: taskId })
      return request(call, options, (received) => readScreening(received, { taskId, sampleId }))
    },
  }
}

/** Parses a screening. `expected`: the sample and task that it must name. The task is null for a new screening. */
function readScreening(
  received: ApiResponse,
  expected: { taskId: string | null; sampleId: string | null },
): ScreeningResponse {
  const { dialect } = received
  const isNew = expected.taskId === null
  const response = Array.isArray(received.data) ? { ...received, data: { results: received.data } } : received
  const find = isNew ? findCreated : findRecord
  const found = find(response, fields.taskId, dialect.id?.task, '/screening')
  const record = isRecord(found.record) ? found.record : isNew && found.id !== null ? {} : null
  if (!record) throw new UnreadableContent(message('service.holdsNeitherTaskNor'))
  const taskId = requireSameId(found.id, expected.taskId)
  requireSameId(readId(pick(record, fields.sampleId)), expected.sampleId)
  const hits = readHits(findValue(record, received, fields.hits, dialect.hits))
  if (taskId === null && !hits) throw new UnreadableContent(message('service.holdsNeitherTaskNor'))
  const statusText = readText(findValue(record, received, fields.status, dialect.status))
  const status = statusText ?? (hits ? 'completed' : isNew ? 'queued' : 'unknown')
  const state = parseState(status, dialect.state_words)
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

function readHits(value: unknown): ScreeningHit[] | null {
  const list = isRecord(value) ? pick(value, fields.hits) : value
  return Array.isArray(list) ? list.map(readHit) : null
}

function readHit(raw: unknown, index: number): ScreeningHit {
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
