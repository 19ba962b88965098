import { Button, Checkbox, Group, Progress, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Input } from '../../../shared/contract/contract.ts'
import type { FileHandle, Job } from '../../../shared/contract/state.ts'
import type { Adoption } from '../../../shared/domain/samples/sample.ts'
import { call, useAction, useCall } from '../../client/call.ts'
import { chooseFile } from '../../client/files.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { FactList } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter, useTranslator } from '../../ui/text/formats.tsx'
import { mostPasted, parsePasted } from './register/register.ts'

/** Adds orders that were placed elsewhere to the register, from pasted ids or a file, and shows the outcome of each. */
export function AdoptDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('samples')
  const [way, setWay] = useState<string | null>('paste')
  const [text, setText] = useState('')
  const [file, setFile] = useState<FileHandle | null>(null)
  const [keepUnknown, setKeepUnknown] = useState(false)
  const [adoption, setAdoption] = useState<Adoption | null>(null)
  const pasted = parsePasted(text)
  const tooMany = pasted.length > mostPasted
  const choose = useAction(async () => setFile((await chooseFile('any')) ?? file))
  const adopt = useAction(async (anyway: boolean) => {
    const from: Input<'samples.adopt'>['from'] =
      way === 'file' ? { fileId: file?.fileId ?? '' } : { samples: pasted }
    setAdoption(await call('samples.adopt', { from, keepUnknown: anyway }))
  })
  const ready = way === 'file' ? file !== null : pasted.length > 0 && !tooMany
  const failure = adopt.failure ?? choose.failure
  return (
    <Dialog opened onClose={close} title={t('adopt.title')} size={560}>
      <Stack gap={16}>
        <Text fz="xs">{t('adopt.about')}</Text>
        {adoption ? (
          <AdoptOutcome
            adoption={adoption}
            addedUnknown={keepUnknown}
            keepAnyway={() => {
              setKeepUnknown(true)
              void adopt.run(true)
            }}
            askAgain={() => void adopt.run(keepUnknown)}
          />
        ) : (
          <>
            <Tabs value={way} onChange={setWay} keepMounted={false}>
              <Tabs.List aria-label={t('adopt.title')}>
                <Tabs.Tab value="paste">{t('adopt.paste')}</Tabs.Tab>
                <Tabs.Tab value="file">{t('adopt.file')}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="paste" pt={12} mih={184}>
                <Textarea
                  data-autofocus
                  label={t('adopt.ids')}
                  description={t('adopt.idsHint')}
                  rows={6}
                  value={text}
                  error={tooMany && t('adopt.tooMany', { most: mostPasted })}
                  onChange={({ currentTarget }) => setText(currentTarget.value)}
                />
                <Text component="output" fz="xs" c="dimmed" mt={4}>
                  {t('adopt.pasted', { count: pasted.length })}
                </Text>
              </Tabs.Panel>
              <Tabs.Panel value="file" pt={12} mih={184}>
                <Text fz="xs" mb={12}>
                  {t('adopt.fileHint')}
                </Text>
                <Group gap={12}>
                  <Button {...choose.buttonProps()}>{t('action.chooseFile')}</Button>
                  <Text component="output" fz="sm">
                    {file?.name}
                  </Text>
                </Group>
              </Tabs.Panel>
            </Tabs>
            <Checkbox
              size="sm"
              label={t('adopt.keepUnknown')}
              description={t('adopt.keepUnknownHint')}
              checked={keepUnknown}
              onChange={({ currentTarget }) => setKeepUnknown(currentTarget.checked)}
            />
          </>
        )}
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end">
          <Button onClick={close}>{t(adoption ? 'action.close' : 'cancel')}</Button>
          {!adoption && (
            <Button variant="filled" disabled={!ready} {...adopt.buttonProps(keepUnknown)}>
              {t('adopt.start')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

type Props = { adoption: Adoption; addedUnknown: boolean; keepAnyway: () => void; askAgain: () => void }

const shown = 20

/** Shows the progress of adding samples, those in the register before, and ids that could not be found. */
function AdoptOutcome({ adoption, addedUnknown, keepAnyway, askAgain }: Props) {
  const { t } = useTranslation('samples')
  const { jobId, requested, already, repeated, empty, broken } = adoption
  const translate = useTranslator()
  const job = useCall('jobs.list', {}).data?.find((one) => one.jobId === jobId)
  const running =
    jobId !== null && job?.state !== 'done' && job?.state !== 'failed' && job?.state !== 'cancelled'
  const unknown = (job?.failed ?? 0) - (job?.notRequested ?? 0)
  const notRequested = job ? requested - job.done - unknown : 0
  const lines = broken.map(({ row }) => t('adopt.line', { row }))
  const hasNotRequested = !running && notRequested > 0
  const count = (value: number, ids: readonly string[] = []) => <Count value={value} ids={ids} />
  return (
    <Stack gap={12}>
      <Progress
        size={4}
        value={requested === 0 ? 100 : progressOf(job)}
        aria-label={t('adopt.progress')}
        transitionDuration={160}
      />
      <FactList
        facts={[
          [t('adopt.taken'), t('adopt.of', { count: job?.done ?? 0, of: requested })],
          [t('adopt.unknown'), running ? '…' : count(unknown)],
          hasNotRequested && [t('adopt.notRequested'), count(notRequested)],
          [t('adopt.already'), count(already.length, already)],
          [t('adopt.repeated'), count(repeated.length, repeated)],
          [t('adopt.empty'), count(empty)],
          lines.length > 0 && [t('adopt.broken'), count(lines.length, lines)],
        ]}
      />
      <Text component="output" fz="xs" className={shared.wrap}>
        {running
          ? t('adopt.running')
          : job?.message
            ? translate(job.message)
            : jobId === null && t('adopt.nothingNew')}
      </Text>
      {hasNotRequested && (
        <div>
          <Text fz="xs" mb={8}>
            {t(`adopt.${whyNotRequested(job)}`)}
          </Text>
          <Button variant="filled" size="compact-sm" onClick={askAgain}>
            {t('adopt.again', { count: notRequested })}
          </Button>
        </div>
      )}
      {!running && unknown > 0 && !addedUnknown && (
        <div>
          <Text fz="xs" mb={8}>
            {t('adopt.anywayHint')}
          </Text>
          <Button size="compact-sm" onClick={keepAnyway}>
            {t('adopt.anyway', { count: unknown })}
          </Button>
        </div>
      )}
    </Stack>
  )
}

const whyNotRequested = (job: Job | undefined) =>
  job?.state === 'cancelled'
    ? 'notRequestedAfterStop'
    : job?.state === 'failed'
      ? 'notRequestedAfterFailure'
      : 'notRequestedWithout'

const progressOf = (job: Job | undefined): number =>
  job?.total ? Math.min(100, ((job.done + job.failed) / job.total) * 100) : 0

function Count({ value, ids }: { value: number; ids: readonly string[] }) {
  const { t, i18n } = useTranslation('samples')
  const number = numberFormatter(i18n.language).format(value)
  if (ids.length === 0) return number
  const more = ids.length > shown ? t('adopt.more', { count: ids.length - shown }) : ''
  return (
    <>
      {number}: <span className={shared.dimmed}>{ids.slice(0, shown).join(', ')}</span> {more}
    </>
  )
}
