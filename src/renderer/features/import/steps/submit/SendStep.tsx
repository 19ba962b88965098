import { Checkbox, Group, ScrollArea, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DryRun } from '../../../../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../../../../shared/domain/studies/study.ts'
import { useCall } from '../../../../client/useCall.ts'
import { CopyAs } from '../../../../ui/copy/CopyAs.tsx'
import { FailureNotice, LoadingBar } from '../../../../ui/feedback/Feedback.tsx'
import { useDurationFormat } from '../../../../ui/text/duration.ts'
import { TranslatedMessage } from '../../../../ui/text/TranslatedMessage.tsx'
import classes from '../../import.module.css'
import type { Checked } from '../../importState.ts'
import { sendObstacle } from '../../plan.ts'
import { duplicatesTable } from '../../toCopied.ts'
import type { Wizard } from '../../useWizard.ts'
import { Actions, Counts } from '../StepParts.tsx'
import { Destination, useDestination } from './Destination.tsx'

type SendStepProps = { wizard: Wizard; checked: Checked; fileName: string }

/** What would be sent, before anything is; and the one button that orders. */
export function SendStep({ wizard, checked, fileName }: SendStepProps) {
  const { t } = useTranslation('import')
  const { draftId } = checked.check
  const status = useCall('app.status', {})
  const dry = useCall('imports.dryRun', { draftId }, { refetchKey: checked.number })
  const [meant, setMeant] = useState(false)
  const destination = useDestination()
  const run = dry.loading ? null : (dry.data ?? null)
  const demo = status.data?.demo ?? false
  const obstacle = run && status.data ? sendObstacle({ valid: run.orders }, status.data) : null
  const reason = obstacle === 'nothingValid' && checked.check.invalid === 0 ? 'allDuplicates' : obstacle
  const failure = wizard.send.failure ?? dry.failure
  const orders = run?.orders ?? checked.check.valid
  return (
    <>
      <div className={classes.step}>
        <LoadingBar visible={dry.loading} />
        {failure && (
          <FailureNotice flush failure={failure} {...(dry.failure && { retry: () => void dry.refetch() })} />
        )}
        {dry.data && <WouldBeSent run={dry.data} />}
        {run && run.orders > 0 && <Destination {...destination} fileName={fileName} orders={run.orders} />}
        {run && run.orders > 0 && (
          <section className={classes.cost} aria-label={t('plan.costTitle')}>
            {demo ? (
              <span className={classes.severity} data-severity="note">
                <IconInfoCircle size={16} aria-hidden />
                {t('plan.demo')}
              </span>
            ) : (
              <Checkbox
                label={t('plan.meant', { count: run.orders, service: run.service })}
                description={t('plan.cost')}
                checked={meant}
                onChange={({ currentTarget }) => setMeant(currentTarget.checked)}
              />
            )}
          </section>
        )}
      </div>
      <Actions
        back={() => wizard.goTo('check')}
        next={orders === 0 ? t('plan.orderNone') : t('plan.order', { count: orders })}
        disabled={!run || !status.data || obstacle !== null || !(demo || meant)}
        loading={wizard.send.pending}
        onNext={() => void wizard.send.run(draftId, orders, destination.chosen)}
        remark={
          (run?.blocker && <TranslatedMessage text={run.blocker} />) ??
          (obstacle ? t(`plan.${reason}`) : run && !(demo || meant) && t('plan.confirmFirst'))
        }
      />
    </>
  )
}

function WouldBeSent({ run }: { run: DryRun }) {
  return (
    <>
      <DryRunFacts run={run} />
      <div className={classes.dryRun}>
        <OrderExamples run={run} />
        <AlreadyOrdered run={run} />
      </div>
    </>
  )
}

const mostShown = 200

/** Rows whose order was placed before, each with the sample that it became. */
function AlreadyOrdered({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  if (run.duplicateCount === 0) return null
  const shown = run.duplicates.slice(0, mostShown)
  const label = t('plan.already', { count: run.duplicateCount })
  return (
    <section className={classes.section} aria-label={label}>
      <Group gap={8} justify="space-between">
        <Title order={4} fz={13}>
          {label}
        </Title>
        <Group gap={8}>
          <CopyAs read={() => duplicatesTable(run.duplicates)} />
        </Group>
      </Group>
      <ScrollArea.Autosize
        mah={300}
        className={classes.frame}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
        <table className={classes.plain}>
          <thead>
            <tr>
              <th scope="col" className={classes.line}>
                {t('line')}
              </th>
              <th scope="col">{t('sent.reference')}</th>
              <th scope="col">{t('plan.sample')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, clientReference, sampleId }) => (
              <tr key={row}>
                <td className={classes.line}>{row}</td>
                <td>{clientReference}</td>
                <td>
                  {sampleId === null ? (
                    t('plan.noSample')
                  ) : (
                    <Link
                      className={classes.link}
                      to="/study/$studyId/samples"
                      params={{ studyId: allSamplesId }}
                      search={{ sample: sampleId }}
                    >
                      {sampleId}
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea.Autosize>
      {run.duplicateCount > shown.length && (
        <Text fz={12} c="dimmed">
          {t('sent.firstRows', { shown: shown.length, total: run.duplicateCount })}
        </Text>
      )}
    </section>
  )
}

/** Where the orders would go, how many requests that takes and how long, under the service's limit. */
function DryRunFacts({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  const formatDuration = useDurationFormat()
  return (
    <section className={classes.section} aria-label={t('plan.title')}>
      <Title order={3} fz={16}>
        {t('plan.title')}
      </Title>
      <Counts
        counts={[
          { label: t('plan.orders'), value: run.orders },
          { label: t('plan.requests'), value: run.requests },
          { label: t('plan.duplicates'), value: run.duplicateCount, hint: t('plan.duplicatesHint') },
        ]}
      />
      {run.orders > 0 && (
        <>
          <Text fz={13}>
            {t('plan.course', {
              service: run.service,
              path: run.path,
              time: formatDuration(run.estimateS),
              limit: run.requestsPerMinute,
            })}
          </Text>
          <Text fz={12} c="dimmed">
            {t('plan.resends')}
          </Text>
        </>
      )}
    </section>
  )
}

/** The first orders, to the letter. */
function OrderExamples({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  if (run.examples.length === 0) return null
  const label = t('plan.examples', { count: run.examples.length })
  return (
    <section className={classes.section} aria-label={label}>
      <Title order={4} fz={13}>
        {label}
      </Title>
      <ScrollArea.Autosize
        mah={300}
        type="auto"
        offsetScrollbars="x"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
      >
        <div className={classes.examples}>
          {run.examples.map(({ row, body }) => (
            <figure key={row} className={classes.order}>
              <figcaption>{t('plan.line', { line: row })}</figcaption>
              <pre>{JSON.stringify(body, null, 2)}</pre>
            </figure>
          ))}
        </div>
      </ScrollArea.Autosize>
    </section>
  )
}
