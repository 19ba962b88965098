import { randomUUID } from 'node:crypto'
import type { Clock } from '../ports.ts'
import { type Admission, admit, finish, type Outcome, unmark, waitMs } from './quotaDecisions.ts'
import type { createKeeper } from './quotaKeeper.ts'
import type { QuotaSetting } from './quotaPlaces.ts'
import { type createWaitingLine, goesFirst, type Priority } from './waitingLine.ts'

/** A place in the quota. `moment`: see `paceRefused`. */
export type Place = { id: string; moment: number }

type Parts = {
  keeper: ReturnType<typeof createKeeper>
  line: ReturnType<typeof createWaitingLine<Place>>
  clock: Clock
  setting: () => QuotaSetting
  /** Other processes stand at the same door. */
  isShared: boolean
}

/** Lets those who wait in the line out, one after the other, each as soon as there is a place for it. */
export function createDoor({ keeper, line, clock, setting, isShared }: Parts) {
  const owner = randomUUID()
  let asked = 0
  let underWay = 0
  /** How many of a person's calls other processes know to wait here. */
  let marked = 0
  let serving = false
  let again = false
  let alarm: AbortController | undefined

  const waitFor = (priority: Priority): number =>
    waitMs(keeper.view(), clock.now(), setting(), { owner, priority })

  const end = async (outcome: Outcome): Promise<void> => {
    await keeper.change((state, nowMs, set) => ({ state: finish(state, nowMs, set, outcome), result: null }))
    underWay -= 1
  }

  const unmarkIfNobodyWaits = async (): Promise<void> => {
    if (marked === 0 || line.sizeOf('interactive') > 0) return
    marked = 0
    await keeper.change((state) => ({ state: unmark(state, owner), result: null }))
  }

  const ask = async (id: string, priority: Priority): Promise<Admission> => {
    const calls = line.sizeOf('interactive')
    const admission = await keeper.change((state, nowMs, set) =>
      admit(state, nowMs, set, { id, owner, priority, calls }),
    )
    if (priority === 'interactive') marked = admission.admitted ? Math.min(marked, calls - 1) : calls
    return admission
  }

  /** The line may have changed while the place was asked for: it goes to who is first now, if it fits them. */
  const give = async (place: Place, askedFor: Priority): Promise<void> => {
    underWay += 1
    const first = line.peek()
    if (first && goesFirst(first.priority, askedFor)) first.go(place)
    else await end({ id: place.id, counted: false, refused: false, seen: null })
  }

  const wakeIn = (ms: number): void => {
    const own = new AbortController()
    alarm = own
    const dueMs = clock.now() + ms
    const wake = (): void => {
      keeper.waited(dueMs)
      pump()
    }
    clock.sleep(ms, own.signal).then(wake, () => undefined)
  }

  const serve = async (): Promise<void> => {
    alarm?.abort()
    await unmarkIfNobodyWaits()
    for (let next = line.peek(); next; next = line.peek()) {
      const { priority } = next
      const ms = waitFor(priority)
      const isUnmarked = isShared && line.sizeOf('interactive') > marked
      if (ms > 0 && !isUnmarked) return Number.isFinite(ms) ? wakeIn(ms) : undefined
      const id = `${owner} ${asked++}`
      const admission = await ask(id, priority)
      if (admission.admitted) await give({ id, moment: admission.moment }, priority)
    }
  }

  const serveAll = async (): Promise<void> => {
    serving = true
    try {
      for (again = true; again; ) {
        again = false
        await serve()
      }
    } catch (error) {
      line.fail(error)
    } finally {
      // In the same step as the last look at `again`: whoever joins in between would be forgotten.
      serving = false
    }
  }

  /** To be called whenever somebody joins or leaves the line or a place may have become free. */
  function pump(): void {
    again = true
    if (!serving) void serveAll()
  }

  return { pump, waitFor, end, underWay: (): number => underWay }
}
