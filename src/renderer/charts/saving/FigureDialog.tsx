import { Button } from '@mantine/core'
import { use, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Kind } from '../../../figures/frame/drawing.ts'
import type { Figure } from '../../../figures/frame/figure.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { FailureNotice } from '../../ui/feedback/Feedback.tsx'
import { saveFile, toSvgFile } from './clipboard.ts'
import { FigureFields, useFigurePage } from './FigureFields.tsx'
import classes from './figureDialog.module.css'
import { toPngFile, toSizedSvg, toTiffFile } from './figureFile.ts'
import { FigureSavingContext } from './figureSaving.ts'
import type { FigurePage } from './fitFigure.ts'

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
  const [isDrawing, setIsDrawing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const isSaving = isDrawing || (pdf?.pending ?? false)
  const leave = () => {
    pdf?.reset()
    close()
  }
  const save = async () => {
    if (!fitted || !isReady || form.problem !== null) return
    // Drawing takes a moment, in which the button has to show that it was pressed.
    setIsDrawing(true)
    setProblem(null)
    await new Promise((resolve) => setTimeout(resolve))
    try {
      if (choice.format === 'png') saveFile(await toPngFile(fitted, page, choice.dpi), `${fileName}.png`)
      else if (choice.format === 'tiff')
        saveFile(await toTiffFile(fitted, page, choice.dpi), `${fileName}.tiff`)
      else {
        const svg = toSizedSvg(fitted, page)
        if (choice.format === 'svg') saveFile(toSvgFile(svg), `${fileName}.svg`)
        else {
          setIsDrawing(false)
          const { widthMm, heightMm } = page
          return await pdf?.run({ svg, widthMm, heightMm, fileName: `${fileName}.pdf`, saved: leave })
        }
      }
      leave()
    } catch (error) {
      setIsDrawing(false)
      setProblem(error instanceof Error ? error.message : String(error))
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
          <FigurePreview
            figure={fitted}
            page={page}
            background={choice.background}
            problem={form.problem}
            hidden={form.hidden}
          />
        </div>
        {problem !== null && (
          <p role="alert">
            {t('failed')} {problem}
          </p>
        )}
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

type FigurePreviewProps<K extends Kind> = {
  figure: Figure<K> | null
  page: FigurePage
  background: 'white' | 'none'
  problem: string | null
  hidden: readonly string[]
}

/** The figure as it will be, in the room that there is. */
function FigurePreview<K extends Kind>({ figure, page, background, problem, hidden }: FigurePreviewProps<K>) {
  const { t } = useTranslation('figure')
  const url = useMemo(
    () => (figure ? URL.createObjectURL(toSvgFile(toSizedSvg(figure, page))) : null),
    [figure, page],
  )
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <div className={classes.preview}>
      {url !== null && (
        <img
          className={`${classes.paper} ${background === 'none' ? classes.clear : ''}`}
          src={url}
          alt={`${t('preview')}: ${figure?.summary ?? ''}`}
        />
      )}
      {problem === null && hidden.length > 0 && (
        <p role="alert" className={classes.problem}>
          {t('hidden', { what: hidden.join('; ') })}
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
