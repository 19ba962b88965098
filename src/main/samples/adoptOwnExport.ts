import type { Kysely } from 'kysely'
import { Failure } from '../../shared/contract/failures.ts'
import type { JournalSchema } from '../store/journal.ts'
import type { ExportedAnnotation } from './adoptExport.ts'
import type { AdoptedList, ListedSample } from './adoptList.ts'
import { annotateInTransaction } from './annotations.ts'

/**
 * Without the rows of our own export that are of another service, where an id may be somebody else's. Throws
 * `rejected` where all are.
 */
export function rejectOtherServices(list: AdoptedList, service: string): AdoptedList {
  const foreign = list.samples.filter((sample) => isOfOtherService(sample, service))
  const [first] = foreign
  if (!first) return list
  const otherService = first.exported?.service ?? ''
  const message = `It was exported from ${otherService}, and this profile works with ${service}. Take it in with a profile of that service.`
  if (foreign.length === list.samples.length)
    throw new Failure('rejected', `Nothing was taken in. ${message.replace('It', 'The table')}`, {
      problems: [{ field: 'service', message }],
    })
  const broken = foreign.map(({ row, exported }) => ({
    row,
    message: message.replace(otherService, exported?.service ?? ''),
  }))
  const accepted = list.samples.filter((sample) => !isOfOtherService(sample, service))
  return { ...list, samples: accepted, broken: [...list.broken, ...broken].sort((a, b) => a.row - b.row) }
}

const isOfOtherService = ({ exported }: ListedSample, service: string): boolean =>
  typeof exported?.service === 'string' && originOf(exported.service) !== originOf(service)

/** The path is left out: where the interface lies at a service is found out by each profile for itself. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address)

/**
 * Where samples of our own export stand in the register: each at its own time, and in the order of the file, which
 * their times alone do not settle.
 */
export function registerPlacesOf(samples: readonly ListedSample[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  let latest = ''
  for (const { sampleId, row, exported } of samples) {
    if (!exported) continue
    if (exported.createdAt !== null && exported.createdAt > latest) latest = exported.createdAt
    // Columns may have been left out: without a time the file says nothing of a place.
    if (latest !== '') places.set(sampleId, `${latest}#${String(row).padStart(9, '0')}`)
  }
  return places
}

/** What was added on the other computer, with when and by whom as far as the file tells. */
export async function annotateAsExported(
  query: Kysely<JournalSchema>,
  sampleId: string,
  { group, tags, note, fields, changedAt, changedBy }: ExportedAnnotation,
  { who, nowIso }: { who: string; nowIso: string },
): Promise<void> {
  const change = { group, addTags: tags, note, fields }
  const by = changedAt === null ? { who, nowIso } : { who: changedBy ?? '', nowIso: changedAt }
  await annotateInTransaction(query, [sampleId], change, by)
}
