import { Box } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { toSvgFile } from './clipboard.ts'
import classes from './figureDialog.module.css'
import { type Printable, toSizedSvg } from './figureFile.ts'
import type { FigurePage } from './fitFigure.ts'
import type { useSaving } from './useSaving.ts'

type Props = {
  printable: Printable | null
  page: FigurePage
  problem: string | null
  /** A sentence for each kind of names that do not fit. */
  hidden: readonly string[]
}

export function FigurePreview({ printable, page, problem, hidden }: Props) {
  const { t } = useTranslation('figure')
  return (
    <div className={classes.preview}>
      {printable && <FigurePicture printable={printable} page={page} className={classes.paper ?? ''} />}
      {problem === null && hidden.length > 0 && (
        <Box component="p" role="alert" m={0} maw={440} c="error">
          {t('hidden', { what: hidden.join('; ') })}
        </Box>
      )}
      {problem !== null && (
        <Box component="p" role="alert" m={0} maw={440} c="error">
          {problem}
        </Box>
      )}
    </div>
  )
}

type PictureProps = { printable: Printable; page: FigurePage; className: string }

export function FigurePicture({ printable, page, className }: PictureProps) {
  const { t } = useTranslation('figure')
  const url = useMemo(() => URL.createObjectURL(toSvgFile(toSizedSvg(printable, page))), [printable, page])
  useEffect(() => () => URL.revokeObjectURL(url), [url])
  return (
    <img
      className={`${className} ${printable.isOpaque ? '' : classes.clear}`}
      src={url}
      alt={`${t('preview')}: ${printable.summary}`}
    />
  )
}

/** The reason why nothing was saved. */
export function SavingOutcome({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { t } = useTranslation('figure')
  return (
    <>
      {saving.problem !== null && (
        <p role="alert">
          {t('failed')} {saving.problem}
        </p>
      )}
      {saving.failure && <FailureNotice flush failure={saving.failure} />}
      {saving.isCancelled && <p role="status">{t('noPlace')}</p>}
    </>
  )
}
