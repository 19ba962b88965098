import { Button, Group, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isSavedWhereChosen, reveal } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import type { Exported } from '../../client/useExportFile.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import classes from './export.module.css'

type Props = { exported: Exported; isOfStudy: boolean; again(): void; close(): void }

/** Where the file is, how much is in it, and the sum by which it can be told from any other. */
export function Written({ exported: { file, rows, sha256 }, isOfStudy, again, close }: Props) {
  const { t } = useTranslation('export')
  const show = useAction(() => reveal(file))
  return (
    <Stack gap={16}>
      <div role="status">{t(isSavedWhereChosen ? 'done.saved' : 'done.downloaded', { name: file.name })}</div>
      <dl className={classes.facts}>
        <dt>{t(isOfStudy ? 'done.samples' : 'done.rows')}</dt>
        <dd>{t('done.count', { count: rows })}</dd>
        {sha256 !== null && (
          <>
            <dt>{t('done.size')}</dt>
            <dd>{t('done.bytes', { count: file.sizeBytes })}</dd>
            <dt>SHA-256</dt>
            <dd className={classes.sum}>
              <code>{sha256}</code>
              <CopyButton value={sha256}>
                {({ copied, copy }) => (
                  <Button size="compact-xs" variant="default" onClick={copy}>
                    {t(copied ? 'done.copied' : 'done.copySum')}
                  </Button>
                )}
              </CopyButton>
            </dd>
          </>
        )}
      </dl>
      {show.failure && <FailureNotice flush failure={show.failure} />}
      <Group gap={8} justify="flex-end">
        {isSavedWhereChosen && (
          <Button variant="default" loading={show.pending} onClick={() => void show.run()}>
            {t('done.reveal')}
          </Button>
        )}
        <Button variant="default" onClick={again}>
          {t('done.another')}
        </Button>
        <Button data-autofocus onClick={close}>
          {t('close')}
        </Button>
      </Group>
    </Stack>
  )
}
