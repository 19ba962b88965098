import { Box } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FigurePicture } from '../../../charts/saving/FigurePreview.tsx'
import { LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import shared from '../../../ui/shared.module.css'
import classes from './boards.module.css'
import type { useComposedBoard } from './useComposedBoard.ts'

/** Most journals allow no taller figures. */
const tallMm = 240

/** Shows the board as it will be saved, with warnings about hidden labels and failed panels. */
export function BoardPreview({ composed }: { composed: ReturnType<typeof useComposedBoard> }) {
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
          <p className={shared.hint}>
            {t('size', { width: page.widthMm, height: page.heightMm })}
            {page.heightMm > tallMm && ` · ${t('tall', { most: tallMm })}`}
          </p>
          <FigurePicture printable={printable} page={page} className={classes.paper ?? ''} />
        </>
      )}
    </div>
  )
}
