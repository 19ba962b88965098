import { useTranslation } from 'react-i18next'
import classes from './drugs.module.css'

type Props = {
  categories: readonly { category: string; count: number }[]
  chosen: string | undefined
  choose(category: string | undefined): void
}

/** The facets: every category that a kept drug has, with how many have it. */
export function Categories({ categories, chosen, choose }: Props) {
  const { t, i18n } = useTranslation('drugs')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <nav className={classes.facets} aria-label={t('categories')}>
      <h2 className={classes.facetsTitle} title={t('categoriesHint')}>
        {t('categories')}
      </h2>
      <button
        type="button"
        className={classes.facet}
        aria-pressed={chosen === undefined}
        onClick={() => choose(undefined)}
      >
        <span>{t('all')}</span>
      </button>
      {categories.map(({ category, count }) => (
        <button
          key={category}
          type="button"
          className={classes.facet}
          aria-pressed={chosen === category}
          title={category}
          onClick={() => choose(chosen === category ? undefined : category)}
        >
          <span>{category || t('noCategory')}</span>
          <span className={classes.count}>{number.format(count)}</span>
        </button>
      ))}
    </nav>
  )
}
