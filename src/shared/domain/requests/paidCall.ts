import { type RequestLimit, secondsFor } from './requestTime.ts'

/**
 * Requests to the service by purpose. `status`: one check of the state per sample or task; the actual number grows with
 * the time that the service takes.
 */
type RequestCounts = Record<'order' | 'status' | 'analysis' | 'clock' | 'screening', number>

/**
 * A call that may cost money, counted before anything is sent. The dialog, the command line and the job all show these
 * numbers.
 */
export type PaidCall = {
  what: 'orders' | 'analyses' | 'screening'
  /** The number of samples it is for. 0: nothing is left to do. */
  count: number
  orders: number
  /** The number of samples whose results are fetched. If they are ordered in the same call, the orders come first. */
  analyses: number
  requests: RequestCounts
  /** The number of samples that are not ready, so that their states are checked first. */
  waiting: number
  /** The rate limit at the time of counting. */
  limit: RequestLimit
  destination: PaidCallDestination
  /** Earlier events of the chosen samples. `repeated`: they happen again; otherwise these samples are skipped. */
  before: { what: PaidBefore; count: number; repeated: boolean }[]
}

/** The profile and its host. `isDemo`: the service is the demo, which is free of charge. */
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

/** The destination of the requests, and the rate limit that applies to them. */
export type CostContext = Pick<PaidCall, 'destination' | 'limit'>

type Counted = CostContext & Pick<PaidCall, 'count' | 'before'>

const noRequests: RequestCounts = { order: 0, status: 0, analysis: 0, clock: 0, screening: 0 }

/** Returns the estimate for `count` orders. `follows`: their states are polled until the service is done. */
export const toOrdersCall = (counted: Counted, follows: boolean): PaidCall => ({
  ...counted,
  what: 'orders',
  orders: counted.count,
  analyses: 0,
  requests: { ...noRequests, order: counted.count, status: follows ? counted.count : 0 },
  waiting: 0,
})

/** Adds fetching the results to an estimate of orders. */
export const withAnalyses = (orders: PaidCall): PaidCall => ({
  ...orders,
  analyses: orders.count,
  requests: { ...orders.requests, status: orders.count, analysis: orders.count, clock: orders.count },
})

/** Returns the estimate for analyses. `waiting`: the number of samples that are not ready. */
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

/** Returns the estimate for one screening. `follows`: its state is polled until the service is done. */
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

/** True if more requests than counted may follow, because the service's speed decides how often states are polled. */
export const isLeast = ({ requests }: Pick<PaidCall, 'requests'>): boolean => requests.status > 0

/** Returns the seconds until the last order and until the last request. */
export const secondsOf = (call: Pick<PaidCall, 'requests' | 'limit'>): { orders: number; all: number } => ({
  orders: secondsFor(call.requests.order, call.limit),
  all: secondsFor(totalRequests(call), call.limit),
})
