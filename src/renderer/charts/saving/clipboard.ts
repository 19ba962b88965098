import { copyText } from '../../ui/copy/CopyButton.tsx'

/** Copies a picture to the clipboard. Throws if the host does not allow it. */
export const copyPng = async (png: Blob): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])

const svgType = 'image/svg+xml'

/** Copies as a picture for programs that accept one, and as text for others. */
export async function copySvg(svg: string): Promise<void> {
  const parts: Record<string, Blob> = { 'text/plain': new Blob([svg], { type: 'text/plain' }) }
  if (ClipboardItem.supports(svgType)) parts[svgType] = new Blob([svg], { type: svgType })
  try {
    await navigator.clipboard.write([new ClipboardItem(parts)])
  } catch {
    await copyText(svg)
  }
}

export const toSvgFile = (svg: string): Blob => new Blob([svg], { type: svgType })

/** Some browsers read the file only after the click has returned. */
const revokeAfterMs = 60_000

export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs)
}
