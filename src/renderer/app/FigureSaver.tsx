import { type ReactNode, useMemo, useState } from 'react'
import { defaultFigureChoice } from '../charts/figureChoice.ts'
import { FigureSavingContext, type PdfFigure } from '../charts/figureSaving.ts'
import { call } from '../client/call.ts'
import { chooseSave, deliver } from '../client/files.ts'
import { transport } from '../client/host.ts'
import { useAction } from '../client/useAction.ts'

/** Gives the charts below what they cannot do themselves: print, and remember how a figure was saved last. */
export function FigureSaver({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(defaultFigureChoice)
  const { run, reset, pending, failure, value } = useAction(
    async ({ fileName, saved, ...figure }: PdfFigure) => {
      const target = await chooseSave(fileName)
      if (!target) return 'placeless'
      const { file } = await call('figures.savePdf', { fileId: target.fileId, ...figure })
      await deliver(file)
      saved()
      return 'saved'
    },
  )
  const saving = useMemo(
    () => ({
      choice,
      setChoice,
      pdf: { run, reset, pending, failure, isCancelled: value === 'placeless' },
      ...(transport.hasOpenDialog ? { copyPng: copyByHost } : {}),
    }),
    [choice, run, reset, pending, failure, value],
  )
  return <FigureSavingContext value={saving}>{children}</FigureSavingContext>
}

const chunkBytes = 8192

/** The pages of the installed app hold no permission, not even that of writing to the clipboard. */
async function copyByHost(png: Blob): Promise<void> {
  const bytes = new Uint8Array(await png.arrayBuffer())
  // All at once, a large picture would be too many arguments.
  let binary = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  await call('figures.copyPng', { png: btoa(binary) })
}
