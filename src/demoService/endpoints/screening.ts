import { created, type EndpointResponse, ok, Refusal } from '../http/httpMessages.ts'
import { token } from '../model/noise.ts'
import { screenDrugs } from '../model/screen.ts'
import type { ApiCall, Backend, Endpoints, Task } from '../state.ts'
import { finishedProfile, iso, requiredText, stateAt, taskDurations } from './orders.ts'

const defaultHits = 20
const maxHits = 100

export const screeningEndpoints: Endpoints = {
  'POST /screening': ['write:screening', createTask],
  'GET /screening/:id': ['write:screening', showTask],
  'POST /moa/virtual-screening': ['write:screening', screenNow],
}

function createTask({ body }: ApiCall, backend: Backend): EndpointResponse {
  const { state, seed, now } = backend
  const { order } = finishedProfile(backend, requiredText(body, 'sample_id'))
  const id = `tsk_${token(`${seed}|${order.id}|${state.tasks.size}`, 12)}`
  const task = { id, createdAtMs: now(), sampleId: order.id, limit: readHitLimit(body) }
  state.tasks.set(id, task)
  state.changed()
  return created(taskPayload(task, backend))
}

function showTask({ id }: ApiCall, backend: Backend): EndpointResponse {
  const task = backend.state.tasks.get(id)
  if (!task) throw new Refusal(404, `There is no screening task "${id}".`)
  return ok(taskPayload(task, backend))
}

function screenNow({ body }: ApiCall, backend: Backend): EndpointResponse {
  const sampleId = requiredText(body, 'sample_id')
  return ok({ sample_id: sampleId, results: hits(backend, sampleId, readHitLimit(body)), synthetic: true })
}

function taskPayload(task: Task, backend: Backend): Record<string, unknown> {
  const { now, speed, dialect } = backend
  const { state, sinceMs, progress } = stateAt(task, taskDurations, { nowMs: now(), speed })
  return {
    task_id: task.id,
    sample_id: task.sampleId,
    status: dialect.stateWord(state),
    progress,
    created_at: iso(task.createdAtMs),
    updated_at: iso(sinceMs),
    results: state === 'succeeded' ? hits(backend, task.sampleId, task.limit) : [],
    synthetic: true,
  }
}

function hits(backend: Backend, sampleId: string, limit: number): Record<string, unknown>[] {
  const { profile } = finishedProfile(backend, sampleId)
  return screenDrugs(profile, backend.catalogue.drugs(), limit).map(({ rank, drug, score, pathways }) => ({
    rank,
    drug_id: drug.drugId,
    name: drug.name,
    category: drug.category,
    score,
    pathways,
  }))
}

function readHitLimit({ limit = defaultHits }: Record<string, unknown>): number {
  if (typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= maxHits) return limit
  throw new Refusal(400, `limit must be a whole number from 1 to ${maxHits}.`)
}
