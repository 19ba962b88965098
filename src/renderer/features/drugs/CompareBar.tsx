import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { AddToList } from './AddToList.tsx'
import classes from './drugs.module.css'
import { type Choosing, compareSearch, mostCompared } from './useChosen.ts'

/** The drugs chosen to be compared, and what can be done with them. */
export const CompareBar = memo(function CompareBar({ choosing }: { choosing: Choosing }) {
  const { t } = useTranslation('drugs')
  const navigate = useNavigate()
  const { chosen, toggle, clear, isFull } = choosing
  if (chosen.length === 0) return null
  const compare = () => void navigate({ to: '/drugs/lists', search: compareSearch(chosen) as never })
  return (
    <section className={classes.compare} aria-label={t('compare.label')}>
      <output>
        {t(isFull ? 'compare.full' : 'compare.count', { count: chosen.length, most: mostCompared })}
      </output>
      <Button size="compact-sm" disabled={chosen.length < 2} onClick={compare}>
        {t('compare.action')}
      </Button>
      <AddToList drugs={chosen} />
      <Button size="compact-sm" variant="subtle" color="gray" onClick={clear}>
        {t('compare.clear')}
      </Button>
      <div className={classes.compareChips}>
        {chosen.map((drug) => (
          <button
            key={drug.drugId}
            type="button"
            className={classes.chip}
            aria-label={t('compare.remove', { name: drug.name })}
            onClick={() => toggle(drug)}
          >
            <span className={classes.chipLabel}>
              <bdi>{drug.name}</bdi>
            </span>
            <IconX size={12} stroke={1.75} aria-hidden />
          </button>
        ))}
      </div>
    </section>
  )
})
