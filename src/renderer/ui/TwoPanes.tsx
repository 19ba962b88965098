import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './ui.module.css'

const narrowest = 280
const widest = 900
const keyStep = 24
/** What was pulled no further than this is a click. */
const clickPx = 4

/** `firstWidth`: of the detail in pixels, until the person moves the divider. */
type Props = { left: ReactNode; right?: ReactNode; onCloseRight?: () => void; firstWidth?: number }

/** A list and the detail of its selection; the divider is pulled, clicked or moved by keys, and the detail can close. */
export function TwoPanes({ left, right, onCloseRight, firstWidth = 420 }: Props) {
  const { t } = useTranslation('ui')
  const [width, setWidth] = useState(firstWidth)
  const frame = useRef<HTMLDivElement>(null)
  const pressedAt = useRef(0)
  const within = (wanted: number): number => {
    const room = (frame.current?.clientWidth ?? widest) - narrowest
    return Math.round(Math.max(narrowest, Math.min(widest, room, wanted)))
  }
  const set = (wanted: number) => setWidth(within(wanted))
  const press = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pressedAt.current = event.clientX
  }
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const edge = frame.current?.getBoundingClientRect().right
    const isPulled = Math.abs(event.clientX - pressedAt.current) > clickPx
    if (edge !== undefined && isPulled && event.currentTarget.hasPointerCapture(event.pointerId)) {
      pressedAt.current = Number.NEGATIVE_INFINITY
      set(edge - event.clientX)
    }
  }
  /** For who cannot pull: each click makes the detail wider, and after the widest it is narrow again. */
  const click = (event: PointerEvent<HTMLDivElement>) => {
    if (Math.abs(event.clientX - pressedAt.current) > clickPx) return
    const widths = [narrowest, firstWidth, widest].map(within)
    set(widths.find((one) => one > width) ?? narrowest)
  }
  const step = (event: KeyboardEvent) => {
    const wanted: Record<string, number> = {
      ArrowLeft: width + keyStep,
      ArrowRight: width - keyStep,
      Home: widest,
      End: narrowest,
      Enter: firstWidth,
    }
    const next = wanted[event.key]
    if (next === undefined || event.target !== event.currentTarget) return
    event.preventDefault()
    set(next)
  }
  return (
    <div className={classes.panes} ref={frame}>
      <div className={classes.left}>{left}</div>
      {right && (
        <>
          {/* A window splitter of the ARIA patterns: a separator that takes focus and has a value. */}
          <div
            className={classes.divider}
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label={t('resizePane')}
            title={t('resizePaneHint')}
            aria-valuenow={width}
            aria-valuemin={narrowest}
            aria-valuemax={widest}
            onKeyDown={step}
            onPointerDown={press}
            onPointerMove={drag}
            onPointerUp={click}
          />
          <div className={classes.right} style={{ width }}>
            {right}
            {onCloseRight && (
              <CloseButton
                className={classes.closePane ?? ''}
                aria-label={t('closePane')}
                onClick={onCloseRight}
              />
            )}
          </div>
        </>
      )}
    </div>
  )
}
