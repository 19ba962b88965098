import { setImmediate as turn } from 'node:timers/promises'

/** Counts the turns of the event loop while the work runs. */
export async function eventLoopTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  for (; !isOver; turns++) await turn()
  await ended
  return turns
}
