import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../../shared/contract/failures.ts'
import type { DrugFacets } from '../../../../shared/domain/drugs/drug.ts'
import { FacetGroup, FacetNav, FacetNote } from '../../../ui/lists/FacetGroup.tsx'
import shared from '../../../ui/shared.module.css'
import { numberFormatter } from '../../../ui/text/formats.tsx'
import classes from '../drugs.module.css'
import { noFilters, type Question } from './view.ts'

type Filters = Pick<Question, 'category' | 'pathway' | 'direction'>

type Props = {
  facets: DrugFacets | undefined
  failure: Failure | null
  retry(): void
  choose(change: Partial<Filters>): void
} & Filters

/** Offers filters with the number of matching drugs for each value. Memoized. */
export const Facets = memo(function Facets({ facets, failure, retry, choose, ...chosen }: Props) {
  const { t, i18n } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const number = numberFormatter(i18n.language)
  // Drugs without a category are counted, but cannot be searched for.
  const categories = facets?.categories
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, count }) => ({ value, label: value, count }))
  const pathways = facets?.pathways.map(({ pathway, title, count }) => ({
    value: pathway,
    label: title,
    count,
  }))
  const directions = facets?.directions.map(({ value, count }) => ({
    value,
    label: words(`direction.${value}`),
    count,
  }))
  const none = facets && [categories, pathways, directions].every((values) => values?.length === 0)
  if (none && facets.cached === 0) return null
  return (
    <FacetNav label={t('term.filters')} failure={failure} retry={retry}>
      {none && <FacetNote>{t('facets.nothing')}</FacetNote>}
      {!none && typeof facets?.countedOf === 'number' && (
        <FacetNote>{t('facets.countedOf', { of: number.format(facets.countedOf) })}</FacetNote>
      )}
      <FacetGroup
        title={t('term.category')}
        values={categories ?? []}
        selected={listed(chosen.category)}
        toggle={(value) => choose({ category: value === chosen.category ? undefined : value })}
      />
      <FacetGroup
        title={t('term.pathway')}
        values={pathways ?? []}
        selected={listed(chosen.pathway)}
        toggle={(value) => choose({ pathway: value === chosen.pathway ? undefined : value })}
      />
      <FacetGroup
        title={t('facets.direction')}
        values={directions ?? []}
        selected={listed(chosen.direction)}
        toggle={(value) => choose({ direction: value === chosen.direction ? undefined : value })}
      />
    </FacetNav>
  )
})

const listed = <V,>(value: V | undefined): V[] => (value === undefined ? [] : [value])

type ChipsProps = { facets: DrugFacets | undefined; chosen: Filters; choose(change: Partial<Filters>): void }

export function Chips({ facets, chosen, choose }: ChipsProps) {
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
          <span className={shared.dimmed}>{t(`facets.${facet}`)}</span>{' '}
          <span className={shared.truncate}>
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
