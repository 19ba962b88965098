import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PaidCall, totalRequests, withAnalyses } from '../../../shared/domain/requests/paidCall.ts'
import type { DryRun, KnownOrderState } from '../../../shared/domain/samples/importing.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { useAction, useCall } from '../../client/call.ts'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { ConfirmPaidCall } from '../../ui/dialogs/ConfirmPaidCall.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { useCostWords } from '../../ui/text/costWords.ts'
import { TranslatedMessage } from '../../ui/text/formats.tsx'
import { CheckField, SelectField } from './fields/Inputs.tsx'
import classes from './import.module.css'
import { type Destination, type ImportWork, type Loaded, useImport } from './importState.ts'
import { LineTable } from './LineTable.tsx'
import { sendObstacle } from './plan.ts'
import { duplicatesTable } from './toCopied.ts'

type Props = {
  loaded: Loaded
  destination: Destination
  send: ImportWork['send']
  /** True while the last check is out of date. */
  busy: boolean
  /** True if a required field has no source, so nothing can be checked. */
  incomplete: boolean
}

/** Shows the number of orders, their cost, their destination, and the button that places them. */
export function OrderFoot({ loaded, destination, send, busy, incomplete }: Props) {
  const { t } = useTranslation('import')
  const [dialog, setDialog] = useState<{ of: 'confirm'; run: DryRun } | { of: 'details' } | null>(null)
  const { draft, checked } = loaded
  const { draftId } = draft
  const status = useCall('app.status', {})
  const isReady = checked !== null && !busy
  const dry = useCall('imports.dryRun', { draftId }, { enabled: isReady, refetchKey: checked?.number })
  const run = isReady && !dry.isPreviousData ? (dry.data ?? null) : null
  const obstacle = run && status.data ? sendObstacle({ valid: run.orders }, status.data) : null
  const orders = run?.orders ?? (busy ? 0 : (checked?.check.valid ?? 0))
  // The dialog stays open until the service responds. The footer then shows a failure, and the result of a new check.
  const order = {
    ...send,
    run: async (): Promise<void> => {
      await send.run(draftId, dialog?.of === 'confirm' ? dialog.run.orders : orders)
      setDialog(null)
    },
  }
  const analyzes = destination.analyzeWhenReady ?? true
  const isNothingNew = run?.orders === 0 && !run.blocker
  const ordered = isNothingNew ? countBefore(run, 'ordered') : 0
  const inDoubt = isNothingNew ? countBefore(run, 'inDoubt') : 0
  const failure = send.failure ?? (isReady ? dry.failure : null)
  return (
    <>
      {failure && (
        <FailureNotice flush failure={failure} {...(dry.failure && { retry: () => void dry.refetch() })} />
      )}
      <div className={classes.foot}>
        <span className={classes.summary} role="status">
          {summary()}
        </span>
        {run && run.orders > 0 && obstacle === null && (
          <DestinationFields
            destination={destination}
            fileName={draft.fileName}
            requests={totalRequests(withAnalyses(run.cost)) - totalRequests(run.cost)}
          />
        )}
        {run && (
          <Button variant="subtle" flex="none" onClick={() => setDialog({ of: 'details' })}>
            {t('foot.details')}
          </Button>
        )}
        {ordered > 0 ? (
          <AddOrdered draft={draft} destination={destination} count={ordered} />
        ) : (
          <Button
            variant="filled"
            flex="none"
            disabled={!run || !status.data || obstacle !== null}
            loading={send.pending}
            onClick={() =>
              run?.cost.destination.isDemo ? void order.run() : run && setDialog({ of: 'confirm', run })
            }
          >
            {orders === 0 ? t('foot.none') : t('action.orderSamples', { count: orders })}
          </Button>
        )}
      </div>
      {run && dialog?.of === 'details' && (
        <DetailsDialog run={run} cost={costOf(run, analyzes)} close={() => setDialog(null)} />
      )}
      {dialog?.of === 'confirm' && (
        <ConfirmPaidCall
          title={t('confirm.title', { count: dialog.run.orders })}
          confirm={t('action.orderSamples', { count: dialog.run.orders })}
          cost={{ data: costOf(dialog.run, analyzes), failure: null }}
          action={order}
          close={() => setDialog(null)}
        >
          {!analyzes && <Text fz="sm">{t('confirm.noAnalysis')}</Text>}
        </ConfirmPaidCall>
      )}
    </>
  )

  function summary() {
    if (draft.rowCount === 0) return t('foot.noRows')
    if (incomplete) return t('foot.incomplete')
    if (run?.blocker) return <TranslatedMessage text={run.blocker} />
    if (ordered + inDoubt > 0)
      return [
        ordered > 0 && t('foot.onlyOrdered', { count: ordered }),
        inDoubt > 0 && t('foot.inDoubt', { count: inDoubt }),
      ]
        .filter(Boolean)
        .join(' ')
    if (obstacle === 'nothingValid')
      return t(checked?.check.invalid === 0 ? 'foot.allDuplicates' : 'foot.nothingValid')
    if (obstacle !== null) return t(`foot.${obstacle}`)
    if (!run) return failure ? null : t('check.checking')
    const { profile, host, isDemo } = run.cost.destination
    const destination = isDemo ? 'demo' : profile === host ? 'goesToHost' : 'goesTo'
    return <Cost cost={costOf(run, analyzes)} destination={t(`foot.${destination}`, { profile, host })} />
  }
}

/** Returns the cost of the orders, with their results if these are fetched too. The footer and both dialogs show it. */
const costOf = ({ cost }: DryRun, analyzes: boolean): PaidCall => (analyzes ? withAnalyses(cost) : cost)

function Cost({ cost, destination }: { cost: PaidCall; destination: string }) {
  const { t } = useTranslation('import')
  const { requests, time } = useCostWords(cost)
  return (
    <>
      <strong className={classes.cost}>
        {t('paidCall.kinds.order', { count: cost.orders })} · {requests}
      </strong>
      <span className={classes.cost}>
        {time} · {destination}
      </span>
    </>
  )
}

const countBefore = ({ cost }: DryRun, what: KnownOrderState): number =>
  cost.before.find((one) => one.what === what)?.count ?? 0

type AddProps = { draft: Loaded['draft']; destination: Destination; count: number }

/** Adds the samples to the study without sending anything. Shown if all rows were ordered before. */
function AddOrdered({ draft, destination, count }: AddProps) {
  const { t } = useTranslation('import')
  const { addToStudy } = useImport()
  const navigate = useNavigate()
  const add = useAction(async () => {
    const studyId = await addToStudy(draft.draftId)
    await navigate({ to: '/study/$studyId', params: { studyId } })
  })
  return (
    <>
      {add.failure && <FailureNotice flush failure={add.failure} />}
      <StudySelect destination={destination} fileName={draft.fileName} />
      <Button variant="filled" flex="none" loading={add.pending} onClick={() => void add.run()}>
        {t('foot.addOrdered', { count })}
      </Button>
    </>
  )
}

function StudySelect({ destination, fileName }: { destination: Destination; fileName: string }) {
  const { t } = useTranslation('import')
  const { setDestination } = useImport()
  const { data: names = [] } = useCall('studies.names', {})
  const studies = names.filter((study) => study.studyId !== allSamplesId && study.archivedAt === null)
  const { analyzeWhenReady } = destination
  const studyId = destination.study && 'studyId' in destination.study ? destination.study.studyId : ''
  return (
    <SelectField
      flex="0 1 220px"
      miw={120}
      aria-label={t('term.study')}
      value={studyId}
      options={[
        { value: '', label: t('destination.new', { name: fileName.replace(/(?<=.)\.[^.]*$/, '') }) },
        ...studies.map((study) => ({ value: study.studyId, label: study.name })),
      ]}
      change={(value) =>
        setDestination(value === '' ? { analyzeWhenReady } : { analyzeWhenReady, study: { studyId: value } })
      }
    />
  )
}

/** `requests`: the number of requests that fetching the results takes. */
type DestinationProps = { destination: Destination; fileName: string; requests: number }

function DestinationFields({ destination, fileName, requests }: DestinationProps) {
  const { t } = useTranslation('import')
  const { setDestination } = useImport()
  const { analyzeWhenReady } = destination
  return (
    <>
      <StudySelect destination={destination} fileName={fileName} />
      <CheckField
        flex="none"
        label={t('destination.analyze')}
        aria-description={t('destination.cost', { requests })}
        title={t('destination.cost', { requests })}
        checked={analyzeWhenReady}
        change={(checked) => setDestination({ ...destination, analyzeWhenReady: checked })}
      />
    </>
  )
}

/** Shows the first orders exactly as sent, the cost of sending them, and the rows ordered before. */
function DetailsDialog({ run, cost, close }: { run: DryRun; cost: PaidCall; close(): void }) {
  const { t } = useTranslation('import')
  const { requests, time, limit } = useCostWords(cost)
  return (
    <Dialog opened onClose={close} size={760} title={t('details.title')}>
      <Stack gap={16}>
        {run.orders > 0 && (
          <div>
            <Text fz="sm">
              {t('details.course', { service: run.service, path: run.path, requests, time, limit })}
            </Text>
            <Hint>{t('details.resends')}</Hint>
          </div>
        )}
        <AlreadyOrdered run={run} />
        {run.examples.length > 0 && (
          <Stack component="section" gap="sm" flex="none" miw={0}>
            <Title order={4} fz="sm">
              {t('details.examples', { count: run.examples.length })}
            </Title>
            <Stack>
              {run.examples.map(({ row, body }) => (
                <figure key={row} className={classes.orderExample}>
                  <figcaption>{t('grid.lineIs', { line: row })}</figcaption>
                  <pre>{JSON.stringify(body, null, 2)}</pre>
                </figure>
              ))}
            </Stack>
          </Stack>
        )}
      </Stack>
    </Dialog>
  )
}

const mostShown = 200

/** Lists rows that were, or may have been, ordered before, each with its sample. */
function AlreadyOrdered({ run }: { run: DryRun }) {
  const { t } = useTranslation('import')
  if (run.duplicateCount === 0) return null
  const label = t('foot.already', { count: run.duplicateCount })
  return (
    <Stack component="section" gap="sm" flex="none" miw={0} aria-label={label}>
      <Group gap={8} justify="space-between">
        <Title order={4} fz="sm">
          {label}
        </Title>
        <CopyAs read={() => duplicatesTable(run.duplicates)} />
      </Group>
      <LineTable
        label={label}
        rows={run.duplicates.slice(0, mostShown)}
        total={run.duplicateCount}
        head={t('term.sample')}
        cell={({ state, sampleId }) =>
          sampleId === null ? (
            state !== 'ordered' && t(`details.${state}`)
          ) : (
            <Link
              className={classes.link}
              to="/study/$studyId/samples"
              params={{ studyId: allSamplesId }}
              search={{ sample: sampleId }}
            >
              {sampleId}
            </Link>
          )
        }
      />
    </Stack>
  )
}
