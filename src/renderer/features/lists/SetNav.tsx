import { IconList, IconStar, IconTag, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DrugSet } from '../../../shared/domain/drug.ts'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './lists.module.css'

const kinds = ['favourites', 'set', 'tag'] as const
const icons: Record<DrugSet['kind'], TablerIcon> = { favourites: IconStar, set: IconList, tag: IconTag }

type Props = { sets: readonly DrugSet[]; chosen: string | undefined; choose(setId: string): void }

/** Favourites, the lists a person made, and their tags, each with how many drugs it holds. */
export function SetNav({ sets, chosen, choose }: Props) {
  const { t, i18n } = useTranslation('lists')
  const number = numberFormatter(i18n.language)
  return (
    <nav className={classes.nav} aria-label={t('nav')}>
      {kinds.map((kind) => {
        const group = sets.filter((set) => set.kind === kind)
        if (group.length === 0) return null
        const Icon = icons[kind]
        return (
          <section key={kind} className={classes.navGroup}>
            {kind !== 'favourites' && <h2 className={classes.navTitle}>{t(`kind.${kind}`)}</h2>}
            {group.map(({ setId, name, count }) => (
              <button
                key={setId}
                type="button"
                className={classes.navItem}
                aria-current={setId === chosen}
                title={name}
                onClick={() => choose(setId)}
              >
                <Icon size={16} stroke={1.5} aria-hidden />
                <span>{kind === 'favourites' ? t('kind.favourites') : name}</span>
                <span className={classes.count}>{number.format(count)}</span>
              </button>
            ))}
          </section>
        )
      })}
    </nav>
  )
}
