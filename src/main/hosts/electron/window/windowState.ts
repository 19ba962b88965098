import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { renameFileSync } from '../../../concurrency/renameFile.ts'

export type ZoomStep = 'in' | 'out' | 'reset'

/** The zoom factors of browsers. */
const factors = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const minZoom = 0.5
const maxZoom = 3

/** Returns the next zoom factor, or the same at either end. Chromium reports inexact factors, hence the tolerance. */
export function nextZoom(factor: number, step: ZoomStep): number {
  if (step === 'reset') return 1
  const tolerance = 0.01
  return step === 'in'
    ? (factors.find((other) => other > factor + tolerance) ?? maxZoom)
    : (factors.findLast((other) => other < factor - tolerance) ?? minZoom)
}

/** A rectangle in device-independent pixels. */
export type Rectangle = { x: number; y: number; width: number; height: number }

const maxRouteLength = 4000

const stateSchema = z.object({
  bounds: z
    .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
    .nullable(),
  maximized: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
  zoom: z.number().min(minZoom).max(maxZoom).catch(1),
  /** Null: the first of the system's languages that we support. */
  language: z.enum(['en', 'zh-CN']).nullable().catch(null),
  /** The route: the part of the page's address after `#`, and its profile. */
  route: z
    .object({ profileId: z.string().max(300), hash: z.string().max(maxRouteLength).startsWith('/') })
    .nullable()
    .catch(null),
})

/** The window when it was last closed, with theme and language for the time before the services report them. */
export type WindowState = z.infer<typeof stateSchema>

export const minimumSize = { width: 900, height: 600 }
const defaultSize = { width: 1280, height: 820 }
/** The part of a window, in pixels, that must be on a screen so that the user can grab it. */
const minVisiblePx = 80

/** Reads the stored state. Returns the defaults if it cannot be parsed, since it is only a convenience. */
export function readWindowState(file: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return stateSchema.parse({ bounds: null, maximized: false, theme: 'system' })
  }
}

/** Writes the state atomically. Failures are ignored, and the next close tries again. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.part`, JSON.stringify(state), { mode: 0o600 })
    renameFileSync(`${file}.part`, file)
  } catch {
    // The window opens at its default position next time.
  }
}

/** Returns the saved bounds, limited by the screens and the minimum size; the default if its screen is gone. */
export function placeWindow(
  saved: Rectangle | null,
  screens: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  if (!saved || !screens.some((screen) => isReachable(saved, screen))) return defaultSize
  // A window may span several screens but is not larger than all of them together.
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

/** Returns true if the title bar of `window` can be reached on `screen`. */
const isReachable = (window: Rectangle, screen: Rectangle): boolean =>
  Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x) >= minVisiblePx &&
  window.y >= screen.y &&
  window.y <= screen.y + screen.height - minVisiblePx

/** The screens that cannot be restored, since their input is lost with the page. */
const transientPaths = ['/import', '/connect']

/** Returns the route of an address. Null if it cannot be restored. */
export function routeOf(address: string): string | null {
  const hash = /#(\/.*)$/s.exec(address)?.[1] ?? ''
  const [path = ''] = hash.split(/[?]/, 1)
  const isTransient = transientPaths.includes(path)
  return hash === '' || isTransient || hash.length > maxRouteLength ? null : hash
}
