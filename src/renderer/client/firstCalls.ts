import type { Input, Output } from '../../shared/contract/contract.ts'
import { type FirstCall, firstCalls } from '../../shared/contract/firstCalls.ts'
import { call, unwrapReply } from './call.ts'
import { connect } from './host.ts'

/** Connects, and takes the answers to what index.html sent, before there is anything that could show it. */
export function beginFirstCalls() {
  // Rejects when the host will not have this page.
  const connected = connect()
  const begin = <M extends FirstCall>(name: M) => {
    const answer = connected.then(() => answerOf(name))
    // Whoever shows it hears of a failure too; until then nobody listens.
    answer.catch(() => undefined)
    return { name, input: {}, answer }
  }
  const settings = begin('settings.get')
  const others = firstCalls.filter((name) => name !== 'settings.get').map(begin)
  return { settings: settings.answer, all: [settings, ...others] }
}

async function answerOf<M extends FirstCall>(name: M): Promise<Output<M>> {
  const reply = await window.pathclockFirst.reply(name)
  return reply ? ((await unwrapReply(async () => reply)) as Output<M>) : call(name, {} as Input<M>)
}

export type FirstCalls = ReturnType<typeof beginFirstCalls>
