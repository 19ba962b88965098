import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FigureDefinition, letterOf } from '../../../../shared/domain/studies/board.ts'
import { call, useAction, useCall } from '../../../client/call.ts'
import { Dialog, DialogForm } from '../../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { freeName, isFull, newBoard, withPanel } from './boardDraft.ts'

type Props = { studyId: string; definition: FigureDefinition; close(): void }

export function AddToBoardDialog({ studyId, definition, close }: Props) {
  const { t } = useTranslation('board')
  const boards = useCall('studies.boards', { studyId })
  return (
    <Dialog opened onClose={close} title={t('add.title')}>
      {boards.failure && <FailureNotice flush failure={boards.failure} />}
      {boards.data && <Form studyId={studyId} definition={definition} close={close} />}
    </Dialog>
  )
}

/** The option for a new board. Ids of boards are not empty. */
const newBoardId = ''

function Form({ studyId, definition, close }: Props) {
  const { t } = useTranslation('board')
  const navigate = useNavigate()
  const boards = useCall('studies.boards', { studyId }).data ?? []
  const [chosen, setChosen] = useState(
    () => boards.findLast((board) => !isFull(board))?.boardId ?? newBoardId,
  )
  const [name, setName] = useState(() => freeName(boards, (number) => t('nameOf', { number })))
  const add = useAction(async () => {
    const existing = boards.find(({ boardId }) => boardId === chosen)
    const board = withPanel(existing ?? newBoard(name.trim()), definition)
    return call('studies.saveBoard', { studyId, board, replaces: existing ?? null })
  })
  const { value } = add
  if (value)
    return (
      <Stack gap={16}>
        <output>{t('add.added', { letter: letterOf(value.panels.length - 1), name: value.name })}</output>
        <Group gap={8} justify="flex-end">
          <Button
            onClick={() => {
              close()
              void navigate({
                to: '/study/$studyId/share',
                params: { studyId },
                search: { board: value.boardId },
              })
            }}
          >
            {t('add.open')}
          </Button>
          <Button variant="filled" data-autofocus onClick={close}>
            {t('add.done')}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <DialogForm
      verb={t('add.add')}
      disabled={chosen === newBoardId && name.trim() === ''}
      action={add}
      submit={() => void add.run()}
      close={close}
    >
      {boards.length > 0 && (
        <NativeSelect
          size="sm"
          label={t('add.board')}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            ...boards.map((board) => ({
              value: board.boardId,
              label: isFull(board) ? t('add.full', { name: board.name }) : board.name,
              disabled: isFull(board),
            })),
            { value: newBoardId, label: t('add.new') },
          ]}
        />
      )}
      {chosen === newBoardId && (
        <TextInput
          label={t('add.newName')}
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
