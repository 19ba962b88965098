import type { Clock, Emit } from '../ports.ts'

/** Tells pages that the register changed, at most four times a second; what was held back leaves with `flush`. */
export type SampleChangeNotifier = { changed(): void; flush(): void }

const minIntervalMs = 250

export function createSampleChangeNotifier(
  { clock, emit }: { clock: Clock; emit: Emit },
  batchId: string | null,
) {
  let notifiedAtMs = Number.NEGATIVE_INFINITY
  let isPending = false
  const notify = (): void => {
    notifiedAtMs = clock.now()
    isPending = false
    emit('samples.changed', { batchId })
  }
  const notifier: SampleChangeNotifier = {
    changed() {
      isPending = true
      if (clock.now() - notifiedAtMs >= minIntervalMs) notify()
    },
    flush() {
      if (isPending) notify()
    },
  }
  return notifier
}
