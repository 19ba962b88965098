import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  coverageMeans,
  type DrugMatch,
  formatCoverage,
  type MatchedDrug,
  type MatchedPathway,
} from '../../../shared/domain/drugs/drugMatch.ts'
import { applyNumberFormat, columnFormat } from '../../../shared/format/numbers.ts'
import { toCopied } from '../../../shared/tables/column.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { matchColumns, toMatchedRows } from '../../../shared/tables/matches.ts'
import { CopyAs } from '../copy/CopyAs.tsx'
import { SyntheticMark } from '../feedback/Badges.tsx'
import { Timestamp } from '../text/Timestamp.tsx'
import { TranslatedMessage } from '../text/TranslatedMessage.tsx'
import classes from './MatchedDrugs.module.css'
import { ReferenceLinks } from './ReferenceLinks.tsx'

type Props = {
  match: DrugMatch
  unit: string
  /** Describes a value of the profile in words. */
  sideOf?(value: number): string
  /** Shown if the profile has no values. */
  noProfile: ReactNode
  /** A button to fetch missing directions; empty if none are missing. */
  fetchMissing: ReactNode
}

/**
 * Lists cached drugs that oppose or mimic a profile by their known directions, with reasons, below a note about the
 * limits of such a list.
 */
export function MatchedDrugs({ match, unit, sideOf, noProfile, fetchMissing }: Props) {
  const { t } = useTranslation('ui')
  if (match.why === 'noProfile' || match.why === 'noneFound') return noProfile
  const { cached, withPathways, withoutPathways, matched } = match.counts
  // If no pathways were fetched at all, the button that fetches them explains that.
  const isKnown = withPathways > 0 || (cached > 0 && withoutPathways === 0)
  return (
    <>
      <p className={classes.isNot}>{t('matched.isNot')}</p>
      {match.drugs.length > 0 && (
        <p className={classes.hint}>
          <TranslatedMessage text={coverageMeans} />
        </p>
      )}
      {fetchMissing}
      {match.drugs.length === 0 && isKnown && (
        <Box component="p" m={0} fz="sm">
          {matched === 0
            ? t('matched.noneMatched', { count: cached, withPathways })
            : t(`matched.noneListed.${match.direction}`, { count: matched })}
        </Box>
      )}
      {match.drugs.length > 0 && <Listed match={match} unit={unit} sideOf={sideOf} />}
    </>
  )
}

type ListedProps = Pick<Props, 'match' | 'unit'> & { sideOf: Props['sideOf'] }

function Listed({ match, unit, sideOf }: ListedProps) {
  const { t } = useTranslation('ui')
  const { direction, drugs, counts } = match
  const format = columnFormat(
    drugs.flatMap(({ opposes, follows }) => [...opposes, ...follows].map(({ value }) => value)),
  )
  const describe = (value: number): string => {
    const number = `${value > 0 ? '+' : ''}${format(value)}`
    return sideOf ? `${sideOf(value)} (${number})` : number
  }
  return (
    <>
      <div className={classes.head}>
        {match.synthetic && <SyntheticMark />}
        <p className={classes.hint}>
          {t(`matched.listed.${direction}`, { count: drugs.length })}{' '}
          {t('matched.counts', { ...counts, count: counts.matched })}
        </p>
        <CopyAs inTools read={() => toCopiedDrugs(match)} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.drugs}>
          <Columns unit={unit} direction={direction} />
          <tbody>
            {drugs.map((drug, index) => (
              <Row key={drug.drugId} drug={drug} rank={index + 1} direction={direction} describe={describe} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.hint}>
        {t('matched.legend', {
          score: t(`matched.scoreHint.${direction}`),
          coverage: t('matched.coverageHint'),
        })}
      </p>
    </>
  )
}

/** The order of reasons: first those for a drug's rank, then those against it. */
const reasonsIn = {
  opposing: ['opposes', 'follows'],
  mimicking: ['follows', 'opposes'],
} as const

function Columns({ unit, direction }: { unit: string; direction: DrugMatch['direction'] }) {
  const { t } = useTranslation('ui')
  return (
    <thead>
      <tr>
        <th scope="col" className={classes.number}>
          {t('matched.rank')}
        </th>
        <th scope="col">{t('matched.drug')}</th>
        <th scope="col" className={classes.number} title={t(`matched.scoreHint.${direction}`)}>
          {t('matched.score')}
        </th>
        <th scope="col" className={classes.number} title={t('matched.coverageHint')}>
          {t('matched.coverage')}
        </th>
        {reasonsIn[direction].map((side) => (
          <th key={side} scope="col">
            {t(`matched.${side}`, { unit })}
          </th>
        ))}
        <th scope="col">{t('matched.fetched')}</th>
      </tr>
    </thead>
  )
}

type RowProps = {
  drug: MatchedDrug
  rank: number
  direction: DrugMatch['direction']
  /** Describes a value of the profile in words and numbers. */
  describe(value: number): string
}

function Row({ drug, rank, direction, describe }: RowProps) {
  const { t } = useTranslation('ui')
  const [reasons, against] = reasonsIn[direction]
  return (
    <tr>
      <td className={classes.number}>{rank}</td>
      <th scope="row">
        <Link to="/library/drugs" search={{ drug: drug.drugId }} className={classes.link}>
          <bdi>{drug.name}</bdi>
        </Link>
        {drug.givenTo !== null && (
          <div className={classes.hint}>{t('matched.given', { group: drug.givenTo })}</div>
        )}
        {drug.category !== null && <div className={classes.hint}>{drug.category}</div>}
        <ReferenceLinks name={drug.name} ids={drug.ids} />
      </th>
      <td className={classes.number} title={String(drug.score)}>
        {applyNumberFormat(drug.score.toFixed(3))}
      </td>
      <td className={classes.number} title={String(drug.coverage)}>
        {applyNumberFormat(formatCoverage(drug.coverage))}
      </td>
      <td>
        <Reasons of={drug[reasons]} describe={describe} />
      </td>
      <td>
        <Reasons of={drug[against]} describe={describe} />
        {drug.directionUnknown.length > 0 && (
          <p className={classes.hint}>
            {t('matched.unknown')} <bdi>{drug.directionUnknown.join(', ')}</bdi>
          </p>
        )}
      </td>
      <td>
        <Timestamp at={drug.fetchedAt} />
      </td>
    </tr>
  )
}

type ReasonsProps = { of: readonly MatchedPathway[] } & Pick<RowProps, 'describe'>

/** Lists each pathway with the drug's effect on it and the profile's value. */
function Reasons({ of, describe }: ReasonsProps) {
  const { t } = useTranslation('ui')
  if (of.length === 0) return <span className={classes.hint}>{t('matched.none')}</span>
  return (
    <ul className={classes.reasons}>
      {of.map(({ pathway, direction, value }) => (
        <li key={pathway}>
          {t(`matched.drugDoes.${direction}`)} <bdi>{pathway}</bdi>
          <Box component="span" display="block" c="dimmed" title={String(value)}>
            {describe(value)}
          </Box>
        </li>
      ))}
    </ul>
  )
}

/** Returns the matched drugs with their reasons, for the clipboard. */
const toCopiedDrugs = (match: DrugMatch): Copied =>
  toCopied(
    matchColumns.filter(({ name }) => name !== 'service'),
    toMatchedRows(match),
    match,
  )
