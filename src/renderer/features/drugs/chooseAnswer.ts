import type { DrugDetail } from '../../../shared/domain/drug.ts'

type Answers = {
  drugId: string
  kept: DrugDetail | undefined
  fresh: DrugDetail | undefined
  askService: boolean
}

/**
 * The answer to show of a drug; undefined where both are of another drug, or none has come. The service's own stands
 * while it may be asked, unless newer data have been kept since, by a plan that runs beside the page.
 */
export function chooseAnswer({ drugId, kept, fresh, askService }: Answers): DrugDetail | undefined {
  // While the next drug is on its way its answer is still the last one's.
  const [ownKept, ownFresh] = [kept, fresh].map((answer) => (answer?.drugId === drugId ? answer : undefined))
  if (!ownKept || !ownFresh) return ownKept ?? ownFresh
  return askService && !isNewer(ownKept, ownFresh) ? ownFresh : ownKept
}

/** In its details or its pathways, and older in neither. */
function isNewer(one: DrugDetail, other: DrugDetail): boolean {
  const gainedMs = (['detailsFetchedAt', 'pathwaysFetchedAt'] as const).map(
    (part) => toMs(one[part]) - toMs(other[part]),
  )
  return gainedMs.every((gained) => gained >= 0) && gainedMs.some((gained) => gained > 0)
}

const toMs = (at: string | null): number => (at === null ? 0 : Date.parse(at))
