import { Box, Button } from '@mantine/core'
import {
  IconChartDots3,
  IconFileText,
  IconPackage,
  IconPencil,
  IconTable,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, useAction, useCall } from '../../client/call.ts'
import { Writable } from '../../state/appStatus.tsx'
import { useStudyId } from '../../state/currentStudy.ts'
import { type ExportPart, useDialogs } from '../../state/dialogs.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useShowLastView } from '../../state/tables/shownTables.ts'
import { EmptyState, FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { BoardEditor } from './boards/BoardEditor.tsx'
import { freeName, newBoard } from './boards/boardDraft.ts'
import boardClasses from './boards/boards.module.css'
import classes from './share.module.css'

const parts: readonly { part: ExportPart; icon: TablerIcon }[] = [
  { part: 'report', icon: IconFileText },
  { part: 'capsule', icon: IconPackage },
  { part: 'table', icon: IconTable },
  { part: 'methods', icon: IconPencil },
]

/** Lists what can be shared of the study, each with its purpose. */
export function ShareScreen() {
  const { t } = useTranslation('export')
  const navigate = useNavigate()
  const studyId = useStudyId()
  const { search, change } = useSearchParams('/study/$studyId/share')
  const boards = useCall('studies.boards', { studyId }, { enabled: search.board !== undefined })
  const board = boards.data?.find(({ boardId }) => boardId === search.board)
  const editor = useEditorKey(search.board)
  const openExport = useDialogs((state) => state.openExport)
  useShowLastView(studyId)
  const open = (boardId: string | undefined) => change({ board: boardId })
  if (search.board !== undefined)
    return board ? (
      <BoardEditor
        key={editor.key}
        studyId={studyId}
        stored={board}
        moved={(boardId) => {
          editor.goOnWith(boardId)
          open(boardId)
        }}
        close={() => open(undefined)}
      />
    ) : (
      <NoBoard isLoading={boards.loading} close={() => open(undefined)} />
    )
  return (
    <>
      <ul className={classes.cards}>
        {parts.map(({ part, icon: Icon }) => (
          <li key={part} className={classes.card}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <h2>{t(`share.${part}.title`)}</h2>
            <p>{t(`share.${part}.text`)}</p>
            <Button onClick={() => openExport(part)}>{t(`share.${part}.action`)}</Button>
          </li>
        ))}
        <li className={classes.card}>
          <IconChartDots3 size={20} stroke={1.5} aria-hidden />
          <h2>{t('share.figure.title')}</h2>
          <p>{t('share.figure.text')}</p>
          <Button onClick={() => void navigate({ to: '/study/$studyId/explore', params: { studyId } })}>
            {t('share.figure.action')}
          </Button>
        </li>
      </ul>
      <BoardList studyId={studyId} open={open} />
    </>
  )
}

/**
 * Returns a key for the editor that changes with the board, except when editing continues in a copy, so that the
 * field being typed in keeps the focus.
 */
function useEditorKey(boardId: string | undefined) {
  const [editor, setEditor] = useState<{ key: number; boardId: string | undefined; copyId?: string }>({
    key: 0,
    boardId,
  })
  const isCopy = boardId === editor.copyId
  if (boardId !== editor.boardId) setEditor({ key: isCopy ? editor.key : editor.key + 1, boardId })
  return { key: editor.key, goOnWith: (copyId: string) => setEditor((before) => ({ ...before, copyId })) }
}

function NoBoard({ isLoading, close }: { isLoading: boolean; close(): void }) {
  const { t } = useTranslation('board')
  if (isLoading) return <LoadingBar visible />
  return (
    <EmptyState
      title={t('goneTitle')}
      text={t('gone')}
      action={<Button onClick={close}>{t('back')}</Button>}
    />
  )
}

type BoardListProps = { studyId: string; open(boardId: string): void }

function BoardList({ studyId, open }: BoardListProps) {
  const { t } = useTranslation('board')
  const boards = useCall('studies.boards', { studyId })
  const create = useAction(async () => {
    const name = freeName(boards.data ?? [], (number) => t('nameOf', { number }))
    const { boardId } = await call('studies.saveBoard', { studyId, board: newBoard(name), replaces: null })
    await boards.refetch()
    open(boardId)
  })
  return (
    <Box component="section" maw={1120} pb="lg" px="lg" aria-labelledby="boards">
      <div className={boardClasses.head}>
        <h2 id="boards">{t('boards')}</h2>
        <Writable>
          <Button size="xs" disabled={!boards.data} {...create.buttonProps()}>
            {t('new')}
          </Button>
        </Writable>
      </div>
      <Hint>{t('about')}</Hint>
      {boards.failure && <FailureNotice flush failure={boards.failure} />}
      {create.failure && <FailureNotice flush failure={create.failure} />}
      {boards.data && boards.data.length > 0 && (
        <ul className={boardClasses.rows}>
          {boards.data.map(({ boardId, name, panels, widthMm }) => (
            <li key={boardId}>
              <bdi>{name}</bdi>
              <span className={shared.hint}>
                {t('panels', { count: panels.length })} · {t('wide', { width: widthMm })}
              </span>
              <Button size="xs" aria-label={t('action.openNamed', { name })} onClick={() => open(boardId)}>
                {t('action.open')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}
