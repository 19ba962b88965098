import {
  isLeast,
  type PaidCall,
  secondsOf,
  totalRequests,
  withAnalyses,
} from '../../../shared/domain/requests/paidCall.ts'
import { perMinute } from '../../../shared/domain/requests/requestTime.ts'
import { counted, formatDuration } from './output/output.ts'
import type { Run } from './program/command.ts'
import { CommandFailed, exitCodes } from './program/exitCodes.ts'
import { isYes } from './program/prompts.ts'
import { isSet, wholeOf } from './program/values.ts'

const mostAllowed = 1_000_000_000

/** Throws, with exit code 2, if the calls exceed `--max-orders` or `--max-requests`. Call before anything is sent. */
export function refuseLarger({ values }: Run, calls: readonly PaidCall[]): void {
  const sum = (count: (call: PaidCall) => number): number =>
    calls.reduce((total, call) => total + count(call), 0)
  const limits = [
    { name: 'max-orders', needed: sum(({ orders }) => orders), what: 'order', least: false },
    { name: 'max-requests', needed: sum(totalRequests), what: 'request', least: calls.some(isLeast) },
  ]
  for (const { name, needed, what, least } of limits) {
    const most = wholeOf(values, name, 0, mostAllowed)
    if (most === undefined || needed <= most) continue
    throw new CommandFailed(
      `This takes ${least ? 'at least ' : ''}${counted(needed, what)}, and --${name} allows ${most}. Nothing was sent.`,
      exitCodes.wrongUsage,
    )
  }
}

/** Asks on a terminal, unless `--yes` is set; without one the answer is yes. `what`: such as `Analyze 48 samples`. */
export async function confirmPaid(run: Run, what: string, call: PaidCall): Promise<boolean> {
  if (call.count === 0 || isSet(run.values, 'yes') || !run.streams.stdin.isTTY) return true
  for (const sentence of describeBefore(call)) run.output.warn(sentence)
  return isYes(run, `${what} at ${call.destination.host}: ${describeCost(call)}? [y/N] `)
}

/** The causes that would occur again in a second attempt. */
const repeatedWords: Partial<Record<PaidCall['before'][number]['what'], (count: number) => string>> = {
  analyzed: (count) => `${counted(count, 'sample')} already analyzed: their results are fetched again.`,
  unanswered: (count) =>
    `Earlier analyses of ${counted(count, 'sample')} brought no usable response. The service may charge for them twice.`,
  screened: (count) => `This sample was screened before (${count}).`,
  screeningInDoubt: (count) =>
    `${counted(count, 'earlier screening')} of this sample had no response and may have started. Look for it at the service first.`,
}

const describeBefore = ({ before }: PaidCall): string[] =>
  before.flatMap(({ what, count, repeated }) => (repeated && repeatedWords[what]?.(count)) || [])

/** Returns `at least 40 requests, about 4 s or longer at 100 requests a minute`. */
export function describeCost(call: PaidCall): string {
  const requests = `${isLeast(call) ? 'at least ' : ''}${counted(totalRequests(call), 'request')}`
  const time = `about ${formatDuration(secondsOf(call).all)}${isLeast(call) ? ' or longer' : ''}`
  return `${requests}, ${time} at ${perMinute(call.limit)} requests a minute`
}

/** Returns the cost of the results of orders, so that the user sees it before ordering. */
export function describeResults(orders: PaidCall): string {
  const more = totalRequests(withAnalyses(orders)) - totalRequests(orders)
  return `Their results take at least ${counted(more, 'more request')} (“analyze --clock”).`
}

/** Returns the estimate for the `--json` form. */
export const costRecord = (call: PaidCall) => ({
  orders: call.orders,
  requests: totalRequests(call),
  requests_by_kind: call.requests,
  estimate_s: Math.ceil(secondsOf(call).all),
  requests_per_minute: perMinute(call.limit),
})
