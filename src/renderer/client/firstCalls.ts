import type { Input } from '../../shared/contract/contract.ts'
import type { MethodName } from '../../shared/contract/methodNames.ts'
import { call } from './call.ts'
import { connect } from './host.ts'

/** Connects, and asks what every first screen shows, before there is anything that could show it. */
export function beginFirstCalls() {
  // Rejects when the host will not have this page.
  const connected = connect()
  const begin = <M extends MethodName>(name: M, input: Input<M>) => {
    const answer = connected.then(() => call(name, input))
    // Whoever shows it hears of a failure too; until then nobody listens.
    answer.catch(() => undefined)
    return { name, input, answer }
  }
  const settings = begin('settings.get', {})
  return {
    settings: settings.answer,
    all: [settings, begin('app.status', {}), begin('studies.list', {}), begin('jobs.list', {})],
  }
}

export type FirstCalls = ReturnType<typeof beginFirstCalls>
