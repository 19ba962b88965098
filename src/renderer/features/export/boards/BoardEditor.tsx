import { Box, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Board, boardSizes, mostColumns } from '../../../../shared/domain/studies/board.ts'
import { PanelFigureContext } from '../../../charts/board/PanelFigure.tsx'
import { Amount, FormatFields } from '../../../charts/saving/FigureFields.tsx'
import { SavingOutcome } from '../../../charts/saving/FigurePreview.tsx'
import { FigureSavingContext, figurePresets } from '../../../charts/saving/figureSaving.ts'
import { useSaving } from '../../../charts/saving/useSaving.ts'
import { call } from '../../../client/call.ts'
import { useAction } from '../../../client/useAction.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { EmptyState, FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { ToolRow } from '../../../ui/panes/ToolRow.tsx'
import shared from '../../../ui/shared.module.css'
import { BoardPanels } from './BoardPanels.tsx'
import { BoardPreview } from './BoardPreview.tsx'
import { withColumns } from './boardDraft.ts'
import classes from './boards.module.css'
import { type BoardDraft, useBoardDraft } from './useBoardDraft.ts'
import { useComposedBoard } from './useComposedBoard.ts'

/** `moved`: called with the id of the copy when editing continues in a copy. */
type Props = { studyId: string; stored: Board; moved(boardId: string): void; close(): void }

/** Edits the panels of a board and saves it as a file that looks like the preview. */
export function BoardEditor({ studyId, stored, moved, close }: Props) {
  const { t } = useTranslation('board')
  const draft = useBoardDraft(studyId, stored, moved)
  const { board, change, failure, retry, readOnly } = draft
  const PanelFigure = use(PanelFigureContext)
  const composed = useComposedBoard(board)
  const remove = useRemove(studyId, draft, close)
  return (
    <div className={shared.page}>
      <ToolRow
        primary={
          !readOnly && (
            <Button size="xs" {...remove.buttonProps()}>
              {t('delete')}
            </Button>
          )
        }
      >
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={14} aria-hidden />}
          onClick={close}
        >
          {t('back')}
        </Button>
        <TextInput
          size="xs"
          aria-label={t('term.name')}
          maxLength={200}
          value={board.name}
          error={board.name.trim() === ''}
          onChange={({ currentTarget }) => change({ ...board, name: currentTarget.value })}
        />
        {readOnly && <span className={shared.hint}>{t('readOnly')}</span>}
      </ToolRow>
      {failure && <FailureNotice failure={failure} retry={retry} />}
      {remove.failure && <FailureNotice failure={remove.failure} />}
      {PanelFigure &&
        board.panels.map(({ panelId, definition }) => (
          <PanelFigure key={panelId} panelId={panelId} definition={definition} report={composed.report} />
        ))}
      {board.panels.length === 0 ? (
        <NoPanels studyId={studyId} />
      ) : (
        <div className={classes.columns}>
          <div className={classes.fields}>
            <BoardPanels board={board} change={change} />
            <Sheet board={board} change={change} />
            <SaveBoard board={board} composed={composed} />
          </div>
          <BoardPreview composed={composed} />
        </div>
      )}
    </div>
  )
}

function useRemove(studyId: string, { board, remove }: BoardDraft, close: () => void) {
  const { t } = useTranslation('board')
  const undoOffers = useUndoOffers()
  return useAction(async () => {
    const offerUndo = undoOffers.create()
    await remove()
    close()
    offerUndo({
      message: t('deleted', { name: board.name }),
      undo: () => call('studies.saveBoard', { studyId, board, replaces: null }),
    })
  })
}

function NoPanels({ studyId }: { studyId: string }) {
  const { t } = useTranslation('board')
  const navigate = useNavigate()
  return (
    <EmptyState
      title={t('empty.title')}
      text={t('empty.text')}
      action={
        <Button onClick={() => void navigate({ to: '/study/$studyId/explore', params: { studyId } })}>
          {t('empty.action')}
        </Button>
      }
    />
  )
}

const presets = ['column', 'middle', 'columns'] as const
const columnCounts = Array.from({ length: mostColumns }, (_, at) => String(at + 1))

type SheetProps = { board: Board; change(board: Board): void }

/** Edits the size, columns, letters and texts of the sheet. */
function Sheet({ board, change }: SheetProps) {
  const { t } = useTranslation('board')
  const { t: tFigure } = useTranslation('figure')
  const { widthMm, lettersPt } = board
  const preset = presets.find((one) => figurePresets[one].widthMm === widthMm)
  return (
    <>
      <NativeSelect
        size="sm"
        label={tFigure('size')}
        value={preset ?? 'own'}
        onChange={({ currentTarget: { value } }) => {
          const chosen = presets.find((one) => one === value)
          if (!chosen) return
          const { widthMm, lettersPt } = figurePresets[chosen]
          change({ ...board, widthMm, lettersPt })
        }}
        data={[
          ...presets.map((value) => ({ value, label: tFigure(`presets.${value}`) })),
          ...(preset ? [] : [{ value: 'own', label: tFigure('presets.own') }]),
        ]}
      />
      <div className={classes.three}>
        <Amount
          label={tFigure('width')}
          value={widthMm}
          bound={boardSizes.widthMm}
          change={(next) => change({ ...board, widthMm: next })}
        />
        <Amount
          label={tFigure('letters')}
          value={lettersPt}
          bound={boardSizes.lettersPt}
          change={(next) => change({ ...board, lettersPt: next })}
        />
        <div>
          <Box component="span" display="block" fz="sm" fw={500} aria-hidden>
            {t('columns')}
          </Box>
          <SegmentedControl
            fullWidth
            aria-label={t('columns')}
            value={String(board.columns)}
            onChange={(value) => change(withColumns(board, Number(value)))}
            data={columnCounts}
          />
        </div>
      </div>
      <TextInput
        label={tFigure('figureTitle')}
        maxLength={2000}
        value={board.title}
        onChange={({ currentTarget }) => change({ ...board, title: currentTarget.value })}
      />
      <Textarea
        label={tFigure('caption')}
        autosize
        maxRows={6}
        maxLength={5000}
        value={board.caption}
        onChange={({ currentTarget }) => change({ ...board, caption: currentTarget.value })}
      />
    </>
  )
}

type SaveProps = { board: Board; composed: ReturnType<typeof useComposedBoard> }

function SaveBoard({ board, composed }: SaveProps) {
  const { t } = useTranslation('board')
  const remembered = use(FigureSavingContext)
  const [choice, setChoice] = useState(remembered.choice)
  const [savedName, setSavedName] = useState<string | null>(null)
  const { page, problemOf } = composed
  const problem = problemOf(choice)
  const saving = useSaving({
    printable: problem === null ? composed.printable : null,
    page,
    choice,
    fileName: board.name,
    saved: () => setSavedName(`${board.name}.${choice.format}`),
  })
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault()
        setSavedName(null)
        void saving.save()
      }}
    >
      <FormatFields
        choice={choice}
        page={page}
        withPdf={saving.hasPdf}
        change={(part) => {
          setChoice({ ...choice, ...part })
          remembered.setChoice({ ...choice, ...part })
        }}
      />
      {problem !== null && (
        <Box component="p" role="alert" m={0} maw={640} c="error">
          {problem}
        </Box>
      )}
      <SavingOutcome saving={saving} />
      {savedName !== null && <output>{t('saved', { name: savedName })}</output>}
      <Button
        variant="filled"
        type="submit"
        disabled={problem !== null || !composed.isReady}
        loading={saving.isSaving}
      >
        {t('action.save')}
      </Button>
    </form>
  )
}
