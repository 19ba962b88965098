import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { renameFileSync } from '../../../concurrency/renameFile.ts'

export type ZoomStep = 'in' | 'out' | 'reset'

/** As browsers have them. */
const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const minZoom = 0.5
const maxZoom = 3

/** The next factor; at either end it stays. What Chromium says of one is not exact. */
export function nextZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1
  const tolerance = 0.01
  return step === 'in'
    ? (factors.find((other) => other > factor + tolerance) ?? maxZoom)
    : (factors.findLast((other) => other < factor - tolerance) ?? minZoom)
}

/** In device-independent pixels of the screen. */
export type Rectangle = { x: number; y: number; width: number; height: number }

const maxRouteLength = 4000

const stateSchema = z.object({
  bounds: z
    .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
    .nullable(),
  maximized: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  zoom: z.number().min(minZoom).max(maxZoom).catch(1),
  /** null: the first of the system's that we speak. */
  language: z.enum(['en', 'zh-CN']).nullable().catch(null),
  /** What was shown, as the page's address has it behind `#`, and of which profile. */
  route: z
    .object({ profileId: z.string().max(300), hash: z.string().max(maxRouteLength).startsWith('/') })
    .nullable()
    .catch(null),
})

/**
 * How the window looked when it was last closed; theme and language are stored too, for the colour and the menu before the
 * services say what is set.
 */
export type WindowState = z.infer<typeof stateSchema>

export const minimumSize = { width: 900, height: 600 }
const defaultSize = { width: 1280, height: 820 }
/** This much of a window, in pixels, has to lie on a screen for a person to take hold of it. */
const minVisiblePx = 80

/** What was stored, or the usual state where nothing readable was: it is only a convenience. */
export function readWindowState(file: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return stateSchema.parse({ bounds: null, maximized: false, theme: 'system' })
  }
}

/** Writes the state whole; a failure is not worth a person's attention, and the next close tries again. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.part`, JSON.stringify(state), { mode: 0o600 })
    renameFileSync(`${file}.part`, file)
  } catch {
    // The window opens at its usual place next time.
  }
}

/** Where to open the window: where it was, unless the screen it was on is gone; as large as screens and minimum allow. */
export function placeWindow(
  saved: Rectangle | null,
  screens: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  if (!saved || !screens.some((screen) => isReachable(saved, screen))) return defaultSize
  // A window may lie across several screens; it is never larger than all of them together.
  const [width, height] = [spanOf(screens, 'x', 'width'), spanOf(screens, 'y', 'height')]
  return {
    ...saved,
    width: Math.max(Math.min(saved.width, width), minimumSize.width),
    height: Math.max(Math.min(saved.height, height), minimumSize.height),
  }
}

const spanOf = (screens: readonly Rectangle[], start: 'x' | 'y', size: 'width' | 'height'): number =>
  Math.max(...screens.map((screen) => screen[start] + screen[size])) -
  Math.min(...screens.map((screen) => screen[start]))

/** Whether the title bar of `window` can be reached on `screen`. */
const isReachable = (window: Rectangle, screen: Rectangle): boolean =>
  Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x) >= minVisiblePx &&
  window.y >= screen.y &&
  window.y <= screen.y + screen.height - minVisiblePx

/** Screens of which nothing can be shown again: what they were given is gone with the page. */
const transientPaths = ['/import', '/connect']

/** What the page at this address shows, to be shown again; null where it cannot be. */
export function routeOf(address: string): string | null {
  const hash = /#(\/.*)$/s.exec(address)?.[1] ?? ''
  const [path = ''] = hash.split(/[?]/, 1)
  const isTransient = transientPaths.includes(path)
  return hash === '' || isTransient || hash.length > maxRouteLength ? null : hash
}
