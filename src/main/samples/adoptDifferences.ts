import type { ListedSample } from './adoptList.ts'
import type { Reconciliation } from './adoptReconcile.ts'

/** How one sample of our own export went together with the service's answer. `isRenamed`: it has another name there. */
export type Difference = Pick<Reconciliation, 'differing' | 'untold'> & { isRenamed: boolean }

const maxShownIds = 50

export const formatIds = (ids: readonly string[]): string =>
  ids.slice(0, maxShownIds).join(', ') +
  (ids.length > maxShownIds ? ` and ${ids.length - maxShownIds} more` : '')

/** Collects where a file and the service differ, so that nobody has to find out later. */
export function createDifferenceCollector() {
  const differing: string[] = []
  const renamed: string[] = []
  const untold = new Set<string>()
  return {
    add({ sampleId }: ListedSample, difference: Difference | null): void {
      if (!difference) return
      if (difference.differing.length > 0) differing.push(`${sampleId} (${difference.differing.join(', ')})`)
      if (difference.isRenamed) renamed.push(sampleId)
      for (const name of difference.untold) untold.add(name)
    },
    /** `results`: columns of the file that hold results. */
    messages: (results: readonly string[]): string[] => [
      ...(differing.length > 0
        ? [
            `${differing.length} differ from the file and are kept as the service says: ${formatIds(differing)}.`,
          ]
        : []),
      ...(renamed.length > 0
        ? [
            `${renamed.length} have another name at the service; that of the file is kept: ${formatIds(renamed)}.`,
          ]
        : []),
      ...(untold.size > 0
        ? [`Kept as the file says, since the service does not tell them: ${formatIds([...untold])}.`]
        : []),
      ...(results.length > 0
        ? [`Results are not taken from a file; fetch them from the service: ${formatIds(results)}.`]
        : []),
    ],
  }
}
