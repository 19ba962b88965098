import { CloseButton } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../ui.module.css'

const minWidthPx = 280
const maxWidthPx = 900
const keyStepPx = 24
/** A pointer movement up to this length is a click. */
const clickPx = 4

/** `firstWidth`: the width of the detail in pixels until the user moves the divider. */
type Props = { left: ReactNode; right?: ReactNode; onCloseRight?: () => void; firstWidth?: number }

/** Shows a list and the detail of its selection, which can be closed, with a divider that moves. */
export function TwoPanes({ left, right, onCloseRight, firstWidth = 420 }: Props) {
  const { t } = useTranslation('ui')
  const [width, setWidth] = useState(firstWidth)
  const frame = useRef<HTMLDivElement>(null)
  const pressedAt = useRef(0)
  const clampWidth = (requestedPx: number): number => {
    const availablePx = (frame.current?.clientWidth ?? maxWidthPx) - minWidthPx
    return Math.round(Math.max(minWidthPx, Math.min(maxWidthPx, availablePx, requestedPx)))
  }
  const resize = (requestedPx: number) => setWidth(clampWidth(requestedPx))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    pressedAt.current = event.clientX
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const edge = frame.current?.getBoundingClientRect().right
    const isPulled = Math.abs(event.clientX - pressedAt.current) > clickPx
    if (edge !== undefined && isPulled && event.currentTarget.hasPointerCapture(event.pointerId)) {
      pressedAt.current = Number.NEGATIVE_INFINITY
      resize(edge - event.clientX)
    }
  }
  /** For users who cannot drag: each click makes the detail wider, and after the widest it is narrow again. */
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    if (Math.abs(event.clientX - pressedAt.current) > clickPx) return
    const widths = [minWidthPx, firstWidth, maxWidthPx].map(clampWidth)
    resize(widths.find((one) => one > width) ?? minWidthPx)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const widthByKey: Record<string, number> = {
      ArrowLeft: width + keyStepPx,
      ArrowRight: width - keyStepPx,
      Home: maxWidthPx,
      End: minWidthPx,
      Enter: firstWidth,
    }
    const next = widthByKey[event.key]
    if (next === undefined || event.target !== event.currentTarget) return
    event.preventDefault()
    resize(next)
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
            aria-valuemin={minWidthPx}
            aria-valuemax={maxWidthPx}
            onKeyDown={onKeyDown}
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onPointerUp={onPointerUp}
          />
          <div className={classes.right} style={{ width }}>
            {right}
            {onCloseRight && (
              <CloseButton
                className={classes.closePane ?? ''}
                aria-label={t('action.close')}
                onClick={onCloseRight}
              />
            )}
          </div>
        </>
      )}
    </div>
  )
}
