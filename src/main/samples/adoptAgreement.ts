import type { SampleRow } from '../store/journal.ts'
import type { ExportedSample } from './adoptExport.ts'

/** What is kept of a sample when both the file and the service were heard. */
export type Agreed = Pick<SampleRow, 'status' | 'state' | 'created_at' | 'checked_at' | 'synthetic'> & {
  fields: Record<string, string | number>
}

/**
 * The service's answer as it would be kept by itself. `isTold`: it knows the sample; `isCreatedTold`: the time of the
 * order is the service's own.
 */
export type Told = { alone: Agreed; isTold: boolean; isCreatedTold: boolean }

/** `differing`: columns in which the file said something else; `untold`: fields that the service did not tell. */
export type Agreement = { kept: Agreed; differing: string[]; untold: string[] }

/**
 * Our own export against the service's answer. Where they say the same, the row is kept as it stands, so that the
 * register here says what that of the other computer said, also when the state was asked for last. Where they differ,
 * the service is right; of a sample that it does not know it has said nothing. What either of them marks as synthetic
 * is.
 */
export function agree(file: ExportedSample, { alone: told, isTold, isCreatedTold }: Told): Agreement {
  const differing: string[] = []
  const untold: string[] = []
  const fields: Record<string, string | number> = { ...told.fields }
  for (const [name, value] of file.fields) {
    const said = Object.hasOwn(told.fields, name) ? told.fields[name] : undefined
    if (said !== undefined) {
      if (value === null || !areSameLetters(said, value)) differing.push(name)
    } else if (value !== null) {
      // Unlike an assignment this makes a field of every name.
      Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
      untold.push(name)
    }
  }
  const synthetic = told.synthetic === 1 || file.synthetic === true ? 1 : 0
  if (!isTold) return { kept: asWritten(file, { ...told, fields, synthetic }), differing, untold }
  const isSame = <T>(name: string, said: T, written: T | null): boolean => {
    if (written === null || written === said) return true
    differing.push(name)
    return false
  }
  const isStatusSame = isSame('status', told.status, file.status)
  const isStateSame = isSame('state', told.state, file.state)
  if (isCreatedTold) isSame('created_at', told.created_at, file.createdAt)
  if (synthetic === told.synthetic) isSame('synthetic', synthetic === 1, file.synthetic)
  else untold.push('synthetic')
  const isAsItWas = isStatusSame && isStateSame && file.status !== null
  return {
    kept: {
      fields,
      status: told.status,
      state: told.state,
      created_at: isCreatedTold ? told.created_at : (file.createdAt ?? told.created_at),
      checked_at: isAsItWas ? file.checkedAt : told.checked_at,
      synthetic,
    },
    differing,
    untold,
  }
}

/** Files without types tell 7 and "7" apart no more than the letters do, and some have 0,5 for 0.5. */
const areSameLetters = (said: string | number, written: string | number): boolean =>
  String(said) === String(written) || (typeof said === 'number' && String(said).replace('.', ',') === written)

/** With what the file does not say as `others` have it. */
const asWritten = ({ status, state, createdAt, checkedAt }: ExportedSample, others: Agreed): Agreed => ({
  ...others,
  status: status ?? others.status,
  state: state ?? others.state,
  created_at: createdAt ?? others.created_at,
  checked_at: checkedAt,
})
