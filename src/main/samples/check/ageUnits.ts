import type { Recipe } from '../../../shared/domain/importing.ts'

type AgeUnit = Recipe['ageUnit']

const words: Record<AgeUnit, readonly string[]> = {
  years: ['year', 'years', 'yr', 'yrs', 'jahr', 'jahre', 'jahren', '年', '岁'],
  months: ['month', 'months', 'mo', 'mos', 'monat', 'monate', 'monaten', '月', '月龄', '个月'],
  weeks: ['week', 'weeks', 'wk', 'wks', 'woche', 'wochen', '周', '周龄', '星期'],
  days: ['day', 'days', 'tag', 'tage', 'tagen', '天', '日龄'],
}

const unitOf = new Map(
  Object.entries(words).flatMap(([unit, names]) => names.map((name) => [name, unit as AgeUnit] as const)),
)

/** The unit that the header of a column of ages names, as “Age (weeks)” or “age_in_months” do; null for none. */
export function unitOfHeader(header: string): AgeUnit | null {
  const named = header
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap((word) => unitOf.get(word.replace(/^(?:年龄|age(?:in)?|alter(?:in)?)/, '')) ?? [])
  return new Set(named).size === 1 ? (named[0] ?? null) : null
}
