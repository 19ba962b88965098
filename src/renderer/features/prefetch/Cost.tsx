import { useTranslation } from 'react-i18next'
import { numberFormatter } from '../../ui/formats.ts'
import classes from './prefetch.module.css'
import { mostRequests, toSpan, type Wish } from './wish.ts'

type Props = { wish: Wish; known: { drugs: number; orMore: boolean } | null; perHour: number }

/** What a wish takes: requests and time, as far as the number of drugs is known. */
export function Cost({ wish: { kind, detail }, known, perHour }: Props) {
  const { t, i18n } = useTranslation('prefetch')
  if (known === null) return <p className={classes.cost}>{t('estimate.unknown')}</p>
  const number = numberFormatter(i18n.language)
  const requests = mostRequests(kind, detail, known.drugs)
  const span = toSpan((requests / perHour) * 3600)
  const values = {
    drugs: number.format(known.drugs),
    requests: number.format(requests),
    time: t(`span.${span.unit}`, { count: span.count }),
    count: requests,
  }
  return <p className={classes.cost}>{t(known.orMore ? 'estimate.orMore' : 'estimate.exact', values)}</p>
}
