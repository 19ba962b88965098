import { memo, type ReactNode } from 'react'
import type { BoardFigure } from '../../../shared/domain/studies/board.ts'
import {
  AddToBoardContext,
  PanelFigureContext,
  type PanelFigureProps,
} from '../../charts/board/PanelFigure.tsx'
import { useCurrentStudyId } from '../../state/currentStudy.ts'
import { useDialogs } from '../../state/dialogs.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'

const AddToBoardDialog = lazyComponent(
  'AddToBoardDialog',
  () => import('../../features/export/boards/AddToBoardDialog.tsx'),
)
const ComparePanel = lazyComponent('ComparePanel', () => import('../../features/compare/ComparePanel.tsx'))
const ExplorePanel = lazyComponent(
  'ExplorePanel',
  () => import('../../features/explore/figures/ExplorePanel.tsx'),
)

const comparedFigures: ReadonlySet<BoardFigure> = new Set([
  'volcano',
  'forest',
  'dots',
  'comparedGroups',
  'comparedPairs',
  'modelForest',
  'modelEffect',
  'modelMeans',
  'modelResiduals',
  'modelQq',
])

/** Renders a panel with the view of its figure. Memoized, because reports of a panel render the board again. */
const PanelFigure = memo((props: PanelFigureProps) => {
  const Panel = comparedFigures.has(props.definition.figure) ? ComparePanel : ExplorePanel
  return <Panel {...props} />
})

/** Gives screens access to boards: charts can be added to one, and boards can render figures of other views. */
export function Boards({ readOnly, children }: { readOnly: boolean; children: ReactNode }) {
  const studyId = useCurrentStudyId()
  const { addingToBoard, openAddToBoard, close } = useDialogs()
  return (
    <AddToBoardContext value={readOnly || studyId === null ? null : openAddToBoard}>
      <PanelFigureContext value={PanelFigure}>{children}</PanelFigureContext>
      {addingToBoard && studyId !== null && (
        <AddToBoardDialog studyId={studyId} definition={addingToBoard} close={() => close('addingToBoard')} />
      )}
    </AddToBoardContext>
  )
}
