import { Box, Button, FocusTrap, Portal } from '@mantine/core'
import { type CSSProperties, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { commands } from '../../../shared/contract/commands.ts'
import shared from '../../ui/shared.module.css'
import classes from './tour.module.css'

/** Explains the frame place by place. The user can leave it at every step, by button or key; the focus then returns. */
export function Tour({ end }: { end(): void }) {
  // The frame is complete when the tour starts.
  const [steps] = useState(stepsHere)
  const [at, setAt] = useState(0)
  useGivenBackFocus()
  const go = (by: number): void => {
    if (at + by >= steps.length) end()
    else setAt(Math.max(0, at + by))
  }
  useTourKeys(go, end)
  const step = steps[at]
  if (!step) return null
  return (
    <Portal>
      <div className={classes.tour}>
        <Card step={step} at={at} count={steps.length} go={go} end={end} />
      </div>
    </Portal>
  )
}

/** Returns the focus after the tour to the element that had it, or to the screen if that element is gone. */
function useGivenBackFocus(): void {
  useEffect(() => {
    const before = document.activeElement
    return () => {
      const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body
      const next = isThere ? before : document.getElementById('content')
      next?.focus()
    }
  }, [])
}

/** Returns true for shortcuts of the window, such as zoom or quit, and false for those of the page. */
const isOfWindow = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) &&
  !commands.some(
    ({ by, keys }) => by === 'page' && keys.some((one) => one.split('+').at(-1) === key.toUpperCase()),
  )

/** Handles keys in the capture phase, before the screen behind the tour. Its shortcuts do not work during the tour. */
function useTourKeys(go: (by: number) => void, end: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => {
      if (event.key === 'Tab' || event.key === 'Enter' || event.key === ' ') return
      event.stopPropagation()
      if (isOfWindow(event)) return
      event.preventDefault()
      if (event.key === 'Escape') end()
      if (event.key === 'ArrowRight') go(1)
      if (event.key === 'ArrowLeft') go(-1)
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  })
}

type CardProps = { step: TourStep; at: number; count: number; go(by: number): void; end(): void }

function Card({ step, at, count, go, end }: CardProps) {
  const { t } = useTranslation('tour')
  const titleId = useId()
  const card = useRef<HTMLDivElement>(null)
  const { ring, place } = usePlace(step, card)
  return (
    <>
      <div className={classes.ring} style={ring} aria-hidden />
      <div ref={card} className={classes.card} style={place}>
        <FocusTrap>
          <div role="dialog" aria-modal aria-labelledby={titleId}>
            <div aria-live="polite">
              <p className={classes.place}>{t('place', { at: at + 1, count })}</p>
              <Box id={titleId} component="h2" my="xs" mx={0} fz="lg" fw={600}>
                {t(`${step}.title`)}
              </Box>
              <Box component="p" mt={0} mb="sm" mx={0}>
                {t(`${step}.text`)}
              </Box>
            </div>
            <p className={classes.keys}>{t('keys')}</p>
            <div className={classes.actions}>
              <Button size="compact-sm" variant="subtle" color="gray" c="dimmed" onClick={end}>
                {t('skip')}
              </Button>
              <span className={shared.gap} />
              {at > 0 && (
                <Button size="compact-sm" onClick={() => go(-1)}>
                  {t('back')}
                </Button>
              )}
              <Button variant="filled" size="compact-sm" data-autofocus onClick={() => go(1)}>
                {t(at + 1 === count ? 'finish' : 'next')}
              </Button>
            </div>
          </div>
        </FocusTrap>
      </div>
    </>
  )
}

const ringPx = 4

/** Returns the positions of the ring and the card, updated when the window is resized. */
function usePlace(step: TourStep, card: { current: HTMLElement | null }) {
  const [places, setPlaces] = useState<{ ring: CSSProperties; place: CSSProperties }>({ ring: {}, place: {} })
  useLayoutEffect(() => {
    const findTarget = () => {
      const target = targetOf(step)
      if (!target || !card.current) return
      target.scrollIntoView({ block: 'nearest' })
      const box = boxOf(target)
      const { offsetWidth: width, offsetHeight: height } = card.current
      const view = { width: window.innerWidth, height: window.innerHeight }
      setPlaces({ ring: box, place: placeCard(box, { width, height }, view) })
    }
    findTarget()
    window.addEventListener('resize', findTarget)
    return () => window.removeEventListener('resize', findTarget)
  }, [step, card])
  return places
}

function boxOf(target: HTMLElement): Box {
  const { left, top, width, height } = target.getBoundingClientRect()
  return { left: left - ringPx, top: top - ringPx, width: width + 2 * ringPx, height: height + 2 * ringPx }
}

/** The places of the tour in order. Each is marked with `data-tour` on the explained element. */
const steps = ['home', 'library', 'activity', 'search', 'status', 'help'] as const
type TourStep = (typeof steps)[number]

export const targetOf = (step: TourStep): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-tour="${step}"]`)

/** Returns the places that are on the screen. For example, a capsule has no drugs. */
const stepsHere = (): TourStep[] => steps.filter((step) => targetOf(step) !== null)

export type Box = { left: number; top: number; width: number; height: number }
type Size = { width: number; height: number }

/** The distances in pixels between card and target, and between card and window edge. */
const gap = 12
const margin = 8

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most))

/**
 * Returns the position of the card so that it does not cover its target: the first side with room out of right,
 * below, left and above. If no side has room, takes the roomiest one and stays inside the window.
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
