import type { Locator, Page } from '@playwright/test'

/** `different`: the number of pixels with a color channel that differs by more than the threshold (of 255). */
export type Difference = { pixels: number; different: number }

/**
 * The canvas and the SVG renderer smooth the edges of letters and lines slightly differently; missing parts, shifts by
 * a pixel and other colors differ more.
 */
const threshold = 64

/** Compares an SVG, drawn by the browser at the picture's size, with the picture; both on white. */
export const comparePictures = (page: Page, svg: string, png: Buffer): Promise<Difference> =>
  page.evaluate(compareInPage, {
    svg,
    picture: `data:image/png;base64,${png.toString('base64')}`,
    crop: null,
    threshold,
  })

/** Compares the chart in an SVG with a canvas on the page. */
export async function onScreen(page: Page, canvas: Locator, svg: string): Promise<Difference> {
  const picture = await canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL('image/png'))
  return page.evaluate(compareInPage, { svg, picture, crop: chartOrigin(svg), threshold })
}

/** Returns the position of the chart in its figure. */
function chartOrigin(svg: string): { x: number; y: number } {
  const match = /<g[^>]* transform="(?:translate\(|matrix\(1 0 0 1 )12[ ,]+([\d.]+)/.exec(svg)
  if (!match) throw new Error('The chart was not found in the figure.')
  return { x: 12, y: Number(match[1]) }
}

type Compared = { svg: string; picture: string; crop: { x: number; y: number } | null; threshold: number }

/** Runs in the page. */
async function compareInPage({
  svg,
  picture,
  crop,
  threshold: maxDifference,
}: Compared): Promise<Difference> {
  const load = (url: string) =>
    new Promise<HTMLImageElement>((done, failed) => {
      const image = new Image()
      image.onload = () => done(image)
      image.onerror = () => failed(new Error('A picture could not be drawn.'))
      image.src = url
    })
  const pictureImage = await load(picture)
  const { width, height } = pictureImage
  const pixelsOf = (draw: (context: CanvasRenderingContext2D) => void): Uint8ClampedArray => {
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('There is no canvas.')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    draw(context)
    return context.getImageData(0, 0, width, height).data
  }
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const drawing = await load(url)
  const first = pixelsOf((context) => context.drawImage(pictureImage, 0, 0))
  const second = pixelsOf((context) =>
    crop ? context.drawImage(drawing, -crop.x, -crop.y) : context.drawImage(drawing, 0, 0, width, height),
  )
  URL.revokeObjectURL(url)
  let different = 0
  for (let at = 0; at < first.length; at += 4) {
    const apart = [0, 1, 2].map((colour) => Math.abs((first[at + colour] ?? 0) - (second[at + colour] ?? 0)))
    if (Math.max(...apart) > maxDifference) different += 1
  }
  return { pixels: width * height, different }
}
