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
import { fields } from '../fieldNames.ts'
import { findRepeatedNames, toUtf8 } from '../http/json.ts'
import {
  type ApiResponse,
  type EndpointDeps,
  requireSameId,
  toAnswer,
  UnreadableContent,
} from '../responses/apiResponse.ts'
import { findValue, keyOf, pick, plainName, readId, readNumber } from '../responses/jsonFields.ts'
import { sendInChunks } from '../responses/payloadTooLarge.ts'
import { readDrugPathways } from './drugs.ts'
import { endpoints, toCall } from './endpoints.ts'
import { createPendingResults } from './pendingResults.ts'

type Request = { sampleId: string; pathways?: string[] }
type PathwayCalls = Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock' | 'drugPathway'>

/** The content of a result without the sample, and notes about it for the user. */
type Content<T> = { value: T; notes: Message[] }

/** One kind of result about a sample. */
type ResultKind<T> = {
  endpoint: typeof endpoints.pathwayAnalysis | typeof endpoints.pathwayClock
  /** Returns true if the response contains the result, whatever its status. */
  isReady(received: ApiResponse): boolean
  read(received: ApiResponse): Content<T>
  /** Merges the results for the chunks of a list. */
  merge(parts: readonly T[]): Content<T>
}

type Result<T> = T & { sampleId: string; note?: Message }

export function createPathwayCalls({ clock, ...deps }: EndpointDeps & { clock: Clock }): PathwayCalls {
  const untilReady = createPendingResults({ ...deps, clock })
  /** The longest list that the service accepts, once it has refused a longer one. */
  let maxPathways = Number.POSITIVE_INFINITY

  const requestResult = async <T>(
    { endpoint, isReady, read }: ResultKind<T>,
    { sampleId, pathways = [] }: Request,
    options: ResultOptions | undefined,
  ): Promise<ServiceResponse<Result<T>>> => {
    // Without a list, all pathways are analyzed (service-interface, "Pathway analysis request").
    const json = { sample_id: sampleId, ...(pathways.length > 0 && { pathways }) }
    const call = toCall(endpoint, message('service.sample', { sampleId }), { json })
    const received = await untilReady(call, options, isReady)
    return toAnswer(received, call, () => {
      requireSameId(readId(pick(received.data, fields.sampleId)), sampleId)
      const { value, notes } = read(received)
      return { ...value, sampleId, ...(notes.length > 0 && { note: joinMessages(notes) }) }
    })
  }

  /** Sends the list whole, or in chunks if it is longer than the service accepts. */
  const requestSplit = async <T>(
    kind: ResultKind<T>,
    request: Request,
    options: ResultOptions | undefined,
  ): Promise<ServiceResponse<Result<T>>> => {
    const { sampleId, pathways = [] } = request
    // A result address applies to the whole list, not to chunks.
    const { resultAddress: _at, onResultAddress: _on, ...chunkOptions } = options ?? {}
    const { answers, size } = await sendInChunks(pathways, maxPathways, (chunk) =>
      requestResult(
        kind,
        { sampleId, pathways: chunk },
        chunk.length === pathways.length ? options : chunkOptions,
      ),
    )
    const [first, ...rest] = answers
    if (!first) return requestResult(kind, { sampleId }, options)
    if (rest.length === 0) return first
    maxPathways = size
    return mergeChunks(kind, [first, ...rest], size)
  }

  return {
    pathwayAnalysis: (request, options) => requestSplit(analysis, request, options),
    pathwayClock: (request, options) => requestSplit(clockResult, request, options),

    async drugPathway(drugName, options) {
      const what = message('service.theDrug', { drugName })
      const call = toCall(endpoints.drugPathway, what, { query: { drug: drugName } })
      return deps.request(call, options, ({ data }) => readDrugPathways(data))
    },
  }
}

const scoresIn = (received: ApiResponse): unknown =>
  findValue(received.data, received, fields.scores, received.dialect.scores)

const analysis: ResultKind<Pick<AnalysisResponse, 'scores'>> = {
  endpoint: endpoints.pathwayAnalysis,
  isReady: (received) => hasScores(scoresIn(received)),
  read(received) {
    const read = readScores(scoresIn(received), false)
    if (!read) throw new UnreadableContent(message('service.holdsNoPathwayScores'))
    const notes = [...repeatedNote(received, read), ...ambiguousNote(read), ...missingNote(read)]
    // A response without any value counts as failed and is requested again next time.
    const scores = read.missing.length === read.scores.length ? [] : read.scores
    return { value: { scores }, notes }
  },
  merge: (parts) => ({
    value: { scores: uniqueByPathway(parts.flatMap(({ scores }) => scores)) },
    notes: [],
  }),
}

const clockScoresIn = (received: ApiResponse): unknown => {
  const { clock, scores } = received.dialect
  return findValue(received.data, received, fields.scores, clock ?? scores)
}

type ClockContent = Pick<ClockResponse, 'values' | 'offsets'>

const clockResult: ResultKind<ClockContent> = {
  endpoint: endpoints.pathwayClock,
  isReady: (received) => hasClock(received.data, clockScoresIn(received)),
  read(received) {
    const { data } = received
    if (!isRecord(data)) throw new UnreadableContent(message('service.holdsNoClock'))
    const perPathway = clockScoresIn(received)
    const read = readScores(perPathway, true)
    const notes = read ? [...repeatedNote(received, read), ...ambiguousNote(read)] : []
    return { value: readClock(data, perPathway, read?.scores ?? []), notes }
  },
  merge: mergeClocks,
}

/** The scores of a response. `missing` lists the pathways without any value. */
type Scores = { scores: PathwayScore[]; missing: string[] }

/**
 * Parses a map of pathway -> score, or a list of named scores; null if there is neither. Throws `unreadable` if a
 * score is not a number, since it must not pass as missing. `mayBeNamed`: a score may hold numbers under other names.
 */
function readScores(value: unknown, mayBeNamed: boolean): Scores | null {
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
      throw new UnreadableContent(message('service.valueNoNumber', { pathway, from: shortJson(from) }))
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
function repeatedNote({ bytes, contentType }: ApiResponse, { scores }: Scores): Message[] {
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
    throw new UnreadableContent(message('service.namesTwiceDifferentValues', { name: differing.name }))
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
function readClock(data: Record<string, unknown>, perPathway: unknown, scores: PathwayScore[]): ClockContent {
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

const ageWords: ReadonlySet<string> = new Set('age ages aging clock offset acceleration years'.split(' '))

const isBareNumber = (map: unknown, pathway: string): boolean =>
  isRecord(map) && readNumber(map[pathway]) !== null

/** Returns the numeric fields with their names, nested ones as `outer.inner`. Identifiers are excluded. */
function numbersIn(name: string, value: unknown): ClockValue[] {
  if (typeof value === 'number' && Number.isFinite(value) && !/(^|_)id$/i.test(name)) return [{ name, value }]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([inner, leaf]) => numbersIn(`${name}.${inner}`, leaf))
}

/** Merges clock responses. Values of the whole sample that differ between the chunks are omitted. */
function mergeClocks(parts: readonly ClockContent[]): Content<ClockContent> {
  const [first, ...others] = parts.map(
    ({ values }) => new Map(values.map(({ name, value }) => [name, value])),
  )
  const common = new Map(
    [...(first ?? [])].filter(([name, value]) => others.every((other) => other.get(name) === value)),
  )
  const names = new Set(parts.flatMap(({ values }) => values.map(({ name }) => name)))
  const differing = [...names].filter((name) => !common.has(name))
  return {
    value: {
      values: [...common].map(([name, value]) => ({ name, value })),
      offsets: uniqueByPathway(parts.flatMap(({ offsets }) => offsets)),
    },
    notes:
      differing.length === 0
        ? []
        : [message('service.leftOutBecauseParts', { differing: differing.join(', ') })],
  }
}

function uniqueByPathway<T extends { pathway: string }>(entries: T[]): T[] {
  const seen = new Set<string>()
  return entries.filter(({ pathway }) => !seen.has(pathway) && seen.add(pathway))
}

/** Merges the responses for the chunks of a list, with a note about the split and each of their notes once. */
function mergeChunks<T>(
  { merge }: ResultKind<T>,
  results: readonly [ServiceResponse<Result<T>>, ...ServiceResponse<Result<T>>[]],
  size: number,
): ServiceResponse<Result<T>> {
  const { value, notes } = merge(results.map((result) => result.value))
  const ownNotes = results.flatMap((result) => result.value.note ?? [])
  const note = joinMessages([
    message('service.serviceNotAcceptWhole', { count: results.length, size }),
    ...notes,
    ...new Map(ownNotes.map((one) => [toEnglish(one), one])).values(),
  ])
  const ids = results.flatMap(({ requestId }) => requestId ?? [])
  return {
    ...results[0],
    value: { ...value, sampleId: results[0].value.sampleId, note },
    raw: results.map(({ raw }) => raw),
    fetchedAt: results.at(-1)?.fetchedAt ?? results[0].fetchedAt,
    requestId: ids.length === 0 ? null : ids.join(', '),
    synthetic: results.some(({ synthetic }) => synthetic),
  }
}
