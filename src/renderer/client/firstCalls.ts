import type { Input, Output } from '../../shared/contract/contract.ts'
import { type FirstCall, firstCalls } from '../../shared/contract/firstCalls.ts'
import { call, unwrapReply } from './call.ts'
import { connect } from './host.ts'

/** Connects and takes over the replies to the calls sent by index.html, before anything is rendered. */
export function beginFirstCalls() {
  // Rejects if the host refuses this page.
  const connected = connect()
  const begin = <M extends FirstCall>(name: M) => {
    const answer = connected.then(() => answerOf(name))
    // The component that shows the response handles its failure; until then nothing listens.
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
