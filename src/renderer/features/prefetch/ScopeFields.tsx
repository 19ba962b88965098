import { Radio, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DrugSet } from '../../../shared/domain/drug.ts'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './prefetch.module.css'
import type { Kind, Wish } from './wish.ts'

const kinds: readonly Kind[] = ['catalogue', 'category', 'set']

type Props = {
  wish: Wish
  change(part: Partial<Wish>): void
  categories: readonly { value: string; count: number }[]
  sets: readonly DrugSet[]
}

/** Which drugs: all of them, those of a category that is known here, or those of a list. */
export function ScopeFields({ wish, change, categories, sets }: Props) {
  const { t, i18n } = useTranslation('prefetch')
  const number = numberFormatter(i18n.language)
  const counted = (name: string, count: number) => `${name} (${number.format(count)})`
  return (
    <div>
      <Radio.Group
        label={t('form.scope')}
        value={wish.kind}
        onChange={(value) => change({ kind: kinds.find((kind) => kind === value) ?? 'catalogue' })}
      >
        <Stack gap={8} mt={8}>
          {kinds.map((kind) => (
            <Radio key={kind} size="xs" value={kind} label={t(`scope.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {wish.kind === 'category' && (
        <Select
          className={classes.choice ?? ''}
          size="xs"
          searchable
          openOnFocus={false}
          limit={200}
          aria-label={t('form.category')}
          placeholder={t('form.category')}
          description={t('form.categoryHint')}
          nothingFoundMessage={t('form.nothing')}
          value={wish.category}
          onChange={(category) => change({ category })}
          data={withChosen(
            categories
              .filter(({ value }) => value !== '')
              .map(({ value, count }) => ({ value, label: counted(value, count) })),
            wish.category,
          )}
        />
      )}
      {wish.kind === 'set' && (
        <Select
          className={classes.choice ?? ''}
          size="xs"
          searchable
          openOnFocus={false}
          aria-label={t('form.set')}
          placeholder={t('form.set')}
          nothingFoundMessage={t('form.nothing')}
          value={wish.setId}
          onChange={(setId) => change({ setId })}
          data={sets.map(({ setId, name, kind, count }) => ({
            value: setId,
            label: counted(kind === 'favourites' ? t('favourites') : name, count),
          }))}
        />
      )}
    </div>
  )
}

/** A category that the address names may not be among those kept here yet. */
function withChosen(data: { value: string; label: string }[], chosen: string | null) {
  const isThere = chosen === null || data.some(({ value }) => value === chosen)
  return isThere ? data : [{ value: chosen, label: chosen }, ...data]
}
