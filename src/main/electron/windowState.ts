import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

/** In device-independent pixels of the screen. */
export type Rectangle = { x: number; y: number; width: number; height: number }

const stateSchema = z.object({
  bounds: z
    .object({ x: z.number(), y: z.number(), width: z.number().positive(), height: z.number().positive() })
    .nullable(),
  maximized: z.boolean(),
  theme: z.enum(['system', 'light', 'dark']),
})

/** How the window looked when it was last closed; the theme is kept too, for the colour before the page is drawn. */
export type WindowState = z.infer<typeof stateSchema>

export const minimumSize = { width: 900, height: 600 }
const usualSize = { width: 1280, height: 820 }
/** This much of a window, in pixels, has to lie on a screen for a person to take hold of it. */
const reachable = 80

/** What was kept, or the usual state where nothing readable was: it is only a convenience. */
export function readWindowState(file: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { bounds: null, maximized: false, theme: 'system' }
  }
}

/** Writes the state whole; a failure is not worth a person's attention, and the next close tries again. */
export function writeWindowState(file: string, state: WindowState): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(`${file}.part`, JSON.stringify(state))
    renameSync(`${file}.part`, file)
  } catch {
    // The window opens at its usual place next time.
  }
}

/** Where to open the window: where it was, unless the screen it was on is gone; never below the minimum size. */
export function placeWindow(
  kept: Rectangle | null,
  screens: readonly Rectangle[],
): Partial<Rectangle> & { width: number; height: number } {
  if (!kept || !screens.some((screen) => overlaps(kept, screen))) return usualSize
  return {
    ...kept,
    width: Math.max(kept.width, minimumSize.width),
    height: Math.max(kept.height, minimumSize.height),
  }
}

/** Whether the title bar of `window` can be reached on `screen`. */
const overlaps = (window: Rectangle, screen: Rectangle): boolean =>
  Math.min(window.x + window.width, screen.x + screen.width) - Math.max(window.x, screen.x) >= reachable &&
  window.y >= screen.y &&
  window.y <= screen.y + screen.height - reachable
