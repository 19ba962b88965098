import { type Message, type MessageValue, message, shortList } from '../../../shared/words/message.ts'
import type { SampleRow } from '../../store/journal.ts'
import type { ListedSample } from './adoptionList.ts'
import type { ExportedSample } from './ownExport.ts'

/** The values to store for a sample, from both the file and the service. */
export type ReconciledSample = Pick<
  SampleRow,
  'status' | 'state' | 'created_at' | 'checked_at' | 'synthetic'
> & { fields: Record<string, string | number> }

/**
 * The service's response as it would be stored without the file. `isKnown`: the service has the sample;
 * `isCreatedAtKnown`: the order time came from the service.
 */
export type ServiceSample = { values: ReconciledSample; isKnown: boolean; isCreatedAtKnown: boolean }

/** `differing`: columns in which the file has other values; `fromFileOnly`: fields that the service did not return. */
type Reconciliation = { merged: ReconciledSample; differing: string[]; fromFileOnly: string[] }

/**
 * Merges a row of our own export with the service's response. If both agree, the row is stored unchanged, including its
 * last check time, so that this register matches that of the other computer. If they differ, the service takes
 * precedence. For a sample that the service does not have, the file is used. The sample is synthetic if either marks it
 * as synthetic.
 */
export function reconcile(
  file: ExportedSample,
  { values: serviceValues, isKnown, isCreatedAtKnown }: ServiceSample,
): Reconciliation {
  const differing: string[] = []
  const fromFileOnly: string[] = []
  const fields: Record<string, string | number> = { ...serviceValues.fields }
  for (const [name, value] of file.fields) {
    const serviceValue = Object.hasOwn(serviceValues.fields, name) ? serviceValues.fields[name] : undefined
    if (serviceValue !== undefined) {
      if (value === null || !isSameText(serviceValue, value)) differing.push(name)
    } else if (value !== null) {
      // Unlike an assignment, this works for every name (`__proto__`).
      Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
      fromFileOnly.push(name)
    }
  }
  const synthetic = serviceValues.synthetic === 1 || file.synthetic === true ? 1 : 0
  if (!isKnown)
    return { merged: withFileValues(file, { ...serviceValues, fields, synthetic }), differing, fromFileOnly }
  const isSame = <T>(name: string, serviceValue: T, written: T | null): boolean => {
    if (written === null || written === serviceValue) return true
    differing.push(name)
    return false
  }
  const isStatusSame = isSame('status', serviceValues.status, file.status)
  const isStateSame = isSame('state', serviceValues.state, file.state)
  if (isCreatedAtKnown) isSame('created_at', serviceValues.created_at, file.createdAt)
  if (synthetic === serviceValues.synthetic) isSame('synthetic', synthetic === 1, file.synthetic)
  else fromFileOnly.push('synthetic')
  const isAsItWas = isStatusSame && isStateSame && file.status !== null
  return {
    merged: {
      fields,
      status: serviceValues.status,
      state: serviceValues.state,
      created_at: isCreatedAtKnown ? serviceValues.created_at : (file.createdAt ?? serviceValues.created_at),
      checked_at: isAsItWas ? file.checkedAt : serviceValues.checked_at,
      synthetic,
    },
    differing,
    fromFileOnly,
  }
}

/** Compares as text: untyped files cannot distinguish 7 from "7", and some write 0,5 for 0.5. */
const isSameText = (serviceValue: string | number, written: string | number): boolean =>
  String(serviceValue) === String(written) ||
  (typeof serviceValue === 'number' && String(serviceValue).replace('.', ',') === written)

/** Returns the file's values, with those of `fallback` where the file has none. */
const withFileValues = (
  { status, state, createdAt, checkedAt }: ExportedSample,
  fallback: ReconciledSample,
): ReconciledSample => ({
  ...fallback,
  status: status ?? fallback.status,
  state: state ?? fallback.state,
  created_at: createdAt ?? fallback.created_at,
  checked_at: checkedAt,
})

/** The differences between our own export and the service's response. `isRenamed`: it has another name there. */
export type Difference = Pick<Reconciliation, 'differing' | 'fromFileOnly'> & { isRenamed: boolean }

const maxShownIds = 50

export const formatIds = (ids: readonly string[]): MessageValue => shortList(ids, maxShownIds)

/** Collects the differences between a file and the service for the final message. */
export function createDifferenceCollector() {
  const differing: string[] = []
  const renamed: string[] = []
  const fromFileOnly = new Set<string>()
  return {
    add({ sampleId }: ListedSample, difference: Difference | null): void {
      if (!difference) return
      if (difference.differing.length > 0) differing.push(`${sampleId} (${difference.differing.join(', ')})`)
      if (difference.isRenamed) renamed.push(sampleId)
      for (const name of difference.fromFileOnly) fromFileOnly.add(name)
    },
    /** `results`: columns of the file that hold results. */
    messages: (results: readonly string[]): (Message | null)[] => [
      differing.length > 0
        ? message('samples.differFileServicesValues', {
            count: differing.length,
            differing: formatIds(differing),
          })
        : null,
      renamed.length > 0
        ? message('samples.anotherNameServiceName', { count: renamed.length, renamed: formatIds(renamed) })
        : null,
      fromFileOnly.size > 0
        ? message('samples.takenFileBecauseService', { fromFileOnly: formatIds([...fromFileOnly]) })
        : null,
      results.length > 0 ? message('samples.resultsNeverReadFile', { results: formatIds(results) }) : null,
    ],
  }
}
