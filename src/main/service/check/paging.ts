import { defaultConventions } from '../conventions.ts'
import type { Exchange } from '../exchange.ts'
import { pick, readId, withAttributes } from '../jsonFields.ts'
import { readNext } from '../pagination.ts'
import { endpoints } from './endpoints.ts'
import type { Evidence, Shown } from './evidence.ts'
import { findList, findTotal, isSuccess, payloadOf } from './exchangeReaders.ts'

/** How many drugs the check asks for. */
export const requestedDrugCount = 2

const responseTo = (exchanges: readonly Exchange[], endpoint: string): Exchange | undefined =>
  exchanges.find((exchange) => exchange.endpoint === endpoint && isSuccess(exchange))

/** The drugs of an answer by their ids, as one text; null where it holds no list. */
function idsOf(exchanges: readonly Exchange[], endpoint: string): string | null {
  const list = findList(responseTo(exchanges, endpoint)?.body)
  if (!list) return null
  const ids = list.items.map((item) => readId(pick(withAttributes(item), defaultConventions.fields.drugId)))
  return JSON.stringify(ids)
}

function namesNext(exchanges: readonly Exchange[]): boolean {
  const drugs = responseTo(exchanges, endpoints.drugs)
  if (!drugs) return false
  const answer = { data: payloadOf(drugs), raw: drugs.body, headers: drugs.headers }
  return readNext(answer, new URL('https://service.invalid/drugs'), defaultConventions, {}).more
}

/** Whether more drugs follow, though the answer names no way to them. */
export function isFullPage(exchanges: readonly Exchange[]): boolean {
  const drugs = responseTo(exchanges, endpoints.drugs)
  const list = drugs && findList(drugs.body)
  if (!list || list.items.length !== requestedDrugCount || namesNext(exchanges)) return false
  return (findTotal(list, drugs.body)?.total ?? Number.POSITIVE_INFINITY) > requestedDrugCount
}

/** Both were answered, and with the same drugs. */
export function isSamePage(exchanges: readonly Exchange[], one: string, other: string): boolean {
  const ids = idsOf(exchanges, one)
  return ids !== null && ids === idsOf(exchanges, other)
}

/** Both were answered, and with other drugs. */
export function areOtherPages(exchanges: readonly Exchange[], one: string, other: string): boolean {
  const [first, second] = [idsOf(exchanges, one), idsOf(exchanges, other)]
  return first !== null && second !== null && first !== second
}

/** How a list goes on where it is not by pages that are numbered from 1; null where nothing shows it. */
export function listCounting({ exchanges }: Pick<Evidence, 'exchanges'>): Shown {
  if (namesNext(exchanges)) return { value: 'next', note: 'Each page names the next one, which is followed.' }
  const [first, page1, page0, page2, offset] = [
    endpoints.drugs,
    endpoints.drugsPage1,
    endpoints.drugsPage0,
    endpoints.drugsPage2,
    endpoints.drugsOffset,
  ].map((endpoint) => idsOf(exchanges, endpoint))
  if (!first || !page1) return null
  // A list without order gives other drugs whenever it is asked.
  if (page1 !== first)
    return page0 === first ? { value: 'page_from_0', note: 'The page 1 was not the first one.' } : null
  const isOffset = page2 === first && offset && offset !== first
  return isOffset ? { value: 'offset', note: 'The number of a page is ignored; an offset is not.' } : null
}
