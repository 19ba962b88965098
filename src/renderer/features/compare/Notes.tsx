import { IconInfoCircle } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Comparison, ComparisonNote } from '../../../shared/domain/comparison.ts'
import { formatP } from '../../ui/numbers.ts'
import classes from './compare.module.css'

/** What the size of the groups cannot show, and what was left out, before the numbers that it concerns. */
export function Notes({ comparison }: { comparison: Comparison }) {
  const { t } = useTranslation('compare')
  const untested = comparison.rows.filter(({ p }) => p === null).length
  const lines = [
    ...comparison.notes.map((note) => toWords(note, t)),
    ...(comparison.noise ? [t('notes.replicates')] : []),
    ...(untested > 0 ? [t('notes.withoutP', { count: untested })] : []),
  ]
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

function toWords(note: ComparisonNote, t: TFunction<'compare'>): string {
  switch (note.kind) {
    case 'leastP':
      return t('notes.leastP', { p: formatP(note.p), leastQ: formatP(note.leastQ) })
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
