import { Box, Flex, Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import {
  coverageMeans,
  type DrugMatch,
  formatCoverage,
  type MatchDirection,
  type MatchedDrug,
  type MatchedPathway,
} from '../../../shared/domain/drugs/drugMatch.ts'
import { effectNames } from '../../../shared/domain/results/describeComparison.ts'
import { applyNumberFormat, columnFormat } from '../../../shared/format/numbers.ts'
import { toCopied } from '../../../shared/tables/column.ts'
import type { Copied } from '../../../shared/tables/copyTable.ts'
import { matchColumns, toMatchedRows } from '../../../shared/tables/matches.ts'
import { useCall } from '../../client/call.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { ReferenceLinks } from '../../ui/lists/ReferenceLinks.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { SmallTable } from '../../ui/table/SmallTable.tsx'
import { Timestamp, TranslatedMessage, useTranslator } from '../../ui/text/formats.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import classes from './drugMatches.module.css'
import { FetchPathways } from './FetchPathways.tsx'

type Props = {
  /** The kind of profile, which selects the titles. */
  subject: 'difference' | 'profile'
  profile: Input<'drugs.match'>['profile']
  limit: number
  direction: MatchDirection
  setDirection(direction: MatchDirection): void
  about: ReactNode
  sideOf?(value: number): string
  /** Shown if the profile has no values. */
  noProfile: ReactNode
}

/** The order used in the overview. */
const directions: readonly MatchDirection[] = ['mimicking', 'opposing']

/** Lists cached drugs that oppose or mimic a profile, with a button to fetch missing directions. */
export function DrugMatches({ subject, profile, limit, direction, setDirection, about, ...shown }: Props) {
  const { t } = useTranslation('state')
  const { data, failure, loading, refetch } = useCall('drugs.match', { profile, direction, limit })
  // A sample's matches are only one section of its page.
  const isWholeScreen = subject === 'difference'
  return (
    <>
      <Flex rowGap="sm" columnGap="md" wrap="wrap" align="center">
        <Title order={isWholeScreen ? 2 : 3} fz={isWholeScreen ? 'lg' : 'sm'}>
          {t(`drugMatches.title.${subject}.${direction}`)}
        </Title>
        <SegmentedControl
          aria-label={t('term.whichDrugs')}
          value={direction}
          onChange={setDirection}
          data={directions.map((value) => ({ value, label: t(`drugMatches.directions.${value}`) }))}
        />
        <Hint>{about}</Hint>
      </Flex>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} retry={() => void refetch()} />}
      {data && !failure && <Matches match={data} {...shown} />}
    </>
  )
}

type MatchesProps = Pick<Props, 'sideOf' | 'noProfile'> & { match: DrugMatch }

/** Lists the drugs with reasons, below a note about the limits of such a list. */
function Matches({ match, noProfile, ...shown }: MatchesProps) {
  const { t } = useTranslation('ui')
  if (match.why === 'noProfile' || match.why === 'noneFound') return noProfile
  const { cached, withPathways, withoutPathways, matched } = match.counts
  const isListed = match.drugs.length > 0
  // If no pathways were fetched at all, the button that fetches them explains that.
  const isKnown = withPathways > 0 || (cached > 0 && withoutPathways === 0)
  return (
    <>
      <p className={classes.isNot}>{t('matched.isNot')}</p>
      {isListed && (
        <Hint>
          <TranslatedMessage text={coverageMeans} />
        </Hint>
      )}
      <FetchPathways counts={match.counts} />
      {!isListed && isKnown && (
        <Text fz="sm">
          {matched === 0
            ? t('matched.noneMatched', { count: cached, withPathways })
            : t(`matched.noneListed.${match.direction}`, { count: matched })}
        </Text>
      )}
      {isListed && <Listed match={match} {...shown} />}
    </>
  )
}

function Listed({ match, sideOf }: Pick<MatchesProps, 'match' | 'sideOf'>) {
  const { t } = useTranslation('ui')
  const translate = useTranslator()
  const unit = match.unit === 'z' ? 'z' : translate(effectNames[match.unit])
  const { direction, drugs, counts } = match
  const [reasons, against] = reasonsIn[direction]
  const format = columnFormat(
    drugs.flatMap(({ opposes, follows }) => [...opposes, ...follows].map(({ value }) => value)),
  )
  const describe = (value: number): string => {
    const number = `${value > 0 ? '+' : ''}${format(value)}`
    return sideOf ? `${sideOf(value)} (${number})` : number
  }
  return (
    <>
      <Group gap="sm" wrap="nowrap">
        {match.synthetic && <SyntheticMark />}
        <Hint flex={1}>
          {t(`matched.listed.${direction}`, { count: drugs.length })}{' '}
          {t('matched.counts', { ...counts, count: counts.matched })}
        </Hint>
        <CopyAs inTools read={() => toCopiedDrugs(match)} />
      </Group>
      <Box style={{ overflowX: 'auto' }}>
        <SmallTable
          rows={drugs}
          rowKey={({ drugId }) => drugId}
          columns={[
            { head: t('term.rank'), numeric: true, cell: (drug) => drugs.indexOf(drug) + 1 },
            { head: t('term.drug'), name: true, width: '26%', cell: (drug) => <Drug drug={drug} /> },
            {
              head: <span title={t(`matched.scoreHint.${direction}`)}>{t('term.score')}</span>,
              numeric: true,
              cell: ({ score }) => applyNumberFormat(score.toFixed(3)),
              title: ({ score }) => String(score),
            },
            {
              head: <span title={t('matched.coverageHint')}>{t('matched.coverage')}</span>,
              numeric: true,
              cell: ({ coverage }) => applyNumberFormat(formatCoverage(coverage)),
              title: ({ coverage }) => String(coverage),
            },
            {
              head: t(`matched.${reasons}`, { unit }),
              cell: (drug) => <Reasons of={drug[reasons]} describe={describe} />,
            },
            {
              head: t(`matched.${against}`, { unit }),
              cell: (drug) => (
                <>
                  <Reasons of={drug[against]} describe={describe} />
                  {drug.directionUnknown.length > 0 && (
                    <Hint>
                      {t('matched.unknown')} <bdi>{drug.directionUnknown.join(', ')}</bdi>
                    </Hint>
                  )}
                </>
              ),
            },
            { head: t('term.fetched'), cell: ({ fetchedAt }) => <Timestamp at={fetchedAt} /> },
          ]}
        />
      </Box>
      <Hint>
        {t('matched.legend', {
          score: t(`matched.scoreHint.${direction}`),
          coverage: t('matched.coverageHint'),
        })}
      </Hint>
    </>
  )
}

/** The order of reasons: first those for a drug's rank, then those against it. */
const reasonsIn = { opposing: ['opposes', 'follows'], mimicking: ['follows', 'opposes'] } as const

function Drug({ drug }: { drug: MatchedDrug }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <TextLink to="/library/drugs" search={{ drug: drug.drugId }}>
        <bdi>{drug.name}</bdi>
      </TextLink>
      {drug.givenTo !== null && <Hint>{t('matched.given', { group: drug.givenTo })}</Hint>}
      {drug.category !== null && <Hint>{drug.category}</Hint>}
      <ReferenceLinks name={drug.name} ids={drug.ids} />
    </>
  )
}

/** `describe`: describes a value of the profile in words and numbers. */
type ReasonsProps = { of: readonly MatchedPathway[]; describe(value: number): string }

function Reasons({ of, describe }: ReasonsProps) {
  const { t } = useTranslation('ui')
  if (of.length === 0) return <Hint>{t('term.none')}</Hint>
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

const toCopiedDrugs = (match: DrugMatch): Copied =>
  toCopied(
    matchColumns.filter(({ name }) => name !== 'service'),
    toMatchedRows(match),
    match,
  )
