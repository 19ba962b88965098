import { Button } from '@mantine/core'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../figures/drawing.ts'
import type { Figure } from '../../figures/figure.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { saveFile, toSvgFile } from './clipboard.ts'
import { FigureFields } from './FigureFields.tsx'
import { FigurePreview } from './FigurePreview.tsx'
import classes from './figureDialog.module.css'
import { toPngFile, toSizedSvg } from './figureFile.ts'
import { FigureSavingContext } from './figureSaving.ts'
import { useFigurePage } from './useFigurePage.ts'

type Props<K extends Kind> = {
  /** As it was when the dialog was opened. */
  figure: Figure<K>
  /** Below it not every row has room for its name. */
  minHeightPx: number
  fileName: string
  saveData(): void
  close(): void
}

/** Saves a figure in a size on paper, as it is seen in the preview. */
export function FigureDialog<K extends Kind>({ figure, minHeightPx, fileName, saveData, close }: Props<K>) {
  const { t } = useTranslation('figure')
  const { pdf } = use(FigureSavingContext)
  const form = useFigurePage(figure, minHeightPx)
  const { choice, page, fitted, isReady } = form
  const [state, setState] = useState<'still' | 'saving' | 'failed'>('still')
  const isSaving = state === 'saving' || (pdf?.pending ?? false)
  const leave = () => {
    pdf?.reset()
    close()
  }
  const save = async () => {
    if (!fitted || !isReady || form.problem !== null) return
    // Drawing takes a moment, in which the button has to show that it was pressed.
    setState('saving')
    await new Promise((resolve) => setTimeout(resolve))
    try {
      if (choice.format === 'png') saveFile(await toPngFile(fitted, page, choice.dpi), `${fileName}.png`)
      else {
        const svg = toSizedSvg(fitted, page)
        if (choice.format === 'svg') saveFile(toSvgFile(svg), `${fileName}.svg`)
        else {
          setState('still')
          const { widthMm, heightMm } = page
          return await pdf?.run({ svg, widthMm, heightMm, fileName: `${fileName}.pdf`, saved: leave })
        }
      }
      leave()
    } catch {
      setState('failed')
    }
  }
  return (
    <Dialog opened onClose={leave} title={t('title')} size={920}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className={classes.columns}>
          <FigureFields form={form} withPdf={pdf !== null} />
          <FigurePreview figure={fitted} page={page} background={choice.background} problem={form.problem} />
        </div>
        {state === 'failed' && <p role="alert">{t('failed')}</p>}
        {pdf?.failure && <FailureNotice flush failure={pdf.failure} />}
        {pdf?.isCancelled && <p role="status">{t('noPlace')}</p>}
        <div className={classes.foot}>
          <Button variant="default" onClick={saveData}>
            {t('data')}
          </Button>
          <span className={classes.gap} />
          <Button variant="default" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button type="submit" disabled={!isReady || form.problem !== null} loading={isSaving}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
