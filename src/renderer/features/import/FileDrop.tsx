import { Button, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useAction } from '../../client/call.ts'
import { adoptFile, chooseFile, chooseSave, deliver } from '../../client/files.ts'
import { Examples } from '../../shared/help/Examples.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import { TextLink } from '../../ui/text/TextLink.tsx'
import classes from './import.module.css'
import type { ImportWork } from './importState.ts'

export function useFileIntake(open: (fileId: string) => void) {
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (file) open(file.fileId)
  })
  const drop = useAction(async (dropped: File) => open((await adoptFile(dropped)).fileId))
  const paste = useAction(async (text: string) => open((await call('files.paste', { text })).fileId))
  return {
    choose: () => void choose.run(),
    drop: (file: File) => void drop.run(file),
    paste: (text: string) => void paste.run(text),
    choosing: choose.pending,
    pending: drop.pending || paste.pending,
    failure: drop.failure ?? paste.failure ?? choose.failure,
  }
}

export type FileIntake = ReturnType<typeof useFileIntake>

export function FileDrop({ intake, work }: { intake: FileIntake; work: ImportWork }) {
  const { t } = useTranslation('import')
  const { read, closedFile } = work
  const [over, setOver] = useState(false)
  usePasted({ file: intake.drop, text: intake.paste })
  const busy = intake.choosing || intake.pending || read.pending
  const failure = read.failure ?? intake.failure
  return (
    <div className={classes.fileDrop}>
      <LoadingBar visible={intake.pending || read.pending} />
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
          if (dropped) intake.drop(dropped)
        }}
      >
        <IconFileImport size={32} stroke={1.5} aria-hidden />
        <Title order={3} fz="lg">
          {t('file.title')}
        </Title>
        <Text fz="sm" c="dimmed" maw={480}>
          {t('file.hint')}
        </Text>
        <Button variant="filled" loading={busy} onClick={intake.choose}>
          {t('action.chooseFile')}
        </Button>
        <Hint>{t('file.paste')}</Hint>
        <TextLink to="/plan" fz="sm">
          {t('file.plan')}
        </TextLink>
      </div>
      {/* Below the drop area, so that the area does not move. */}
      {failure && <FailureNotice flush failure={failure} />}
      {closedFile !== null && (
        <Text fz="sm" role="status">
          {t('file.closed', { name: closedFile })}
        </Text>
      )}
      <BlankFile />
    </div>
  )
}

const formats = ['xlsx', 'csv'] as const

function BlankFile() {
  const { t } = useTranslation('import')
  const save = useAction(async (format: (typeof formats)[number]) => {
    const target = await chooseSave(`samples.${format}`)
    if (!target) return null
    const { file } = await call('imports.saveBlank', { fileId: target.fileId, format })
    await deliver(file)
    return file.name
  })
  return (
    <Stack gap="sm">
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <div className={classes.row}>
        <Text fz="sm">{t('blank.text')}</Text>
        {formats.map((format) => (
          <Button
            key={format}
            size="compact-sm"
            disabled={save.pending}
            leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
            onClick={() => void save.run(format)}
          >
            {t(`blank.${format}`)}
          </Button>
        ))}
        <output className={classes.hint}>{save.value && t('blank.saved', { name: save.value })}</output>
      </div>
      <Examples />
    </Stack>
  )
}

type Takes = { file(file: File): void; text(text: string): void }

/** Listens for pastes anywhere on the page except in text fields. */
function usePasted(takes: Takes): void {
  useWindowEvent('paste', (event) => {
    const { target, clipboardData } = event
    if (!clipboardData || (target instanceof Element && target.closest('input, textarea, select'))) return
    const text = clipboardData.getData('text/plain')
    const file = clipboardData.files[0]
    // A spreadsheet puts a picture of the cells beside their text, so text comes first.
    if (text.trim() !== '') takes.text(text)
    else if (file) takes.file(file)
    else return
    event.preventDefault()
  })
}
