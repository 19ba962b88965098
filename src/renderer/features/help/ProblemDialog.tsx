import { Box, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProblemReport } from '../../../shared/domain/app/appData.ts'
import { call, useAction } from '../../client/call.ts'
import { saveFile } from '../../client/files.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import classes from './help.module.css'

/** Prepares a problem report, which is saved as a file and not sent. The user may leave out any part. */
export function ProblemDialog({ close }: { close(): void }) {
  const { t } = useTranslation('help')
  const [words, setWords] = useState('')
  const [leftOut, setLeftOut] = useState<readonly string[]>([])
  const gather = useAction(() => call('problems.gather', {}))
  const { run } = gather
  useEffect(() => void run(), [run])
  const parts = gather.value?.parts ?? []
  const chosen = parts.map(({ name }) => name).filter((name) => !leftOut.includes(name))
  const save = useAction(() =>
    saveFile(`pathclock-problem-${new Date().toISOString().slice(0, 10)}.zip`, (fileId) =>
      call('problems.save', { fileId, words, parts: chosen }),
    ),
  )
  const isEmpty = !gather.pending && chosen.length === 0 && words.trim() === ''
  return (
    <Dialog opened onClose={close} title={t('problem.title')} size={860}>
      <Stack gap={16}>
        <Text maw="90ch">{t('problem.lead')}</Text>
        <Textarea
          data-autofocus
          label={t('problem.words')}
          description={t('problem.wordsHint')}
          rows={3}
          maxLength={100_000}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {gather.pending && <p role="status">{t('problem.gathering')}</p>}
        {gather.failure && <FailureNotice flush failure={gather.failure} retry={() => void gather.run()} />}
        {parts.length > 0 && (
          <fieldset className={classes.parts}>
            <legend>{t('problem.parts')}</legend>
            {parts.map((part) => (
              <Part
                key={part.name}
                part={part}
                isIn={!leftOut.includes(part.name)}
                leave={(isIn) =>
                  setLeftOut((before) =>
                    isIn ? before.filter((name) => name !== part.name) : [...before, part.name],
                  )
                }
              />
            ))}
          </fieldset>
        )}
        {save.failure && <FailureNotice flush failure={save.failure} />}
        <Group gap={8} justify="flex-end">
          <Box component="span" role="status" flex={1} c="dimmed" fz="sm">
            {save.value && t('problem.saved', { name: save.value.file.name })}
            {!save.value && isEmpty && t('problem.nothing')}
          </Box>
          <Button onClick={close}>{t('action.close')}</Button>
          <Button variant="filled" disabled={isEmpty || gather.pending} {...save.buttonProps()}>
            {t('problem.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const mostRows = 9

type PartProps = { part: ProblemReport['parts'][number]; isIn: boolean; leave(isIn: boolean): void }

function Part({ part: { name, text }, isIn, leave }: PartProps) {
  const { t } = useTranslation('help')
  const about = t(`problem.part.${name.replace('.txt', '')}`, { defaultValue: '' })
  return (
    <div className={classes.part} data-out={!isIn || undefined}>
      <Checkbox
        label={name}
        description={about}
        checked={isIn}
        onChange={({ currentTarget }) => leave(currentTarget.checked)}
      />
      <Textarea
        readOnly
        rows={Math.min(mostRows, text.split('\n').length)}
        aria-label={t('problem.textOf', { name })}
        classNames={{ input: classes.text }}
        value={text}
      />
    </div>
  )
}
