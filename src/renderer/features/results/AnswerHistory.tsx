import { Button, Group, NativeSelect, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredResult } from '../../../shared/domain/cohort.ts'
import { useCall } from '../../client/useCall.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { formatDateTime } from '../../ui/formats.ts'
import { RawJson } from '../../ui/RawJson.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { answersTable } from './answersTable.ts'
import { DriftTable } from './DriftTable.tsx'
import classes from './results.module.css'

type HistoryProps = { sampleId: string; name: string }

/** Every answer that is kept of a sample, and what changed between two of them; nothing where none is. */
export function AnswerHistory({ sampleId, name }: HistoryProps) {
  const { t } = useTranslation('results')
  const history = useCall('results.history', { sampleId })
  const answers = history.data ?? []
  const [shown, setShown] = useState<string | null>(null)
  if (history.data?.length === 0) return null
  return (
    <section className={classes.section} aria-label={t('history.title')}>
      <Group gap={8} justify="space-between">
        <Title order={3} fz={14}>
          {t('history.title')}
        </Title>
        <Group gap={8}>
          <CopyAs read={() => answersTable(answers)} />
        </Group>
      </Group>
      <Text fz={12} c="dimmed">
        {t('history.about')}
      </Text>
      {history.failure && <FailureNotice flush failure={history.failure} />}
      <div className={classes.scroll}>
        <table className={classes.list}>
          <Columns />
          <tbody>
            {answers.map((answer) => (
              <Row
                key={answer.analysisId}
                answer={answer}
                open={shown === answer.analysisId}
                toggle={() => setShown(shown === answer.analysisId ? null : answer.analysisId)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown !== null && <Kept analysisId={shown} />}
      <Compared answers={answers} name={name} />
    </section>
  )
}

function Columns() {
  const { t } = useTranslation('results')
  return (
    <thead>
      <tr>
        <th scope="col">{t('history.kind')}</th>
        <th scope="col">{t('detail.fetched')}</th>
        <th scope="col">{t('detail.service')}</th>
        <th scope="col">{t('history.asked')}</th>
        <th scope="col" className={classes.number}>
          {t('history.scores')}
        </th>
        <th scope="col">{t('history.state')}</th>
        <th scope="col">{t('detail.json')}</th>
      </tr>
    </thead>
  )
}

/** `open`: the answer as it came is shown below. */
function Row({ answer, open, toggle }: { answer: StoredResult; open: boolean; toggle(): void }) {
  const { t } = useTranslation('results')
  const { t: words } = useTranslation('ui')
  const { kind, fetchedAt, service, pathways, scores, current, synthetic } = answer
  return (
    <tr>
      <td>{t(`history.kinds.${kind}`)}</td>
      <td>
        <Timestamp at={fetchedAt} />
      </td>
      <td>{service}</td>
      <td>{pathways.length === 0 ? t('history.all') : t('pathways', { count: pathways.length })}</td>
      <td className={classes.number}>{scores}</td>
      <td>
        {current ? t('history.current') : t('history.former')} {synthetic && <SyntheticMark />}
      </td>
      <td>
        <Button size="compact-xs" variant="subtle" aria-expanded={open} onClick={toggle}>
          {words(open ? 'raw.hide' : 'raw.show')}
        </Button>
      </td>
    </tr>
  )
}

function Kept({ analysisId }: { analysisId: string }) {
  const answer = useCall('results.answer', { analysisId })
  if (answer.failure) return <FailureNotice flush failure={answer.failure} />
  if (answer.data?.analysisId !== analysisId) return null
  const { request, raw } = answer.data
  return <RawJson key={analysisId} raw={{ request, response: raw }} opened />
}

/** Two answers of one kind, the two newest at first; nothing where there are no two. */
function Compared({ answers, name }: { answers: readonly StoredResult[]; name: string }) {
  const { t, i18n } = useTranslation('results')
  const [chosen, setChosen] = useState<{ before: string | null; after: string | null }>({
    before: null,
    after: null,
  })
  const [newest, second] = twoNewest(answers)
  if (!newest || !second) return <Text fz={12}>{t('drift.one')}</Text>
  const after = answers.find(({ analysisId }) => analysisId === chosen.after) ?? newest
  const alike = answers.filter(({ kind }) => kind === after.kind)
  const others = alike.filter(({ analysisId }) => analysisId !== after.analysisId)
  const before = others.find(({ analysisId }) => analysisId === chosen.before) ?? others[0]
  const exact = (at: string) => formatDateTime(new Date(at), i18n.language, { day: 'medium', time: 'medium' })
  const option = ({ analysisId, kind, fetchedAt }: StoredResult) => ({
    value: analysisId,
    label: `${t(`history.kinds.${kind}`)} · ${exact(fetchedAt)}`,
  })
  return (
    <>
      <Group gap={8} align="end">
        <NativeSelect
          size="xs"
          label={t('drift.before')}
          value={before?.analysisId ?? ''}
          onChange={({ currentTarget }) => setChosen({ ...chosen, before: currentTarget.value })}
          data={others.map(option)}
        />
        <NativeSelect
          size="xs"
          label={t('drift.after')}
          value={after.analysisId}
          onChange={({ currentTarget }) => setChosen({ ...chosen, after: currentTarget.value })}
          data={answers.filter((one) => hasPair(answers, one)).map(option)}
        />
      </Group>
      {before && <DriftTable before={before.analysisId} after={after.analysisId} name={name} />}
    </>
  )
}

const hasPair = (answers: readonly StoredResult[], one: StoredResult): boolean =>
  answers.some(({ kind, analysisId }) => kind === one.kind && analysisId !== one.analysisId)

/** The two newest of one kind, activity before clock. */
function twoNewest(answers: readonly StoredResult[]): readonly StoredResult[] {
  const ofActivity = answers.filter(({ kind }) => kind === 'activity')
  return ofActivity.length > 1 ? ofActivity : answers.filter(({ kind }) => kind === 'clock')
}
