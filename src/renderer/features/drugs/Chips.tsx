import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DrugFacets } from '../../../shared/domain/drug.ts'
import classes from './drugs.module.css'
import type { Filters } from './Facets.tsx'
import { noFilters } from './view.ts'

type Props = { facets: DrugFacets | undefined; chosen: Filters; choose(change: Partial<Filters>): void }

/** The filters in force, each to be taken away. */
export function Chips({ facets, chosen, choose }: Props) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const { category, pathway, direction } = chosen
  const titleOf = (key: string) => facets?.pathways.find((one) => one.pathway === key)?.title ?? key
  const chips = [
    category !== undefined && { facet: 'category' as const, label: category },
    pathway !== undefined && { facet: 'pathway' as const, label: titleOf(pathway) },
    direction !== undefined && { facet: 'direction' as const, label: words(`direction.${direction}`) },
  ].filter((chip) => chip !== false)
  if (chips.length === 0) return null
  return (
    <fieldset className={classes.chips} aria-label={t('chips.label')}>
      {chips.map(({ facet, label }) => (
        <button
          key={facet}
          type="button"
          className={classes.chip}
          aria-label={t('chips.remove', { facet: t(`facets.${facet}`), label })}
          title={label}
          onClick={() => choose({ [facet]: undefined })}
        >
          <span className={classes.chipFacet}>{t(`facets.${facet}`)}</span>{' '}
          <span className={classes.chipLabel}>
            <bdi>{label}</bdi>
          </span>
          <IconX size={12} stroke={1.75} aria-hidden />
        </button>
      ))}
      {chips.length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" c="dimmed" onClick={() => choose(noFilters)}>
          {t('chips.clear')}
        </Button>
      )}
    </fieldset>
  )
}
