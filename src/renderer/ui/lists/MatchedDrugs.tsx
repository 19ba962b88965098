import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugMatch, MatchedDrug, MatchedPathway } from '../../../shared/domain/drugs/drugMatch.ts'
import type { Copied } from '../../../shared/format/copyTable.ts'
import { formatAlone, formatP, formatValue } from '../../../shared/format/numbers.ts'
import { CopyAs } from '../copy/CopyAs.tsx'
import { SyntheticMark } from '../feedback/Badges.tsx'
import { Timestamp } from '../text/Timestamp.tsx'
import classes from './MatchedDrugs.module.css'

/** `sideOf`: what a value of the profile says in words. `noProfile`: what stands here where nothing can be opposed. */
type Props = { match: DrugMatch; unit: string; sideOf?(value: number): string; noProfile: ReactNode }

/** Kept drugs whose known directions oppose a profile, each with its reasons, below what such a list is not. */
export function MatchedDrugs({ match, unit, sideOf, noProfile }: Props) {
  const { t } = useTranslation('ui')
  if (match.why === 'noProfile') return noProfile
  return (
    <>
      <p className={classes.isNot}>{t('matched.isNot')}</p>
      {match.why === 'noDrugs' ? (
        <NoDrugs counts={match.counts} />
      ) : (
        <Listed match={match} unit={unit} sideOf={sideOf} />
      )}
    </>
  )
}

type ListedProps = Pick<Props, 'match' | 'unit'> & { sideOf: Props['sideOf'] }

function Listed({ match, unit, sideOf }: ListedProps) {
  const { t } = useTranslation('ui')
  const { cached, withPathways, matched } = match.counts
  return (
    <>
      <div className={classes.head}>
        {match.synthetic && <SyntheticMark />}
        <p className={classes.hint}>
          {t('matched.counts', { count: matched, shown: match.drugs.length, cached, withPathways })}
        </p>
        <CopyAs inTools read={() => toCopiedDrugs(match)} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.drugs}>
          <Columns unit={unit} />
          <tbody>
            {match.drugs.map((drug, index) => (
              <Row key={drug.drugId} drug={drug} rank={index + 1} sideOf={sideOf} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.hint}>
        {t('matched.legend', { score: t('matched.scoreHint'), coverage: t('matched.coverageHint') })}
      </p>
    </>
  )
}

function NoDrugs({ counts }: Pick<DrugMatch, 'counts'>) {
  const { t } = useTranslation('ui')
  const navigate = useNavigate()
  const why = counts.cached === 0 ? 'noneCached' : counts.withPathways === 0 ? 'noPathways' : 'noneMatched'
  return (
    <div className={classes.none}>
      <p>{t(`matched.${why}`, { count: counts.cached })}</p>
      <Button size="xs" variant="default" onClick={() => void navigate({ to: '/drugs/offline' })}>
        {t('matched.keep')}
      </Button>
    </div>
  )
}

function Columns({ unit }: { unit: string }) {
  const { t } = useTranslation('ui')
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.number}>
          {t('matched.rank')}
        </th>
        <th scope="col">{t('matched.drug')}</th>
        <th scope="col" className={classes.number} title={t('matched.scoreHint')}>
          {t('matched.score')}
        </th>
        <th scope="col" className={classes.number} title={t('matched.coverageHint')}>
          {t('matched.coverage')}
        </th>
        <th scope="col">{t('matched.opposes', { unit })}</th>
        <th scope="col">{t('matched.follows', { unit })}</th>
        <th scope="col">{t('matched.unknown')}</th>
        <th scope="col">{t('matched.fetched')}</th>
      </tr>
    </thead>
  )
}

type RowProps = { drug: MatchedDrug; rank: number; sideOf: Props['sideOf'] }

function Row({ drug, rank, sideOf }: RowProps) {
  return (
    <tr>
      <td className={classes.number}>{rank}</td>
      <th scope="row">
        <Link to="/drugs" search={{ drug: drug.drugId }} className={classes.link}>
          <bdi>{drug.name}</bdi>
        </Link>
        {drug.category !== null && <div className={classes.hint}>{drug.category}</div>}
      </th>
      <td className={classes.number} title={String(drug.score)}>
        {formatValue(drug.score)}
      </td>
      <td className={classes.number} title={String(drug.coverage)}>
        {formatP(drug.coverage)}
      </td>
      <td>
        <Reasons of={drug.opposes} sideOf={sideOf} />
      </td>
      <td>
        <Reasons of={drug.follows} sideOf={sideOf} />
      </td>
      <td>{drug.directionUnknown.length === 0 ? <None /> : <bdi>{drug.directionUnknown.join(', ')}</bdi>}</td>
      <td>
        <Timestamp at={drug.fetchedAt} />
      </td>
    </tr>
  )
}

function Reasons({ of, sideOf }: { of: readonly MatchedPathway[]; sideOf: Props['sideOf'] }) {
  const { t } = useTranslation('ui')
  if (of.length === 0) return <None />
  return (
    <ul className={classes.reasons}>
      {of.map(({ pathway, direction, value }) => (
        <li key={pathway}>
          {t(`direction.${direction}`)} <bdi>{pathway}</bdi>{' '}
          <span title={String(value)}>
            ({[signed(value), ...(sideOf ? [sideOf(value)] : [])].join(t('between'))})
          </span>
        </li>
      ))}
    </ul>
  )
}

function None() {
  const { t } = useTranslation('ui')
  return <span className={classes.hint}>{t('matched.none')}</span>
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatAlone(value)}`

/** Matched drugs for the clipboard, each with its reasons. */
const toCopiedDrugs = (match: DrugMatch): Copied => ({
  json: match,
  table: {
    columns: [
      'rank',
      'drug_id',
      'name',
      'category',
      'score',
      'coverage',
      'opposes',
      'follows',
      'direction_unknown',
      'unit',
      'fetched_at',
      'synthetic',
    ],
    rows: match.drugs.map((drug, index) => [
      index + 1,
      drug.drugId,
      drug.name,
      drug.category,
      drug.score,
      drug.coverage,
      toReasons(drug.opposes),
      toReasons(drug.follows),
      drug.directionUnknown.join('; '),
      match.unit,
      drug.fetchedAt,
      match.synthetic ? 'yes' : 'no',
    ]),
  },
})

const toReasons = (pathways: readonly MatchedPathway[]): string =>
  pathways.map(({ pathway, direction, value }) => `${direction} ${pathway} (${value})`).join('; ')
