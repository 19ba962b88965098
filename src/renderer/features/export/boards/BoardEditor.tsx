import { Box, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowUp, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEverySample } from '../../../../shared/domain/results/cohort.ts'
import {
  type Board,
  type BoardPanel,
  boardSizes,
  letterOf,
  mostColumns,
} from '../../../../shared/domain/studies/board.ts'
import { PanelFigureContext } from '../../../charts/board/PanelFigure.tsx'
import { ToolButton } from '../../../charts/frame/ChartTools.tsx'
import { FigurePicture, SavingOutcome } from '../../../charts/saving/FigureDialog.tsx'
import { Amount, FormatFields } from '../../../charts/saving/FigureFields.tsx'
import { FigureSavingContext, figurePresets } from '../../../charts/saving/figureSaving.ts'
import { useSaving } from '../../../charts/saving/useSaving.ts'
import { call, useAction } from '../../../client/call.ts'
import { useStudyWords } from '../../../state/cohort/titles.ts'
import { useUndoOffers } from '../../../state/undo.tsx'
import { EmptyState, FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { SegmentedControl } from '../../../ui/forms/SegmentedControl.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { ToolRow } from '../../../ui/panes/ToolRow.tsx'
import shared from '../../../ui/shared.module.css'
import { changePanel, movePanel, withColumns, withoutPanel } from './boardDraft.ts'
import classes from './boards.module.css'
import { type BoardDraft, useBoardDraft } from './useBoardDraft.ts'
import { useComposedBoard } from './useComposedBoard.ts'
import { useShowFigure } from './useShowFigure.ts'

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
            size="sm"
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

type BoardPanelsProps = { board: Board; change(board: Board): void }

function BoardPanels({ board, change }: BoardPanelsProps) {
  return (
    <ol className={classes.panels}>
      {board.panels.map((panel, place) => (
        <Panel key={panel.panelId} board={board} panel={panel} place={place} change={change} />
      ))}
    </ol>
  )
}

function Panel({ board, panel, place, change }: BoardPanelsProps & { panel: BoardPanel; place: number }) {
  const { t } = useTranslation('board')
  const { samples } = useStudyWords()
  const showFigure = useShowFigure()
  const { panelId, definition } = panel
  const letter = letterOf(place)
  const { pathway } = definition.search
  // A figure of the whole study does not name its samples.
  const some = isEverySample(definition.of) ? null : samples(definition.of)
  const about = [t(`figures.${definition.figure}`), pathway, some].flatMap((part) =>
    typeof part === 'string' && part !== '' ? [part] : [],
  )
  const move = (by: -1 | 1) => change(movePanel(board, panelId, by))
  return (
    <li className={classes.panel} aria-label={t('panel', { letter })}>
      <span className={shared.strong} aria-hidden>
        {letter}
      </span>
      <div className={classes.about}>
        <bdi>{about.join(' · ')}</bdi>
        <TextInput
          size="xs"
          aria-label={t('panelTitle', { letter })}
          placeholder={t('title')}
          maxLength={300}
          value={panel.title}
          onChange={({ currentTarget }) =>
            change(changePanel(board, panelId, { title: currentTarget.value }))
          }
        />
        {board.columns > 1 && (
          <NativeSelect
            aria-label={t('span', { letter })}
            value={String(panel.span)}
            onChange={({ currentTarget }) =>
              change(changePanel(board, panelId, { span: Number(currentTarget.value) }))
            }
            data={Array.from({ length: board.columns }, (_, at) => ({
              value: String(at + 1),
              label:
                at + 1 === board.columns
                  ? t('spans.whole')
                  : t('spans.part', { span: at + 1, columns: board.columns }),
            }))}
          />
        )}
      </div>
      <div className={classes.tools}>
        <ToolButton
          icon={IconArrowUp}
          label={t('up', { letter })}
          act={place === 0 ? null : () => move(-1)}
        />
        <ToolButton
          icon={IconArrowDown}
          label={t('down', { letter })}
          act={place === board.panels.length - 1 ? null : () => move(1)}
        />
        <ToolButton
          icon={IconExternalLink}
          label={t('show', { letter })}
          act={() => showFigure(definition)}
        />
        <ToolButton
          icon={IconTrash}
          label={t('remove', { letter })}
          act={() => change(withoutPanel(board, panelId))}
        />
      </div>
    </li>
  )
}

/** Most journals allow no taller figures. */
const tallMm = 240

/** Shows the board as it will be saved, with warnings about hidden labels and failed panels. */
function BoardPreview({ composed }: { composed: ReturnType<typeof useComposedBoard> }) {
  const { t } = useTranslation('board')
  const { printable, page, hidden, failures, isReady } = composed
  return (
    <div className={classes.preview}>
      <LoadingBar visible={!isReady} />
      {[
        ...failures,
        ...hidden.map(({ letter, sentences }) =>
          t(letter === '' ? 'hiddenAlone' : 'hidden', { letter, what: sentences.join('; ') }),
        ),
      ].map((line) => (
        <Box component="p" key={line} role="alert" m={0} maw={640} c="error">
          {line}
        </Box>
      ))}
      {printable && (
        <>
          <Hint>
            {t('size', { width: page.widthMm, height: page.heightMm })}
            {page.heightMm > tallMm && ` · ${t('tall', { most: tallMm })}`}
          </Hint>
          <FigurePicture printable={printable} page={page} className={classes.paper ?? ''} />
        </>
      )}
    </div>
  )
}
