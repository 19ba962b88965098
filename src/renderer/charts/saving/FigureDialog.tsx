import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { Form } from '../../ui/forms/Form.tsx'
import shared from '../../ui/shared.module.css'
import { FigureFields, useFigurePage } from './FigureFields.tsx'
import { FigurePreview, SavingOutcome } from './FigurePreview.tsx'
import classes from './figureDialog.module.css'
import { printFigure } from './figureFile.ts'
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
