import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A pointer that moves further while it is down drags. */
const stillPx = 8

/**
 * What a click means: what was under the pointer when it went down, since rows may move before it comes up again. `at`:
 * what an element stands for, by keys that outlast such a move; null for what a click does nothing to.
 */
export function usePressed<T>(at: (element: Element) => T | null) {
  const pressed = useRef<{ what: T; x: number; y: number } | null>(null)
  const read = (target: EventTarget): T | null => (target instanceof Element ? at(target) : null)
  return {
    press({ target, clientX: x, clientY: y }: PointerEvent): void {
      const what = read(target)
      pressed.current = what === null ? null : { what, x, y }
    },
    clicked({ target, clientX, clientY }: MouseEvent): T | null {
      const was = pressed.current
      pressed.current = null
      const isStill = was !== null && Math.hypot(clientX - was.x, clientY - was.y) <= stillPx
      return isStill ? was.what : read(target)
    },
  }
}
