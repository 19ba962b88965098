import type { NamedPathways, SampleResults } from './currentResults.ts'

type Names = { names: ReadonlySet<string>; valued: ReadonlySet<string> }
/** Samples whose answers name the same pathways, those with a value apart. */
export type SampleGroup = Names & { samples: number }

/** Counts samples by what is current of them: most often all name the same, so little is left to look at. */
export function createSampleGroups() {
  const ofSample = new Map<string, readonly SampleResults[]>()
  const found = new Map<string, { namesOf: () => Names; samples: number }>()
  const numbers = new Map<NamedPathways, number>()

  const numberOf = (named: NamedPathways): number => {
    const number = numbers.get(named) ?? numbers.size
    numbers.set(named, number)
    return number
  }
  const keyOf = (all: readonly NamedPathways[]): string =>
    [...new Set(all.map(numberOf))].sort((a, b) => a - b).join(' ')
  const count = (current: readonly SampleResults[], by: 1 | -1): void => {
    if (current.length === 0) return
    const named = current.flatMap(({ answers }) => answers.map((one) => one.named))
    const key = keyOf(named)
    const group = found.get(key) ?? { namesOf: lazyNames(named), samples: 0 }
    group.samples += by
    if (group.samples === 0) found.delete(key)
    else found.set(key, group)
  }

  return {
    /** Puts what is current of a sample in the place of what was of its kind. */
    replace(former: SampleResults | undefined, current: SampleResults): void {
      const before = ofSample.get(current.sampleId) ?? []
      const after = [...before.filter((one) => one !== former), current]
      count(before, -1)
      count(after, 1)
      ofSample.set(current.sampleId, after)
    },
    clear(): void {
      ofSample.clear()
      found.clear()
      numbers.clear()
    },
    all: (): readonly SampleGroup[] =>
      [...found.values()].map(({ namesOf, samples }) => ({ ...namesOf(), samples })),
  }
}

/** Put together when it is looked at: while a register is read, many come and go unseen. */
function lazyNames(named: readonly NamedPathways[]): () => Names {
  let names: Names | null = null
  return () => {
    names ??= {
      names: new Set(named.flatMap(({ all }) => all)),
      valued: new Set(named.flatMap(({ valued }) => [...valued])),
    }
    return names
  }
}
