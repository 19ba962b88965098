import { IconInfoCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonNote, TestName } from '../../../shared/domain/comparison.ts'
import { formatP } from '../../../shared/format/numbers.ts'
import classes from './compare.module.css'

/** What the size of the groups cannot show, and what was left out, before the numbers that it concerns. */
export function Notes({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('compare')
  const lines = [...comparison.notes.map((note) => toWords(note, t)), ...toReading(comparison, t)]
  if (lines.length === 0) return null
  return (
    <section className={classes.notes} aria-label={t('notes.title')}>
      <IconInfoCircle size={16} stroke={1.5} aria-hidden />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

/** How the numbers are to be read: what the table alone does not say. */
function toReading(
  { test, rows, notes, noise, fewValues, leastPairwiseP }: Comparison,
  t: TFunction<'compare'>,
): string[] {
  const untested = rows.filter(({ p }) => p === null).length
  // Where the groups themselves are as small, a note says so.
  const isNoted = notes.some((note) => note.kind === 'smallGroups' && note.least === fewValues?.least)
  return [
    ...(rankTests.has(test) ? [t('notes.byRanks')] : []),
    ...(test === 'kruskal-wallis' ? [t('notes.byChiSquare')] : []),
    ...(rows.some(({ exact }) => exact === false) ? [t('notes.approximated')] : []),
    ...(fewValues && !isNoted
      ? [t('notes.fewValues', { count: fewValues.pathways, least: fewValues.least })]
      : []),
    ...(leastPairwiseP
      ? [
          t('notes.leastPairwiseP', {
            p: formatP(leastPairwiseP.p),
            pHolm: formatP(leastPairwiseP.pHolm),
          }),
        ]
      : []),
    ...(noise ? [t('notes.replicates'), t('notes.noise', noise)] : []),
    ...(untested > 0 ? [t('notes.withoutP', { count: untested })] : []),
  ]
}

/** Two groups by ranks: their difference is of the means all the same. */
const rankTests: ReadonlySet<TestName> = new Set(['mann-whitney', 'wilcoxon-signed-rank'])

function toWords(note: ComparisonNote, t: TFunction<'compare'>): string {
  switch (note.kind) {
    case 'leastP': {
      const least = t('notes.leastP', { p: formatP(note.p), leastQ: formatP(note.leastQ) })
      return note.undercut === 0 ? least : `${least} ${t('notes.undercut', { count: note.undercut })}`
    }
    case 'smallGroups':
      return t('notes.smallGroups', { least: note.least })
    case 'severalInPair':
      return t('notes.severalInPair', { count: note.pairs })
    case 'noReplicates':
      return t('notes.noReplicates')
    case 'severalServices':
      return t('notes.severalServices', { services: note.services.join(', ') })
    case 'joinedNames': {
      const names = note.names.map((name) => `“${name}”`).join(', ')
      const joined = t('notes.joinedNames', { names, pathway: note.pathway })
      if (note.samplesWithSeveral === 0) return joined
      return `${joined} ${t('notes.joinedSeveral', { count: note.samplesWithSeveral })}`
    }
    default:
      return t(`notes.${note.kind}`, { count: note.samples })
  }
}
