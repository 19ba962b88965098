import { Button } from '@mantine/core'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import type { DrugFacets } from '../../../shared/domain/drug.ts'
import { FacetGroup } from '../../ui/FacetGroup.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { useTranslator } from '../../ui/TranslatedMessage.tsx'
import classes from './drugs.module.css'
import type { Question } from './view.ts'

export type Filters = Pick<Question, 'category' | 'pathway' | 'direction'>

type Props = {
  facets: DrugFacets | undefined
  failure: Failure | null
  retry(): void
  choose(change: Partial<Filters>): void
} & Filters

/** What the drugs that match can be narrowed down by, with how many have each value. Drawn anew only with new counts. */
export const Facets = memo(function Facets({ facets, failure, retry, choose, ...chosen }: Props) {
  const { t, i18n } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const say = useTranslator()
  const number = numberFormatter(i18n.language)
  // A search cannot ask for drugs without a category; what can only be counted is no filter.
  const categories = facets?.categories
    .filter(({ value }) => value.trim() !== '')
    .map(({ value, count }) => ({
      value,
      label: value,
      count,
    }))
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
  if (none && facets.kept === 0) return null
  return (
    <nav className={classes.facets} aria-label={t('facets.label')}>
      {failure && (
        <p className={classes.facetsNote} role="status">
          {t('facets.failed')}
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            title={say(failure.message)}
            onClick={retry}
          >
            {words('retry')}
          </Button>
        </p>
      )}
      {none && <p className={classes.facetsNote}>{t('facets.nothing')}</p>}
      {!none && typeof facets?.countedOf === 'number' && (
        <p className={classes.facetsNote}>{t('facets.countedOf', { of: number.format(facets.countedOf) })}</p>
      )}
      <FacetGroup
        title={t('facets.category')}
        values={categories ?? []}
        selected={listed(chosen.category)}
        toggle={(value) => choose({ category: value === chosen.category ? undefined : value })}
      />
      <FacetGroup
        title={t('facets.pathway')}
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
    </nav>
  )
})

const listed = <V,>(value: V | undefined): V[] => (value === undefined ? [] : [value])
