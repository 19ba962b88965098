import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../../testing/newFolder.ts'
import {
  nextZoom,
  placeWindow,
  readWindowState,
  routeOf,
  type WindowState,
  writeWindowState,
} from './windowState.ts'

const screen = { x: 0, y: 0, width: 1920, height: 1080 }

const usual: WindowState = {
  bounds: null,
  maximized: false,
  theme: 'system',
  zoom: 1,
  language: null,
  route: null,
}

describe('the route', () => {
  it('is the part of the address that the page uses', () => {
    expect(routeOf('app://pathclock/index.html#/samples?sample=S1')).toBe('/samples?sample=S1')
    expect(routeOf('app://pathclock/index.html')).toBeNull()
    expect(routeOf('app://pathclock/index.html#content')).toBeNull()
  })

  it('is not saved if it cannot be restored, such as an imported file or a form', () => {
    expect(routeOf('app://pathclock/index.html#/import?file=f1')).toBeNull()
    expect(routeOf('app://pathclock/index.html#/connect')).toBeNull()
    expect(routeOf('app://pathclock/index.html#/importance')).toBe('/importance')
    expect(routeOf(`app://pathclock/index.html#/drugs?text=${'a'.repeat(5000)}`)).toBeNull()
  })
})

describe('the state of the window', () => {
  it('is read as it was written', () => {
    const file = join(newFolder(), 'new', 'window.json')
    const state = {
      bounds: { x: 10, y: 20, width: 1000, height: 700 },
      maximized: true,
      theme: 'dark',
      zoom: 1.25,
      language: 'zh-CN',
      route: { profileId: 'p1', hash: '/samples?sample=S1' },
    } as const
    writeWindowState(file, state)
    expect(readWindowState(file)).toEqual(state)
    expect(readFileSync(file, 'utf8')).not.toContain('\0')
  })

  it.each(['', '{"bounds":', '[]', '{"bounds":{"x":"a"},"maximized":1}'])(
    'is the default if the file contains %j',
    (text) => {
      const file = join(newFolder(), 'window.json')
      writeFileSync(file, text)
      expect(readWindowState(file)).toEqual(usual)
    },
  )

  it('keeps the valid parts, for example of an older version of the app', () => {
    const file = join(newFolder(), 'window.json')
    const old = {
      bounds: null,
      maximized: true,
      theme: 'dark',
      zoom: 90,
      route: { profileId: 'p1', hash: 'https://x' },
    }
    writeFileSync(file, JSON.stringify(old))
    expect(readWindowState(file)).toEqual({ ...usual, maximized: true, theme: 'dark' })
  })

  it('does not throw if it cannot be written', () => {
    const file = join(newFolder(), 'a-file')
    writeFileSync(file, '')
    expect(() => writeWindowState(join(file, 'window.json'), usual)).not.toThrow()
  })

  it('restores the window at its position, at least at the minimum size', () => {
    const saved = { x: 100, y: 50, width: 400, height: 1000 }
    expect(placeWindow(saved, [screen])).toEqual({ ...saved, width: 900 })
  })

  it('limits the window to the size of the available screens', () => {
    const laptop = { x: 0, y: 0, width: 1366, height: 728 }
    const saved = { x: 0, y: 0, width: 3800, height: 2100 }
    expect(placeWindow(saved, [laptop])).toEqual(laptop)
    expect(placeWindow(saved, [laptop, { x: 1366, y: 0, width: 1920, height: 1040 }])).toEqual({
      ...saved,
      width: 3286,
      height: 1040,
    })
  })

  it('restores the window at the default position when its screen is gone', () => {
    const right = { x: 1930, y: 100, width: 1000, height: 700 }
    expect(placeWindow(right, [screen])).not.toHaveProperty('x')
    expect(placeWindow(right, [screen, { ...screen, x: 1920 }])).toEqual(right)
    expect(placeWindow({ ...right, x: 0, y: -500 }, [screen])).not.toHaveProperty('x')
    expect(placeWindow(null, [screen])).not.toHaveProperty('x')
  })
})

describe('the zoom', () => {
  it('changes step by step, as in browsers, and stops at either end', () => {
    expect(nextZoom(1, 'in')).toBe(1.1)
    expect(nextZoom(1.1, 'in')).toBe(1.25)
    expect(nextZoom(3, 'in')).toBe(3)
    expect(nextZoom(1, 'out')).toBe(0.9)
    expect(nextZoom(0.5, 'out')).toBe(0.5)
  })

  it('rounds an inexact factor to the nearest step', () => {
    expect(nextZoom(1.0999999, 'in')).toBe(1.25)
    expect(nextZoom(1.2000001, 'out')).toBe(1.1)
  })

  it('resets to 100%', () => expect(nextZoom(2.5, 'reset')).toBe(1))
})
