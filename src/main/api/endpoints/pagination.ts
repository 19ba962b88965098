import type { ServiceDialect } from '../../../shared/domain/app/dialect.ts'
import { isRecord } from '../../../shared/json.ts'
import type { NextPage } from '../../ports.ts'
import { cursors, fields } from '../fieldNames.ts'
import type { ApiResponse } from '../responses/apiResponse.ts'
import { findValue, keyOf, pick, plainName, readNumber, readText } from '../responses/jsonFields.ts'

type Query = Record<string, string | number | undefined>

/** Converts a query with pages from 1 to the page numbering of the service. */
export function toPagedQuery(query: Query, limit: number, paging: ServiceDialect['paging'] = 'page'): Query {
  if (typeof query['page'] !== 'number' || paging === 'page') return query
  const { page, ...others } = query
  return paging === 'offset'
    ? { ...others, offset: (page - 1) * limit, limit }
    : { ...others, page: page - 1 }
}

/** Returns the items of a list and the total. An estimated total is one more than seen if the page is full. */
export function readList(
  { data, raw, dialect }: Pick<ApiResponse, 'data' | 'raw' | 'dialect'>,
  pageRequest: { page: number; limit: number },
): { items: unknown[]; total: number; reportedTotal: number | null } | null {
  const found = dialect.items ? findValue(data, { raw }, [], dialect.items) : data
  const items = Array.isArray(found)
    ? found
    : fields.items.map((name) => pick(found, [name])).find(Array.isArray)
  if (!items) return null
  // Some services cap the page size and state it. Earlier pages had no more items either.
  const stated = readNumber(pick(data, fields.pageSize) ?? pick(raw, fields.pageSize)) ?? 0
  const limit = stated >= Math.max(1, items.length) ? Math.min(stated, pageRequest.limit) : pageRequest.limit
  const knownCount = (pageRequest.page - 1) * limit + items.length
  const reportedTotal = dialect.total
    ? toTotal(findValue(data, { raw }, [], dialect.total))
    : (findTotal(data, raw)?.total ?? null)
  // A total below the number seen is wrong: some services report the size of the page.
  if (reportedTotal !== null && (reportedTotal >= knownCount || items.length === 0))
    return { items, total: reportedTotal, reportedTotal }
  return { items, total: items.length >= limit ? knownCount + 1 : knownCount, reportedTotal }
}

const toTotal = (value: unknown): number | null => {
  const number = readNumber(value)
  return number !== null && Number.isInteger(number) && number >= 0 ? number : null
}

/** Finds the total in a response, with the name of its field. */
export function findTotal(data: unknown, raw: unknown) {
  const containers = [data, raw, pick(data, ['pagination', 'meta']), pick(raw, ['pagination', 'meta'])]
  for (const container of containers.filter(isRecord)) {
    const name = keyOf(container, fields.total)
    const total = name === null ? null : toTotal(container[name])
    if (name !== null && total !== null) return { name, total }
  }
  return null
}

/** The longest address accepted for a page. */
const maxUrlLength = 8000
const lastPage: NextPage = { next: null, more: false }
const otherHostPage: NextPage = { next: null, more: true }

/**
 * Reads the next page from a response: a link, a cursor or a page number. `requestUrl` is the address of this page. Only
 * path and query of a link are used, so the credential stays with the service; a page on another host is not requested.
 */
export function readNext(
  { data, raw, headers, dialect }: Pick<ApiResponse, 'data' | 'raw' | 'headers' | 'dialect'>,
  requestUrl: URL,
): NextPage {
  const read = ([name, value]: Named): NextPage | null => {
    const text = readText(value)?.trim() ?? ''
    if (text === '') return null
    if (isUrl(text)) return nextPageAtUrl(text, requestUrl)
    return nextPageAtCursor(requestUrl, dialect.cursor_parameter || parameterOf(name), text)
  }
  if (dialect.next) return read(['', findValue(data, { raw }, [], dialect.next)]) ?? lastPage
  const top = [...new Set([data, raw])]
  const containers = [...top, ...pagesIn(top), ...pagesIn(pagesIn(top))]
  const more = valuesIn(containers, fields.hasMore).find(([, flag]) => typeof flag === 'boolean')?.[1]
  if (more === false) return lastPage
  const isCounted = valuesIn(containers, fields.total).some(([, total]) => readNumber(total) !== null)
  // An ambiguous name, which may denote the current page, counts only if pages are not numbered.
  const cursorNames = Object.keys(cursors).filter((name) => !isCounted || name.startsWith('next'))
  const found = [
    ...valuesIn(containers, fields.nextLink).flatMap(([name, value]): Named[] => {
      if (isRecord(value))
        return [['', pick(value, fields.linkAddress)], ...valuesIn([value], ['after', 'cursor'])]
      return [[isPageNumber(value) ? 'next_page' : name, value]]
    }),
    ...valuesIn(containers, cursorNames),
    ['', readLinkHeader(headers.get('Link'))] as const,
  ].flatMap((named) => read(named) ?? [])
  return found.find(({ next }) => next !== null) ?? found[0] ?? { next: null, more: more === true }
}

type Named = readonly [name: string, value: unknown]

const valuesIn = (containers: readonly unknown[], names: readonly string[]): Named[] =>
  containers.filter(isRecord).flatMap((container) =>
    names.flatMap((name) => {
      const key = keyOf(container, [name])
      return key === null ? [] : [[key, container[key]] as const]
    }),
  )

const pagesIn = (records: readonly unknown[]): unknown[] =>
  valuesIn(records, fields.pages).map(([, value]) => value)

/** Returns the parameter for a cursor of this name, in the same spelling: `nextPageToken` becomes `pageToken`. */
function parameterOf(name: string): string {
  const known = Object.keys(cursors).find((cursor) => plainName(cursor) === plainName(name))
  const parameter = (known === undefined ? null : cursors[known]) ?? 'cursor'
  if (name.includes('-')) return parameter.replaceAll('_', '-')
  const isCamel = /[a-z][A-Z]/.test(name)
  return isCamel ? parameter.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : parameter
}

const isPageNumber = (value: unknown): boolean => /^\s*\d+\s*$/.test(readText(value) ?? '')

const isUrl = (text: string): boolean => /^(https?:\/\/|\/|\?|[\w./-]+\?\w+=)/i.test(text)

/** Returns the page at a link to the host of the request. Scheme and port may differ because of a proxy. */
function nextPageAtUrl(text: string, requestUrl: URL): NextPage {
  const url = URL.parse(text, requestUrl)
  if (!url || url.hostname !== requestUrl.hostname) return otherHostPage
  const next = `${url.pathname}${url.search}`
  return next.length > maxUrlLength ? otherHostPage : { next, more: true }
}

/** Returns the same search with the cursor instead of the page number. */
function nextPageAtCursor(requestUrl: URL, parameter: string, cursor: string): NextPage {
  const url = new URL(requestUrl)
  for (const name of ['page', 'offset']) url.searchParams.delete(name)
  url.searchParams.set(parameter, cursor)
  return nextPageAtUrl(url.href, requestUrl)
}

/** Returns the target of `rel="next"` (RFC 8288). */
function readLinkHeader(text: string | null): string | null {
  for (const [, target = '', parameters = ''] of (text ?? '').matchAll(/<([^<>]*)>((?:[^,"]|"[^"]*")*)/g)) {
    const rel = /;\s*rel\s*=\s*("([^"]*)"|[^\s;,"]+)/i.exec(parameters)
    if ((rel?.[2] ?? rel?.[1] ?? '').toLowerCase().split(/\s+/).includes('next')) return target
  }
  return null
}
