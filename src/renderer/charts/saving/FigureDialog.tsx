import { Box, Button } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import shared from '../../ui/shared.module.css'
import { toSvgFile } from './clipboard.ts'
import { FigureFields, useFigurePage } from './FigureFields.tsx'
import classes from './figureDialog.module.css'
import { type Printable, printFigure, toSizedSvg } from './figureFile.ts'
import type { FigurePage } from './fitFigure.ts'
import { useSaving } from './useSaving.ts'

type Props<K extends Kind> = {
  /** The figure when the dialog was opened. */
  figure: Figure<K>
  /** The height below which some rows lose their names. */
  minHeightPx: number
  fileName: string
  saveData(): void
  close(): void
}

export function FigureDialog<K extends Kind>({ figure, minHeightPx, fileName, saveData, close }: Props<K>) {
  const { t } = useTranslation('figure')
  const form = useFigurePage(figure, minHeightPx)
  const { choice, page, fitted, isReady, problem } = form
  const printable = useMemo(() => (fitted ? printFigure(fitted) : null), [fitted])
  const canSave = printable !== null && isReady && problem === null
  const saving = useSaving({ printable: canSave ? printable : null, page, choice, fileName, saved: close })
  const leave = () => {
    saving.reset()
    close()
  }
  return (
    <Dialog opened onClose={leave} title={t('title')} size={920}>
      <Form gap="lg" miw={0} submit={() => void saving.save()}>
        <div className={classes.columns}>
          <FigureFields form={form} withPdf={saving.hasPdf} />
          <FigurePreview printable={printable} page={page} problem={problem} hidden={form.hidden} />
        </div>
        <SavingOutcome saving={saving} />
        <div className={shared.dialogFoot}>
          <Button onClick={saveData}>{t('data')}</Button>
          <span className={shared.gap} />
          <Button onClick={leave}>{t('cancel')}</Button>
          <Button variant="filled" type="submit" disabled={!canSave} loading={saving.isSaving}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

type PreviewProps = {
  printable: Printable | null
  page: FigurePage
  problem: string | null
  /** A sentence for each kind of names that do not fit. */
  hidden: readonly string[]
}

function FigurePreview({ printable, page, problem, hidden }: PreviewProps) {
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
