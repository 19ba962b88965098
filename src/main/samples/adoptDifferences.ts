import type { Agreement } from './adoptAgreement.ts'
import type { ListedSample } from './adoptList.ts'

/** How one sample of our own export went together with the service's answer. `isRenamed`: it has another name there. */
export type Difference = Pick<Agreement, 'differing' | 'untold'> & { isRenamed: boolean }

const shownIds = 50

export const some = (ids: readonly string[]): string =>
  ids.slice(0, shownIds).join(', ') + (ids.length > shownIds ? ` and ${ids.length - shownIds} more` : '')

/** Collects where a file and the service differ, so that nobody has to find out later. */
export function createDifferences() {
  const differing: string[] = []
  const renamed: string[] = []
  const untold = new Set<string>()
  return {
    add({ sampleId }: ListedSample, found: Difference | null): void {
      if (!found) return
      if (found.differing.length > 0) differing.push(`${sampleId} (${found.differing.join(', ')})`)
      if (found.isRenamed) renamed.push(sampleId)
      for (const name of found.untold) untold.add(name)
    },
    /** `results`: columns of the file that hold results. */
    sentences: (results: readonly string[]): string[] => [
      ...(differing.length > 0
        ? [`${differing.length} differ from the file and are kept as the service says: ${some(differing)}.`]
        : []),
      ...(renamed.length > 0
        ? [`${renamed.length} have another name at the service; that of the file is kept: ${some(renamed)}.`]
        : []),
      ...(untold.size > 0
        ? [`Kept as the file says, since the service does not tell them: ${some([...untold])}.`]
        : []),
      ...(results.length > 0
        ? [`Results are not taken from a file; fetch them from the service: ${some(results)}.`]
        : []),
    ],
  }
}
