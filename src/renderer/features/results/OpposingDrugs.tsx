import { Button, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { everySample } from '../../../shared/domain/cohort.ts'
import type { DrugMatch, MatchedDrug, MatchedPathway } from '../../../shared/domain/drugMatch.ts'
import { formatAlone } from '../../charts/numbers.ts'
import { useCall } from '../../client/useCall.ts'
import { useChoiceName } from '../../state/useChoiceName.ts'
import { useCohort } from '../../state/useCohort.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import type { Copied } from '../../ui/copyTable.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './results.module.css'

/** Kept drugs that are said to act against what stands out in this sample, each with its reasons. */
export function OpposingDrugs({ sampleId }: { sampleId: string }) {
  const { t } = useTranslation('results')
  const { of, view } = useCohort().selection
  const [all, setAll] = useState(false)
  const against = all ? everySample : view.kind === 'zControls' ? view.controls : of
  const match = useCall('drugs.match', { profile: { sampleId, against }, limit: 20 })
  const name = useChoiceName(against)
  const found = match.data
  return (
    <section className={classes.section} aria-label={t('match.title')}>
      <Title order={3} fz={14}>
        {t('match.title')}
      </Title>
      <Text fz={12}>
        {t('match.about', { against: name === t('choice.every') ? t('choice.all') : name })}
      </Text>
      <Text fz={12} fw={600}>
        {t('match.not')}
      </Text>
      <LoadingBar visible={match.loading} />
      {match.failure && <FailureNotice flush failure={match.failure} />}
      {found?.why === 'noProfile' && (
        <>
          <Text fz={12}>{t('match.noProfile')}</Text>
          {name !== t('choice.every') && (
            <div>
              <Button size="compact-xs" variant="default" onClick={() => setAll(true)}>
                {t('match.referToAll')}
              </Button>
            </div>
          )}
        </>
      )}
      {found?.why === 'noDrugs' && <NoDrugs counts={found.counts} />}
      {found && found.drugs.length > 0 && <Matched found={found} />}
    </section>
  )
}

function NoDrugs({ counts }: Pick<DrugMatch, 'counts'>) {
  const { t } = useTranslation('results')
  const navigate = useNavigate()
  const why = counts.kept === 0 ? 'noneKept' : counts.withPathways === 0 ? 'noPathways' : 'noneMatched'
  return (
    <div className={classes.section}>
      <Text fz={12}>{t(`match.${why}`, { count: counts.kept })}</Text>
      <div>
        <Button size="compact-xs" variant="default" onClick={() => void navigate({ to: '/drugs/offline' })}>
          {t('match.keep')}
        </Button>
      </div>
    </div>
  )
}

function Matched({ found }: { found: DrugMatch }) {
  const { t } = useTranslation('results')
  const copied = (): Copied => ({
    table: {
      columns: ['drug', 'score', 'coverage', 'opposes', 'follows', 'directionUnknown'].map((column) =>
        t(`match.columns.${column}` as 'match.columns.drug'),
      ),
      rows: found.drugs.map((drug) => [
        drug.name,
        drug.score,
        drug.coverage,
        drug.opposes.map(({ pathway }) => pathway).join('; '),
        drug.follows.map(({ pathway }) => pathway).join('; '),
        drug.directionUnknown.join('; '),
      ]),
    },
    json: found,
  })
  return (
    <>
      <div className={classes.tableHead}>
        <Text fz={12} flex={1}>
          {t('match.counts', { ...found.counts, shown: found.drugs.length })}{' '}
          {found.synthetic && <SyntheticMark />}
        </Text>
        <CopyAs read={copied} />
      </div>
      <div className={classes.scroll}>
        <table className={classes.list}>
          <thead>
            <tr>
              <th scope="col">{t('match.columns.drug')}</th>
              <th scope="col" className={classes.number} title={t('match.scoreTip')}>
                {t('match.columns.score')}
              </th>
              <th scope="col" className={classes.number} title={t('match.coverageTip')}>
                {t('match.columns.coverage')}
              </th>
              <th scope="col">{t('match.columns.reason')}</th>
              <th scope="col">{t('match.columns.fetched')}</th>
            </tr>
          </thead>
          <tbody>
            {found.drugs.map((drug) => (
              <Drug key={drug.drugId} drug={drug} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function Drug({ drug }: { drug: MatchedDrug }) {
  const { t } = useTranslation('results')
  const reason = ({ pathway, direction, value }: MatchedPathway) =>
    t(`match.acts.${direction}`, { pathway, value: signed(value) })
  return (
    <tr>
      <td>
        <Link to="/drugs" search={{ drug: drug.drugId } as never} className={classes.link}>
          <bdi>{drug.name}</bdi>
        </Link>
        {drug.category && <div className={classes.note}>{drug.category}</div>}
      </td>
      <td className={classes.number} title={String(drug.score)}>
        {drug.score.toFixed(2).replace('-', '−')}
      </td>
      <td className={classes.number} title={String(drug.coverage)}>
        {drug.coverage.toFixed(2)}
      </td>
      <td className={classes.reasons}>
        {drug.opposes.length > 0 && (
          <div>{t('match.opposes', { list: drug.opposes.map(reason).join(', ') })}</div>
        )}
        {drug.follows.length > 0 && (
          <div>{t('match.follows', { list: drug.follows.map(reason).join(', ') })}</div>
        )}
        {drug.directionUnknown.length > 0 && (
          <div className={classes.note}>{t('match.unknown', { list: drug.directionUnknown.join(', ') })}</div>
        )}
      </td>
      <td>
        <Timestamp at={drug.fetchedAt} />
      </td>
    </tr>
  )
}

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatAlone(Number(value.toFixed(2)))}`
