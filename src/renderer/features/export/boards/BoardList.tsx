import { Box, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call, useAction, useCall } from '../../../client/call.ts'
import { Writable } from '../../../state/appStatus.tsx'
import { FailureNotice } from '../../../ui/feedback/Feedback.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { freeName, newBoard } from './boardDraft.ts'
import classes from './boards.module.css'

type Props = { studyId: string; open(boardId: string): void }

export function BoardList({ studyId, open }: Props) {
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
      <div className={classes.head}>
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
        <ul className={classes.rows}>
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
