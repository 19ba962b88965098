import type { ClockValue, PathwayScore } from '../../shared/domain/analysis.ts'
import type { ConventionSettings } from '../../shared/domain/convention.ts'
import type { AnalysisAnswer, Answer, CallOptions, Clock, ClockAnswer, RemoteService } from '../ports.ts'
import { type Received, toAnswer, unreadable } from './answers.ts'
import type { CallSpec, Send } from './call.ts'
import type { Conventions } from './conventions.ts'
import { readDrugPathways } from './drugPathways.ts'
import { mergeAnalyses, mergeClocks } from './mergeParts.ts'
import { findValue, isRecord, pick, readId, readNumber } from './payload.ts'
import { createPendingResults } from './pendingResults.ts'
import { sameId } from './sameId.ts'
import { inParts } from './tooLarge.ts'

type Request = { sampleId: string; pathways?: string[] }
type PathwayCalls = Pick<RemoteService, 'pathwayAnalysis' | 'pathwayClock' | 'drugPathway'>

/** Pathway analysis, the pathway aging clock, and the pathways of a drug by its name. */
export function createPathwayCalls(
  send: Send,
  conventions: Conventions,
  { settings, clock }: { settings: () => ConventionSettings; clock: Clock },
): PathwayCalls {
  const { fields } = conventions
  const untilReady = createPendingResults({ send, settings, clock })
  const scoresIn = (received: Received): unknown =>
    findValue(received.data, received, fields.scores, settings().scores_path)
  /** How long a list the service takes, once it refused a longer one. */
  let mostPathways = Number.POSITIVE_INFINITY

  const spec = (name: string, request: Request): CallSpec => ({
    endpoint: `POST /moa/${name}`,
    what: `sample ${request.sampleId}`,
    scope: conventions.scopes.pathways,
    method: 'POST',
    path: `/moa/${name}`,
    // When left out, all pathways are analysed (service-interface, "Pathway analysis request").
    json: {
      sample_id: request.sampleId,
      ...(request.pathways?.length ? { pathways: request.pathways } : {}),
    },
  })

  const analyse = async (request: Request, options?: CallOptions): Promise<Answer<AnalysisAnswer>> => {
    const call = spec('pathway-analysis', request)
    const received = await untilReady(call, options, (answer) => scoresIn(answer) !== undefined)
    return toAnswer(received, () => {
      checkSample(received.data, request.sampleId, call.endpoint, conventions)
      const scores = readScores(scoresIn(received), conventions)
      if (!scores) throw unreadable(call.endpoint, 'it holds no pathway scores')
      return { sampleId: request.sampleId, scores }
    })
  }

  const askClock = async (request: Request, options?: CallOptions): Promise<Answer<ClockAnswer>> => {
    const call = spec('pathway-clock', request)
    const received = await untilReady(call, options, (answer) => hasClock(answer.data, scoresIn(answer)))
    return toAnswer(received, () => {
      checkSample(received.data, request.sampleId, call.endpoint, conventions)
      if (!isRecord(received.data)) throw unreadable(call.endpoint, 'it holds no clock')
      return { sampleId: request.sampleId, ...readClock(received.data, scoresIn(received), conventions) }
    })
  }

  /** At once, or in parts where the list is longer than the service takes. */
  const split = async <T>(
    { sampleId, pathways = [] }: Request,
    ask: (request: Request) => Promise<Answer<T>>,
    merge: (parts: [Answer<T>, ...Answer<T>[]], size: number) => Answer<T>,
  ): Promise<Answer<T>> => {
    const asked = await inParts(pathways, mostPathways, (part) => ask({ sampleId, pathways: part }))
    const [first, ...rest] = asked.answers
    if (!first) return ask({ sampleId })
    if (rest.length === 0) return first
    mostPathways = asked.size
    return merge([first, ...rest], asked.size)
  }

  return {
    pathwayAnalysis: (request, options) => split(request, (part) => analyse(part, options), mergeAnalyses),
    pathwayClock: (request, options) => split(request, (part) => askClock(part, options), mergeClocks),

    async drugPathway(drugName, options) {
      const endpoint = 'GET /moa/drug-pathway'
      const received = await send(
        {
          endpoint,
          what: `the drug "${drugName}"`,
          scope: conventions.scopes.pathways,
          method: 'GET',
          path: '/moa/drug-pathway',
          query: { drug: drugName },
        },
        options,
      )
      return toAnswer(received, () => readDrugPathways(received.data, endpoint, conventions))
    },
  }
}

function checkSample(data: unknown, asked: string, endpoint: string, { fields }: Conventions): void {
  sameId(readId(pick(data, fields.sampleId)), asked, endpoint)
}

/** A map of pathway -> score, or a list of scores that name their pathway; null where there is neither. */
function readScores(value: unknown, { fields }: Conventions): PathwayScore[] | null {
  const score = (pathway: string, from: unknown): PathwayScore => ({
    pathway,
    activity: isRecord(from) ? readNumber(pick(from, fields.activity)) : readNumber(from),
    agingOffset: readNumber(pick(from, fields.agingOffset)),
  })
  if (isRecord(value)) return Object.entries(value).map(([pathway, from]) => score(pathway, from))
  if (!Array.isArray(value)) return null
  return value.flatMap((from) => {
    const pathway = readId(pick(from, fields.pathwayName))
    return pathway === null ? [] : [score(pathway, from)]
  })
}

/** Offsets per pathway, and every other number of the sample under its own name. */
function readClock(
  data: Record<string, unknown>,
  perPathway: unknown,
  conventions: Conventions,
): { values: ClockValue[]; offsets: { pathway: string; agingOffset: number }[] } {
  const offsets = (readScores(perPathway, conventions) ?? []).flatMap(
    ({ pathway, activity, agingOffset }) => {
      // A bare number beside a pathway's name can here only be its offset.
      const offset = agingOffset ?? (isBareNumber(perPathway, pathway) ? activity : null)
      return offset === null ? [] : [{ pathway, agingOffset: offset }]
    },
  )
  const rest = Object.entries(data).filter(([, value]) => value !== perPathway)
  return { values: rest.flatMap(([name, value]) => numbersIn(name, value)), offsets }
}

/** Offsets, or a number of the sample that is no progress of the work. */
const hasClock = (data: unknown, perPathway: unknown): boolean =>
  perPathway !== undefined ||
  (isRecord(data) &&
    Object.entries(data).some(
      ([name, value]) => !/progress|position|eta|seconds/i.test(name) && numbersIn(name, value).length > 0,
    ))

const isBareNumber = (map: unknown, pathway: string): boolean =>
  isRecord(map) && readNumber(map[pathway]) !== null

/** Numeric leaves with their names, those inside records as `outer.inner`. Identifiers are never numbers here. */
function numbersIn(name: string, value: unknown): ClockValue[] {
  if (typeof value === 'number' && Number.isFinite(value) && !/(^|_)id$/i.test(name)) return [{ name, value }]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([inner, leaf]) => numbersIn(`${name}.${inner}`, leaf))
}
