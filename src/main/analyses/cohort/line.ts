import { setImmediate as turn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

type Ask = (method: string, asked: unknown) => Promise<unknown>
type Waiting = { method: string; asked: unknown; answer: Promise<unknown> }

/**
 * One call after another. A call that is the same as one that still waits shares its answer: that one reads what is
 * there when it begins, so nobody is given what was there before he asked.
 */
export function createLine(work: Ask): Ask {
  const waiting = new Set<Waiting>()
  let last: Promise<unknown> = Promise.resolve()
  return (method, asked) => {
    for (const one of waiting)
      if (one.method === method && isDeepStrictEqual(one.asked, asked)) return one.answer
    const begin = async (before: Promise<unknown>) => {
      await before.catch(() => undefined)
      // Those that are asked at once are all here by then.
      await turn()
      waiting.delete(mine)
      return work(method, asked)
    }
    const mine: Waiting = { method, asked, answer: begin(last) }
    waiting.add(mine)
    last = mine.answer
    return mine.answer
  }
}
