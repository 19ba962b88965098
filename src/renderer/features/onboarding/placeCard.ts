export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

/** Between the card and what it explains, and between the card and the edge of the window; px. */
const gap = 12
const margin = 8

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/**
 * Where a card stands so that it does not cover what it explains: right of it, below, left or above, where it fits first.
 * Where it fits nowhere it goes to the roomiest side, as far from the target as the window lets it.
 */
export function placeCard(target: Box, card: Size, view: Size): { left: number; top: number } {
  const [right, bottom] = [target.left + target.width, target.top + target.height]
  const inWidth = (left: number) => clamp(left, margin, view.width - card.width - margin)
  const inHeight = (top: number) => clamp(top, margin, view.height - card.height - margin)
  const sides = [
    { room: view.width - right, needs: card.width, left: right + gap, top: target.top },
    { room: view.height - bottom, needs: card.height, left: target.left, top: bottom + gap },
    { room: target.left, needs: card.width, left: target.left - gap - card.width, top: target.top },
    { room: target.top, needs: card.height, left: target.left, top: target.top - gap - card.height },
  ]
  const spare = ({ room, needs }: { room: number; needs: number }) => room - needs - gap - margin
  const best =
    sides.find((side) => spare(side) >= 0) ?? sides.toSorted((one, other) => spare(other) - spare(one))[0]
  return { left: inWidth(best?.left ?? margin), top: inHeight(best?.top ?? margin) }
}
