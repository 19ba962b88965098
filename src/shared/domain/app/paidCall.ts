/** What a call that may cost money would do, for whoever confirms it: counted before anything is sent. */
export type PaidCall = {
  what: 'orders' | 'analyses' | 'screening'
  /** Samples that it is for. 0: nothing is left to do. */
  count: number
  /** Orders that are placed at the service. */
  orders: number
  /** Samples whose results are fetched, after their orders where it places these. */
  analyses: number
  /** Requests to the service; the checks of states come on top. */
  requests: number
  /** So many of `count` are not ready. They are waited for, and each check of a state is one more request. */
  waiting: number
  destination: PaidCallDestination
  /** What happened before to samples that are meant. `repeated`: it happens again; else they are left out. */
  before: { what: PaidBefore; count: number; repeated: boolean }[]
}

/** The profile, the host of its service, and whether that is the demo, which costs nothing. */
export type PaidCallDestination = { profile: string; host: string; isDemo: boolean }

/**
 * `underWay`: another batch is ordering it. `inDoubt`: an order whose outcome nobody here knows. `refused`: by the
 * service. `unanswered`: an analysis that was requested and may have been carried out, without a usable answer.
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

/** Pathway analysis and pathway clock. */
const requestsPerAnalysis = 2

/** The same orders, and then the results of their samples. */
export const withAnalyses = (orders: PaidCall): PaidCall => ({
  ...orders,
  analyses: orders.count,
  requests: orders.requests + orders.count * requestsPerAnalysis,
})
