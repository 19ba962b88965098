import { Flex, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import { type MatchDirection, matchDirectionSchema } from '../../../shared/domain/drugs/drugMatch.ts'
import { effectNames } from '../../../shared/domain/results/describeComparison.ts'
import { useCall } from '../../client/useCall.ts'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../ui/forms/SegmentedControl.tsx'
import { MatchedDrugs } from '../../ui/lists/MatchedDrugs.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { useTranslator } from '../../ui/text/TranslatedMessage.tsx'
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
  noProfile: ReactNode
}

/** The order used in the overview. */
const directions: readonly MatchDirection[] = ['mimicking', 'opposing']

/** Lists cached drugs that oppose or mimic a profile, with a button to fetch missing directions. */
export function DrugMatches(props: Props) {
  const { subject, profile, limit, direction, setDirection, about, sideOf, noProfile } = props
  const { t } = useTranslation('state')
  const translate = useTranslator()
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
          size="xs"
          aria-label={t('term.whichDrugs')}
          value={direction}
          onChange={(value) => setDirection(matchDirectionSchema.parse(value))}
          data={directions.map((value) => ({
            value,
            label: t(`drugMatches.directions.${value}`),
          }))}
        />
        <Hint>{about}</Hint>
      </Flex>
      <LoadingBar visible={loading} />
      {failure && <FailureNotice flush failure={failure} retry={() => void refetch()} />}
      {data && !failure && (
        <MatchedDrugs
          match={data}
          unit={data.unit === 'z' ? 'z' : translate(effectNames[data.unit])}
          {...(sideOf ? { sideOf } : {})}
          noProfile={noProfile}
          fetchMissing={<FetchPathways counts={data.counts} />}
        />
      )}
    </>
  )
}
