import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Direction, directionSchema } from '../../../shared/domain/drug.ts'
import type { Pathway } from '../../../shared/domain/pathway.ts'
import { useCall } from '../../client/useCall.ts'
import { DirectionWord } from '../../ui/DirectionWord.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { numberFormatter } from '../../ui/formats.ts'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './pathways.module.css'

const shownOfEach = 12

/** The drugs kept here that name the pathway, by what they do to it; each group leads to all of them. */
export function ActingDrugs({ detail }: { detail: Pathway }) {
  const { t } = useTranslation('pathways')
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>{t('drugs.title')}</h3>
      {detail.drugs === 0 ? (
        <p className={classes.dimmed}>{t('drugs.none')}</p>
      ) : (
        directionSchema.options.map((direction) => (
          <Group key={direction} pathway={detail.pathway} direction={direction} />
        ))
      )}
      <p className={classes.small}>{t('drugs.hint')}</p>
    </section>
  )
}

function Group({ pathway, direction }: { pathway: string; direction: Direction }) {
  const { t, i18n } = useTranslation('pathways')
  const found = useCall('drugs.search', { pathway, direction, from: 'cache', limit: shownOfEach })
  if (found.failure) return <FailureNotice failure={found.failure} retry={() => void found.refetch()} flush />
  if (!found.data) return <LoadingBar visible />
  const { hits, total, totalIsLeast } = found.data
  if (total === 0) return null
  const number = numberFormatter(i18n.language).format(total)
  return (
    <div className={classes.group}>
      <h4 className={classes.groupTitle}>
        <DirectionWord direction={direction} />
        <span className={classes.dimmed}>{totalIsLeast ? t('drugs.atLeast', { number }) : number}</span>
      </h4>
      <ul className={classes.drugs}>
        {hits.map(({ drugId, name }) => (
          <li key={drugId}>
            <Anchor
              fz={12}
              renderRoot={(props) => <Link {...props} to="/drugs" search={{ drug: drugId } as never} />}
            >
              <bdi>{name || drugId}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
      <Anchor
        fz={12}
        renderRoot={(props) => <Link {...props} to="/drugs" search={{ pathway, direction } as never} />}
      >
        {t('drugs.all', { number })}
      </Anchor>
    </div>
  )
}
