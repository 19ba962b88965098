import { Button, Text, Title } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../client/call.ts'
import { adoptFile, chooseFile } from '../../client/files.ts'
import { useAction } from '../../client/useAction.ts'
import { FailureNotice } from '../../ui/FailureNotice.tsx'
import { LoadingBar } from '../../ui/LoadingBar.tsx'
import { BlankFile } from './BlankFile.tsx'
import classes from './import.module.css'
import { usePasted } from './usePasted.ts'
import type { Wizard } from './useWizard.ts'

/** Choose, drop or paste a table; reading it leads on. */
export function FileStep({ wizard }: { wizard: Wizard }) {
  const { t } = useTranslation('import')
  const [over, setOver] = useState(false)
  const { run: read } = wizard.read
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (file) await read(file.fileId, {})
  })
  const drop = useAction(async (dropped: File) => read((await adoptFile(dropped)).fileId, {}))
  const paste = useAction(async (text: string) => read((await call('files.paste', { text })).fileId, {}))
  usePasted({ file: (file) => void drop.run(file), text: (text) => void paste.run(text) })
  const busy = choose.pending || drop.pending || paste.pending || wizard.read.pending
  const failure = wizard.read.failure ?? drop.failure ?? paste.failure ?? choose.failure
  return (
    <div className={classes.fileStep}>
      <LoadingBar visible={wizard.read.pending || drop.pending || paste.pending} />
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
          {t('file.choose')}
        </Button>
        <Text fz={12} c="dimmed">
          {t('file.paste')}
        </Text>
      </div>
      {/* Below, so that the place to drop a file on stays where it is. */}
      {failure && <FailureNotice flush failure={failure} />}
      {wizard.loaded && <Kept wizard={wizard} name={wizard.loaded.draft.fileName} />}
      <BlankFile />
    </div>
  )
}

function Kept({ wizard, name }: { wizard: Wizard; name: string }) {
  const { t } = useTranslation('import')
  const { reached } = wizard
  return (
    <div className={classes.foot}>
      <Text fz={13}>{t('file.current', { name })}</Text>
      <Button
        size="compact-sm"
        variant="light"
        onClick={() => wizard.goTo(reached === 'file' ? 'read' : reached)}
      >
        {t('file.keep')}
      </Button>
    </div>
  )
}
