import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A pointer that moves further while it is down drags. */
const maxClickMovePx = 8

/**
 * What a click means: what was under the pointer when it went down, since rows may move before it comes up again. `at`:
 * what an element stands for, by keys that outlast such a move; null for what a click does nothing to.
 */
export function usePressed<T>(at: (element: Element) => T | null) {
  const pressed = useRef<{ item: T; x: number; y: number } | null>(null)
  const read = (target: EventTarget): T | null => (target instanceof Element ? at(target) : null)
  return {
    press({ target, clientX: x, clientY: y }: PointerEvent): void {
      const item = read(target)
      pressed.current = item === null ? null : { item, x, y }
    },
    clicked({ target, clientX, clientY }: MouseEvent): T | null {
      const pressedAt = pressed.current
      pressed.current = null
      const isStill =
        pressedAt !== null && Math.hypot(clientX - pressedAt.x, clientY - pressedAt.y) <= maxClickMovePx
      return isStill ? pressedAt.item : read(target)
    },
  }
}
