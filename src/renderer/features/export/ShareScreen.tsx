import { Button } from '@mantine/core'
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
import { useCall } from '../../client/call.ts'
import { useStudyId } from '../../state/currentStudy.ts'
import { type ExportPart, useDialogs } from '../../state/dialogs.ts'
import { useSearchParams } from '../../state/searchParams.ts'
import { useShowLastView } from '../../state/tables/shownTables.ts'
import { EmptyState, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { BoardEditor } from './boards/BoardEditor.tsx'
import { BoardList } from './boards/BoardList.tsx'
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
