import { normalizePathwayName } from '../../../shared/domain/drugs/pathway.ts'
import type { ClockValue, PathwayScore } from '../../../shared/domain/results/analysis.ts'
import { isRecord } from '../../../shared/json.ts'
import { joinMessages, type Message, message, shortList, toEnglish } from '../../../shared/words/message.ts'
import type {
  AnalysisResponse,
  Clock,
  ClockResponse,
  RemoteService,
  ResultOptions,
  ServiceResponse,
} from '../../ports.ts'
import { fields, scopes } from '../fieldNames.ts'
import { unreadableResponse } from '../http/exchange.ts'
import { findRepeatedNames, toUtf8 } from '../http/json.ts'
import {
  type ApiResponse,
  type CallSpec,
  type EndpointDeps,
  requireSameId,
  toAnswer,
} from '../responses/apiResponse.ts'
import { findValue, keyOf, pick, plainName, readId, readNumber } from '../responses/jsonFields.ts'
import { sendInChunks } from '../responses/payloadTooLarge.ts'
import { readDrugPathways } from './drugs.ts'
import { createPendingResults } from './pendingResults.ts'

type Request = { sampleId: string; pathways?: string[] }
type PathwayCalls = Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock' | 'drugPathway'>

export function createPathwayCalls({ clock, ...deps }: EndpointDeps & { clock: Clock }): PathwayCalls {
  const { request: requestPathways, dialect } = deps
  const untilReady = createPendingResults({ ...deps, clock })
  const scoresIn = (received: ApiResponse): unknown =>
    findValue(received.data, received, fields.scores, dialect().scores)
  const clockScoresIn = (received: ApiResponse): unknown =>
    findValue(received.data, received, fields.scores, dialect().clock ?? dialect().scores)
  /** The longest list that the service accepts, once it has refused a longer one. */
  let maxPathways = Number.POSITIVE_INFINITY

  const toCallSpec = (name: string, request: Request): CallSpec => ({
    endpoint: `POST /moa/${name}`,
    what: message('service.sample', { sampleId: request.sampleId }),
    scope: scopes.pathways,
    method: 'POST',
    path: `/moa/${name}`,
    // Without a list, all pathways are analyzed (service-interface, "Pathway analysis request").
    json: {
      sample_id: request.sampleId,
      ...(request.pathways?.length ? { pathways: request.pathways } : {}),
    },
  })

  const requestAnalysis = async (
    request: Request,
    options?: ResultOptions,
  ): Promise<ServiceResponse<AnalysisResponse>> => {
    const call = toCallSpec('pathway-analysis', request)
    const received = await untilReady(call, options, (answer) => hasScores(scoresIn(answer)))
    return toAnswer(received, () => {
      checkSample(received.data, request.sampleId, call.endpoint)
      const read = readScores(scoresIn(received), call.endpoint, false)
      if (!read) throw unreadableResponse(call.endpoint, message('service.holdsNoPathwayScores'))
      const notes = [
        ...repeatedNote(received, read, call.endpoint),
        ...ambiguousNote(read),
        ...missingNote(read),
      ]
      // A response without any value counts as failed and is requested again next time.
      const scores = read.missing.length === read.scores.length ? [] : read.scores
      return { sampleId: request.sampleId, scores, ...(notes.length > 0 && { note: joinMessages(notes) }) }
    })
  }

  const requestClock = async (
    request: Request,
    options?: ResultOptions,
  ): Promise<ServiceResponse<ClockResponse>> => {
    const call = toCallSpec('pathway-clock', request)
    const received = await untilReady(call, options, (answer) => hasClock(answer.data, clockScoresIn(answer)))
    return toAnswer(received, () => {
      checkSample(received.data, request.sampleId, call.endpoint)
      if (!isRecord(received.data)) throw unreadableResponse(call.endpoint, message('service.holdsNoClock'))
      const read = readScores(clockScoresIn(received), call.endpoint, true)
      const notes = read ? [...repeatedNote(received, read, call.endpoint), ...ambiguousNote(read)] : []
      const clock = readClock(received.data, clockScoresIn(received), read?.scores ?? [])
      return { sampleId: request.sampleId, ...clock, ...(notes.length > 0 && { note: joinMessages(notes) }) }
    })
  }

  /** Sends the list whole, or in chunks if it is longer than the service accepts. */
  const sendSplit = async <T>(
    { sampleId, pathways = [] }: Request,
    options: ResultOptions | undefined,
    sendRequest: (request: Request, options?: ResultOptions) => Promise<ServiceResponse<T>>,
    merge: (parts: [ServiceResponse<T>, ...ServiceResponse<T>[]], size: number) => ServiceResponse<T>,
  ): Promise<ServiceResponse<T>> => {
    // A result address applies to the whole list, not to chunks.
    const { resultAddress: _at, onResultAddress: _on, ...chunkOptions } = options ?? {}
    const chunked = await sendInChunks(pathways, maxPathways, (chunk) =>
      sendRequest({ sampleId, pathways: chunk }, chunk.length === pathways.length ? options : chunkOptions),
    )
    const [first, ...rest] = chunked.answers
    if (!first) return sendRequest({ sampleId }, options)
    if (rest.length === 0) return first
    maxPathways = chunked.size
    return merge([first, ...rest], chunked.size)
  }

  return {
    pathwayAnalysis: (request, options) => sendSplit(request, options, requestAnalysis, mergeAnalyses),
    pathwayClock: (request, options) => sendSplit(request, options, requestClock, mergeClocks),

    async drugPathway(drugName, options) {
      const spec: CallSpec = {
        endpoint: 'GET /moa/drug-pathway',
        what: message('service.theDrug', { drugName }),
        scope: scopes.pathways,
        method: 'GET',
        path: '/moa/drug-pathway',
        query: { drug: drugName },
      }
      return requestPathways(spec, options, ({ data }) => readDrugPathways(data, spec.endpoint))
    },
  }
}

function checkSample(data: unknown, requestedId: string, endpoint: string): void {
  requireSameId(readId(pick(data, fields.sampleId)), requestedId, endpoint)
}

/** The scores of a response. `missing` lists the pathways without any value. */
type Scores = { scores: PathwayScore[]; missing: string[] }

/**
 * Parses a map of pathway -> score, or a list of named scores; null if there is neither. Throws `unreadable` if a
 * score is not a number, since it must not pass as missing. `mayBeNamed`: a score may hold numbers under other names.
 */
function readScores(value: unknown, endpoint: string, mayBeNamed: boolean): Scores | null {
  const entries = Array.isArray(value)
    ? value.flatMap((from): [string, unknown][] => {
        const pathway = readId(pick(from, fields.pathwayName))
        return pathway === null ? [] : [[pathway, from]]
      })
    : isRecord(value)
      ? Object.entries(value)
      : null
  if (!entries) return null
  const names = [...fields.activity, ...fields.agingOffset]
  /** The number of fields that name the pathway: one in each record of a list. */
  const ownNames = Array.isArray(value) ? 1 : 0
  const isOther = (from: unknown): boolean =>
    isRecord(from) && keyOf(from, names) === null && Object.keys(from).length > ownNames
  const missing: string[] = []
  const scores = entries.map(([pathway, from]): PathwayScore => {
    const given = (isRecord(from) ? names.map((name) => pick(from, [name])) : [from]).filter(
      (one) => one !== undefined && one !== null,
    )
    const isForeign = isOther(from) && !(mayBeNamed && numbersIn('', from).length > 0)
    if (isForeign || given.some((one) => readNumber(one) === null))
      throw unreadableResponse(endpoint, message('service.valueNoNumber', { pathway, from: shortJson(from) }))
    if (given.length === 0) missing.push(pathway)
    return {
      pathway,
      activity: isRecord(from) ? readNumber(pick(from, fields.activity)) : readNumber(from),
      agingOffset: readNumber(pick(from, fields.agingOffset)),
    }
  })
  return { scores, missing }
}

const shortJson = (value: unknown): string => {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

/** Returns a note on pathways that appear twice. Throws `unreadable` if their values differ. */
function repeatedNote({ bytes, contentType }: ApiResponse, { scores }: Scores, endpoint: string): Message[] {
  const named = new Map(scores.map((score) => [score.pathway, score]))
  const valueNames = new Set([...fields.activity, ...fields.agingOffset, ...fields.scores].map(plainName))
  const inText = findRepeatedNames(toUtf8(bytes, contentType)).filter(
    ({ name }) => named.has(name) || valueNames.has(plainName(name)),
  )
  const listed = scores.flatMap((score) => {
    const last = named.get(score.pathway)
    if (!last || last === score) return []
    const isSame = last.activity === score.activity && last.agingOffset === score.agingOffset
    return [{ name: score.pathway, isSame }]
  })
  const repeated = [...inText, ...listed]
  const differing = repeated.find(({ isSame }) => !isSame)
  if (differing)
    throw unreadableResponse(endpoint, message('service.namesTwiceDifferentValues', { name: differing.name }))
  const [first] = repeated
  return first ? [message('service.serviceReturnedTwiceOne', { name: first.name })] : []
}

/** Reports names that differ only in spelling and have different values. The user decides which value is right. */
function ambiguousNote({ scores }: Scores): Message[] {
  const ambiguous = [...Map.groupBy(scores, ({ pathway }) => normalizePathwayName(pathway)).values()].filter(
    ([first, ...others]) =>
      others.some(
        (other) =>
          other.pathway !== first?.pathway &&
          (other.activity !== first?.activity || other.agingOffset !== first?.agingOffset),
      ),
  )
  if (ambiguous.length === 0) return []
  const names = ambiguous.map((same) => same.map(({ pathway }) => `“${pathway}”`).join(' = '))
  return [message('catalogue.serviceGaveDifferentValues', { names: shortList(names, maxNamed) })]
}

/** Returns a note if some of the pathways have no value. Such a response is valid. */
function missingNote({ scores, missing }: Scores): Message[] {
  if (missing.length === 0 || missing.length === scores.length) return []
  return [
    message('service.serviceGaveNoValue', {
      count: missing.length,
      scoresCount: scores.length,
      missing: shortList(missing, maxNamed),
    }),
  ]
}

const maxNamed = 4

/** Reads the offsets per pathway, and every other number of the sample under its own name. */
function readClock(
  data: Record<string, unknown>,
  perPathway: unknown,
  scores: PathwayScore[],
): { values: ClockValue[]; offsets: { pathway: string; agingOffset: number }[] } {
  const offsets = scores.flatMap(({ pathway, activity, agingOffset }) => {
    // Here, a bare number beside a pathway's name can only be its offset.
    const offset = agingOffset ?? (isBareNumber(perPathway, pathway) ? activity : null)
    return offset === null ? [] : [{ pathway, agingOffset: offset }]
  })
  const isNamed = new Set(offsets.map(({ pathway }) => pathway))
  const named = isRecord(perPathway) ? Object.entries(perPathway).filter(([name]) => !isNamed.has(name)) : []
  const rest = Object.entries(data).filter(([, value]) => value !== perPathway)
  return { values: [...rest, ...named].flatMap(([name, value]) => numbersIn(name, value)), offsets }
}

/** Returns true if the value contains a score. An echo of the requested names alone does not count. */
const hasScores = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some((one) => isRecord(one) && holdsNumber(one))
    : isRecord(value) && holdsNumber(value)

const holdsNumber = (value: unknown): boolean =>
  readNumber(value) !== null || (isRecord(value) && Object.values(value).some(holdsNumber))

/** True if the response contains offsets or an age of the sample. Other numbers, such as times, describe the work. */
const hasClock = (data: unknown, perPathway: unknown): boolean =>
  hasScores(perPathway) ||
  (isRecord(data) && Object.entries(data).some(([name, value]) => numbersIn(name, value).some(isAge)))

function isAge({ name }: ClockValue): boolean {
  const words = name
    .replaceAll(/(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z]+/)
  return !words.includes('chronological') && words.some((word) => ageWords.has(word))
}

const ageWords: ReadonlySet<string> = new Set([
  'age',
  'ages',
  'aging',
  'clock',
  'offset',
  'acceleration',
  'years',
])

const isBareNumber = (map: unknown, pathway: string): boolean =>
  isRecord(map) && readNumber(map[pathway]) !== null

/** Returns the numeric fields with their names, nested ones as `outer.inner`. Identifiers are excluded. */
function numbersIn(name: string, value: unknown): ClockValue[] {
  if (typeof value === 'number' && Number.isFinite(value) && !/(^|_)id$/i.test(name)) return [{ name, value }]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([inner, leaf]) => numbersIn(`${name}.${inner}`, leaf))
}

type ChunkResults<T> = readonly [ServiceResponse<T>, ...ServiceResponse<T>[]]

/** Merges the responses for the chunks of a list: each pathway once, and a note about the split. */
function mergeAnalyses(
  results: ChunkResults<AnalysisResponse>,
  size: number,
): ServiceResponse<AnalysisResponse> {
  const scores = uniqueByPathway(results.flatMap(({ value }) => value.scores))
  const note = joinMessages([splitNote(results.length, size), ...notesOf(results)])
  return withTrace(results, { sampleId: results[0].value.sampleId, scores, note })
}

/** Merges clock responses. Values of the whole sample that differ between the chunks are omitted. */
function mergeClocks(results: ChunkResults<ClockResponse>, size: number): ServiceResponse<ClockResponse> {
  const [first, ...others] = results.map(({ value }) => new Map(value.values.map((v) => [v.name, v.value])))
  const common = [...(first ?? [])].filter(([name, value]) =>
    others.every((other) => other.get(name) === value),
  )
  const values = common.map(([name, value]) => ({ name, value }))
  const names = new Set(results.flatMap(({ value }) => value.values.map(({ name }) => name)))
  const differing = [...names].filter((name) => !common.some(([commonName]) => commonName === name))
  const omittedNote =
    differing.length === 0
      ? null
      : message('service.leftOutBecauseParts', { differing: differing.join(', ') })
  return withTrace(results, {
    sampleId: results[0].value.sampleId,
    values,
    offsets: uniqueByPathway(results.flatMap(({ value }) => value.offsets)),
    note: joinMessages([splitNote(results.length, size), omittedNote, ...notesOf(results)]),
  })
}

/** Returns the notes without duplicates. */
const notesOf = (results: ChunkResults<{ note?: Message }>): Message[] => [
  ...new Map(results.flatMap(({ value: { note } }) => (note ? [[toEnglish(note), note]] : []))).values(),
]

const splitNote = (count: number, size: number): Message =>
  message('service.serviceNotAcceptWhole', { count, size })

function uniqueByPathway<T extends { pathway: string }>(entries: T[]): T[] {
  const seen = new Set<string>()
  return entries.filter(({ pathway }) => !seen.has(pathway) && seen.add(pathway))
}

function withTrace<T>(results: ChunkResults<unknown>, value: T): ServiceResponse<T> {
  const ids = results.flatMap(({ requestId }) => requestId ?? [])
  return {
    ...results[0],
    value,
    raw: results.map(({ raw }) => raw),
    fetchedAt: results.at(-1)?.fetchedAt ?? results[0].fetchedAt,
    requestId: ids.length === 0 ? null : ids.join(', '),
    synthetic: results.some(({ synthetic }) => synthetic),
  }
}
