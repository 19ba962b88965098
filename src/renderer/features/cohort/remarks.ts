import type { TFunction } from 'i18next'
import type { JoinedNames, ViewReference } from '../../../shared/domain/cohort.ts'

const mostNamed = 6

/** Names as a list that ends where it would be too long to read. `t` of the namespace `cohort`. */
export function listed(names: readonly string[], t: TFunction<'cohort'>): string {
  const first = names.slice(0, mostNamed).join(', ')
  return names.length > mostNamed
    ? t('remarks.more', { names: first, count: names.length - mostNamed })
    : first
}

/** Spellings of one pathway that were put together. */
export const toldJoined = (joined: readonly JoinedNames[], t: TFunction<'cohort'>): string[] =>
  joined.map(({ pathway, names, samplesWithSeveral }) => {
    const said = t('remarks.joined', { names: names.map((name) => `“${name}”`).join(', '), pathway })
    return samplesWithSeveral === 0
      ? said
      : `${said} ${t('remarks.joinedSeveral', { count: samplesWithSeveral })}`
  })

/** Samples without a result, and pathways without a z-score. */
export function toldMissing(
  { withoutResult, reference }: { withoutResult: number; reference: readonly ViewReference[] },
  t: TFunction<'cohort'>,
): string[] {
  const without = reference.filter(({ why }) => why !== null).map(({ pathway }) => pathway)
  return [
    ...(withoutResult > 0 ? [t('remarks.withoutResult', { count: withoutResult })] : []),
    ...(without.length > 0 ? [t('remarks.noZ', { count: without.length, names: listed(without, t) })] : []),
  ]
}
