import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFailure, rejected } from '../../../../shared/contract/failures.ts'
import type { FileHandle } from '../../../../shared/contract/state.ts'
import {
  mostSettlements,
  parseSettlements,
  type SettlementFile,
} from '../../../../shared/domain/samples/settlementFile.ts'
import type { Message } from '../../../../shared/words/message.ts'
import { call } from '../../../client/call.ts'
import { chooseFile } from '../../../client/files.ts'
import { useAction } from '../../../client/useAction.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Fact, Facts, Hint } from '../../../ui/panes/Section.tsx'
import { TranslatedMessage } from '../../../ui/text/TranslatedMessage.tsx'

type Read = SettlementFile & { file: FileHandle }
type Outcome = { placed: number; notPlaced: number; undone: number; already: number }

const none: Outcome = { placed: 0, notPlaced: 0, undone: 0, already: 0 }
const shownProblems = 20

/** Settles the orders of a table row by row. Choosing the same table again continues where that stopped. */
export function SettleFileDialog({ batchId, close }: { batchId: string; close(): void }) {
  const { t } = useTranslation('samples')
  const [read, setRead] = useState<Read | null>(null)
  const [counts, setCounts] = useState<Outcome | null>(null)
  const [problems, setProblems] = useState<{ line: number; message: Message }[]>([])
  const choose = useAction(async () => {
    const file = await chooseFile()
    if (!file) return
    const table = await call('files.preview', { fileId: file.fileId, rows: mostSettlements })
    const parsed = parseSettlements(table, batchId)
    if ('refused' in parsed) throw rejected(parsed.refused)
    setRead({ ...parsed, file })
    setProblems(parsed.problems)
    setCounts(null)
  })
  const settle = useAction(async () => {
    let done = none
    setCounts(done)
    setProblems(read?.problems ?? [])
    for (const { line, ...settlement } of read?.settlements ?? [])
      try {
        const { outcome } = await call('batches.settleListed', settlement)
        done = { ...done, [outcome]: done[outcome] + 1 }
        setCounts(done)
      } catch (error) {
        if (!isFailure(error, 'rejected') && !isFailure(error, 'notFound')) throw error
        const { userMessage } = error
        setProblems((before) =>
          [...before, { line, message: userMessage }].toSorted((a, b) => a.line - b.line),
        )
      }
  })
  const failure = settle.failure ?? choose.failure
  const total = read?.settlements.length ?? 0
  const settled = counts ? counts.placed + counts.notPlaced + counts.already : 0
  const failed = problems.length - (read?.problems.length ?? 0)
  const isDone = counts !== null && !settle.pending && !settle.failure
  return (
    <Dialog opened onClose={close} title={t('settleFile.title')} size={560}>
      <Stack gap={16}>
        <Text fz="sm">{t('settleFile.about')}</Text>
        <Group gap={12}>
          <Button data-autofocus disabled={settle.pending} {...choose.buttonProps()}>
            {t('action.chooseFile')}
          </Button>
          <Text component="output" fz="sm">
            {read?.file.name}
          </Text>
        </Group>
        {read && (
          <Facts>
            <Fact name={t('settleFile.rows')}>{total}</Fact>
            {read.undecided > 0 && <Fact name={t('settleFile.undecided')}>{read.undecided}</Fact>}
            {counts && (
              <>
                <Fact name={t('settleFile.placed')}>{counts.placed}</Fact>
                <Fact name={t('settleFile.notPlaced')}>{counts.notPlaced}</Fact>
                {counts.already > 0 && <Fact name={t('settleFile.already')}>{counts.already}</Fact>}
              </>
            )}
            {problems.length > 0 && <Fact name={t('settleFile.problems')}>{problems.length}</Fact>}
          </Facts>
        )}
        {settle.pending && (
          <Progress
            size={4}
            value={total === 0 ? 0 : ((settled + failed) / total) * 100}
            aria-label={t('settleFile.title')}
          />
        )}
        {problems.length > 0 && (
          <Stack gap={4} role="status">
            {problems.slice(0, shownProblems).map(({ line, message }) => (
              <Text key={line} fz="xs">
                {t('settleFile.line', { line })} <TranslatedMessage text={message} />
              </Text>
            ))}
            {problems.length > shownProblems && (
              <Hint>{t('settleFile.more', { count: problems.length - shownProblems })}</Hint>
            )}
          </Stack>
        )}
        {failure && <FailureNotice flush failure={failure} />}
        <Group gap={8} justify="flex-end">
          <Button onClick={close}>{t(isDone ? 'action.close' : 'cancel')}</Button>
          {!isDone && (
            <Button variant="filled" disabled={total === 0} {...settle.buttonProps()}>
              {total === 0 ? t('settle.now') : t('settleFile.settle', { count: total })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
