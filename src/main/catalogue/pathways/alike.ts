import type { Held, Named } from './resultNames.ts'

/** Samples whose answers name the same pathways, those with a value apart. */
export type Alike = { names: ReadonlySet<string>; valued: ReadonlySet<string>; samples: number }

/** Counts samples by what their current answers name: most often all name the same, so little is left to look at. */
export function createAlike() {
  const ofSample = new Map<string, readonly Held[]>()
  const found = new Map<string, Alike & { samples: number }>()
  const numbers = new Map<Named, number>()

  const numberOf = (named: Named): number => {
    const number = numbers.get(named) ?? numbers.size
    numbers.set(named, number)
    return number
  }
  const keyOf = (answers: readonly Held[]): string => {
    const all = answers.map(({ named }) => numberOf(named))
    return [...new Set(all)].sort((a, b) => a - b).join(' ')
  }
  const count = (answers: readonly Held[], by: 1 | -1): void => {
    if (answers.length === 0) return
    const key = keyOf(answers)
    const alike = found.get(key) ?? {
      names: new Set(answers.flatMap(({ named }) => named.all)),
      valued: new Set(answers.flatMap(({ named }) => [...named.valued])),
      samples: 0,
    }
    alike.samples += by
    if (alike.samples === 0) found.delete(key)
    else found.set(key, alike)
  }

  return {
    /** Puts an answer in the place of the sample's former one of its kind. */
    replace(former: Held | undefined, held: Held): void {
      const before = ofSample.get(held.sampleId) ?? []
      const after = [...before.filter((one) => one !== former), held]
      count(before, -1)
      count(after, 1)
      ofSample.set(held.sampleId, after)
    },
    clear(): void {
      ofSample.clear()
      found.clear()
      numbers.clear()
    },
    all: (): readonly Alike[] => [...found.values()],
  }
}
