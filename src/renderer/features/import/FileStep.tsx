import { Button, Group, Text, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adoptFile, chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import classes from './import.module.css'
import type { Wizard } from './useWizard.ts'

/** Choose or drop a file; reading it leads on to its columns. */
export function FileStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('import')
  const [over, setOver] = useState(false)
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (file) await wizard.read.run(file.fileId, {})
  })
  const drop = useAction(async (dropped: File) => {
    const file = await adoptFile(dropped)
    await wizard.read.run(file.fileId, {})
  })
  const busy = choose.pending || drop.pending || wizard.read.pending
  const failure = wizard.read.failure ?? drop.failure ?? choose.failure
  return (
    <div className={classes.step}>
      {failure && <FailureNotice failure={failure} />}
      <LoadingBar visible={wizard.read.pending || drop.pending} />
      <div
        className={classes.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          event.stopPropagation()
          setOver(false)
          const dropped = event.dataTransfer.files[0]
          if (dropped) void drop.run(dropped)
        }}
      >
        <IconFileImport size={32} stroke={1.5} aria-hidden />
        <Title order={3} fz={16}>
          {t('file.title')}
        </Title>
        <Text fz={13} c="dimmed" maw={480}>
          {t('file.hint')}
        </Text>
        <Button loading={busy} onClick={() => void choose.run()}>
          {wizard.loaded ? t('file.another') : t('file.choose')}
        </Button>
        {wizard.loaded ? (
          <Group gap={8}>
            <Text fz={12}>{t('file.current', { name: wizard.loaded.draft.fileName })}</Text>
            <Button size="compact-xs" variant="subtle" onClick={() => wizard.goTo('columns')}>
              {t('file.keep')}
            </Button>
          </Group>
        ) : (
          <Text fz={12} c="dimmed" maw={480}>
            {t('file.example')}
          </Text>
        )}
      </div>
    </div>
  )
}
