import { Refusal } from '../httpMessages.ts'

const defaultLimit = 20
const maxLimit = 100

export type Paging = {
  page: number
  limit: number
  fields: string[] | null
  sort: string | null
  descending: boolean
}

/**
 * The common parameters (service-interface, "Common parameters"): page from 1, limit 20 and at most 100, fields,
 * sort, order. `known`: the fields there are. Throws a Refusal (400) that names the parameter.
 */
export function readPaging(query: URLSearchParams, known: readonly string[]): Paging {
  const order = query.get('order') ?? 'asc'
  if (order !== 'asc' && order !== 'desc') throw new Refusal(400, 'order must be asc or desc.')
  const fields = query.get('fields')
  const sort = query.get('sort')
  return {
    page: readWholeNumber(query, 'page', 1, Number.MAX_SAFE_INTEGER),
    limit: readWholeNumber(query, 'limit', defaultLimit, maxLimit),
    fields: fields ? fields.split(',').map((name) => knownField('fields', name.trim(), known)) : null,
    sort: sort ? knownField('sort', sort, known) : null,
    descending: order === 'desc',
  }
}

function readWholeNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name)
  if (text === null) return fallback
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (value >= 1 && value <= max) return value
  const bound = max === maxLimit ? `from 1 to ${maxLimit}` : 'from 1'
  throw new Refusal(400, `${name} must be a whole number ${bound}.`)
}

function knownField(parameter: string, name: string, known: readonly string[]): string {
  if (known.includes(name)) return name
  throw new Refusal(400, `${parameter} names "${name}", which is not one of: ${known.join(', ')}.`)
}
