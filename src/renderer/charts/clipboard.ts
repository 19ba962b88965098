/** The chart as it stands on the screen, on an opaque ground. */
export function toPng(canvas: HTMLCanvasElement, ground: string): Promise<Blob> {
  const whole = document.createElement('canvas')
  whole.width = canvas.width
  whole.height = canvas.height
  const context = whole.getContext('2d')
  if (context) {
    context.fillStyle = ground
    context.fillRect(0, 0, whole.width, whole.height)
    context.drawImage(canvas, 0, 0)
  }
  return new Promise((resolve, reject) => {
    whole.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))))
  })
}

/** Puts a picture on the clipboard; throws where the host does not allow it. */
export const copyPng = async (png: Blob): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])

/** Hands a picture to the person as a download. */
export function savePng(png: Blob, fileName: string): void {
  const address = URL.createObjectURL(png)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  URL.revokeObjectURL(address)
}
