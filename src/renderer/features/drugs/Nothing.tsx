import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import classes from './drugs.module.css'

type Props = {
  text: string
  filtered: boolean
  /** The service was not asked, or did not answer. */
  cacheOnly: boolean
  keptNone: boolean
  clearText(): void
  clearFilters(): void
  again(): void
}

/** Why no drug is shown, and the next step. */
export function Nothing(props: Props) {
  const { text, filtered, cacheOnly, keptNone } = props
  const { t } = useTranslation('drugs')
  const asked = text !== '' || filtered
  if (cacheOnly && (keptNone || !asked))
    return <Empty title={t('nothingKept.title')} text={t('nothingKept.text')} action={<ToOffline />} />
  if (!asked)
    return (
      <Empty
        title={t('empty.title')}
        text={t('empty.text')}
        action={<Button onClick={props.again}>{t('empty.action')}</Button>}
      />
    )
  return (
    <Empty
      title={text ? t('noMatch.title', { text: shortened(text) }) : t('noMatch.filtered')}
      text={t(cacheOnly ? 'noMatch.cacheText' : 'noMatch.text')}
      action={
        <div className={classes.nothingActions}>
          {filtered && (
            <Button variant="default" onClick={props.clearFilters}>
              {t('noMatch.clearFilters')}
            </Button>
          )}
          {text !== '' && (
            <Button variant="default" onClick={props.clearText}>
              {t('noMatch.action')}
            </Button>
          )}
        </div>
      }
    />
  )
}

const Empty = (props: Parameters<typeof EmptyState>[0]) => (
  <div className={classes.nothing}>
    <EmptyState {...props} />
  </div>
)

function ToOffline() {
  const { t } = useTranslation('drugs')
  return (
    <Button component={Link} to="/drugs/offline">
      {t('nothingKept.action')}
    </Button>
  )
}

const mostRepeated = 80
const shortened = (text: string) => (text.length > mostRepeated ? `${text.slice(0, mostRepeated)}…` : text)
