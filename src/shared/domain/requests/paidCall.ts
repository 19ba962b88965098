import { type RequestLimit, secondsFor } from './requestTime.ts'

/**
 * Requests to the service by purpose. `status`: one check of the state per sample or task; the actual number grows with
 * the time that the service takes.
 */
type RequestCounts = Record<'order' | 'status' | 'analysis' | 'clock' | 'screening', number>

/** A call that may cost money, counted before anything is sent. The dialog, the command line and the job show the same. */
export type PaidCall = {
  what: 'orders' | 'analyses' | 'screening'
  /** Samples that it is for. 0: nothing is left to do. */
  count: number
  /** Orders that are placed at the service. */
  orders: number
  /** Samples whose results are fetched, after their orders where it places these. */
  analyses: number
  requests: RequestCounts
  /** So many of `count` are not ready yet, so their states are checked first. */
  waiting: number
  /** The limit when this was counted. */
  limit: RequestLimit
  destination: PaidCallDestination
  /** What happened before to samples that are meant. `repeated`: it happens again; else they are left out. */
  before: { what: PaidBefore; count: number; repeated: boolean }[]
}

/** The profile, the host of its service, and whether that is the demo, which costs nothing. */
export type PaidCallDestination = { profile: string; host: string; isDemo: boolean }

/**
 * `underWay`: another batch is ordering it. `inDoubt`: an order of unknown outcome. `refused`: by the service.
 * `unanswered`: an analysis that was requested and may have been carried out, without a usable response.
 * `screeningInDoubt`: a screening that was requested and may have begun.
 */
type PaidBefore =
  | 'ordered'
  | 'underWay'
  | 'inDoubt'
  | 'refused'
  | 'analyzed'
  | 'unanswered'
  | 'screened'
  | 'screeningInDoubt'

/** Destination of the requests and the limit that they wait for. */
export type CostContext = Pick<PaidCall, 'destination' | 'limit'>

type Counted = CostContext & Pick<PaidCall, 'count' | 'before'>

const noRequests: RequestCounts = { order: 0, status: 0, analysis: 0, clock: 0, screening: 0 }

/** Returns the estimate of `count` orders. `follows`: their states are checked until the service is done. */
export const toOrdersCall = (counted: Counted, follows: boolean): PaidCall => ({
  ...counted,
  what: 'orders',
  orders: counted.count,
  analyses: 0,
  requests: { ...noRequests, order: counted.count, status: follows ? counted.count : 0 },
  waiting: 0,
})

/** Returns the same orders with the results of their samples. */
export const withAnalyses = (orders: PaidCall): PaidCall => ({
  ...orders,
  analyses: orders.count,
  requests: { ...orders.requests, status: orders.count, analysis: orders.count, clock: orders.count },
})

/** Returns the estimate of analyses. `waiting`: so many samples are not ready. */
export const toAnalysesCall = (
  counted: Counted,
  { waiting, ...kinds }: { analysis: number; clock: number; waiting: number },
): PaidCall => ({
  ...counted,
  what: 'analyses',
  orders: 0,
  analyses: counted.count,
  requests: { ...noRequests, ...kinds, status: waiting },
  waiting,
})

/** Returns the estimate of one screening. `follows`: its state is checked until the service is done. */
export const toScreeningCall = (counted: Omit<Counted, 'count'>, follows: boolean): PaidCall => ({
  ...counted,
  what: 'screening',
  count: 1,
  orders: 0,
  analyses: 0,
  requests: { ...noRequests, screening: 1, status: follows ? 1 : 0 },
  waiting: 0,
})

export const totalRequests = ({ requests }: Pick<PaidCall, 'requests'>): number =>
  Object.values(requests).reduce((sum, count) => sum + count, 0)

/** True if more requests may follow than are counted: the service decides how often states are checked. */
export const isLeast = ({ requests }: Pick<PaidCall, 'requests'>): boolean => requests.status > 0

/** Returns the seconds that the orders take, and those until the last request. */
export const secondsOf = (call: Pick<PaidCall, 'requests' | 'limit'>): { orders: number; all: number } => ({
  orders: secondsFor(call.requests.order, call.limit),
  all: secondsFor(totalRequests(call), call.limit),
})
