import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Comparison } from '../../../shared/domain/comparison.ts'
import type { DrugMatch, MatchedDrug, MatchedPathway } from '../../../shared/domain/drugMatch.ts'
import { formatAlone, formatP } from '../../charts/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './compare.module.css'
import { toCopiedDrugs } from './copiedDrugs.ts'
import type { Request } from './request.ts'

type Props = { comparison: Comparison; request: Request }

/** Kept drugs whose known directions oppose the difference, each with its reasons, below what this is not. */
export function OpposingDrugs({ comparison, request }: Props) {
  const { t } = useTranslation('compare')
  const why =
    comparison.measure !== 'activity' ? 'onlyActivity' : comparison.groups.length !== 2 ? 'onlyTwo' : null
  return (
    <section className={classes.canvas} aria-label={t('drugs.title')}>
      {why === null ? (
        <Matched first={comparison.groups[0]?.name ?? ''} request={request} />
      ) : (
        <p className={classes.hint}>{t(`drugs.${why}`)}</p>
      )}
    </section>
  )
}

function Matched({ first, request }: { first: string; request: Request }) {
  const match = useCall('drugs.match', { profile: { comparison: request }, limit: 50 })
  return (
    <>
      <LoadingBar visible={match.loading} />
      {match.failure && <FailureNotice flush failure={match.failure} retry={() => void match.refetch()} />}
      {match.data && !match.failure && <Drugs match={match.data} first={first} />}
    </>
  )
}

function Drugs({ match, first }: { match: DrugMatch; first: string }) {
  const { t } = useTranslation('compare')
  const navigate = useNavigate()
  const { kept, withPathways, matched } = match.counts
  const unit = match.unit === 'z' ? 'z' : t(`effects.${match.unit}`)
  if (match.why !== null)
    return (
      <EmptyState
        title={t('drugs.title')}
        text={t(`drugs.${match.why}`)}
        action={
          match.why === 'noDrugs' && (
            <Button variant="default" onClick={() => void navigate({ to: '/drugs/offline' })}>
              {t('drugs.toOffline')}
            </Button>
          )
        }
      />
    )
  return (
    <>
      <p className={classes.isNot}>{t('drugs.isNot')}</p>
      <div className={classes.drugsHead}>
        <p className={classes.hint}>{t('drugs.counts', { count: matched, kept, withPathways })}</p>
        <CopyAs inTools read={() => toCopiedDrugs(match)} />
      </div>
      <table className={classes.drugs}>
        <thead>
          <tr>
            <th scope="col">{t('drugs.rank')}</th>
            <th scope="col">{t('drugs.drug')}</th>
            <th scope="col" title={t('drugs.scoreHint')}>
              {t('drugs.score')}
            </th>
            <th scope="col" title={t('drugs.coverageHint')}>
              {t('drugs.coverage')}
            </th>
            <th scope="col">{t('drugs.opposes', { unit })}</th>
            <th scope="col">{t('drugs.follows', { unit })}</th>
            <th scope="col">{t('drugs.unknown')}</th>
            <th scope="col">{t('drugs.fetched')}</th>
          </tr>
        </thead>
        <tbody>
          {match.drugs.map((drug, index) => (
            <Row key={drug.drugId} drug={drug} rank={index + 1} first={first} />
          ))}
        </tbody>
      </table>
      <p className={classes.hint}>
        {t('drugs.score')}: {t('drugs.scoreHint')}. {t('drugs.coverage')}: {t('drugs.coverageHint')}.
      </p>
    </>
  )
}

function Row({ drug, rank, first }: { drug: MatchedDrug; rank: number; first: string }) {
  return (
    <tr>
      <td>{rank}</td>
      <th scope="row">
        <Link to="/drugs" search={{ drug: drug.drugId } as never} className={classes.link}>
          <bdi>{drug.name}</bdi>
        </Link>
        {drug.category !== null && <div className={classes.hint}>{drug.category}</div>}
      </th>
      <td title={String(drug.score)}>{formatAlone(drug.score)}</td>
      <td title={String(drug.coverage)}>{formatP(drug.coverage)}</td>
      <td>
        <Reasons of={drug.opposes} first={first} />
      </td>
      <td>
        <Reasons of={drug.follows} first={first} />
      </td>
      <td>{drug.directionUnknown.length === 0 ? <None /> : <bdi>{drug.directionUnknown.join(', ')}</bdi>}</td>
      <td>
        <Timestamp at={drug.fetchedAt} />
      </td>
    </tr>
  )
}

function Reasons({ of, first }: { of: readonly MatchedPathway[]; first: string }) {
  const { t } = useTranslation('compare')
  const { t: words } = useTranslation('ui')
  if (of.length === 0) return <None />
  return (
    <ul className={classes.reasons}>
      {of.map(({ pathway, direction, value }) => (
        <li key={pathway}>
          {words(`direction.${direction}`)} <bdi>{pathway}</bdi> ({formatAlone(value)},{' '}
          {t(value > 0 ? 'drugs.rises' : 'drugs.falls', { first })})
        </li>
      ))}
    </ul>
  )
}

function None() {
  const { t } = useTranslation('compare')
  return <span className={classes.hint}>{t('drugs.none')}</span>
}
