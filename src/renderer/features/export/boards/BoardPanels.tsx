import { NativeSelect, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isEverySample } from '../../../../shared/domain/results/cohort.ts'
import { type Board, type BoardPanel, letterOf } from '../../../../shared/domain/studies/board.ts'
import { ToolButton } from '../../../charts/frame/ToolButton.tsx'
import { useStudyWords } from '../../../state/cohort/titles.ts'
import shared from '../../../ui/shared.module.css'
import { changePanel, movePanel, withoutPanel } from './boardDraft.ts'
import classes from './boards.module.css'
import { useShowFigure } from './useShowFigure.ts'

type Props = { board: Board; change(board: Board): void }

/** Lists the panels in order, each with its title and width. */
export function BoardPanels({ board, change }: Props) {
  return (
    <ol className={classes.panels}>
      {board.panels.map((panel, place) => (
        <Panel key={panel.panelId} board={board} panel={panel} place={place} change={change} />
      ))}
    </ol>
  )
}

function Panel({ board, panel, place, change }: Props & { panel: BoardPanel; place: number }) {
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
            size="xs"
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
        <ToolButton label={t('up', { letter })} act={place === 0 ? null : () => move(-1)}>
          <IconArrowUp size={14} aria-hidden />
        </ToolButton>
        <ToolButton
          label={t('down', { letter })}
          act={place === board.panels.length - 1 ? null : () => move(1)}
        >
          <IconArrowDown size={14} aria-hidden />
        </ToolButton>
        <ToolButton label={t('show', { letter })} act={() => showFigure(definition)}>
          <IconExternalLink size={14} aria-hidden />
        </ToolButton>
        <ToolButton label={t('remove', { letter })} act={() => change(withoutPanel(board, panelId))}>
          <IconTrash size={14} aria-hidden />
        </ToolButton>
      </div>
    </li>
  )
}
