import { type ReactNode, useMemo, useState } from 'react'
import { firstChoice } from '../charts/figureChoice.ts'
import { FigureSavingContext, type PdfFigure } from '../charts/figureSaving.ts'
import { call } from '../client/call.ts'
import { chooseSave, deliver } from '../client/files.ts'
import { useAction } from '../client/useAction.ts'

/** Gives the charts below what they cannot do themselves: print, and remember how a figure was saved last. */
export function FigureSaver({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(firstChoice)
  const { run, reset, pending, failure, value } = useAction(
    async ({ fileName, saved, ...figure }: PdfFigure) => {
      const place = await chooseSave(fileName)
      if (!place) return 'placeless'
      const { file } = await call('figures.savePdf', { fileId: place.fileId, ...figure })
      await deliver(file)
      saved()
      return 'saved'
    },
  )
  const saving = useMemo(
    () => ({ choice, setChoice, pdf: { run, reset, pending, failure, isPlaceless: value === 'placeless' } }),
    [choice, run, reset, pending, failure, value],
  )
  return <FigureSavingContext value={saving}>{children}</FigureSavingContext>
}
