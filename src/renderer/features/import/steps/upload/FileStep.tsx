import { Button, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconDownload, IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../client/call.ts'
import { adoptFile, chooseFile, chooseSave, deliver } from '../../../../client/files.ts'
import { useAction } from '../../../../client/useAction.ts'
import { Examples } from '../../../../state/help/Examples.tsx'
import { FailureNotice, LoadingBar } from '../../../../ui/feedback/Feedback.tsx'
import classes from '../../import.module.css'
import type { Loaded } from '../../importState.ts'
import type { Wizard } from '../../useWizard.ts'

/** Choose, drop or paste a table; reading it leads on. */
export function FileStep({ wizard, loaded }: { wizard: Wizard; loaded: Loaded | null }) {
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
      {loaded && <OpenedFile wizard={wizard} loaded={loaded} />}
      <BlankFile />
    </div>
  )
}

function OpenedFile({ wizard, loaded }: { wizard: Wizard; loaded: Loaded }) {
  const { t } = useTranslation('import')
  const { draft, reached } = loaded
  return (
    <div className={classes.foot}>
      <Text fz={13}>{t('file.current', { name: draft.fileName })}</Text>
      <Button size="compact-sm" variant="light" onClick={() => wizard.goTo(reached)}>
        {t('file.keep')}
      </Button>
    </div>
  )
}

const formats = ['xlsx', 'csv'] as const

/** An empty table of the order's fields, for whoever begins with nothing. */
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
    <div className={classes.blank}>
      {save.failure && <FailureNotice flush failure={save.failure} />}
      <div className={classes.foot}>
        <Text fz={13}>{t('blank.text')}</Text>
        {formats.map((format) => (
          <Button
            key={format}
            size="compact-sm"
            variant="default"
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
    </div>
  )
}

type Takes = { file(file: File): void; text(text: string): void }

/** Hears a paste anywhere on the page but in a field that takes text itself. */
function usePasted(takes: Takes): void {
  useWindowEvent('paste', (event) => {
    const { target, clipboardData } = event
    if (!clipboardData || (target instanceof Element && target.closest('input, textarea, select'))) return
    const text = clipboardData.getData('text/plain')
    const file = clipboardData.files[0]
    // A spreadsheet puts a picture of the cells beside their text.
    if (text.trim() !== '') takes.text(text)
    else if (file) takes.file(file)
    else return
    event.preventDefault()
  })
}
